"""/games/{id}/live: sends the state of a game and its findings whenever they change (server-sent events, WHATWG HTML §9.2).

    event: table
    id: <version>.<verdict>.<engine>
    data: {"game": …, "findings": […], "verdict": …, "engine": …, "validated": …, "parked": …}

The id is the entity tag of the findings (service.api.games.findings). Its `verdict` is the number of findings raised and withdrawn that
this viewer may see. While some events are not validated yet, the id also contains the last validated version. A client that reconnects with
the id of the current state gets nothing until something changes.
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
"""After this many seconds without a change, a sign of life is sent. The viewer's right to see the game is checked again just as often."""
SEND_SECONDS: Final = 30.0
"""A viewer whose network accepts no data for this many seconds is disconnected."""
OPENING: Final = 32
"""The most streams that open at once. After a restart thousands of viewers reconnect together. Opening a stream takes connections to Redis,
which stay open afterwards."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No cache may keep the stream, and no proxy (nginx) may hold it back."""
HUB: Final = "faceup.live"

blueprint = Resource("live", "Follow a table live.")


class LiveQuery(Schema):
    view = viewed()


class Live(TypedDict):
    """The JSON in the `data` of one server-sent event: the state of the game and its findings."""

    game: GameState
    findings: Annotated[list[Finding], "The findings that are not withdrawn."]
    verdict: Annotated[int, "Number of findings raised and withdrawn so far that this viewer may see."]
    engine: Annotated[str, "The version of the rules that made the verdict; empty: there is none yet."]
    validated: Annotated[int, "The version that the verdict covers."]
    parked: Parking | None


class LiveEvent(TypedDict):
    """One server-sent event of the stream. `data` is a string that contains JSON."""

    event: Literal["table"]
    id: Annotated[str, "Send it as `Last-Event-ID` when you connect again, to continue from this state."]
    data: Live


def few_at_once(view: Callable[..., Response]) -> Callable[..., Response]:
    """Make a view that runs `view` for at most OPENING requests at a time; the others wait."""
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
    """Follow a table live, with server-sent events of the type `table`

    The first event is sent at once, the next ones when something changes. A client that sends the id of the current state as
    `Last-Event-ID` gets nothing until something changes. A comment every 15 seconds shows that the stream is alive.
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
    response.call_on_close(over)  # not at the end of `lines`, which never begins if the client leaves first
    return response


def lines(watch: Watch, permitted: Callable[[], bool], now: Callable[[], int], beat: float) -> Iterator[bytes]:
    """Yield the bytes of a stream. It ends when its watch ends, or when `permitted` says that its viewer may no longer see the game.

    `beat`: seconds between these checks, and between signs of life. `now`: returns the time in ms. Signs of life and reconnections are
    spread over time by the watch's `phase`.
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
    """Make a function that returns whether the visitor with `access` may still read the game."""
    parts, game, token = wired(), access.head.game, access.token

    def permitted() -> bool:
        try:
            if token is not None:
                return parts.clubs.token(token.club, token.id) is not None
            return _is_open(parts.records, game, parts.now() // REMEMBERED_MS)
        except (RedisError, StoreUnavailable):
            return False  # the stream ends; viewers who may see the game reconnect

    return permitted


@lru_cache(1024)
def _is_open(records: Records, game: GameId, _moment: int) -> bool:
    """Whether everyone may see the game. The answer is cached for all viewers until `_moment` changes, every few seconds."""
    head = records.head(game)
    return head is not None and head.visibility != "private"


def _drop_when_stuck(environ: Mapping[str, Any]) -> None:
    """Make sends to the viewer fail after SEND_SECONDS. Each WSGI server has its own name for the connection."""
    connection = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    if connection is not None:
        connection.settimeout(SEND_SECONDS)


def _hub() -> Hub:
    """Return the hub that serves all streams of this process. The first call makes it."""
    extensions, parts = current_app.extensions, wired()
    if HUB not in extensions:
        hub = Hub(write_client(parts.config.store_url), lambda sight: rendered(parts, sight), most_streams(), parts.now)
        extensions.setdefault(HUB, hub)  # streams that begin at the same time get the same hub
    shared: Hub = extensions[HUB]
    return shared


def rendered(parts: Wiring, sight: Sight) -> Moment:
    """Make the current state of a game for all viewers with this sight (the same rights to see). Raises NoSuchGame, RecordDamaged,
    StoreUnavailable."""
    head = parts.records.head(sight.game)
    if head is None:
        raise NoSuchGame(sight.game)
    known = parts.delays.known(head) if head.delay and sight.viewer == PUBLIC else None
    # Events after this head may exist by now, but this head decided what the viewer may see.
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
