"""Lots and the director's order: entries are placed in an order that was recorded. Entries that this order does not name come after it and
stay level."""

from collections.abc import Iterator, Mapping, Sequence

from domain.tournament.tiebreaks.kinds import Contribution, TieBreak, Value


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("lots", "Lots", lambda history, level: _ordered(history.lots, level, "lots"))
    yield TieBreak("director", "The director's order", lambda history, level: _ordered(history.ruled, level, "ruled"))


def _ordered(order: Sequence[int], level: tuple[int, ...], why: str) -> Mapping[int, Value]:
    worth = {entry: len(order) - index for index, entry in enumerate(order)}
    return {
        entry: Value(worth[entry], (Contribution(None, None, worth[entry], True, why),)) if entry in worth else Value(0) for entry in level
    }
