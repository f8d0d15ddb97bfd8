"""Caches in memory. A `Cache` keeps the most recently used values, up to a number of bytes. Every value may be dropped at any moment.

A *shelf* holds one kind of value (readings, replays, heads) under its own keys. All shelves of a cache share its bytes. Sizes are estimated
when a value is put in.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

MIB: Final = 1024 * 1024
MOST_BYTES: Final = 256 * MIB
"""The size of a process's cache if the settings do not give another size."""
STEP_BYTES: Final = 6000
"""The estimated bytes of one step of a reading, with its event. Measured: 3.5 to 4.5 KB for Pitch, 5.8 KB for the longest games of
One-up."""
FINDING_BYTES: Final = 2000
"""The estimated bytes of one entry of a verdict."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache:
    """Keeps values whose sizes are together at most `most` bytes. Safe for threads and greenlets."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, Hashable], tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """The estimated size of all values in the cache."""
        return self._bytes

    def _get(self, key: tuple[object, Hashable]) -> Any:
        with self._lock:
            entry = self._kept.get(key)
            if entry is None:
                return None
            self._kept.move_to_end(key)
            return entry[0]

    def _put(self, key: tuple[object, Hashable], value: Any, size: int) -> None:
        with self._lock:
            self._bytes -= self._kept.pop(key, (None, 0))[1]
            if size > self._most:
                return
            self._kept[key] = (value, size)
            self._bytes += size
            while self._bytes > self._most:
                self._bytes -= self._kept.popitem(last=False)[1][1]

    def _drop(self, key: tuple[object, Hashable]) -> None:
        with self._lock:
            self._bytes -= self._kept.pop(key, (None, 0))[1]


class Shelf(Generic[K, V]):
    """Keeps one kind of value in a cache. `size`: a function that estimates the bytes of a value. Every `put` calls it, so it must be
    fast and not loop over parts of the value."""

    def __init__(self, cache: Cache, size: Callable[[V], int]) -> None:
        self._cache = cache
        self._size = size

    def get(self, key: K) -> V | None:
        value: V | None = self._cache._get((self, key))
        return value

    def put(self, key: K, value: V) -> None:
        """Keep `value` under `key` instead of the former value. A value that is larger than the whole cache is not kept."""
        self._cache._put((self, key), value, self._size(value))

    def drop(self, key: K) -> None:
        self._cache._drop((self, key))
