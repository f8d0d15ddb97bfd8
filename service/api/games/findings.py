"""/games/{id}/findings: what the validator proved from the record, standing and withdrawn, as far as this viewer may see it."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.canonical import Json
from service.access import Access
from service.api.answers.findings import FindingList
from service.api.games.games import ETAG, again, head_of, reading_of, viewed
from service.api.lib.conditional import await_version, tagged
from service.api.lib.contract import Resource
from service.api.lib.fields import VERSION, Digits
from service.api.lib.guards import for_readers
from service.seen.seated import seated
from service.seen.views import finding_json
from service.store.games.verdicts import Parked, VerdictEntry, as_it_stands
from service.wiring import wired

blueprint = Resource("findings", "What a record proves.")


class FindingsQuery(Schema):
    view = viewed()
    at_least = Digits(VERSION, metadata={"description": "Wait, up to a second, until this version is validated."})


@blueprint.route("/games/<game>/findings")
@for_readers
@blueprint.arguments(FindingsQuery, location="query")
@blueprint.response(200, FindingList(), headers=ETAG)
@blueprint.alt_response(304, description="Not modified.")
def findings(found: Access, query: dict[str, Any]) -> Response:
    """Findings, in the order in which they were first raised"""
    found = found.seen_as(query.get("view"))
    await_version(query.get("at_least"), lambda: head_of(found).validated)
    found = again(found)
    entries = seen_entries(found)
    parked = None if found.delayed else wired().verdicts.parked_at(found.head.game)
    return tagged(found, _tag(found, entries, parked), lambda: _findings(found, entries, parked))


def seen_entries(found: Access) -> list[VerdictEntry]:
    """The entries of the verdict that this viewer may see."""
    parts = wired()
    entries = parts.delays.late(found.head).entries if found.delayed else parts.judged.of(found.head)
    return [entry for entry in entries if found.viewer.may_see(entry.finding)]


def _tag(found: Access, entries: list[VerdictEntry], parked: Parked | None) -> str:
    """While the verdict is behind the record, how far it came is part of the tag."""
    head = found.head
    behind = "" if head.validated == head.version else f".{head.validated}{'p' if parked else ''}"
    return f"{head.version}.{len(entries)}.{head.engine}{behind}"


def _findings(found: Access, entries: list[VerdictEntry], parked: Parked | None) -> dict[str, Json]:
    parking: Json = None if parked is None else {"attempts": parked.attempts, "reason": parked.reason, "at": parked.at}
    return {
        "game": found.head.game,
        "version": found.head.version,
        "verdict": len(entries),
        "engine": found.head.engine,
        "validated": found.head.validated,
        "parked": parking,
        "findings": _listed(found, entries),
    }


def _listed(found: Access, entries: list[VerdictEntry]) -> list[Json]:
    """Each finding once, as it stands now. Without any, the record is not read: one that cannot be read still says that it is parked."""
    if not entries:
        return []
    reading = reading_of(found)
    sitting, ruled = seated(found.head.game, reading, wired().people), reading.ruled
    return [
        finding_json(entry.finding, sitting, ruling=ruled.get(name), withdrawn=entry.kind == "withdrawn")
        for name, entry in as_it_stands(entries).items()
    ]
