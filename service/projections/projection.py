"""The type of a projection. A projection keeps rows up to date. Each row is computed from the *facts* of the streams that count in it. The
facts of a stream are what must be known of it to compute rows.

`fold` takes a row, the facts of one stream that are counted so far (`before`), and those to count now (`after`). It returns the new row.
The order of the streams and of their changes must not matter: rows made again from nothing must equal rows updated step by step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = bytes
"""A stored row. Never empty."""
FactsT = TypeVar("FactsT")
"""The type of the facts of one kind of stream; for games, `GameFacts`. Equal facts give equal rows."""
Turn = tuple[FactsT | None, FactsT | None]
"""How the facts of one stream have changed: (the facts that are counted so far, the facts to count now). None in place of facts: nothing is
counted so far, or nothing is to be counted now."""
Fold = Callable[[bytes, Row | None, FactsT | None, FactsT | None], Row | None]
"""A function: (key, row, facts before, facts after) → the new row. `row` is None if there is no row yet. If the result is None, the row
is deleted."""


def whole(_key: bytes, row: Row) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class Projection(Generic[FactsT]):
    """One projection. `kind`: the kind of stream that it uses. `keys`: a function that takes the facts of a stream and returns the keys
    of the rows in which the stream counts.

    `digested`: a function (key, row) → the part of the row that counts in its digest. It leaves out what may differ between two stores
    with the same records: texts that can be erased, and how often a verdict changed."""

    name: str
    kind: str
    keys: Callable[[FactsT], Iterable[bytes]]
    fold: Fold[FactsT]
    digested: Callable[[bytes, Row], Row] = whole
