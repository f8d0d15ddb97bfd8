"""The places of an evening, computed from what the tests typed, without the code of the product."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

Score = tuple[int, int]


@dataclass(frozen=True)
class Table:
    """A table of a round. `sides`: for each side, the names of its entries."""

    number: int
    sides: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass
class Own:
    """What an entry did. `played`: for each round in which the entry had a table, the pair (score of its side, score of the other side).
    `sat_out`: the number of rounds in which the entry had no table."""

    played: list[Score] = field(default_factory=list)
    sat_out: int = 0

    @property
    def won(self) -> int:
        return sum(own > other for own, other in self.played)

    @property
    def drawn(self) -> int:
        return sum(own == other for own, other in self.played)

    @property
    def difference(self) -> int:
        return sum(own - other for own, other in self.played)


def by_scores(own: Own) -> tuple[int, ...]:
    """Return the points and then the tie-breaks of an entry. The points are the sum of its scores. A round without a table is worth its
    average score, half points rounded up. Tie-breaks: wins, then the difference of the scores."""
    total = sum(score for score, _ in own.played)
    average = floor(Fraction(total, len(own.played)) + Fraction(1, 2)) if own.played else 0
    return total + own.sat_out * average, own.won, own.difference


def by_wins(own: Own) -> tuple[int, ...]:
    """Return the points and then the tie-break of an entry. A win and a round without a table are worth 2 points, a draw 1. Tie-break: the
    difference of the scores."""
    return 2 * own.won + own.drawn + 2 * own.sat_out, own.difference


class Sums:
    """The results of an evening. `worth`: a function that returns the points and then the tie-breaks of an entry."""

    def __init__(self, names: Sequence[str], worth: Callable[[Own], tuple[int, ...]]) -> None:
        self.names = list(names)
        self.worth = worth
        self.results: dict[tuple[int, int], tuple[Table, Score]] = {}
        self.out: dict[int, Sequence[str]] = {}

    def adds(self, number: int, table: Table, score: Score) -> None:
        """Store the result of a table. A later result of the same table replaces it."""
        self.results[number, table.number] = (table, score)

    def own(self) -> dict[str, Own]:
        owns = {name: Own() for name in self.names}
        for table, (one, other) in self.results.values():
            for names, score in zip(table.sides, ((one, other), (other, one)), strict=True):
                for name in names:
                    owns[name].played.append(score)
        for names in self.out.values():
            for name in names:
                owns[name].sat_out += 1
        return owns

    def places(self) -> list[tuple[int, str, int]]:
        """(place, name, points) of each entry, best first. Level entries share a place, in the order of their names."""
        worths = {name: self.worth(own) for name, own in self.own().items()}
        ordered = sorted(worths, key=lambda name: (*(-value for value in worths[name]), name))
        return [(1 + sum(other > worths[name] for other in worths.values()), name, worths[name][0]) for name in ordered]
