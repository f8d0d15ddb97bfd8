"""The type of a projection. A projection keeps rows up to date. Each row is folded from the facts of the streams that count in it.

`fold` takes a row, the facts of one stream that are counted so far (`before`), and those to count now (`after`). It returns the new row.
The order of the streams and of their changes must not matter: rows made again from nothing must equal rows updated step by step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = bytes
"""A stored row. Never empty."""
FactsT = TypeVar("FactsT")
"""The facts of one kind of stream; for games, `GameFacts`. Equal facts count the same."""
Turn = tuple[FactsT | None, FactsT | None]
"""(before, after): the facts of one stream that are counted so far, and those to count now. None: nothing counted, or nothing to count."""
Fold = Callable[[bytes, Row | None, FactsT | None, FactsT | None], Row | None]
"""(key, row, before, after) → the new row. `row` is None if there is no row yet. The result None deletes the row."""


@dataclass(frozen=True, slots=True)
class Projection(Generic[FactsT]):
    """One projection. `kind`: the kind of its streams. `keys`: returns the keys of the rows in which a stream with such facts counts."""

    name: str
    kind: str
    keys: Callable[[FactsT], Iterable[bytes]]
    fold: Fold[FactsT]
