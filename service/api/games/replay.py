"""/games/{id}/replay: the record step by step, each frame with what changed, the scores after it, and what was found at it."""

from typing import Any

from flask import Response
from marshmallow import Schema

from service.access import Access
from service.api.answers.replay import Replay
from service.api.games.findings import seen_entries
from service.api.games.games import AS, ETAG, viewed
from service.api.lib.conditional import JSON, headers_of, unchanged
from service.api.lib.contract import Resource
from service.api.lib.fields import VERSION, Digits, Shaped
from service.api.lib.guards import for_readers
from service.engine import ENGINE
from service.errors import wrong_parameter
from service.seen.replays import Order
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
def get_replay(found: Access, query: dict[str, Any]) -> Response:
    """Every step of a game"""
    found = found.seen_as(query.get("view"))
    at = query.get("at")
    if at is not None and at > found.head.version:
        raise wrong_parameter("at", f"lies ahead: the record is at version {found.head.version}")
    tag = f"{found.head.version}.{len(seen_entries(found))}.{ENGINE}"
    return unchanged(found, tag) or Response(_replay(found, query["as_"], at), 200, headers_of(found, tag), content_type=JSON)


def _replay(found: Access, order: Order, at: int | None) -> bytes:
    replays = wired().replays
    return replays.of(found.head, found.viewer, order) if at is None else replays.before(found.head, at, found.viewer, order)
