"""/games/{id}/diff: what differs between two versions of a record, or between the record as typed and as corrected.

Each side is the game at a version: *corrected*, with the corrections made up to that version, or *recorded*, without any. The answer
contains only what this viewer may see now. A request is refused if it needs earlier events that are hidden from this viewer while the game
is in play.
"""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import OneOf
from domain.record.differences import as_typed
from domain.record.fold import Reading
from domain.views.answers import Differences
from domain.views.diffs import Comparison
from domain.views.parts import closed_versions
from service.access import Access
from service.api.games.findings import seen_count
from service.api.games.games import AS, reading_of, viewed
from service.api.lib.conditional import tagged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import VERSION, Digits, Shaped
from service.api.lib.guards import for_readers
from service.engine import ENGINE
from service.errors import Problem, wrong_parameter
from service.views.heads import seated
from service.wiring import wired

blueprint = Resource("diff", "The differences between two versions of a record, and what corrections changed.")


class DiffQuery(Schema):
    from_ = Digits(VERSION, data_key="from", metadata={"description": "The earlier version. Without it: 1, the opening."})
    to = Digits(VERSION, metadata={"description": "The later version. Without it: the last."})
    as_ = Shaped(
        AS,
        data_key="as",
        load_default="corrected",
        metadata={"description": "corrected: each version with the corrections made up to it. recorded: as it was typed, without them."},
    )
    between = Shaped(
        OneOf(("recorded,corrected",)),
        metadata={"description": "Compare the version `to` as typed with the same version as corrected. `from` and `as` are ignored."},
    )
    view = viewed()


@blueprint.route("/games/<game>/diff")
@for_readers
@blueprint.arguments(DiffQuery, location="query")
@blueprint.response(200, Differences, headers=ETAG)
@blueprint.refuses("history-closed")
def get_diff(access: Access, query: dict[str, Any]) -> Response:
    """Compare two versions of a record, or one version as recorded and as corrected

    `from` and `to` are versions of the record. By default, the game is read at each version with the corrections made up to that version.
    """
    access = access.seen_as(query.get("view"))
    for name in ("from_", "to"):
        if query.get(name, 1) > access.head.version:
            raise wrong_parameter(name.strip("_"), f"is too high: the record is at version {access.head.version}")
    to = query.get("to", access.head.version)
    from_ = to if query.get("between") else query.get("from_", 1)
    if from_ > to:
        raise wrong_parameter("from", "must not be after `to`")
    tag = f"{access.head.version}.{seen_count(access)}.{ENGINE}"
    return tagged(access, tag, lambda: _diff(access, from_, to, query.get("between") or query["as_"]))


def _diff(access: Access, from_: int, to: int, order: str) -> Differences:
    wired().work.steps(access.head.version)
    now, viewer = reading_of(access), access.viewer
    closed = max(closed_versions(now, viewer), default=0)
    if closed and (from_ <= closed or order != "corrected"):
        raise Problem("history-closed", "This comparison needs events that are hidden from you while the game is in play.")
    first, _, last = order.rpartition(",")
    before, after = _read(now.at(from_), first or last), _read(now.at(to), last)
    sitting = seated(access.head.game, now, wired().people)
    return Comparison(before, after, now, viewer, sitting, closed).differences(access.head.game, from_, to, order)


def _read(reading: Reading, as_: str) -> Reading:
    return as_typed(reading) if as_ == "recorded" else reading
