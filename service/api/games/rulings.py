"""/games/{id}/rulings: what a director decided, and what stands of it. A ruling is recorded like any event, by POST …/events."""

from collections.abc import Iterator, Sequence
from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.events import Event, RulingRecorded
from domain.kernel.shapes import Fault
from domain.record.directing import misruled
from domain.record.fold import Reading
from service.access import Access
from service.api.answers.rulings import RulingList
from service.api.games.batch import as_events
from service.api.games.games import ETAG, fresh, reading_of, viewed
from service.api.lib.conditional import tagged
from service.api.lib.contract import Resource
from service.api.lib.fields import VERSION, Digits
from service.api.lib.guards import for_readers
from service.seen.rulings import rulings_json
from service.seen.seated import seated
from service.store.clubs.clubs import Token
from service.store.keys import game_id
from service.store.streams.batch import Draft
from service.wiring import wired

blueprint = Resource("rulings", "What a director decided.")


class RulingsQuery(Schema):
    view = viewed()
    at_least = Digits(VERSION, metadata={"description": "Wait, up to a second, until the record has this version."})


@blueprint.route("/games/<game>/rulings")
@for_readers
@blueprint.arguments(RulingsQuery, location="query")
@blueprint.response(200, RulingList(), headers=ETAG)
@blueprint.alt_response(304, description="Not modified.")
def rulings(found: Access, query: dict[str, Any]) -> Response:
    """Rulings, in the order in which they were recorded"""
    found = fresh(found.seen_as(query.get("view")), query.get("at_least"))
    return tagged(found, str(found.head.version), lambda: _rulings(found))


def _rulings(found: Access) -> dict[str, Any]:
    reading = reading_of(found)
    sitting = seated(found.head.game, reading, wired().people)
    return {"game": found.head.game, "version": reading.version, "rulings": rulings_json(reading, found.viewer, sitting)}


def unruled(now: Reading, token: Token, drafts: Sequence[Draft]) -> Iterator[Fault]:
    """Rulings among the drafts, to be written behind `now`, that name what is not there. One may name what the batch has before it."""
    if not any(isinstance(draft.act, RulingRecorded) for draft in drafts):
        return
    parts = wired()
    raised = {entry.finding.id for entry in parts.verdicts.entries(game_id(token.club, now.events[0].id))}
    reading, behind = now, list[Event]()
    for index, event in enumerate(as_events(drafts, now, token.id, parts.now())):
        if isinstance(event.act, RulingRecorded):
            reading, behind = reading.extended(behind), []
            for fault in misruled(reading, event.act, event.after, raised):
                yield Fault(f"/events/{index}{fault.pointer}", fault.message)
        behind.append(event)
