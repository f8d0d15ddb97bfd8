"""What a projection is: rows that are kept ready, each folded from the facts of the games that count in it.

A fold takes a row, the facts of one game as they were counted in it so far (`before`) and as they are now (`after`), and gives the row
anew. It must come to the same whatever the order of the games and however often their facts changed: a correction is exact, and rows that
are made anew from nothing are equal to those that grew.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from domain.record.facts import GameFacts

Row = bytes
"""A row as it is kept. Never empty."""
Fold = Callable[[bytes, Row | None, GameFacts | None, GameFacts | None], Row | None]
"""(key, row, before, after) → row; None: there is no such row, the game was not counted, or does not count now."""


@dataclass(frozen=True, slots=True)
class Projection:
    """`keys`: of the rows in which a game counts."""

    name: str
    keys: Callable[[GameFacts], Iterable[bytes]]
    fold: Fold
