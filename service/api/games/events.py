"""/games/{id}/events: append to a record, try out what an append would come to, and read what was recorded."""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from flask import Response, request
from marshmallow import Schema

from domain.kernel.events import Act, PersonId
from domain.kernel.shapes import Whole
from service.access import Access
from service.api.answers.events import Appended as AppendedAnswer
from service.api.answers.events import EventList
from service.api.answers.preview import DryRun
from service.api.games.batch import Events, Ids, as_events, ids_for, read_batch, refuse_without_right
from service.api.games.games import ETAG, head_of, reading_of, viewed
from service.api.games.settled import refuse, written
from service.api.lib.conditional import IMMUTABLE, JSON, expected_version, headers_of, unchanged
from service.api.lib.contract import IDEMPOTENCY_KEY, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import VERSION, Digits, Switch
from service.api.lib.guards import for_readers, for_recorders
from service.errors import Problem
from service.seen.preview import foreseen_json, standings
from service.seen.seated import seated
from service.seen.views import event_json
from service.store.clubs.clubs import Token
from service.store.games.heads import Head
from service.store.keys import club_of
from service.store.outcomes import Conflict
from service.store.streams.batch import Draft
from service.store.streams.streams import Appended
from service.wiring import wired

blueprint = Resource("events", "Record, and read what was recorded.")

NDJSON: Final = "application/x-ndjson"
IF_MATCH: Final = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": 'The version you build on, `"<version>"`; or `*`, at the end.',
    "schema": {"type": "string", "pattern": '^(\\*|"[0-9]{1,10}")$'},
}


class AppendQuery(Schema):
    dry_run = Switch("Record nothing; say what would come of it.")


class AppendBody(Schema):
    events = Events()


@blueprint.route("/games/<game>/events", methods=["POST"])
@for_recorders
@blueprint.arguments(AppendQuery, location="query")
@blueprint.arguments(AppendBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH, IDEMPOTENCY_KEY]})
@blueprint.response(201, AppendedAnswer(), headers=ETAG)
@blueprint.alt_response(200, schema=DryRun(), description="Of a dry run: nothing was recorded.")
def append(found: Access, token: Token, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Record events, all or none

    Illegal play is recorded, and findings follow. Refused is only what cannot be written at all.
    """
    expected = expected_version()
    ids = ids_for(token, request.headers.get("Idempotency-Key"), found.head.game)
    drafts = _drafts(body["events"], found, expected, ids)
    refuse_without_right(drafts, token, expected, lambda version: _recorded(found, version, expected))
    game, records = found.head.game, wired().records
    if query["dry_run"]:
        return reply(_foreseen(found, expected, drafts, token))
    return appended(written(game, token, expected, drafts, lambda behind: records.append(game, behind, drafts, token.id)))


def appended(made: Appended) -> Response:
    """What is told of events that were recorded."""
    wired().metrics.appends.labels(made.outcome).inc()
    events = [{"version": version, "id": name} for version, name in made.events]
    told = {"game": made.game, "version": made.version, "first": made.first, "outcome": made.outcome, "events": events}
    return reply(told, 201, {"ETag": f'"{made.version}"'})


def _drafts(sent: list[Any], found: Access, expected: int | None, ids: Ids) -> list[Draft]:
    def known(people: Iterable[PersonId]) -> frozenset[PersonId]:
        return frozenset(wired().people.names(club_of(found.head.game), people))

    def read(head: Head) -> list[Draft]:
        return read_batch(sent, head, head.version if expected is None else expected, ids, known)

    try:
        return read(found.head)
    except Problem:
        # Seats and versions may have been added since this process looked: what is refused is refused by the head of now.
        return read(head_of(found))


def _recorded(found: Access, version: int, expected: int | None) -> Act | None:
    """The act at that version, None where there is none yet. Raises Conflict where the writer believes that there is."""
    events = wired().readings.of(found.head.game).events
    if version <= len(events):
        return events[version - 1].act
    if expected is not None:
        raise Conflict(expected, len(events))
    return None


def _foreseen(found: Access, expected: int | None, drafts: Sequence[Draft], token: Token) -> dict[str, Any]:
    """What the record would come to with these events behind it, for whoever may see it."""
    now = wired().readings.of(found.head.game)
    if expected not in (None, now.version):
        raise Conflict(expected, now.version)
    refuse(now, token, drafts)
    then = now.extended(as_events(drafts, now, token.id, wired().now()))
    sitting = seated(found.head.game, then, wired().people)
    # The statistics of a club are not for whoever has the link of one table.
    tables = standings(wired().projected, found.head.game, now, then) if token.game is None else None
    return {"version": then.version, "would": foreseen_json(now, then, found.viewer, sitting, tables)}


# --- reading ----------------------------------------------------------------------------------------------------------------------------


class ReadQuery(Schema):
    after = Digits(Whole(0, 10**9), load_default=0, metadata={"description": "Events behind this version."})
    upto = Digits(VERSION, metadata={"description": "Up to this version. A range that is complete may be kept."})
    limit = Digits(Whole(1, 500), load_default=500)
    view = viewed()


@blueprint.route("/games/<game>/events")
@for_readers
@blueprint.arguments(ReadQuery, location="query")
@blueprint.response(200, EventList(), headers={**ETAG, "Link": {"schema": {"type": "string"}, "description": "RFC 8288; rel=next."}})
@blueprint.alt_response(200, schema={"type": "string"}, content_type=NDJSON, description="One event a line, each as in the list.")
@blueprint.alt_response(304, description="Not modified.")
def events(found: Access, query: dict[str, Any]) -> Response:
    """What was recorded, in order of version, as you may see it now

    `Accept: application/x-ndjson` gives one event a line.
    """
    found = found.seen_as(query.get("view"))
    form = request.accept_mimetypes.best_match([JSON, NDJSON]) if request.accept_mimetypes else JSON
    if form is None:
        raise Problem("not-acceptable", f"Events are served as {JSON} and {NDJSON}.")
    tag = f"{found.head.version}{'' if form == JSON else '.lines'}"
    return unchanged(found, tag) or _page(found, query, form, headers_of(found, tag))


def _page(found: Access, query: dict[str, Any], form: str, headers: dict[str, str]) -> Response:
    upto = min(query.get("upto", found.head.version), found.head.version)
    last = min(upto, query["after"] + query["limit"])
    reading = reading_of(found)
    chosen = [event_json(event, reading, found.viewer) for event in reading.events[query["after"] : last]]
    if query.get("upto") == upto and not any(map(_may_change, chosen)):
        headers["Cache-Control"] = IMMUTABLE
    if last < upto:
        kept = {**request.args.to_dict(), "after": str(last)}
        headers["Link"] = f'<{PREFIX}/games/{found.head.game}/events?{urlencode(kept)}>; rel="next"'
    response = Response(_written(chosen, _recorders(found, chosen), form), 200, headers, content_type=form)
    response.vary.add("Accept")
    return response


def _recorders(found: Access, chosen: list[dict[str, Any]]) -> dict[str, Any]:
    """What whoever recorded is called: for those who record themselves."""
    if not found.viewer.sees_all:
        return {}
    return {"recorders": wired().clubs.labels(club_of(found.head.game), [event["by"] for event in chosen if "by" in event])}


def _written(chosen: list[dict[str, Any]], recorders: dict[str, Any], form: str) -> bytes:
    if form == NDJSON:
        return b"".join(orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE) for event in chosen)
    return orjson.dumps({"events": chosen, **recorders})


def _may_change(event: dict[str, Any]) -> bool:
    """Whether this viewer may come to see more of the event: it is withheld, or a sealed value in it is closed."""
    return "withheld" in event or any(_closed(value) for value in event["data"].values())


def _closed(value: Any) -> bool:
    if isinstance(value, dict):
        return "value" not in value if "commit" in value else any(map(_closed, value.values()))
    return isinstance(value, list) and any(map(_closed, value))
