"""Random choices that a seed decides. The same seed gives the same choices on every machine and with every version of Python."""

from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")
ALL: Final = 2**64 - 1


class Chance:
    """The random number generator SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014)."""

    __slots__ = ("_state",)

    def __init__(self, *seeds: int) -> None:
        """`seeds`: one or several numbers that together are the seed, for example a seed and the number of a round."""
        self._state = 0
        for seed in seeds:
            self._state = (self._state ^ seed) & ALL
            self._state = self._next()

    def _next(self) -> int:
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & ALL
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """Return a random whole number from 0 to limit − 1. The bias is less than limit / 2^64."""
        return self._next() * limit >> 64

    def mixed(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order (shuffled as by Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
