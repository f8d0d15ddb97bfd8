"""Sends requests to the heavy workers, over a socket that only this user can open.

Only a few requests are sent at a time (service/heavy/turns.py). Equal requests that wait share one answer (service/heavy/sharing.py). A
request that has cost a process its whole budget is not sent again before its record changes.
"""

import socket
from collections import OrderedDict
from collections.abc import Callable, Hashable
from http.client import HTTPConnection, HTTPException
from threading import Lock
from typing import Final
from urllib.parse import quote

from flask import Response, request

from domain.system import PUBLIC
from service.errors import MEDIA_TYPE, Problem
from service.heavy.sharing import Answer, Shared, key_of
from service.heavy.turns import Asker, Turns, busy
from service.store.errors import StoreUnavailable
from service.store.keys import StreamId
from service.views.subscriptions import GameTopic, Message

ANSWERED: Final = 4
"""A heavy worker that has not answered after this many times its processor time is killed (service/serving/heavy.py)."""
MOST_KNOWN: Final = 4096
"""The most requests that a process remembers as too costly."""
MESSAGE: Final = "/heavy/message"
STANDINGS: Final = "/heavy/standings"
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


class _Local(HTTPConnection):
    """A connection to a socket of this machine."""

    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class HeavyWorkers:
    """Sends requests to the processes that listen on the socket `path` (empty: none were started). `processes`: how many listen. `seconds`:
    the longest time for an answer."""

    def __init__(self, path: str, processes: int, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self.turns = Turns(processes, path or None)
        self._shared = Shared()
        self._known = TooCostly()

    def answer(self, asker: Asker, mark: str | None) -> Response:
        """Have the current request answered by a heavy worker. `mark`: a text that differs for each version of the record; None
        if the request is about no record. Raises Problem `busy` or `too-costly`."""
        sent: Headers = [(name, value) for name, value in request.headers.items() if name.lower() not in _OWN]
        sent += [(ADDRESS, request.remote_addr or ""), (SCHEME, request.scheme)]
        method, target, body = request.method, _target(), request.get_data()
        cost = (asker.visitor if asker.member else "", target, mark) if method == "GET" and mark is not None else None
        if cost in self._known:
            raise too_costly()
        status, headers, answered = self._shared.answer(
            key_of(request, target), lambda begin: self._asked(asker, method, target, body, sent, begin)
        )
        if status == too_costly().type.status and b'"/problems/too-costly"' in answered:
            self._known.add(cost)
        kept = [(name, value) for name, value in headers if name.lower() not in _OWN]
        return Response(answered, status, kept)

    def message(self, topic: GameTopic) -> Message:
        """Have the current view of a game rendered by a heavy worker. Raises Problem, StoreUnavailable."""
        query = f"?game={quote(topic.game)}&view={quote(str(topic.viewer))}&prompted={int(topic.prompted)}"
        asker = Asker(f"live {topic.game}", topic.viewer != PUBLIC, topic.game)
        status, headers, body = self._asked(asker, "GET", MESSAGE + query, b"", [])
        if status != 200:
            raise StoreUnavailable(f"a heavy worker answered {status}")
        found = dict(headers)
        return Message(found["X-Faceup-Message"], body, int(found["X-Faceup-Until"]) if found["X-Faceup-Until"] else None)

    def standings(self, stream: StreamId, version: int) -> bytes:
        """Have the current standings of a tournament made by a heavy worker: once for all who wait for them. Returns them as
        `service.caches.standings.packed` does. `version`: the version at which they are wanted; if more was recorded since, they are
        newer. Raises Problem, StoreUnavailable."""
        asker, target = Asker(f"standings {stream}", True, stream), f"{STANDINGS}?tournament={quote(stream)}&version={version}"
        status, _, body = self._shared.answer(target, lambda _: self._asked(asker, "GET", target, b"", []))
        if status != 200:
            raise StoreUnavailable(f"a heavy worker answered {status}")
        return body

    def ready(self) -> bool:
        """Whether a heavy worker accepts connections."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
                probe.settimeout(1.0)
                probe.connect(self._path)
        except OSError:
            return False
        return True

    def _asked(
        self, asker: Asker, method: str, target: str, body: bytes, headers: Headers, begin: Callable[[], None] = lambda: None
    ) -> Answer:
        """Send a request, and return the answer. Calls `begin` when it is the request's turn."""
        with self.turns.turn(asker):
            begin()
            connection = _Local(self._path, self._seconds)
            try:
                connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
                for name, value in headers:
                    connection.putheader(name, value.encode("latin-1", "replace"))
                connection.putheader("Content-Length", str(len(body)))
                connection.putheader("Connection", "close")
                connection.endheaders(body)
                with connection.getresponse() as answer:
                    if answer.status == 500 and answer.getheader("Content-Type") != MEDIA_TYPE:
                        raise _stopped()  # gunicorn's own page: it has stopped the process
                    return answer.status, answer.getheaders(), answer.read()
            except (ConnectionRefusedError, FileNotFoundError):
                raise busy("No process for long requests is running. Try again in a few seconds.") from None
            except TimeoutError:
                raise busy("The processes for long requests did not answer in time. Try again in a few seconds.") from None
            except (OSError, HTTPException):
                raise _stopped() from None
            finally:
                connection.close()


class TooCostly:
    """The requests that cost a process its whole budget, the last MOST_KNOWN of them."""

    def __init__(self) -> None:
        self._keys: OrderedDict[Hashable, None] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable | None) -> bool:
        return key in self._keys

    def add(self, key: Hashable | None) -> None:
        """Remember a request; None is not remembered."""
        with self._lock:
            if key is not None:
                self._keys[key] = None
            if len(self._keys) > MOST_KNOWN:
                self._keys.popitem(last=False)


def _stopped() -> Problem:
    return busy("The process that worked on this request was stopped. Try again in a few seconds.")


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
