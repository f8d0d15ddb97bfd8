"""Serves live streams over HTTP (server-sent events, WHATWG HTML §9.2), and limits how many are open. A *topic* is a game or tournament as
one kind of viewer may see it; a message holds its current view (service/views/live.py). The modules of the resources make the messages;
this module sends them.

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
from service.store.clubs.clubs import Token
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.views.live import Hub, TooManySubscriptions
from service.views.subscriptions import Message, Subscription, Topic
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

Renders = Callable[[Wiring, Any], Message]
_RENDERS: Final[dict[type, Renders]] = {}
"""The functions that make the messages with the current view, by type of *topic*: a game or a tournament, as one kind of viewer
may see it."""


def renders(topic: type) -> Callable[[Renders], Renders]:
    """Make a decorator for the function that makes the messages for topics of this type. The decorator registers the function."""

    def kept(render: Renders) -> Renders:
        _RENDERS[topic] = render
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


def streamed(topic: Topic, event: str, permitted: Callable[[], bool]) -> Response:
    """Make the response that sends the current view of `topic` now, and again whenever the view changes. `event`: the type of the
    server-sent events. `permitted`: returns whether the viewer may still see the stream. Raises Problem `too-many-requests` or
    `too-many-streams`, and the errors of reading a game or tournament."""
    parts, token = wired(), visitor()
    limit, whose = ("address_streams" if token is None else "token_streams"), caller(token)
    if not parts.rates.begin(limit, whose):
        detail = "Too many live streams are open with your token, or at your address without one. Close some, or poll the state."
        raise Problem("too-many-requests", detail, headers={"Retry-After": "30"})
    try:
        subscription = _subscribe(topic)
    except BaseException:
        parts.rates.end(limit, whose)
        raise
    parts.metrics.streams.inc()

    def over() -> None:
        subscription.leave()
        parts.rates.end(limit, whose)
        parts.metrics.streams.dec()

    sent = lines(subscription, permitted, steady_ms, BEAT_SECONDS, event)
    response = Response(sent, headers=HEADERS, content_type="text/event-stream")
    response.call_on_close(over)  # `lines` cannot do this: it never begins if the client leaves early
    return response


def _subscribe(topic: Topic) -> Subscription:
    try:
        return _hub().subscribe(topic, request.headers.get("Last-Event-ID", ""))
    except TooManySubscriptions:
        raise Problem(
            "too-many-streams",
            "This process already serves as many live streams as it can. Try again in a few seconds.",
            headers={"Retry-After": "5"},
        ) from None


def lines(subscription: Subscription, permitted: Callable[[], bool], now: Callable[[], int], beat: float, event: str) -> Iterator[bytes]:
    """Yield the bytes of a stream for one viewer. The stream ends when `subscription` ends, or when `permitted()` is
    false because the viewer may no longer see the stream.

    `beat`: seconds between these checks, and between signs of life. `now`: returns the time in ms; it must never go back. `event`: the type
    of the events. Signs of life and reconnections are spread over time by the subscription's `phase`. `retry` is sent at once, and again in
    the first event: some programs do not read it where there is no event.
    """
    retry = b"retry: %d\n" % (1000 + 2000 * subscription.phase)
    yield retry + b"\n"
    due = now() + beat * 1000 * (1 - subscription.phase / 2)
    while not subscription.ended:
        seen = subscription.seen
        message = subscription.next(max(0.0, (due - now()) / 1000))
        if now() >= due:
            if not permitted():
                return
            due = now() + beat * 1000
            yield b": beat\n\n"
        body = None if message is None else message.told(seen)
        if message is not None and body is not None:
            yield b"%bevent: %b\nid: %b\ndata: %b\n\n" % (retry, event.encode(), message.id.encode(), body)
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
            lambda topic: _RENDERS[type(topic)](parts, topic),
            most_streams(),
            parts.now,
            parts.heavy.message,
        )
        extensions.setdefault(HUB, hub)  # if two streams begin at the same time, both get the same hub
    shared: Hub = extensions[HUB]
    return shared
