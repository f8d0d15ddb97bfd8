"""/games/{id}/live: a table and its findings, sent again whenever they change (server-sent events, WHATWG HTML §9.2).

    event: table
    id: <version>.<verdict>.<engine>
    data: {"game": …, "findings": […], "verdict": …, "engine": …, "validated": …, "parked": …}

The id is the entity tag of the findings (service.api.games.findings): its `verdict` is the number of entries that this viewer may see, and
while the verdict is behind the record, the version that it covers is part of the id. A client that resumes with the id of the current view
gets nothing until something changes.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from threading import BoundedSemaphore
from typing import Annotated, Any, Final, Literal, TypedDict

import orjson
from flask import Response, current_app, request
from marshmallow import Schema
from redis import RedisError

from domain.answers import Finding, GameState
from domain.system import PUBLIC
from domain.views import seen_findings
from service.access import Access
from service.api.games.answers import Parking
from service.api.games.games import viewed
from service.api.lib.conditional import at_once
from service.api.lib.contract import Resource
from service.api.lib.guards import for_readers
from service.errors import Problem
from service.running.capacity import most_streams
from service.seen.live import Hub, Moment, Sight, TooManyWatches, Watch
from service.seen.seated import seated
from service.seen.table import game_json
from service.store.clubs.clubs import REMEMBERED_MS
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import as_it_stands
from service.store.keys import GameId
from service.store.outcomes import NoSuchGame, StoreUnavailable
from service.wiring import Wiring, wired

BEAT_SECONDS: Final = 15.0
"""Seconds between the signs of life of a silent stream, and between the checks that its viewer may still see the game."""
SEND_SECONDS: Final = 30.0
"""A viewer whose network accepts nothing for this long is dropped."""
OPENING: Final = 32
"""How many streams may be opened at the same time. Thousands come at once when this process has just started, and each needs connections to
Redis until it is open; those connections would stay open afterwards."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No cache keeps the stream, and no proxy (nginx) holds it back."""
HUB: Final = "faceup.live"

blueprint = Resource("live", "A table as it changes.")


class LiveQuery(Schema):
    view = viewed()


class Live(TypedDict):
    """The data of one event of the stream."""

    game: GameState
    findings: Annotated[list[Finding], "The findings that are not withdrawn."]
    verdict: Annotated[int, "Number of findings raised and withdrawn so far that this viewer may see."]
    engine: Annotated[str, "The rules that made the verdict; empty: there is none yet."]
    validated: Annotated[int, "The version that the verdict covers."]
    parked: Parking | None


class LiveEvent(TypedDict):
    """One event of the stream. `data` is JSON."""

    event: Literal["table"]
    id: Annotated[str, "Send it back as `Last-Event-ID` to go on from there."]
    data: Live


def few_at_once(view: Callable[..., Response]) -> Callable[..., Response]:
    """A view that runs `view` for at most OPENING requests at a time; the others wait."""
    opening = BoundedSemaphore(OPENING)

    @wraps(view)
    def admitted(*args: Any, **kwargs: Any) -> Response:
        with opening:
            return view(*args, **kwargs)

    return admitted


@blueprint.route("/games/<game>/live")
@few_at_once
@for_readers
@blueprint.arguments(LiveQuery, location="query")
@blueprint.response(200, LiveEvent, content_type="text/event-stream")
def watch_game(access: Access, query: dict[str, Any]) -> Response:
    """The table as it changes: server-sent events of the type `table`, the first one at once

    With `Last-Event-ID`, nothing is sent until something is new. A comment every 15 seconds shows that the stream is alive.
    """
    access = access.seen_as(query.get("view"))
    sight = Sight(access.head.game, access.viewer, access.records)
    try:
        watch = _hub().watch(sight, request.headers.get("Last-Event-ID", ""))
    except TooManyWatches:
        raise Problem(
            "too-many-streams", "This process already serves as many live streams as it can.", headers={"Retry-After": "5"}
        ) from None
    _drop_when_stuck(request.environ)
    return _streamed(watch, permission(access))


def _streamed(watch: Watch, permitted: Callable[[], bool]) -> Response:
    parts = wired()
    parts.metrics.streams.inc()

    def over() -> None:
        watch.leave()
        parts.metrics.streams.dec()

    sent = lines(watch, permitted, parts.now, BEAT_SECONDS)
    response = Response(sent, headers=HEADERS, content_type="text/event-stream")
    response.call_on_close(over)  # cannot be done at the end of `lines`, which never begins if the client leaves first
    return response


def lines(watch: Watch, permitted: Callable[[], bool], now: Callable[[], int], beat: float) -> Iterator[bytes]:
    """Yield the bytes of a stream until its watch ends or its viewer is no longer `permitted`, which is checked every `beat` seconds.
    `now`: returns ms.

    Streams that began together send their beats at different times, and reconnect at different times when all have ended at once.
    """
    yield b"retry: %d\n\n" % (1000 + 2000 * watch.phase)
    due = now() + beat * 1000 * (1 - watch.phase / 2)
    while not watch.ended:
        moment = watch.next(max(0.0, (due - now()) / 1000))
        if now() >= due:
            if not permitted():
                return
            due = now() + beat * 1000
            yield b": beat\n\n"
        if moment is not None:
            yield b"event: table\nid: %b\ndata: %b\n\n" % (moment.id.encode(), moment.body)


def permission(access: Access) -> Callable[[], bool]:
    """A function that returns whether the visitor with `access` would still be allowed to read the game now."""
    parts, game, token = wired(), access.head.game, access.token

    def permitted() -> bool:
        try:
            if token is not None:
                return parts.clubs.token(token.club, token.id) is not None
            return _is_open(parts.records, game, parts.now() // REMEMBERED_MS)
        except (RedisError, StoreUnavailable):
            return False  # not known now: the stream ends, and viewers who may see the game reconnect

    return permitted


@lru_cache(1024)
def _is_open(records: Records, game: GameId, _moment: int) -> bool:
    """Whether everyone may see a game. The answer is kept for each `_moment`, so that the store is asked once for all viewers."""
    head = records.head(game)
    return head is not None and head.visibility != "private"


def _drop_when_stuck(environ: Mapping[str, Any]) -> None:
    """Make a send fail that takes longer than SEND_SECONDS. Each WSGI server has its own name for the connection in `environ`."""
    connection = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    if connection is not None:
        connection.settimeout(SEND_SECONDS)


def _hub() -> Hub:
    """The hub of this process, made by its first stream."""
    extensions, parts = current_app.extensions, wired()
    if HUB not in extensions:
        hub = Hub(write_client(parts.config.store_url), lambda sight: rendered(parts, sight), most_streams(), parts.now)
        extensions.setdefault(HUB, hub)  # if two streams are first at once, both get the same hub
    shared: Hub = extensions[HUB]
    return shared


def rendered(parts: Wiring, sight: Sight) -> Moment:
    """The current state of a game for that sight. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
    head = parts.records.head(sight.game)
    if head is None:
        raise NoSuchGame(sight.game)
    known = parts.delays.known(head) if head.delay and sight.viewer == PUBLIC else None
    # Read only up to the head that decided what this viewer may see: more events may have been recorded since.
    reading = parts.readings.of(sight.game).at(head.version) if known is None else known.late.reading
    head = head if known is None else known.head
    sitting = seated(sight.game, reading, parts.people)
    judged = parts.judged.of(head) if known is None else known.late.entries
    entries = [entry for entry in judged if sight.viewer.may_see(entry.finding)]
    standing = [entry.finding for entry in as_it_stands(entries).values() if entry.kind == "raised"]
    parked = parts.verdicts.parked_at(sight.game) if known is None else None
    behind = "" if head.validated == reading.version else f".{head.validated}{'p' if parked else ''}"
    body: Live = {
        "game": game_json(head, reading, sight.viewer, sitting, prompts=sight.prompted),
        "findings": seen_findings(standing, sight.viewer, sitting, reading.ruled),
        "verdict": len(entries),
        "engine": head.engine,
        "validated": head.validated,
        "parked": None if parked is None else {"attempts": parked.attempts, "reason": parked.reason, "at": parked.at},
    }
    name = f"{reading.version}.{len(entries)}.{head.engine}{behind}{at_once(head, sight.viewer)}"
    return Moment(name, orjson.dumps(body), None if known is None else known.due)
