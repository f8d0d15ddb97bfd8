"""/games/{id}/replay: the record step by step. Each step is a frame: what changed on the table, the scores, and the new findings."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import Whole
from domain.views.answers import Replay
from domain.views.replays import NoSuchRound, Order, Part
from service.access import Access
from service.api.games.findings import seen_count
from service.api.games.games import AS, viewed
from service.api.lib.conditional import JSON, headers_of, unchanged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import VERSION, Digits, Shaped
from service.api.lib.guards import for_readers
from service.api.lib.paging import NEXT, page_link
from service.engine import ENGINE
from service.errors import Problem, wrong_parameter
from service.views.replays import Piece
from service.wiring import wired

blueprint = Resource("replay", "A game, step by step.")

A_STEP: Final = 2
"""Rendering a step of a replay takes as long as reading this many events."""
LOOKED_OVER: Final = 10
"""Finding what a part of a replay shows takes as long as reading one in so many events of the record."""
MOST_FRAMES: Final = 500
FRAMES: Final = 100
"""How many frames a part of a replay has if the request does not say."""
_STEP: Final = Whole(0, 10**9)


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
    from_ = Digits(_STEP, data_key="from", metadata={"description": "Only the frames from this step on; 0 is the opening."})
    to = Digits(_STEP, metadata={"description": "Only the frames up to this step."})
    round = Digits(
        Whole(1, 10**9),
        metadata={
            "description": "Only the frames of this round, the step that ends it included. What follows the last round has the next "
            "number. Not with `as=recorded`."
        },
    )
    limit = Digits(
        Whole(1, MOST_FRAMES), metadata={"description": f"At most this many frames. Without it: {FRAMES} with from, to or round, else all."}
    )


@blueprint.route("/games/<game>/replay")
@for_readers
@blueprint.arguments(ReplayQuery, location="query")
@blueprint.response(200, Replay, headers=ETAG | NEXT)
def get_replay(access: Access, query: dict[str, Any]) -> Response:
    """Replay a game step by step

    `from`, `to`, `round` and `limit` ask for a part: the same frames as in the whole replay, and the view before the first of them, so that
    you can begin anywhere. With several of them you get the frames for which all are true. The `next` link leads to the frames that did not
    fit.
    """
    access = access.seen_as(query.get("view"))
    _check(access, query)
    tag = f"{access.head.version}.{seen_count(access)}.{ENGINE}"
    return unchanged(access, tag) or _replay(access, query, headers_of(access, tag))


def _check(access: Access, query: dict[str, Any]) -> None:
    """Raise Problem `invalid` if the parameters of the query do not fit the record, or each other."""
    at, first, last = query.get("at"), query.get("from_", 0), query.get("to")
    if at is not None and at > access.head.version:
        raise wrong_parameter("at", f"is too high: the record is at version {access.head.version}")
    if last is not None and first > last:
        raise wrong_parameter("from", "must not be after `to`")
    if "round" in query and query["as_"] == "recorded":
        said = "cannot be combined: a round is a part of the record as corrected"
        places = [{"parameter": name, "message": said} for name in ("round", "as")]
        raise Problem("invalid", f"The query parameters round and as=recorded {said}.", places)


def _replay(access: Access, query: dict[str, Any], headers: dict[str, str]) -> Response:
    order, at = query["as_"], query.get("at")
    if query.keys().isdisjoint(("from_", "to", "round", "limit")):
        return Response(_whole(access, order, at), 200, headers, content_type=JSON)
    content, following = _part(access, order, at, query)
    if following is not None:
        headers["Link"] = page_link("next", **{"from": following})
    return Response(content, 200, headers, content_type=JSON)


def _whole(access: Access, order: Order, at: int | None) -> bytes:
    wired().work.steps(access.head.version * A_STEP)
    replays = wired().replays
    return replays.of(access.head, access.viewer, order) if at is None else replays.before(access.head, at, access.viewer, order)


def _part(access: Access, order: Order, at: int | None, query: dict[str, Any]) -> Piece:
    head, first, last = access.head, query.get("from_", 0), query.get("to")
    most = query.get("limit", FRAMES)
    frames = min(most, head.version if last is None else last - first + 1)
    read = head.version if order == "recorded" else head.version // LOOKED_OVER
    wired().work.steps(frames * A_STEP + read)
    try:
        return wired().replays.part(head, at, access.viewer, order, Part(first, last, query.get("round"), most))
    except NoSuchRound as error:
        raise wrong_parameter("round", f"is too high: the game is in round {error.last}") from None
