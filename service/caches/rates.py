"""Counts the requests of callers, in the memory of this process, and says when a caller has sent too many (service/limits.py).

Counting writes nothing and never fails: a counter that breaks lets the request through.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from service.failures import describe
from service.limits import Limits

MOST_CALLERS: Final = 20_000
"""The most counters. If more are needed, all are set back to 0, so that counting cannot use more and more memory."""
COUNTED: Final = ("token_reads", "token_writes", "token_costly", "address_reads", "address_writes", "address_costly", "wrong_secrets")
"""The limits that are counted per minute."""
HOURLY: Final = frozenset({"practice_tables"})
"""The limits that are counted per hour."""

log = logging.getLogger(__name__)


class Quota(NamedTuple):
    """A limit of a caller, and how much of it is left. `most`: requests in `window` seconds. `reset`: seconds until the count begins at 0
    again."""

    name: str
    most: int
    window: int
    left: int
    reset: int


class Rates:
    """The counters of one process. `told`: called with the name of a limit when it refuses something. `now`: returns the time in seconds on
    the clock that the library `limits` uses."""

    def __init__(self, limits: Limits, told: Callable[[str], None] = lambda _: None, now: Callable[[], float] = time.time) -> None:
        self._limits = limits
        self._told = told
        self._now = now
        self._broken = False
        self._items: dict[str, RateLimitItem] = {}
        for name in (*COUNTED, *HOURLY):
            if most := getattr(limits, name):
                self._items[name] = (RateLimitItemPerHour if name in HOURLY else RateLimitItemPerMinute)(most, namespace=name)
        if self._items:
            self._storage = MemoryStorage()
            self._counted = FixedWindowRateLimiter(self._storage)
        self._open: dict[tuple[str, str], int] = {}
        self._lock = Lock()

    @property
    def counts(self) -> bool:
        """Whether any kind of request has a limit. If none has, nothing needs to be counted."""
        return bool(self._items)

    def over(self, name: str, caller: str) -> int | None:
        """Count one request of `caller` under the limit `name`. Returns the seconds to wait if there were too many; None: it may pass."""
        return self._asked(name, caller, lambda item: self._counted.hit(item, caller))

    def full(self, name: str, caller: str) -> int | None:
        """Return how many seconds `caller` must wait under the limit `name`; None: not at all. Counts nothing."""
        return self._asked(name, caller, lambda item: self._counted.test(item, caller))

    def quota(self, name: str, caller: str) -> Quota | None:
        """Return how much of the limit `name` is left for `caller`; None if there is no such limit, or if it cannot be told now."""
        item = self._items.get(name)
        if item is None:
            return None
        try:
            stats = self._counted.get_window_stats(item, caller)
        except Exception:  # counting never makes a request fail; `over` has logged the reason
            return None
        reset = min(max(0, round(stats.reset_time - self._now())), item.get_expiry())
        return Quota(name, item.amount, item.get_expiry(), max(0, stats.remaining), reset)

    def _asked(self, name: str, caller: str, allows: Callable[[RateLimitItem], bool]) -> int | None:
        item = self._items.get(name)
        if item is None:
            return None
        try:
            if len(self._storage.storage) > MOST_CALLERS:
                self._storage.reset()
            if allows(item):
                return None
            wait = self._counted.get_window_stats(item, caller).reset_time - self._now()
            if not 0 <= wait <= item.get_expiry():  # the clock of the machine was set
                self._counted.clear(item, caller)
                return None
        except Exception as error:
            if not self._broken:
                log.error("Requests are not counted: %s", describe(error))
            self._broken = True
            return None
        self._told(name)
        return max(1, round(wait))

    # --- what is open at the same time ---

    def begin(self, name: str, caller: str) -> bool:
        """Count one more thing (such as a stream) that `caller` opens, under the limit `name`. Returns False, and counts nothing, if too
        many are open. Otherwise returns True, and `end` must be called once."""
        most: int = getattr(self._limits, name)
        with self._lock:
            count = self._open.get((name, caller), 0)
            if most and count >= most:
                refused = True
            else:
                self._open[name, caller] = count + 1
                refused = False
        if refused:
            self._told(name)
        return not refused

    def end(self, name: str, caller: str) -> None:
        with self._lock:
            count = self._open.get((name, caller), 0) - 1
            if count > 0:
                self._open[name, caller] = count
            else:
                self._open.pop((name, caller), None)
