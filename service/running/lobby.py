"""Where new connections wait until the headers of their first request have arrived.

Waiting here costs an open file and a few hundred bytes, but no greenlet. So thousands of half-sent requests do not block other clients: if
too many connections wait, the oldest is closed. gunicorn never sees a connection that is closed here. On the port for HTTPS they wait until
the client has begun TLS.
"""

import _socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from gevent.server import StreamServer

MOST_BYTES: Final = 8 * 1024
"""A connection that has sent this many bytes without the end of its headers goes on to gunicorn, which limits headers itself."""
END: Final = b"\r\n\r\n"
AT_ONCE: Final = 16
"""The most connections that a process accepts in a row before it does other work. All processes of the API take new connections from the
same queue."""
IsWhole = Callable[[bytes], bool]


def has_headers(early: bytes) -> bool:
    return END in early


class Arrival:
    """A new connection. `early`: the bytes that have arrived. `due`: when its headers must be complete, on the lobby's clock. `is_whole`:
    whether these bytes are all that the connection waits for here. `gone`: whether the client has closed it."""

    __slots__ = ("_is_whole", "_socket", "due", "early", "gone", "watcher")

    def __init__(self, accepted: _socket.socket, due: float, is_whole: IsWhole = has_headers) -> None:
        self._socket = accepted
        self._is_whole = is_whole
        self.due = due
        self.early = b""
        self.gone = False
        self.watcher: Any = None

    @property
    def family(self) -> int:
        return self._socket.family

    def is_complete(self) -> bool:
        """Read what has arrived. Returns whether the connection can go on: what it waits for is there, or too long."""
        try:
            received = self._socket.recv(MOST_BYTES, _socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            received = b""
        self.gone = not received
        self.early += received
        return not self.gone and (self._is_whole(self.early) or len(self.early) >= MOST_BYTES)

    def fileno(self) -> int:
        return self._socket.fileno()

    def detach(self) -> int:
        return self._socket.detach()

    def close(self) -> None:
        with suppress(OSError):
            self._socket.close()


class Lobby(StreamServer):  # type: ignore[misc]
    """Accepts connections, and calls `handle(arrival, address)` in a greenlet when the headers of a request are there. `most`: how many
    connections may wait; `seconds`: how long each; `is_whole`: what they wait for."""

    max_accept = AT_ONCE

    def __init__(
        self,
        listener: Any,
        handle: Callable[[Arrival, Any], None],
        spawn: Any,
        most: int,
        seconds: float,
        now: Callable[[], float] = time.monotonic,
        is_whole: IsWhole = has_headers,
    ) -> None:
        super().__init__(listener, handle=handle, spawn=spawn)
        self._is_whole = is_whole
        self._most = max(1, most)
        self._seconds = seconds
        self._now = now
        self._waiting: dict[Arrival, None] = {}  # the connection that is due first is the first item
        self.cut = 0

    def __len__(self) -> int:
        """How many connections wait."""
        return len(self._waiting)

    def __bool__(self) -> bool:
        return True

    def do_read(self) -> tuple[Arrival, Any] | None:
        try:
            file, address = self.socket._accept()
        except BlockingIOError:
            return None
        accepted = _socket.socket(self.socket.family, _socket.SOCK_STREAM, 0, file)
        return Arrival(accepted, self._now() + self._seconds, self._is_whole), address

    def do_handle(self, arrival: Arrival, address: Any) -> None:
        if arrival.is_complete():
            super().do_handle(arrival, address)
        elif arrival.gone:
            arrival.close()
        else:
            self._keep(arrival, address)

    def close(self) -> None:
        super().close()
        for arrival in tuple(getattr(self, "_waiting", ())):
            self._leave(arrival)
            arrival.close()

    def cut_overdue(self) -> None:
        now = self._now()
        while self._waiting and next(iter(self._waiting)).due < now:
            self._cut_first()

    def _keep(self, arrival: Arrival, address: Any) -> None:
        if len(self._waiting) >= self._most:
            self._cut_first()
        self._waiting[arrival] = None
        arrival.watcher = self.loop.io(arrival.fileno(), 1)
        arrival.watcher.start(self._read_on, arrival, address)

    def _read_on(self, arrival: Arrival, address: Any) -> None:
        """Called when bytes have arrived, or when the client has closed the connection. gevent calls this from its loop, so it must not
        block."""
        complete = arrival.is_complete()
        if not complete and not arrival.gone:
            return
        self._leave(arrival)
        if arrival.gone or self.full():
            arrival.close()
        else:
            super().do_handle(arrival, address)

    def _cut_first(self) -> None:
        first = next(iter(self._waiting))
        self._leave(first)
        first.close()
        self.cut += 1

    def _leave(self, arrival: Arrival) -> None:
        del self._waiting[arrival]
        arrival.watcher.stop()
        arrival.watcher.close()
        arrival.watcher = None
