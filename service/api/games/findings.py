"""/games/{id}/findings: what the validator proved from the record, such as broken rules. Lists current and withdrawn findings, as far as
this viewer may see them."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.record.asking import answers_to
from domain.views.answers import Finding, Parking
from domain.views.parts import finding_json, rounds_of_findings
from service.access import Access
from service.api.games.answers import FindingList
from service.api.games.games import again, head_of, reading_of, viewed
from service.api.lib.conditional import await_version, tagged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import VERSION, Digits
from service.api.lib.guards import for_readers
from service.store.games.verdicts import Parked, VerdictEntry, as_it_stands
from service.views.heads import seated
from service.wiring import wired

blueprint = Resource("findings", "Findings: what a record proves, such as broken rules.")


class FindingsQuery(Schema):
    view = viewed()
    at_least = Digits(VERSION, metadata={"description": "Wait, up to a second, until this version is validated."})


@blueprint.route("/games/<game>/findings")
@for_readers
@blueprint.arguments(FindingsQuery, location="query")
@blueprint.response(200, FindingList, headers=ETAG)
def list_findings(access: Access, query: dict[str, Any]) -> Response:
    """List the findings of a game, in the order in which they were first raised"""
    access = access.seen_as(query.get("view"))
    await_version(query.get("at_least"), lambda: head_of(access).validated)
    access = again(access)
    return tagged(access, _tag(access), lambda: _findings(access, seen_entries(access), _parked(access)))


def seen_count(access: Access) -> int:
    """Return the number of entries of the game's verdict that this viewer may see. The verdict is read only if this viewer may not see all
    entries: otherwise the head (the summary of the record) has the number."""
    everything = access.viewer.sees_all or access.head.verdict == 0
    return access.head.verdict if everything and not access.delayed else len(seen_entries(access))


def seen_entries(access: Access) -> list[VerdictEntry]:
    """Return the entries of the game's verdict that this viewer may see: findings raised, and findings withdrawn."""
    parts = wired()
    entries = parts.delays.late(access.head).entries if access.delayed else parts.verdicts.at(access.head)
    return [entry for entry in entries if access.viewer.may_see(entry.finding)]


def _parked(access: Access) -> Parked | None:
    """Return why the validation of the game failed; None if it did not fail, or if this visitor sees the game late."""
    return None if access.delayed else wired().verdicts.parked_at(access.head.game)


def parking_json(parked: Parked | None) -> Parking | None:
    return None if parked is None else {"attempts": parked.attempts, "reason": parked.reason, "at": parked.at}


def _tag(access: Access) -> str:
    """Make the entity tag. It contains the last validated version if later events are not validated yet."""
    head = access.head
    behind = "" if head.validated == head.version else f".{head.validated}{'p' if _parked(access) else ''}"
    return f"{head.version}.{seen_count(access)}.{head.engine}{behind}"


def _findings(access: Access, entries: list[VerdictEntry], parked: Parked | None) -> FindingList:
    return {
        "game": access.head.game,
        "version": access.head.version,
        "verdict": len(entries),
        "engine": access.head.engine,
        "validated": access.head.validated,
        "parked": parking_json(parked),
        "findings": _listed(access, entries),
    }


def _listed(access: Access, entries: list[VerdictEntry]) -> list[Finding]:
    """List each finding once, in its current state. If there are no findings, the record is not read: it may be unreadable, and not
    validated for that reason."""
    if not entries:
        return []
    reading = reading_of(access)
    sitting, ruled, rounds = seated(access.head.game, reading, wired().people), reading.ruled, rounds_of_findings(reading)
    listed = as_it_stands(entries)
    open_ = [entry.finding for name, entry in listed.items() if entry.kind == "raised" and name not in ruled]
    answers = answers_to(reading, open_) if access.records else {}
    return [
        finding_json(
            entry.finding,
            sitting,
            ruling=ruled.get(name),
            withdrawn=entry.kind == "withdrawn",
            round_=rounds.get(name),
            answered=answers.get(name, ()),
        )
        for name, entry in listed.items()
    ]
