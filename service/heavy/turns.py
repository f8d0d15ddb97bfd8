"""Decides which long request is sent next to a heavy worker.

Whoever asks has a name (a token, or an address without one), and is a *member* if the token is valid; others are *strangers*. Everybody may
read a public record, and some records cost a process its whole budget. So members come first, one process is kept for them, one process is
kept from each visitor, and a record that strangers read does not keep a member from reading it too.

All API processes of an installation share the heavy workers. So a stranger's request also takes one of a few locks on files next to
the socket. The kernel releases the lock of a process that ends.
"""

import fcntl
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from threading import Condition
from typing import Final

from service.errors import Problem

MOST_WAITING: Final = 64
"""The most requests of one API process that wait to be sent, or for their answer."""
MOST_OF_STRANGERS: Final = 48
"""The most of these that come without a valid token."""
MOST_WAITING_EACH: Final = 8
"""The most of these by one visitor. Also the most about one record: by members, and as many by others."""
PATIENCE: Final = 5.0
"""A request waits at most this many seconds for its turn to be sent."""
_BETWEEN: Final = 0.02
"""The seconds between two attempts to lock a file."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and about what. `visitor`: the name under which this visitor is counted. `member`: whether the visitor has a valid token.
    `subject`: a record or a tournament, or else the visitor."""

    visitor: str
    member: bool
    subject: str

    @property
    def line(self) -> tuple[bool, str]:
        """Requests with the same line are sent one after the other."""
        return self.member, self.subject


@dataclass(frozen=True, slots=True)
class _Request:
    asker: Asker
    number: int


class Turns:
    """The requests of this process that wait or are being answered. `processes`: how many processes answer. `locks`: the path with which
    the names of the lock files begin; None: this process shares the processes with no other."""

    def __init__(self, processes: int, locks: str | None = None) -> None:
        self._most = max(1, processes)
        self._but_one = max(1, processes - 1)
        self._locks = locks
        self._changed = Condition()
        self._numbers = count()
        self.waiting: list[_Request] = []
        self.sent: list[_Request] = []

    @contextmanager
    def turn(self, asker: Asker) -> Iterator[None]:
        """Wait until a request of `asker` may be sent; it counts as sent until the context ends. Raises Problem `busy`."""
        until = time.monotonic() + PATIENCE
        request = _Request(asker, next(self._numbers))
        with self._changed:
            self._check_room(asker)
            self.waiting.append(request)
            try:
                while self._next() is not request:
                    if not self._changed.wait(until - time.monotonic()):
                        raise busy("All processes for long requests are in use. Try again in a few seconds.")
                self.sent.append(request)
            finally:
                self.waiting.remove(request)
                self._changed.notify_all()
        try:
            with self._locked(asker, until):
                yield
        finally:
            with self._changed:
                self.sent.remove(request)
                self._changed.notify_all()

    def _check_room(self, asker: Asker) -> None:
        here = [request.asker for request in (*self.waiting, *self.sent)]
        alike = max(sum(other.visitor == asker.visitor for other in here), sum(other.line == asker.line for other in here))
        crowd = not asker.member and sum(not other.member for other in here) >= MOST_OF_STRANGERS
        if alike >= MOST_WAITING_EACH or crowd or len(here) >= MOST_WAITING:
            raise busy("Too many long requests are waiting. Try again in a few seconds.")

    def _next(self) -> _Request | None:
        """Return the waiting request that may be sent now; None if none may."""
        if len(self.sent) >= self._most:
            return None
        lines = {request.asker.line for request in self.sent}
        strangers = sum(not request.asker.member for request in self.sent)
        by_visitor = Counter(request.asker.visitor for request in self.sent)
        free = [
            request
            for request in self.waiting
            if request.asker.line not in lines
            and by_visitor[request.asker.visitor] < self._but_one
            and (request.asker.member or strangers < self._but_one)
        ]
        return min(free, key=lambda each: (not each.asker.member, by_visitor[each.asker.visitor], each.number), default=None)

    @contextmanager
    def _locked(self, asker: Asker, until: float) -> Iterator[None]:
        if asker.member or self._locks is None:
            yield
            return
        files = [f"{self._locks}.{number}.lock" for number in range(self._but_one)]
        held = _lock(files)
        while held is None:
            if time.monotonic() >= until:
                raise busy("All processes for long requests are in use. Try again in a few seconds.")
            time.sleep(_BETWEEN)
            held = _lock(files)
        try:
            yield
        finally:
            os.close(held)


def _lock(files: Sequence[str]) -> int | None:
    """Lock one of the files, and return its descriptor. The lock ends when the descriptor is closed. None: all are locked by others."""
    for file in files:
        descriptor = os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        os.close(descriptor)
    return None


def busy(detail: str) -> Problem:
    return Problem("busy", detail, headers={"Retry-After": "3"})
