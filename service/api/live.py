"""/games/{id}/live: a table and its findings, sent again whenever they change (server-sent events, WHATWG HTML §9.2).

    event: table
    id: <version>.<verdict>.<engine>
    data: {"game": …, "findings": […], "verdict": …, "engine": …, "validated": …, "parked": …}

The id is the entity tag of the findings (service.api.findings): the verdict is counted as this viewer sees it, and while it is behind the
record, how far it came is part of the id. Who resumes with the id of what is to be seen now is sent nothing until something changes.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import orjson
from flask import Response, current_app, request
from marshmallow import Schema, fields
from redis import RedisError

from domain.canonical import Json
from service.access import Access
from service.api.answers import Answer, Finding, GameState, Parking
from service.api.contract import Resource
from service.api.games import viewed
from service.api.guards import for_readers
from service.errors import Problem
from service.live import Hub, Moment, Sight, TooManyWatches, Watch
from service.store.connect import write_client
from service.store.keys import club_of
from service.store.outcomes import NoSuchGame, StoreUnavailable
from service.views import game_json, people_of, seen_findings
from service.wiring import Wiring, wired

BEAT_SECONDS: Final = 15.0
"""How often a silent stream says that it lives, and every stream makes sure that its viewer may still look."""
SEND_SECONDS: Final = 30.0
"""A viewer whose network takes nothing for so long is dropped."""
MOST_STREAMS: Final = 500
"""Streams of one process: well below the 1,024 open files that systems usually allow it."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Kept by nobody, and held back by no proxy (nginx)."""
_HUB: Final = "faceup.live"

blueprint = Resource("live", "A table as it changes.")


class LiveQuery(Schema):
    view = viewed()


class Live(Answer):
    """The data of one event."""

    game = fields.Nested(GameState)
    findings = fields.List(fields.Nested(Finding), metadata={"description": "Those that stand."})
    verdict = fields.Integer(metadata={"description": "Number of findings raised and withdrawn so far that this viewer may see."})
    engine = fields.String(metadata={"description": "The rules that made the verdict; empty: there is none yet."})
    validated = fields.Integer(metadata={"description": "The version that the verdict covers."})
    parked = fields.Nested(Parking, allow_none=True)


@blueprint.route("/games/<game>/live")
@for_readers
@blueprint.arguments(LiveQuery, location="query")
@blueprint.response(200, Live(), content_type="text/event-stream")
def live(found: Access, query: dict[str, Any]) -> Response:
    """The table as it changes: server-sent events of the type `table`, the first one at once

    With `Last-Event-ID`, nothing is sent until something is new. A comment every 15 seconds shows that the stream lives.
    """
    found = found.seen_as(query.get("view"))
    sight = Sight(found.head.game, found.viewer, found.records)
    try:
        watch = _hub().watch(sight, request.headers.get("Last-Event-ID", ""))
    except TooManyWatches:
        raise Problem("too-many-streams", "This process serves as many live streams as it may.", headers={"Retry-After": "5"}) from None
    _drop_when_stuck(request.environ)
    return _streamed(watch, permission(found))


def _streamed(watch: Watch, permitted: Callable[[], bool]) -> Response:
    parts = wired()
    parts.metrics.streams.inc()

    def over() -> None:
        watch.leave()
        parts.metrics.streams.dec()

    response = Response(lines(watch, permitted, parts.now, BEAT_SECONDS), headers=HEADERS, content_type="text/event-stream")
    response.call_on_close(over)  # and not at the end of `lines`: whoever leaves before the first line never begins it
    return response


def lines(watch: Watch, permitted: Callable[[], bool], now: Callable[[], int], beat: float) -> Iterator[bytes]:
    """What a stream sends until its watch ends or its viewer is not `permitted` any more, asked every `beat` seconds. `now`: ms."""
    yield b"retry: 1000\n\n"
    due = now() + beat * 1000
    while not watch.ended:
        moment = watch.next(max(0.0, (due - now()) / 1000))
        if now() >= due:
            if not permitted():
                return
            due = now() + beat * 1000
            yield b": beat\n\n"
        if moment is not None:
            yield b"event: table\nid: %b\ndata: %b\n\n" % (moment.id.encode(), moment.body)


def permission(found: Access) -> Callable[[], bool]:
    """Asks whether whoever was given this access would be given it now."""
    parts, game, token = wired(), found.head.game, found.token

    def permitted() -> bool:
        try:
            if token is not None:
                return parts.clubs.token(token.club, token.id) is not None
            head = parts.records.head(game)
        except (RedisError, StoreUnavailable):
            return False  # nobody knows; whoever may look comes back
        return head is not None and head.visibility != "private"

    return permitted


def _drop_when_stuck(environ: Mapping[str, Any]) -> None:
    """Give up a send that takes longer than SEND_SECONDS; each server names its connection in its own way."""
    connection = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    if connection is not None:
        connection.settimeout(SEND_SECONDS)


def _hub() -> Hub:
    """The hub of this process, made by its first stream."""
    extensions, parts = current_app.extensions, wired()
    if _HUB not in extensions:
        hub = Hub(write_client(parts.config.store_url), lambda sight: rendered(parts, sight), MOST_STREAMS)
        extensions.setdefault(_HUB, hub)  # of two first streams, both get the same
    found: Hub = extensions[_HUB]
    return found


def rendered(parts: Wiring, sight: Sight) -> Moment:
    """A game as it is now. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
    head = parts.records.head(sight.game)
    if head is None:
        raise NoSuchGame(sight.game)
    reading = parts.readings.of(sight.game)
    names = parts.clubs.names(club_of(sight.game), [person for person in people_of(reading).values() if person])
    entries = [entry for entry in parts.verdicts.entries(sight.game) if sight.viewer.may_see(entry.finding)]
    last = {entry.finding.id: entry for entry in entries}
    standing = [entry.finding for entry in last.values() if entry.kind == "raised"]
    parked = parts.verdicts.parked_at(sight.game)
    behind = "" if head.validated == reading.version else f".{head.validated}{'p' if parked else ''}"
    body: dict[str, Json] = {
        "game": game_json(head, reading, sight.viewer, names, prompts=sight.prompted),
        "findings": seen_findings(standing, sight.viewer),
        "verdict": len(entries),
        "engine": head.engine,
        "validated": head.validated,
        "parked": None if parked is None else {"attempts": parked.attempts, "reason": parked.reason, "at": parked.at},
    }
    return Moment(f"{reading.version}.{len(entries)}.{head.engine}{behind}", orjson.dumps(body))
