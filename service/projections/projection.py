"""What a projection is: rows that are kept ready, each folded from the facts of the streams of one kind that count in it.

A fold takes a row, the facts of one stream as they were counted in it so far (`before`) and as they are now (`after`), and returns the new
row. The result must not depend on the order of the streams or on how often their facts changed: a correction is exact, and rows that are
made again from nothing are equal to those that grew.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = bytes
"""A stored row. Never empty."""
FactsT = TypeVar("FactsT")
"""The facts of one kind of stream; of games `GameFacts`. Equal facts count the same."""
Turn = tuple[FactsT | None, FactsT | None]
"""The facts of one stream as they were counted so far, and as they are now; None: it was not counted, or does not count now."""
Fold = Callable[[bytes, Row | None, FactsT | None, FactsT | None], Row | None]
"""(key, row, before, after) → the new row; None: the row is missing, or is deleted."""


@dataclass(frozen=True, slots=True)
class Projection(Generic[FactsT]):
    """`kind`: of the streams whose facts are folded; `keys`: of the rows in which a stream counts."""

    name: str
    kind: str
    keys: Callable[[FactsT], Iterable[bytes]]
    fold: Fold[FactsT]
