"""Serves live streams over HTTP (server-sent events, WHATWG HTML §9.2), and limits how many are open. A *sight* is a game or tournament as
one kind of viewer may see it. A *moment* is a message with the current view of a sight (service/seen/live.py). The modules of the resources
make the moments; this module sends them.

A client that reconnects sends the id of the last event that it got, as `Last-Event-ID`.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from threading import BoundedSemaphore
from typing import Any, Final

from flask import Response, current_app, request
from redis import RedisError

from service.access import visitor
from service.admission import caller
from service.api.lib.refusals import may_refuse
from service.clock import steady_ms
from service.errors import Problem
from service.running.capacity import most_streams
from service.seen.live import Hub, TooManyWatches
from service.seen.watches import Moment, Watch, Watched
from service.store.clubs.clubs import Token
from service.store.connect import write_client
from service.store.outcomes import StoreUnavailable
from service.wiring import Wiring, wired

BEAT_SECONDS: Final = 15.0
"""After this many seconds without a change, a sign of life is sent. The viewer's right to see the game is checked again just as often."""
OPENING: Final = 32
"""The most streams that are being opened at the same time. After a restart thousands of viewers reconnect together. Opening a stream takes
connections to Redis, which stay open afterwards."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""The headers of a stream: no cache may keep it, and no proxy (nginx) may hold it back."""
LAST_EVENT_ID: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The `id` of the last event that you got. Without it, or if it is not known: the stream begins with everything.",
    "schema": {"type": "string"},
}
HUB: Final = "faceup.live"

_opening: Final = BoundedSemaphore(OPENING)

Renders = Callable[[Wiring, Any], Moment]
_RENDERS: Final[dict[type, Renders]] = {}
"""The functions that make the messages with the current view (*moments*), by type of *sight*: a game or a tournament, as one kind of viewer
may see it."""


def renders(sight: type) -> Callable[[Renders], Renders]:
    """Make a decorator for the function that makes the moments (messages) for sights of this type. The decorator registers the function."""

    def kept(render: Renders) -> Renders:
        _RENDERS[sight] = render
        return render

    return kept


def few_at_once(view: Callable[..., Response]) -> Callable[..., Response]:
    """A decorator for views that open streams. All these views together handle at most OPENING requests at the same time; other requests
    wait."""

    @may_refuse("too-many-streams")
    @wraps(view)
    def admitted(*args: Any, **kwargs: Any) -> Response:
        with _opening:
            return view(*args, **kwargs)

    return admitted


def streamed(sight: Watched, event: str, permitted: Callable[[], bool]) -> Response:
    """Make the response that sends the current view of `sight` now, and again whenever the view changes. `event`: the type of the
    server-sent events. `permitted`: returns whether the viewer may still see the stream. Raises Problem `too-many-requests` or
    `too-many-streams`, and the errors of reading a game or tournament."""
    parts, token = wired(), visitor()
    limit, whose = ("address_streams" if token is None else "token_streams"), caller(token)
    if not parts.rates.begin(limit, whose):
        detail = "Too many live streams are open with your token, or at your address without one. Close some, or poll the state."
        raise Problem("too-many-requests", detail, headers={"Retry-After": "30"})
    try:
        watch = _watch(sight)
    except BaseException:
        parts.rates.end(limit, whose)
        raise
    parts.metrics.streams.inc()

    def over() -> None:
        watch.leave()
        parts.rates.end(limit, whose)
        parts.metrics.streams.dec()

    sent = lines(watch, permitted, steady_ms, BEAT_SECONDS, event)
    response = Response(sent, headers=HEADERS, content_type="text/event-stream")
    response.call_on_close(over)  # `lines` cannot do this: it never begins if the client leaves early
    return response


def _watch(sight: Watched) -> Watch:
    try:
        return _hub().watch(sight, request.headers.get("Last-Event-ID", ""))
    except TooManyWatches:
        raise Problem(
            "too-many-streams",
            "This process already serves as many live streams as it can. Try again in a few seconds.",
            headers={"Retry-After": "5"},
        ) from None


def lines(watch: Watch, permitted: Callable[[], bool], now: Callable[[], int], beat: float, event: str) -> Iterator[bytes]:
    """Yield the bytes of a stream for one viewer. The stream ends when `watch` (the viewer's subscription) ends, or when `permitted()` is
    false because the viewer may no longer see the stream.

    `beat`: seconds between these checks, and between signs of life. `now`: returns the time in ms; it must never go back. `event`: the type
    of the events. Signs of life and reconnections are spread over time by the watch's `phase`. `retry` is sent at once, and again in the
    first event: some programs do not read it where there is no event.
    """
    retry = b"retry: %d\n" % (1000 + 2000 * watch.phase)
    yield retry + b"\n"
    due = now() + beat * 1000 * (1 - watch.phase / 2)
    while not watch.ended:
        seen = watch.seen
        moment = watch.next(max(0.0, (due - now()) / 1000))
        if now() >= due:
            if not permitted():
                return
            due = now() + beat * 1000
            yield b": beat\n\n"
        body = None if moment is None else moment.told(seen)
        if moment is not None and body is not None:
            yield b"%bevent: %b\nid: %b\ndata: %b\n\n" % (retry, event.encode(), moment.id.encode(), body)
            retry = b""


def permission(token: Token | None, is_open: Callable[[], bool]) -> Callable[[], bool]:
    """Make a function that returns whether a visitor may still see a stream. A visitor with a token may see it as long as the token is
    valid and gives the same rights. A visitor without a token may see it as long as `is_open()` is true, that is, everyone may see it."""
    parts = wired()

    def permitted() -> bool:
        try:
            if token is None:
                return is_open()
            now = parts.clubs.token(token.club, token.id)
            return now is not None and now.scope == token.scope
        except (RedisError, StoreUnavailable):
            return False  # The store does not answer, so the stream ends. Viewers who may see it connect again.

    return permitted


def _hub() -> Hub:
    """Return the hub, the object that feeds all streams of this process. The first call makes it."""
    extensions, parts = current_app.extensions, wired()
    if HUB not in extensions:
        hub = Hub(
            write_client(parts.config.store_url),
            lambda sight: _RENDERS[type(sight)](parts, sight),
            most_streams(),
            parts.now,
            parts.beside.moment,
        )
        extensions.setdefault(HUB, hub)  # if two streams begin at the same time, both get the same hub
    shared: Hub = extensions[HUB]
    return shared
