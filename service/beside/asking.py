"""Sends requests to the processes beside the API, over a socket in the data directory that only this user can open.

Only a few requests are sent at a time, and only one about each record. So a record that takes long delays no other record. Equal requests
that wait share one answer (service/beside/sharing.py).
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Lock, Semaphore
from typing import Final
from urllib.parse import quote

from flask import Response, request

from service.beside.sharing import Answer, Shared, key_of
from service.errors import Problem
from service.seen.watches import Moment, Sight
from service.store.outcomes import StoreUnavailable

MOST_WAITING: Final = 64
"""The most requests of one API process that wait to be sent, or for their answer."""
MOST_WAITING_EACH: Final = 8
"""The most requests about one record, or from one visitor, among the requests that one API process sends or keeps waiting."""
PATIENCE: Final = 5.0
"""A request waits at most this many seconds for its turn to be sent."""
MOMENT: Final = "/beside/moment"
ADDRESS: Final = "X-Faceup-Address"
SCHEME: Final = "X-Faceup-Scheme"
_OWN: Final = frozenset(
    {
        "connection",
        "keep-alive",
        "transfer-encoding",
        "te",
        "trailer",
        "upgrade",
        "content-length",
        "date",
        "server",
        ADDRESS.lower(),
        SCHEME.lower(),
    }
)
"""Headers that are not copied from the request: those that concern only one connection (RFC 9110 §7.6.1), and those that are set here."""

Headers = list[tuple[str, str]]


@dataclass(slots=True)
class _Line:
    """The requests about one subject, such as a record. `lock`: held by the request that is being sent."""

    lock: Lock = field(default_factory=Lock)
    count: int = 0


class _Local(HTTPConnection):
    """A connection to a socket of this machine."""

    def __init__(self, path: Path, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = str(path)

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Beside:
    """Sends requests to the processes that listen at `path`. `processes`: how many processes listen. `seconds`: the longest time for an
    answer."""

    def __init__(self, path: Path, processes: int, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self._sending = Semaphore(processes)
        self._lines: dict[str, _Line] = {}
        self._shared = Shared()
        self._lock = Lock()

    def answer(self) -> Response:
        """Have the current request answered by a process beside this one. Raises Problem `busy` or `too-costly`."""
        args = request.view_args or {}
        subject = str(args.get("game") or args.get("tournament") or request.authorization or request.remote_addr)
        sent: Headers = [(name, value) for name, value in request.headers.items() if name.lower() not in _OWN]
        sent += [(ADDRESS, request.remote_addr or ""), (SCHEME, request.scheme)]
        method, target, body = request.method, _target(), request.get_data()
        status, headers, answered = self._shared.answer(
            key_of(request, target), lambda begin: self._asked(subject, method, target, body, sent, begin)
        )
        kept = [(name, value) for name, value in headers if name.lower() not in _OWN]
        return Response(answered, status, kept)

    def moment(self, sight: Sight) -> Moment:
        """Have the current view (moment) of a game rendered by a process beside this one. Raises Problem, StoreUnavailable."""
        query = f"?game={quote(sight.game)}&view={quote(str(sight.viewer))}&prompted={int(sight.prompted)}"
        status, headers, body = self._asked(sight.game, "GET", MOMENT + query, b"", [])
        if status != 200:
            raise StoreUnavailable(f"a process beside the API answered {status}")
        found = dict(headers)
        return Moment(found["X-Faceup-Moment"], body, int(found["X-Faceup-Until"]) if found["X-Faceup-Until"] else None)

    def ready(self) -> bool:
        """Whether a process beside this one accepts connections."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
                probe.settimeout(1.0)
                probe.connect(str(self._path))
        except OSError:
            return False
        return True

    def _asked(
        self, subject: str, method: str, target: str, body: bytes, headers: Headers, begin: Callable[[], None] = lambda: None
    ) -> Answer:
        """Send a request, and return the answer. Calls `begin` when it is the request's turn."""
        with self._turn(subject):
            begin()
            connection = _Local(self._path, self._seconds)
            try:
                connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
                for name, value in headers:
                    connection.putheader(name, value.encode("latin-1", "replace"))
                connection.putheader("Content-Length", str(len(body)))
                connection.putheader("Connection", "close")
                connection.endheaders(body)
                answer = connection.getresponse()
                return answer.status, answer.getheaders(), answer.read()
            except (ConnectionRefusedError, FileNotFoundError):
                raise _busy("No process for long requests is running. Try again in a few seconds.") from None
            except TimeoutError:
                raise _busy("The processes for long requests did not answer in time. Try again in a few seconds.") from None
            except (OSError, HTTPException) as lost:
                raise StoreUnavailable("a process beside the API ended") from lost
            finally:
                connection.close()

    @contextmanager
    def _turn(self, subject: str) -> Iterator[None]:
        """Wait until a request about `subject` may be sent. Raises Problem `busy`."""
        with self._lock:
            line = self._lines.setdefault(subject, _Line())
            if line.count >= MOST_WAITING_EACH or sum(each.count for each in self._lines.values()) >= MOST_WAITING:
                self._left(subject, line, 0)
                raise _busy("Too many long requests are waiting. Try again in a few seconds.")
            line.count += 1
        try:
            with _held(line.lock), _held(self._sending):
                yield
        finally:
            with self._lock:
                self._left(subject, line, 1)

    def _left(self, subject: str, line: _Line, count: int) -> None:
        line.count -= count
        if not line.count:
            self._lines.pop(subject, None)


@contextmanager
def _held(lock: "Lock | Semaphore") -> Iterator[None]:
    if not lock.acquire(timeout=PATIENCE):
        raise _busy("All processes for long requests are in use. Try again in a few seconds.")
    try:
        yield
    finally:
        lock.release()


def _busy(detail: str) -> Problem:
    return Problem("busy", detail, headers={"Retry-After": "3"})


def too_costly() -> Problem:
    return Problem(
        "too-costly", "Answering takes more time or memory than one request may use. Ask for less: an earlier version, a smaller file."
    )


def _target() -> str:
    """Return the path and the query of the current request, as they were sent."""
    raw = request.environ.get("RAW_URI") or request.environ.get("REQUEST_URI")
    if raw and raw.startswith("/"):
        return str(raw)
    query = request.query_string.decode("latin-1")
    return quote(request.path) + (f"?{query}" if query else "")
