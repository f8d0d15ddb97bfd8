"""The one cache of a process. It keeps what was used last, up to a total number of bytes.

Not a store: all of it can be dropped at any moment. A *shelf* holds one kind of thing (readings, replays, heads) by keys of its own.
The shelves of one cache share its room, so what is asked for most gets most of it. Sizes are estimated when something is put in.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

MIB: Final = 1024 * 1024
MOST_BYTES: Final = 256 * MIB
"""The size of a process's cache, unless its settings say otherwise."""
STEP_BYTES: Final = 6000
"""Bytes for one step of a reading with its event, rounded up: Pitch measures 3.5 to 4.5 KB, the longest games of One-up 5.8."""
FINDING_BYTES: Final = 2000
"""Bytes for one entry of a verdict."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache:
    """Room for `most` bytes. Safe for threads and greenlets."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, Hashable], tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """The estimated size of everything in it."""
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
    """One kind of thing in a cache. `size`: the bytes that one takes. It is called at every `put`, so it must not count piece by piece."""

    def __init__(self, cache: Cache, size: Callable[[V], int]) -> None:
        self._cache = cache
        self._size = size

    def get(self, key: K) -> V | None:
        value: V | None = self._cache._get((self, key))
        return value

    def put(self, key: K, value: V) -> None:
        """Keep `value` in place of the one before. A value larger than the whole cache is not kept."""
        self._cache._put((self, key), value, self._size(value))

    def drop(self, key: K) -> None:
        self._cache._drop((self, key))
