"""Lets equal requests share one answer of a heavy worker. For example, a crowd may ask for the same cross table after a round.

A request may share the answer to an earlier request only if the earlier one still waits for its turn. So no answer is older than the
request that gets it. Requests whose answers cannot be too old share one for longer.
"""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from flask import Request

Answer = tuple[int, list[tuple[str, str]], bytes]
"""The answer of a heavy worker: its status, headers and body."""
_IDLE: Final = frozenset({"user-agent", "accept-language", "referer", "dnt", "priority", "save-data", "via", "forwarded", "x-real-ip"})
"""Request headers that make no difference to the answer. Headers that begin with one of _IDLE_PREFIXES make no difference either."""
_IDLE_PREFIXES: Final = ("sec-", "x-forwarded-")


@dataclass(slots=True)
class Waiting:
    """A request that waits. `others`: how many other requests will get its answer too."""

    answer: Future[Answer] = field(default_factory=Future)
    others: int = 0


class Shared:
    """Keeps the requests that wait, so that equal ones can share an answer."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, Waiting] = {}
        self._lock = Lock()

    def answer(self, key: Hashable | None, ask: Callable[[Callable[[], None]], Answer]) -> Answer:
        """Return what `ask` returns, or raise what it raises. If an equal request waits, use the result of that request instead. `key`: a
        value that is equal for equal requests; None: nobody may share this one. When `ask` calls its argument, nobody else may share the
        answer any more; a request does this when it is its turn."""
        if key is None:
            return ask(lambda: None)
        with self._lock:
            other = self._waiting.get(key)
            if other is None:
                mine = self._waiting[key] = Waiting()
            else:
                other.others += 1
        if other is not None:
            return other.answer.result()
        try:
            mine.answer.set_result(ask(lambda: self._begun(key, mine)))
        except BaseException as error:
            mine.answer.set_exception(error)
        finally:
            self._begun(key, mine)
        return mine.answer.result()

    def _begun(self, key: Hashable, mine: Waiting) -> None:
        with self._lock:
            if self._waiting.get(key) is mine:
                del self._waiting[key]


def key_of(request: Request, target: str) -> Hashable | None:
    """Return a value that is equal for requests with equal answers; None if the request may change something. `target`: the path and query
    of the request."""
    if request.method != "GET":
        return None
    asked = ((name.lower(), value) for name, value in request.headers.items())
    said = frozenset(each for each in asked if each[0] not in _IDLE and not each[0].startswith(_IDLE_PREFIXES))
    return target, request.scheme, said
