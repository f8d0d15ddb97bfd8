"""Chance from a seed: the same numbers on every machine."""

from collections.abc import Sequence
from typing import Final

_ALL: Final = 2**64 - 1


def number(*parts: int) -> int:
    """A number of 64 bits that depends on all parts and looks random. SplitMix64 (Steele, Lea and Flood, 2014), once for each part."""
    state = 0
    for part in parts:
        state = (state + (part & _ALL) + 0x9E3779B97F4A7C15) & _ALL
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _ALL
        state ^= state >> 31
    return state


def shuffled(entries: Sequence[int], *parts: int) -> list[int]:
    """The entries in an order that depends on all parts."""
    return sorted(entries, key=lambda entry: (number(*parts, entry), entry))
