"""Remembers for a moment what was read from the store, so that requests in quick succession do not read it again."""

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from service.kept.cache import Cache, Shelf

REMEMBERED_MS: Final = 1000

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """What one process read in the last REMEMBERED_MS. `now`: returns the time in ms UTC. `most`: the bytes that all values may take.
    `size`: estimates the bytes of a value. Safe to share between threads."""

    def __init__(self, now: Callable[[], int], most: int, size: Callable[[V], int]) -> None:
        self._now = now
        self._most = most
        self._size = size
        self._drops = 0
        self.forget()

    def get(self, key: K, read: Callable[[], V | None]) -> V | None:
        """Return the value that is remembered under `key`, or else the one that `read` returns. None is not remembered."""
        now, shelf, drops = self._now(), self._shelf, self._drops
        value, until = shelf.get(key) or (None, 0)
        if not now < until <= now + REMEMBERED_MS:  # the value is too old, or `until` is too far ahead because the clock was set back
            value = read()
            if value is None or drops != self._drops:
                shelf.drop(key)
            else:
                shelf.put(key, (value, now + REMEMBERED_MS))
        return value

    def drop(self, key: K) -> None:
        """Forget one value, also if it is being read now. Other values that are being read now are not remembered either."""
        self._drops += 1
        self._shelf.drop(key)

    def forget(self) -> None:
        """Forget all values, also those that are being read now."""
        self._shelf: Shelf[K, tuple[V, int]] = Shelf(Cache(self._most), lambda kept: self._size(kept[0]))
