"""The type of a projection. A projection keeps rows up to date; each row is folded from the facts of the streams that count in the row.

The function `fold` takes a row, the facts of one stream that the row counts so far (`before`) and the facts that it must count now
(`after`). It returns the new row. The result must not depend on the order of the streams or on how often their facts changed, so that rows
that are made again from nothing equal rows that were updated step by step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = bytes
"""A stored row. Never empty."""
FactsT = TypeVar("FactsT")
"""The type of the facts of one kind of stream; for games it is `GameFacts`. Equal facts count the same."""
Turn = tuple[FactsT | None, FactsT | None]
"""(before, after): the facts of one stream that are counted so far, and those that must be counted now. None: the stream was not counted so
far, or must not be counted now."""
Fold = Callable[[bytes, Row | None, FactsT | None, FactsT | None], Row | None]
"""(key, row, before, after) → the new row. `row` is None when there is no such row yet. The result None deletes the row."""


@dataclass(frozen=True, slots=True)
class Projection(Generic[FactsT]):
    """One projection. `kind`: the kind of the streams whose facts are folded; `keys`: returns the keys of the rows in which a stream with
    such facts counts."""

    name: str
    kind: str
    keys: Callable[[FactsT], Iterable[bytes]]
    fold: Fold[FactsT]
