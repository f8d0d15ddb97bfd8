"""What a director wishes of pairings: that certain entries do not sit at one table, as partners or as opponents, or that they sit at
another table than the last time (tables.py)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from domain.kernel.events.tournaments import Because

MOST_WISHES: Final = 100
"""The most wishes of a tournament."""


class Wish(NamedTuple):
    """A wish that no two of these entries sit at one table. `version`: the version of its event. `hard`: whether no drawn pairing may break
    it; a director's own may. `from_round`: the first round in which they may meet; None: they never may. `another_table`: this is not the
    wish, but that each of them sits at another table than the last time."""

    version: int
    entries: tuple[int, ...]
    hard: bool
    from_round: int | None
    because: Because
    another_table: bool = False

    def holds_in(self, number: int) -> bool:
        return self.from_round is None or number < self.from_round


Apart = Mapping[tuple[int, int], Wish]
"""The pairs of entries that should not sit at one table, each with the wish that says so. The smaller number of a pair is first."""
NOBODY_APART: Final[Apart] = MappingProxyType({})


def pairs_of(wishes: Iterable[Wish]) -> Apart:
    """Return the pairs that these wishes keep apart. If several wishes name a pair, a hard one counts, and of these the longest."""
    order = sorted(
        (wish for wish in wishes if not wish.another_table), key=lambda wish: (wish.hard, wish.from_round is None, wish.from_round or 0)
    )
    return {pair: wish for wish in order for pair in combinations(sorted({*wish.entries}), 2)}


def too_near(apart: Apart, entries: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that should be kept apart and are both among `entries`, which sit at one table."""
    return (pair for pair in combinations(sorted(entries), 2) if pair in apart) if apart else iter(())


def alone(apart: Apart, entries: Iterable[int]) -> list[int]:
    """Return those of `entries` whom hard wishes leave none of the others to play with."""
    barred: dict[int, set[int]] = {entry: {entry} for entry in entries}
    for (one, other), wish in apart.items():
        if wish.hard and one in barred and other in barred:
            barred[one].add(other)
            barred[other].add(one)
    return [entry for entry, others in barred.items() if len(others) == len(barred)]
