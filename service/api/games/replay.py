"""/games/{id}/replay: the record step by step. Each step is a frame: what changed on the table, the scores, and the new findings."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema

from service.access import Access
from service.api.games.findings import seen_count
from service.api.games.games import AS, viewed
from service.api.lib.conditional import JSON, headers_of, unchanged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import VERSION, Digits, Shaped
from service.api.lib.guards import for_readers
from service.engine import ENGINE
from service.errors import wrong_parameter
from service.seen.answers import Replay
from service.seen.replays import Order
from service.wiring import wired

blueprint = Resource("replay", "A game, step by step.")

A_STEP: Final = 2
"""Rendering a step of a replay takes as long as reading this many events."""


class ReplayQuery(Schema):
    as_ = Shaped(
        AS,
        data_key="as",
        load_default="corrected",
        metadata={
            "description": "corrected: in table order, no withdrawn events. recorded: in order of typing, without later corrections."
        },
    )
    view = viewed()
    at = Digits(VERSION, metadata={"description": "The record as it was at this version."})


@blueprint.route("/games/<game>/replay")
@for_readers
@blueprint.arguments(ReplayQuery, location="query")
@blueprint.response(200, Replay, headers=ETAG)
@blueprint.alt_response(304, description="Not modified.")
def get_replay(access: Access, query: dict[str, Any]) -> Response:
    """Replay a game step by step"""
    access = access.seen_as(query.get("view"))
    at = query.get("at")
    if at is not None and at > access.head.version:
        raise wrong_parameter("at", f"is too high: the record is at version {access.head.version}")
    tag = f"{access.head.version}.{seen_count(access)}.{ENGINE}"
    return unchanged(access, tag) or Response(_replay(access, query["as_"], at), 200, headers_of(access, tag), content_type=JSON)


def _replay(access: Access, order: Order, at: int | None) -> bytes:
    wired().loop.steps(access.head.version * A_STEP)
    replays = wired().replays
    return replays.of(access.head, access.viewer, order) if at is None else replays.before(access.head, at, access.viewer, order)
