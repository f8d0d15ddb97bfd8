"""The cache of a process: the values that it used last, up to a number of bytes. Every value may be dropped at any moment.

A *region* holds one kind of value (readings, replays, heads) under its own keys. All regions of a cache share its bytes. When it is full,
the value that was not used for the longest time is dropped, except in regions that take no more than their share
(service/memory/shares.py). Sizes are estimated when a value is put in.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import Any, Final, Generic, TypeVar

MIB: Final = 1024 * 1024
MOST_BYTES: Final = 256 * MIB
"""The size of a process's cache if the settings do not give another size."""
ALONE_BYTES: Final = 8 * MIB
"""The size of the cache of a part of the store that is made without the cache of its process, as commands do that run once."""
REMEMBERED_MS: Final = 1000
"""For how long a process remembers what it read about tokens and people, ms, so that requests in quick succession do not read it again."""
STEP_BYTES: Final = 6000
"""The estimated bytes of one step of a reading, with its event. Measured: 3.5 to 4.5 KB for Pitch, 5.8 KB for the longest games of
One-up."""
FINDING_BYTES: Final = 2000
"""The estimated bytes of one entry of a verdict."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache:
    """Keeps values whose sizes are together at most `most` bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._regions: list[Region[Any, Any]] = []
        self._bytes = 0
        self._uses = count(1)
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """The estimated size of all values in the cache."""
        return self._bytes

    def _make_room(self) -> None:
        """Drop what was not used for the longest time, until the rest fits: first from regions that take more than their share."""
        while self._bytes > self._most:
            full = [region for region in self._regions if region._bytes > region._share]
            region = min(full or filter(Region._oldest_use, self._regions), key=Region._oldest_use)
            region._without(next(iter(region._kept)))


@dataclass(slots=True)
class _Kept(Generic[V]):
    """A cached value. `used`: the number of its last use; later uses have higher numbers. `until`: from when on it is too old, ms UTC."""

    value: V
    bytes: int
    used: int
    until: int


class Region(Generic[K, V]):
    """Keeps one kind of value in a cache. `size`: a function that estimates the bytes of a value. Every `put` calls it, so it must be fast
    and not loop over parts of the value.

    `share`: percent of the cache. While the region takes no more than its share, nothing is dropped from it to make room for others. It
    may take more as long as nobody needs the room. This holds if the shares of all regions of a cache are together at most 100.

    `age`: for how many ms a value is kept, by the clock `now` (ms UTC); None: for any time. After the clock was set back, older values
    are not used."""

    def __init__(
        self, cache: Cache, size: Callable[[V], int], share: int = 0, age: int | None = None, now: Callable[[], int] = lambda: 0
    ) -> None:
        self._cache = cache
        self._size = size
        self._share = cache._most * share // 100
        self._age = age
        self._now = now
        self._kept: OrderedDict[K, _Kept[V]] = OrderedDict()
        self._bytes = 0
        self._drops = 0
        with cache._lock:
            cache._regions.append(self)

    def get(self, key: K) -> V | None:
        now = 0 if self._age is None else self._now()
        with self._cache._lock:
            kept = self._kept.get(key)
            if kept is None or (self._age is not None and not now < kept.until <= now + self._age):
                return None
            self._kept.move_to_end(key)
            kept.used = next(self._cache._uses)
            return kept.value

    def of(self, key: K, read: Callable[[], V | None]) -> V | None:
        """Return the value that is kept under `key`, or else the one that `read` returns, which is kept from now on. None is not kept. If
        a value of the region is dropped while `read` runs, the value that it returns is not kept: it may be the one that was dropped."""
        found = self.get(key)
        if found is None:
            now, drops = self._now(), self._drops
            found = read()
            self._put(key, found, now, drops)
        return found

    def put(self, key: K, value: V | None) -> None:
        """Keep `value` under `key` instead of the former value; None: keep nothing. A value larger than the whole cache is not kept."""
        self._put(key, value, self._now(), self._drops)

    def drop(self, key: K) -> None:
        with self._cache._lock:
            self._drops += 1
            self._without(key)

    def forget(self) -> None:
        """Drop all values of the region."""
        with self._cache._lock:
            self._drops += 1
            self._cache._bytes -= self._bytes
            self._bytes = 0
            self._kept.clear()

    def _put(self, key: K, value: V | None, now: int, drops: int) -> None:
        """`now`: when the value was read. `drops`: the number of drops when its reading began."""
        size = 0 if value is None else self._size(value)
        with self._cache._lock:
            self._without(key)
            if value is None or drops != self._drops or size > self._cache._most:
                return
            self._kept[key] = _Kept(value, size, next(self._cache._uses), now + (self._age or 0))
            self._bytes += size
            self._cache._bytes += size
            self._cache._make_room()

    def _oldest_use(self) -> int:
        """Return the number of the last use of the value that was not used for the longest time; 0: the region is empty."""
        for kept in self._kept.values():
            return kept.used
        return 0

    def _without(self, key: K) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._bytes -= kept.bytes
            self._cache._bytes -= kept.bytes
