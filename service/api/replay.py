"""/games/{id}/replay: the record step by step, each frame with what changed, the scores after it, and what was found at it."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.canonical import Json
from domain.record import retracted
from service.access import Access
from service.api.answers import Replay
from service.api.conditional import tagged
from service.api.contract import Resource
from service.api.fields import VERSION, Digits, Shaped
from service.api.findings import seen_entries
from service.api.games import AS, ETAG, reading_of, viewed
from service.api.guards import for_readers
from service.engine import ENGINE
from service.errors import wrong_parameter
from service.store.keys import club_of
from service.views import frames, keystrokes, people_of, seats_json
from service.wiring import wired

blueprint = Resource("replay", "A game, step by step.")


class ReplayQuery(Schema):
    as_ = Shaped(
        AS,
        data_key="as",
        load_default="corrected",
        metadata={"description": "Table order without what was withdrawn, or keystroke by keystroke with what the record said then."},
    )
    view = viewed()
    at = Digits(VERSION, metadata={"description": "The record as it was at this version."})


@blueprint.route("/games/<game>/replay")
@for_readers
@blueprint.arguments(ReplayQuery, location="query")
@blueprint.response(200, Replay(), headers=ETAG)
@blueprint.alt_response(304, description="Not modified.")
def replay(found: Access, query: dict[str, Any]) -> Response:
    """Every step of a game"""
    found = found.seen_as(query.get("view"))
    at = query.get("at")
    if at is not None and at > found.head.version:
        raise wrong_parameter("at", f"lies ahead: the record is at version {found.head.version}")
    tag = f"{found.head.version}.{len(seen_entries(found))}.{ENGINE}"
    return tagged(found, tag, lambda: _replay(found, query["as_"], at))


def _replay(found: Access, order: str, at: int | None) -> dict[str, Json]:
    now = reading_of(found)
    reading = now if at is None else now.at(at)
    people = people_of(reading)
    names = wired().clubs.names(club_of(found.head.game), [person for person in people.values() if person])
    recorded = order == "recorded"
    steps = keystrokes(reading) if recorded else reading.steps
    gone = retracted(reading.events) if recorded else frozenset()
    return {
        "game": found.head.game,
        "system": found.head.system,
        "version": reading.version,
        "as": order,
        "viewer": str(found.viewer),
        "seats": seats_json(people, names),
        "frames": list(frames(steps, now, found.viewer, gone)),
    }
