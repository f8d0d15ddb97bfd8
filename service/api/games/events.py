"""/games/{id}/events: append events to a record, try an append without recording it, and read what was recorded."""

from typing import Any, Final

import orjson
from flask import Response, request
from marshmallow import Schema

from domain.kernel.events import TokenId
from domain.kernel.shapes import Whole
from domain.record.fold import Reading
from domain.views.answers import DryRun, RecordedEvent
from domain.views.parts import event_json
from domain.views.preview import foreseen_json
from service.access import Access
from service.api.games.answers import Appended, EventList
from service.api.games.games import reading_of, recorded, viewed
from service.api.lib.conditional import JSON, headers_of, unchanged
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, SENT_HEADERS, Resource, reply
from service.api.lib.fields import VERSION, Digits, ShapedSchema, Switch
from service.api.lib.guards import for_readers, for_recorders
from service.api.lib.paging import NEXT, page_link
from service.api.lib.sending import APPENDED, IF_MATCH, PREFER, Events, corrects, expected_seen, idempotency_key
from service.errors import Problem
from service.store.clubs.clubs import Token
from service.store.keys import club_of
from service.views.counts import standings
from service.views.heads import seated
from service.wiring import wired

blueprint = Resource("events", "Record events, and read what was recorded.")

NDJSON: Final = "application/x-ndjson"


class AppendQuery(Schema):
    dry_run = Switch("Record nothing; return the result that the batch would have.")


class AppendBody(ShapedSchema):
    events = Events()


@blueprint.route("/games/<game>/events", methods=["POST"])
@for_recorders
@blueprint.arguments(AppendQuery, location="query")
@blueprint.arguments(AppendBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH, IDEMPOTENCY_KEY, PREFER]})
@blueprint.response(201, Appended, headers=APPENDED)
@blueprint.alt_response(200, DryRun, description="The result of a dry run; nothing was recorded.")
@blueprint.refuses("confirmed", "not-finished", "not-removable", "over-budget")
def append_events(access: Access, token: Token, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Record events: either all of them or none

    Play that breaks the rules of the game is recorded too, and a finding reports it. A request is refused if it is malformed, if you may
    not record these events, if they would change a settled result, or if the record is not at the version in `If-Match`.
    """
    recording, sent = wired().recording.events, (access.head, token, body["events"], expected_seen(), idempotency_key())
    if query["dry_run"]:
        wired().work.steps(access.head.version)
        return reply(_foreseen(access, token, *recording.dry_run(*sent)))
    return recorded(access, lambda: recording.append(*sent), len(body["events"]), corrects=any(map(corrects, body["events"])))


def _foreseen(access: Access, token: Token, now: Reading, then: Reading) -> DryRun:
    """Answer a dry run: what the batch would change, as far as this visitor may see it. `now`, `then`: the game before and after the
    batch."""
    sitting = seated(access.head.game, then, wired().people)
    # holders of a table link may not see the club's statistics
    tables = standings(wired().projected, access.head.game, now, then) if token.game is None else None
    return {"version": then.version, "would": foreseen_json(now, then, access.viewer, sitting, tables)}


# --- reading ----------------------------------------------------------------------------------------------------------------------------


class ReadQuery(Schema):
    after = Digits(Whole(0, 10**9), load_default=0, metadata={"description": "Return events after this version."})
    upto = Digits(VERSION, metadata={"description": "Return events up to this version."})
    limit = Digits(Whole(1, 500), load_default=500)
    view = viewed()


@blueprint.route("/games/<game>/events")
@for_readers
@blueprint.arguments(ReadQuery, location="query")
@blueprint.response(200, EventList, headers=ETAG | NEXT)
@blueprint.alt_response(
    200, schema={"type": "string"}, content_type=NDJSON, description="One event on each line, each in the same form as in the list."
)
@blueprint.refuses("not-acceptable")
def list_events(access: Access, query: dict[str, Any]) -> Response:
    """List the recorded events in order of version, as far as you may see them now

    With `Accept: application/x-ndjson`, the answer has one event per line.
    """
    access = access.seen_as(query.get("view"))
    form = request.accept_mimetypes.best_match([JSON, NDJSON]) if request.accept_mimetypes else JSON
    if form is None:
        raise Problem("not-acceptable", f"Events are served as {JSON} and {NDJSON}.")
    tag = f"{access.head.version}{'' if form == JSON else '.lines'}"
    return unchanged(access, tag) or _page(access, query, form, headers_of(access, tag))


def _page(access: Access, query: dict[str, Any], form: str, headers: dict[str, str]) -> Response:
    upto = min(query.get("upto", access.head.version), access.head.version)
    last = min(upto, query["after"] + query["limit"])
    reading = reading_of(access)
    sitting = seated(access.head.game, reading, wired().people)
    chosen = [event_json(event, reading, access.viewer, sitting) for event in reading.events[query["after"] : last]]
    if last < upto:
        headers["Link"] = page_link("next", after=last)
    response = Response(_written(access, chosen, form), 200, headers, content_type=form)
    response.vary.add("Accept")
    return response


def _written(access: Access, chosen: list[RecordedEvent], form: str) -> bytes:
    """Write the events in the format `form`. Visitors who may record also get the labels of the recorders' tokens."""
    if form == NDJSON:
        return b"".join(orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE) for event in chosen)
    body: EventList = {"events": chosen}
    if access.viewer.sees_all:
        labels = wired().clubs.labels(club_of(access.head.game), [TokenId(event["by"]) for event in chosen if "by" in event])
        body["recorders"] = {str(token): label for token, label in labels.items()}
    return orjson.dumps(body)
