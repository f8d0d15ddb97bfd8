"""The type of a projection: rows that are kept up to date, each folded from the facts of those streams that count in the row.

A fold takes a row, the facts of one stream as they were counted in it so far (`before`) and as they are now (`after`), and returns the new
row. The result must not depend on the order of the streams or on how often their facts changed: corrections are
exact, and rows that are made again from nothing equal rows that were updated step by step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = bytes
"""A stored row. Never empty."""
FactsT = TypeVar("FactsT")
"""The facts of a stream of one kind; for games they are `GameFacts`. Equal facts count the same."""
Turn = tuple[FactsT | None, FactsT | None]
"""(before, after): the facts of one stream as they were counted so far, and as they are now. None: the stream was not counted, or does
not count now."""
Fold = Callable[[bytes, Row | None, FactsT | None, FactsT | None], Row | None]
"""(key, row, before, after) → the new row. A row that is None is missing; a new row that is None deletes the row."""


@dataclass(frozen=True, slots=True)
class Projection(Generic[FactsT]):
    """`kind`: the kind of the streams whose facts are folded. `keys` returns the keys of the rows in which a stream with these facts
    counts."""

    name: str
    kind: str
    keys: Callable[[FactsT], Iterable[bytes]]
    fold: Fold[FactsT]
