"""`faceup serve`: starts the Redis server and then the child processes, and starts them again if they end. `faceup web`: does the same
with only the API and the heavy workers, on a server that somebody else runs.

`faceup serve` has two roles: `web` (the API and the heavy workers) and `work` (the relay, the workers, and a server for their queue if they
need one). A machine may have one of them, or both.

When `faceup serve` is asked to stop, everything stops in this order: the API takes no more requests; the relay enqueues no more jobs; the
workers finish their jobs; the server shuts down.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from service.clock import now_ms
from service.config import Config
from service.directory import new_socket
from service.offline import engine
from service.running import hall
from service.running.backlog import living
from service.running.binaries import NoServer
from service.running.cells import ROLES, queue_server_of, unequal
from service.running.crew import Backoff, Crew, Part
from service.running.front_door import answers, reachable, require_free
from service.running.losses import FeedWatch
from service.running.owner import first_token, phone_token
from service.running.room import RoomWatch
from service.running.server import Server, ServerFailed, client, require_known, require_layout, server_of
from service.running.signals import stop_signals
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.connect import refuses_writes
from service.store.keys import HOME

TICK: Final = 0.2
"""Seconds between two checks of the children and the server."""

NO_CLUB: Final = "The server takes no writes now, so the first club cannot be made: make room on its disk, then start again."

KEY_LOST: Final = (
    "The file {} was missing, and was made again with a new key. Everyone must sign in again with their link; who only accepted an"
    " invitation needs a new one. If you have the old file, stop Faceup, put it back, and start again."
)

STOPS: Final[Mapping[str, str]] = {"web": "the API", "work": "the relay, then the workers"}
"""What stops in each role, in this order."""
WORKING: Final = "Faceup works here, without pages: Ctrl-C stops it."

Say = Callable[[str], None]
Welcome = Callable[[Config, str | None], str]
"""A function: (settings, an owner's new token or None) → the message to show when the API answers."""


def supervise(
    config: Config, parts: Sequence[Part], say: Say, welcome: Welcome, *, phone: bool = False, roles: Collection[str] = ROLES
) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP. `parts`: what the children run, in the order in which they stop. `say`: shows a message.
    `welcome`: makes the message to show when the API answers. `phone`: whether the owner can scan a code now. If this is true and phones
    can reach the service, a token for the owner's phone is issued. `roles`: those to which `parts` belong.

    Raises PortTaken, DirectoryRefused, NoServer, ServerFailed or LayoutRefused, each with a message for the person who started the service.
    """
    with stop_signals() as stop:
        if "web" in roles:
            require_free(config)
        require_known(config)
        with _servers(config, roles, stop, say) as (served, server, restarts):
            if not stop.is_set():
                require_layout(config, server)
                _versions_compared(server, say)
                _serve(served, parts, server, restarts, roles, stop, say, welcome, phone=phone)
        say("Stopped.")


@contextmanager
def _servers(
    config: Config, roles: Collection[str], stop: threading.Event, say: Say
) -> Iterator[tuple[Config, Server, Sequence["_Restarts"]]]:
    """Use the server of the records, and that of the queue if this installation has one, while the block runs. Yields the settings with
    both, the first one, and what starts them again."""
    with ExitStack() as entered:
        server = server_of(config)
        entered.callback(server.leave)
        say(f"Records: {server.enter(stop.is_set)}.")
        restarts = [_Restarts(server, "The server", say)]
        queue = queue_server_of(config, roles)
        if queue is not None:
            entered.callback(queue.leave)
            say(f"Queue: {queue.enter(stop.is_set)}.")
            restarts.append(_Restarts(queue, "The server of the queue", say))
            config = replace(config, rq_redis_url=queue.url)
        yield config, server, restarts


def _serve(
    config: Config,
    parts: Sequence[Part],
    server: Server,
    restarts: Sequence["_Restarts"],
    roles: Collection[str],
    stop: threading.Event,
    say: Say,
    welcome: Welcome,
    *,
    phone: bool,
) -> None:
    web = "web" in roles
    if web:
        _key_known(config, server, say)
        token = _club_founded(config, server, phone=phone)
    else:
        config, token = replace(config, https_port=0, heavy=0), None
    watches = _watches(config, server, say)
    for watch in watches:  # before anybody records more
        watch.tend()
    with hall.kept(config, say) as served, _crew(served, parts, say) as crew, _engine_built() if web else nullcontext():
        announcement = welcome(served, token) if web else WORKING
        _look_after(config, crew, server, [*restarts, *watches], stop, announcement, say, web=web)
        say(f"Stopping: {', then '.join(STOPS[role] for role in ROLES if role in roles)}, then the server.")


def keep_running(config: Config, parts: Sequence[Part], say: Say) -> None:
    """Run `parts` until SIGTERM, SIGINT or SIGHUP, without a server of our own and without HTTPS: there is a proxy in front, or several
    machines have one data folder. Arguments as in `supervise`. Raises PortTaken or DirectoryRefused."""
    config = replace(config, https_port=0)
    with stop_signals() as stop:
        require_free(config)
        with _crew(config, parts, say) as crew, _engine_built():
            while not stop.wait(TICK):
                crew.tend()


@contextmanager
def _crew(config: Config, parts: Sequence[Part], say: Say) -> Iterator[Crew]:
    """Run `parts` while the block runs, which must tend the crew. The API and the heavy workers meet at a socket of this crew alone:
    other crews may have the same data folder and the same port, in other containers or on other addresses."""
    socket = str(new_socket()) if config.heavy else ""
    crew = Crew(parts, os.environ | replace(config, heavy_socket=socket).as_env(), say, time.monotonic)
    try:
        crew.tend()
        yield crew
    finally:
        crew.stop()
        for lock in Path(socket).parent.glob(f"{Path(socket).name}?*") if socket else ():  # service/heavy/turns.py
            lock.unlink(missing_ok=True)


@contextmanager
def _engine_built() -> Iterator[None]:
    """Build the engine of the browser while the block runs, if it is missing. If that fails, the process says why, and tables need the
    network, as they do until it is built."""
    if engine.folder() is not None:
        yield
        return
    process = subprocess.Popen([sys.executable, "-m", "service.offline"], stdin=subprocess.DEVNULL, process_group=0)
    waiting = threading.Thread(target=process.wait, daemon=True)
    waiting.start()
    try:
        yield
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):  # it has just ended
                os.killpg(process.pid, signal.SIGKILL)
        waiting.join()


def _key_known(config: Config, server: Server, say: Say) -> None:
    """Make the key that signs cookies if it is missing, and say so if people may have signed in before. Raises DirectoryRefused."""
    missing = not (config.secret or (config.data / "secret").exists())
    config.secret_key()
    with client(server.url) as redis:
        if missing and Clubs(redis, now_ms).names_of_clubs():
            say(KEY_LOST.format(config.data / "secret"))


def _versions_compared(server: Server, say: Say) -> None:
    """Say so if a relay of another version works on the same records."""
    with client(server.url) as redis:
        if said := unequal(living(redis)):
            say(said)


def _club_founded(config: Config, server: Server, *, phone: bool) -> str | None:
    """Make club `home` if it is missing. Returns a new token of its owner; None if none was issued. Raises ServerFailed if the club is
    missing and the server takes no writes."""
    with client(server.url, config.copies) as redis:
        clubs = Clubs(redis, now_ms)
        try:
            token = first_token(clubs)
            if token is None and phone and next(reachable(config), None):
                token = phone_token(clubs)
            People(redis, now_ms).found(HOME)
        except Exception as failure:
            if not refuses_writes(failure):
                raise
            if HOME not in clubs.names_of_clubs():
                raise ServerFailed((server.room and server.room.warning()) or NO_CLUB) from failure
            return None
    return token


def _look_after(
    config: Config,
    crew: Crew,
    server: Server,
    watches: Sequence["_Restarts | RoomWatch | FeedWatch"],
    stop: threading.Event,
    announcement: str,
    say: Say,
    *,
    web: bool,
) -> None:
    announced = False
    while not stop.wait(TICK):
        for watch in watches:
            watch.tend()
        for sentence in server.news():
            say(sentence)
        crew.tend()
        if not announced and (not web or answers(config)):
            announced = True
            say(announcement)


def _watches(config: Config, server: Server, say: Say) -> tuple[RoomWatch | FeedWatch, ...]:
    """Return the two objects that watch the disk and the feeds of our own server; nothing for a server that somebody else runs."""
    if server.room is None:
        return ()
    ask = partial(client, server.url)
    return RoomWatch(server.room, ask, say, time.monotonic), FeedWatch(config.data, ask, say, time.monotonic)


class _Restarts:
    """Starts a server again when it has died. If the server dies again soon after a start, waits before the next start. `name`: what it is
    called in messages."""

    def __init__(self, server: Server, name: str, say: Say) -> None:
        self._server = server
        self._name = name
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
            self._say(f"{self._name} died and was started again.")
        except (NoServer, ServerFailed) as failure:
            self._say(str(failure))
        self._due = now + self._backoff.after_end(now)
        self._backoff.started(now)
