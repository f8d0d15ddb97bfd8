"""The Redis or Valkey server that keeps the records: our own server in the data directory, or the server that REDIS_URL names.

`enter` starts the server or joins the running one. `keep` starts it again if it died. `leave` shuts it down if no other process uses it.
Our own server runs in its own session: it survives a killed supervisor, and the next `enter` joins it.

Two file locks (flock) decide which process may start or stop our own server. The kernel releases a lock when its holder ends:

    server.lock   held by the server as long as it lives: a process that gets the lock may start a server
    users.lock    shared by every process from `enter` to `leave`: the process that gets it exclusively is the last, and stops the server

`binaries` chooses the program. See `docs/decisions/ops-server.md`.
"""

import fcntl
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError

from service.cluster import is_cluster
from service.config import Config, without_password
from service.directory import layout_written, prepared, socket_url, write_layout
from service.running import log_files
from service.running.binaries import LEAST, chosen, named, numbers, record, recorded
from service.running.losses import cuts, note
from service.running.room import READ_ONLY, Room
from service.running.server_log import ServerLog, damage_of_log
from service.running.server_settings import SETTINGS, write_settings
from service.store import layout
from service.store.connect import read_client, write_client
from service.store.errors import StoreUnavailable
from service.store.keys import FORMER_CLUBS
from service.store.nodes import Nodes
from service.store.streams.hints import RELAY

PATIENCE: Final = 30.0
"""How many seconds a server has to end after it was asked to stop."""


class ServerFailed(RuntimeError):
    """The server cannot be used; the message says why."""


class Server(Protocol):
    """The Redis server at `url`, as one of our processes uses it. Call `enter` first, `keep` from time to time, and `leave` at the end.
    `room`: the room on the server's disk; None if the disk is on another machine."""

    url: str

    @property
    def room(self) -> Room | None: ...

    def enter(self, stopped: Callable[[], bool] = ...) -> str:
        """Wait until the server answers; start it if necessary. Returns a sentence that says whether it was started or found running. Stops
        waiting when `stopped()` becomes true.

        Raises ServerFailed, NoServer, DirectoryRefused.
        """

    def keep(self) -> bool:
        """Start the server again if it died. Does not wait until it answers. Returns whether it had died. Raises
        NoServer, ServerFailed."""

    def news(self) -> list[str]:
        """Return sentences that tell people what the server did since the last call, for example that it dropped the end of its log."""

    def alone(self) -> bool:
        """Whether no other process uses the server. Call `enter` first."""

    def leave(self) -> None:
        """Stop using the server. Shuts it down if it is our own and no other process uses it. Raises ServerFailed."""


def server_of(config: Config) -> Server:
    """Return the server that `config` names."""
    if config.redis_url:
        return Given(config.redis_url)
    return Embedded(config.data, os.environ.get("PATH", os.defpath), Room(config.data, config.reserve_bytes))


@contextmanager
def entered(config: Config) -> Iterator[str]:
    """Use the server while the block runs, and yield its URL. Raises LayoutRefused if the records have another layout than this Faceup."""
    server = server_of(config)
    require_known(config)
    server.enter()
    try:
        require_layout(config, server)
        yield server.url
    finally:
        server.leave()


def require_known(config: Config) -> None:
    """Raise LayoutRefused if the file `layout` in the data directory names a newer layout than this Faceup has."""
    if config.redis_url is None and (written := layout_written(config.data)).isdigit() and int(written) > layout.LAYOUT:
        raise layout.unknown(int(written))


def require_layout(config: Config, server: Server) -> None:
    """Raise LayoutRefused if the records have another layout than this Faceup. If the server is our own, also write the layout's number
    into the data directory."""
    with read_client(server.url) as redis:
        layout.require(redis)
    if config.redis_url is None:
        write_layout(config.data, layout.LAYOUT)


def client(url: str, copies: int | None = None) -> Redis:
    """Make a client for managing the server. It repeats no command, and waits at most five seconds for an answer. `copies`: as in
    `write_client`."""
    if is_cluster(url) or copies:
        return write_client(url, copies=copies)
    return Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5, retry=None)


def identity(redis: Redis) -> tuple[str, str]:
    """Return a running server's flavour and version: `("valkey", "9.1.2")`."""
    info = redis.info("server")
    if "valkey_version" in info:
        return "valkey", str(info["valkey_version"])
    return "redis", str(info["redis_version"])


class Given:
    """The server or the cluster that REDIS_URL names; somebody else runs it."""

    room = None

    def __init__(self, url: str) -> None:
        self.url = url

    def enter(self, stopped: Callable[[], bool] = lambda: False) -> str:
        shown = without_password(self.url)
        try:
            with client(self.url) as redis:
                found, _ = Nodes(redis).answers(lambda node: (identity(node), node.info("cluster")))
        except (RedisError, StoreUnavailable) as failure:
            raise ServerFailed(f"The server at {shown} does not answer: {failure}.") from failure
        (flavour, version), state = min(found, key=lambda each: numbers(each[0][1]))
        if numbers(version) < LEAST:
            raise ServerFailed(f"The server at {shown} is {named(flavour, version)}; 7.0 or newer is needed.")
        if state.get("cluster_enabled") and not is_cluster(self.url):
            raise ServerFailed(f"The server at {shown} is a node of a cluster: set REDIS_URL=redis+cluster://host:port,host:port.")
        return f"using {named(flavour, version)} at {shown}"

    def keep(self) -> bool:
        return False

    def news(self) -> list[str]:
        return []

    def alone(self) -> bool:
        """Whether no relay is connected to the server. If none is, no running `faceup serve` uses the server."""
        with client(self.url) as redis:
            return RELAY not in Nodes(redis).clients()

    def leave(self) -> None:
        pass


class Embedded:
    """Our own server, in the data directory. `path`: the folders to search for server programs, in the form of PATH."""

    settings = SETTINGS

    def __init__(self, data: Path, path: str, room: Room | None = None) -> None:
        self.data = data
        self.room = room or Room(data)
        self.url = socket_url(data)
        self._path = path
        self._log = ServerLog(data)
        self._sizes: dict[str, int] = {}
        self._users: IO[bytes] | None = None
        self._started = False

    def enter(self, stopped: Callable[[], bool] = lambda: False) -> str:
        prepared(self.data)
        self._users = (self.data / "users.lock").open("ab")
        fcntl.flock(self._users, fcntl.LOCK_SH)
        try:
            self.keep()
            answered = self._answered(stopped)
        except ServerFailed:
            self.leave()
            raise
        return f"{'started' if self._started else 'joined the running'} {answered} in {self.data}"

    def keep(self) -> bool:
        with (self.data / "server.lock").open("ab") as lock:
            if not _taken(lock):
                return False
            self._start(lock)
            return True

    def news(self) -> list[str]:
        new = self._log.news()
        sentences = cuts(new, self._sizes)
        for sentence in sentences:
            note(self.data, sentence, lost=False)
        damaged = damage_of_log(self.data, chosen(self.data, self._path), new) if new else None
        return [*sentences, *([damaged] if damaged else [])]

    def alone(self) -> bool:
        """Whether no other process uses the server. If True, every new process waits in `enter` until this one leaves. Call `enter`
        first."""
        return self._users is not None and _taken(self._users)

    def leave(self) -> None:
        if self._users is None:
            return
        with self._users as users:
            self._users = None
            if _taken(users):
                self._shut_down()

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of the server program besides its settings."""
        return READ_ONLY if self.room.is_short_at_start() else ()

    def _start(self, lock: IO[bytes]) -> None:
        """Start the server. It inherits the open file `lock`, so the lock is held until the server ends."""
        program = chosen(self.data, self._path)
        refused = log_files.refusal(self.data)
        if refused is not None:
            raise ServerFailed(refused)
        self._sizes = {file.name: file.stat().st_size for file in (self.data / "appendonlydir").glob("*.aof")}
        if recorded(self.data) is None:
            record(self.data, program.flavour, program.version)
        write_settings(self.data, self.settings)
        self._started = True
        with (self.data / "server.log").open("ab") as log:
            subprocess.run(  # noqa: S603
                [program.path, "server.conf", *self.arguments()],
                cwd=self.data,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock.fileno(),),
                restore_signals=False,  # so that a write beyond `ulimit -f` fails with an error: a signal would kill the server
                check=False,
            )

    def _answered(self, stopped: Callable[[], bool]) -> str:
        """Wait until the server has loaded its files and answers, or until `stopped()` is true. Returns the server's flavour and version
        in words."""
        while not stopped():
            try:
                with client(self.url) as redis:
                    flavour, version = identity(redis)
                    redis.ping()
                    empty = not redis.exists(layout.KEY, FORMER_CLUBS)
            except BusyLoadingError:
                pass
            except RedisError as failure:
                if self._started and not self.lives():
                    raise ServerFailed(self._why_not_started()) from failure
                self.keep()
            else:
                lost = log_files.nothing_of(self.data) if empty else None
                if lost is not None:
                    raise ServerFailed(lost)
                record(self.data, flavour, version)
                return named(flavour, version)
            time.sleep(0.02)
        return "a loading server"

    def _shut_down(self) -> None:
        try:
            with client(self.url) as redis:
                redis.shutdown()
        except RedisError as failure:
            if self.lives():
                raise ServerFailed(f"The server in {self.data} could not be shut down: {failure}.") from failure
        deadline = time.monotonic() + PATIENCE
        while self.lives():
            if time.monotonic() > deadline:
                raise ServerFailed(f"The server in {self.data} was asked to stop but still runs after {PATIENCE:.0f} seconds.")
            time.sleep(0.02)

    def lives(self) -> bool:
        """Whether the server runs. Makes no file, and needs none that this user may write."""
        try:
            with (self.data / "server.lock").open("rb") as lock:
                return not _taken(lock)
        except FileNotFoundError:
            return False

    def _why_not_started(self) -> str:
        words = self._log.last_words()
        damaged = damage_of_log(self.data, chosen(self.data, self._path), words)
        return damaged or f"The server in {self.data} did not start. Its log ends:\n{words}"


def _taken(lock: IO[bytes]) -> bool:
    """Try to take `lock` exclusively. Returns whether this worked."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
