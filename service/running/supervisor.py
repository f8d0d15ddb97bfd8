"""`faceup serve`: starts the Redis server and then the child processes, and starts them again if they end, until it is asked to stop.

Then they stop in this order: the API takes no more requests; the relay enqueues no more jobs; the workers finish their jobs; the server.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from service.clock import now_ms
from service.config import Config
from service.running.binaries import NoServer
from service.running.crew import Backoff, Crew, Part
from service.running.front_door import answers, require_free, url
from service.running.owner import first_token, link
from service.running.server import Server, client, require_known, require_layout, server_of
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.keys import HOME

TICK: Final = 0.2
"""Seconds between two checks of the children and the server."""

Say = Callable[[str], None]


def welcome(config: Config, token: str | None) -> str:
    """Return the message to show when the API answers. `token`: the first owner's token; None if there is an owner already."""
    where = url(config)
    if token is None:
        return f"Faceup serves at {where}\nSign in with one of your links; `faceup link` prints a new one."
    return f"Faceup serves at {where}\nThis link makes you the owner of club home; keep it to yourself: {link(where, token)}"


def supervise(config: Config, parts: Sequence[Part], say: Say, welcome: Callable[[Config, str | None], str] = welcome) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP. `parts`: what the children run, in the order in which they stop. `say`: shows a message.

    Raises PortTaken, DirectoryRefused, NoServer, ServerFailed or LayoutRefused, each with a message for the person who started the service.
    """
    with _stop_signals() as stop:
        require_free(config)
        require_known(config)
        server = server_of(config)
        try:
            say(f"Records: {server.enter(stop.is_set)}.")
            if not stop.is_set():
                _serve(config, parts, server, stop, say, welcome)
        finally:
            server.leave()
        say("Stopped.")


def _serve(
    config: Config,
    parts: Sequence[Part],
    server: Server,
    stop: threading.Event,
    say: Say,
    welcome: Callable[[Config, str | None], str],
) -> None:
    require_layout(config, server)
    with client(server.url) as redis:
        token = first_token(Clubs(redis, now_ms))
        People(redis, now_ms).found(HOME)
    crew = Crew(parts, os.environ | config.as_env(), say, time.monotonic)
    try:
        crew.tend()
        _look_after(config, crew, server, stop, welcome(config, token), say)
        say("Stopping: the API, then the relay, then the workers, then the server.")
    finally:
        crew.stop()


def _look_after(config: Config, crew: Crew, server: Server, stop: threading.Event, announcement: str, say: Say) -> None:
    restarts = _Restarts(server, say)
    announced = False
    while not stop.wait(TICK):
        restarts.tend()
        crew.tend()
        if not announced and answers(config):
            announced = True
            say(announcement)


class _Restarts:
    """Starts a Redis server that has died: at once, or after a wait if it died a short time ago."""

    def __init__(self, server: Server, say: Say) -> None:
        self._server = server
        self._say = say
        self._backoff = Backoff(_started=time.monotonic())
        self._due = 0.0

    def tend(self) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        try:
            if not self._server.keep():
                return
            self._say("The server died and was started again.")
        except NoServer as failure:
            self._say(str(failure))
        self._due = now + self._backoff.after_end(now)
        self._backoff.started(now)


@contextmanager
def _stop_signals() -> Iterator[threading.Event]:
    """Yield an event that SIGTERM, SIGINT and SIGHUP set while the block runs."""
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
