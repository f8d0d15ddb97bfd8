"""Limits the connections of one API process: how many one address has, how many there are, and how long they wait for their clients.

A connection *waits* while the server expects something from the client: the headers of a request, a piece of its body, room for a piece of
the answer. Each wait has a time at which it is *due*. A connection that waits longer is cut: to the server this looks as if the client had
gone. When there are too many connections, the one that is due first is cut for a new one: half-sent requests never keep others out.

The head and the body of an answer are sent together, so that a client reads once.

The limits hold before a request reaches the application. Connections come from the lobby (service/running/lobby.py), when the headers
of their first request are there. `Worker` is the worker class of gunicorn (service/serving/api.py).
"""

import os
import re
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from heapq import nsmallest
from types import FrameType
from typing import Any, Final

import gevent
from gevent.socket import socket as GreenSocket  # noqa: N812
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]

from service.config import Config
from service.limits import Limits
from service.proxies import is_proxy, place_of
from service.running import capacity, hall
from service.running.encrypted import Contexts, Encrypted, hello_is_whole
from service.running.lobby import Arrival, Lobby, has_headers

EXTENSION: Final = "faceup"
"""Where the application keeps its parts (service/wiring.py, which may not be imported before gevent has replaced the sockets)."""

FOREVER: Final = float("inf")
SLOWEST: Final = 16 * 1024
"""The slowest speed that a client may have, in bytes per second. A body or an answer gets additional time: its size divided by this
speed."""
LOOK_SECONDS: Final = 0.5
"""Seconds between two searches for connections that are overdue. These are cut."""
ENDING_SECONDS: Final = 2.0
"""How many seconds requests in progress have to finish when the process is asked to stop."""
SPARE: Final = 32
"""gunicorn accepts this many connections more than are kept. Otherwise gunicorn would stop accepting when the limit is reached."""
AT_ONCE: Final = 20
"""When there are too many connections, one in twenty of them is cut in one go."""
MOST_JOINED: Final = 64 * 1024
"""A body, or a first piece of a body, of more bytes than this is sent after the head: copying it would take longer than another call."""
_HAS_BODY: Final = re.compile(rb"\r\nContent-Length: [1-9]", re.IGNORECASE)
REFUSED: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 21\r\n\r\n"
    b"Too many connections\n"
)


class Connection(GreenSocket):  # type: ignore[misc]
    """A connection to a client. `place`: the name under which its address is counted; None: not counted, because a proxy opened the
    connection. `due`: the time on the clock `now` by which the client must act; infinity: the server does not wait for the client."""

    def __init__(self, arrived: Arrival, limits: Limits, place: str | None, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(arrived.family, socket.SOCK_STREAM, 0, fileno=arrived.detach())
        self._early = arrived.early
        self.limits = limits
        self.place = place
        self.now = now
        self.due = arrived.due
        self._handling = self._answering = False
        self._head = b""
        self._begun = True
        self._body_due = 0.0

    def recv(self, size: int, *args: Any) -> bytes:
        if self._early:
            early, self._early = self._early[:size], self._early[size:]
            return early
        if not self._handling:
            return self._received_headers(size, *args)
        self.due = self._body_due
        received: bytes = super().recv(size, *args)
        self._body_due += len(received) / SLOWEST
        self.due = FOREVER
        return received

    def _received_headers(self, size: int, *args: Any) -> bytes:
        received: bytes = super().recv(size, *args)
        if not self._begun:
            self._begun = True
            self.due = self.now() + self.limits.header_seconds
        return received

    def send(self, data: Any, *args: Any, **options: Any) -> int:
        self.due = self.now() + self.limits.send_seconds + len(data) / SLOWEST
        try:
            sent: int = super().send(data, *args, **options)
            return sent
        finally:
            self.due = FOREVER

    def sendall(self, data: Any, *args: Any) -> None:
        """Send `data`. gunicorn sends the head of an answer and its body one after the other. A head that says how long its body is waits
        here for the body, so that the two need one call of the system and wake the client once. The head of a live answer does not say
        this, and goes at once."""
        if self._handling and not self._answering:
            self._answering = True
            if data.endswith(b"\r\n\r\n") and _HAS_BODY.search(data):
                self._head = data
                return
        if len(data) > MOST_JOINED:
            self._send_head()
        head, self._head = self._head, b""
        super().sendall(head + data if head else data, *args)

    def sendfile(self, *args: Any, **options: Any) -> int:
        self._send_head()
        sent: int = super().sendfile(*args, **options)
        return sent

    def _send_head(self) -> None:
        head, self._head = self._head, b""
        if head and not self.closed:
            super().sendall(head)

    def handling(self) -> None:
        """Called when the headers of a request have arrived."""
        self._handling = True
        self.due = FOREVER
        self._body_due = self.now() + self.limits.body_seconds

    def handled(self) -> None:
        """Called when a request was answered, so that the next request on this connection may begin."""
        self._send_head()  # of an answer whose body is left out, such as the answer to HEAD
        self._handling = self._begun = self._answering = False
        self.due = self.now() + self.limits.idle_seconds

    @property
    def idle(self) -> bool:
        """Whether no request is in progress."""
        return not self._handling

    def refuse(self) -> None:
        """Answer that there are too many connections, and close this one. Does not wait."""
        with suppress(OSError):
            self._sock.send(REFUSED)
        self.close()

    def cut(self) -> None:
        """End the connection. To code that waits for the client, this looks as if the client had gone."""
        self.due = FOREVER
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)  # gevent's own shutdown would raise errors in the greenlet that waits


class SecureConnection(Connection, Encrypted):
    """A connection with TLS. All limits hold for it, too."""

    def __init__(self, arrived: Arrival, limits: Limits, place: str | None, context: ssl.SSLContext) -> None:
        super().__init__(arrived, limits, place)
        early, self._early = self._early, b""
        self.encrypt(context, early)


class Connections:
    """The connections of one process. `most`: how many are kept. `most_each`: how many of one address; 0: no limit."""

    def __init__(self, most: int, most_each: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = max(1, most)
        self._most_each = min(most_each, max(1, self._most // 2))
        self._now = now
        self._all: set[Connection] = set()
        self._of: dict[str, set[Connection]] = {}
        self.cut = self.refused = 0

    def __len__(self) -> int:
        return len(self._all)

    def admit(self, connection: Connection) -> bool:
        """Keep a new connection. If there are too many, some of those that wait are cut to make room for it. Returns False if none
        waits."""
        same = self._of.get(connection.place, set()) if connection.place is not None else set()
        full = next((group for group, most in ((same, self._most_each), (self._all, self._most)) if most and len(group) >= most), None)
        if full is not None and not self._make_room(full):
            self.refused += 1
            return False
        self._all.add(connection)
        if connection.place is not None:
            self._of.setdefault(connection.place, set()).add(connection)
        return True

    def forget(self, connection: Connection) -> None:
        """Called when the connection has ended, even if it was not kept."""
        self._all.discard(connection)
        if connection.place is None:
            return
        same = self._of.get(connection.place)
        if same is not None:
            same.discard(connection)
            if not same:
                del self._of[connection.place]

    def cut_overdue(self) -> None:
        now = self._now()
        for connection in [each for each in self._all if each.due < now]:
            self._cut(connection)

    def cut_idle(self) -> None:
        for connection in [each for each in self._all if each.idle]:
            connection.cut()

    def cut_all(self) -> None:
        for connection in self._all:
            connection.cut()

    def _make_room(self, group: set[Connection]) -> bool:
        """Cut the connections of `group` that are due first: several at once, because finding them takes a while. Returns False if none
        waits."""
        waiting = (each for each in group if each.due < FOREVER)
        first = nsmallest(max(1, len(group) // AT_ONCE), waiting, key=lambda each: each.due)
        for connection in first:
            self._cut(connection)
        return bool(first)

    def _cut(self, connection: Connection) -> None:
        self.cut += 1
        connection.cut()
        self.forget(connection)


class Worker(GeventWorker):  # type: ignore[misc]
    """gunicorn's worker with greenlets, with a lobby and with limits for its connections."""

    def init_process(self) -> None:
        self.config = Config.from_env(os.environ)
        self.kept = Connections(self.worker_connections - SPARE, self.config.limits.address_connections)
        self.lobbies: list[Lobby] = []
        self.contexts = Contexts(hall.server_file(self.config))
        super().init_process()

    def server_class(self, listener: Any, *, spawn: Any, **_: Any) -> Lobby:
        """Make the server object that accepts connections. gunicorn calls this once for each address that it listens on."""
        secure = listener.getsockname()[1] == self.config.https_port
        handle = partial(self.handle, listener, secure=secure)
        waits_for = hello_is_whole if secure else has_headers
        lobby = Lobby(listener, handle, spawn, capacity.most_in_lobby(), self.config.limits.header_seconds, is_whole=waits_for)
        self.lobbies.append(lobby)
        return lobby

    def run(self) -> None:
        gevent.spawn(self._look)
        super().run()

    def handle(self, listener: Any, arrived: Arrival, addr: Any, *, secure: bool) -> None:
        """Serve a connection. `secure`: it came in on the port for HTTPS in a hall."""
        host = str(addr[0])
        place = None if is_proxy(host, self.config.proxies) else place_of(host)
        connection = self._connection(arrived, place, secure=secure)
        if connection is None:
            arrived.close()
            return
        if not self.kept.admit(connection):
            connection.refuse()
            return
        try:
            super().handle(listener, connection, addr)
        finally:
            self.kept.forget(connection)

    def handle_request(self, listener_name: Any, req: Any, sock: Connection, addr: Any) -> Any:
        sock.handling()
        if isinstance(sock, SecureConnection):
            req.scheme = "https"
        try:
            return super().handle_request(listener_name, req, sock, addr)
        finally:
            sock.handled()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        gevent.spawn(self._end)

    def _connection(self, arrived: Arrival, place: str | None, *, secure: bool) -> Connection | None:
        """Return the new connection; None: there is no certificate for it."""
        if not secure:
            return Connection(arrived, self.config.limits, place)
        context = self.contexts.newest()
        return None if context is None else SecureConnection(arrived, self.config.limits, place, context)

    def _end(self) -> None:
        """End the connections, since gunicorn's worker runs until none is left: those without a request at once, all others after
        ENDING_SECONDS. These are mostly live streams, which have no end of their own."""
        end = time.monotonic() + ENDING_SECONDS
        while time.monotonic() < end:
            self.kept.cut_idle()
            gevent.sleep(LOOK_SECONDS / 5)
        self.kept.cut_all()
        for lobby in self.lobbies:
            lobby.pool.kill(block=False)

    def _look(self) -> None:
        """Cut connections that are overdue, and count them, for as long as the process runs. Another application than ours, such as the
        floors of the bench, has nothing that counts."""
        parts, cut, refused = getattr(self.wsgi, "extensions", {}).get(EXTENSION), 0, 0
        while True:
            gevent.sleep(LOOK_SECONDS)
            for lobby in self.lobbies:
                lobby.cut_overdue()
            self.kept.cut_overdue()
            if parts is None:
                continue
            metrics = parts.metrics
            metrics.connections.set(len(self.kept) + sum(map(len, self.lobbies)))
            all_cut = self.kept.cut + sum(lobby.cut for lobby in self.lobbies)
            metrics.cut.inc(all_cut - cut)
            metrics.refused.labels("address_connections").inc(self.kept.refused - refused)
            cut, refused = all_cut, self.kept.refused
