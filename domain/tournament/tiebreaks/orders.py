"""Two tie-breaks that follow a recorded order of entries: `lots` and `director`. Entries that the order does not name come after it and
stay level. The director may rule several orders, each about other entries. Each of these orders counts separately."""

from collections.abc import Iterator, Mapping, Sequence

from domain.tournament.tiebreaks.kinds import Contribution, TieBreak, Value


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("lots", "Lots", lambda history, level: _ordered([history.lots], level, "lots"))
    yield TieBreak("director", "The director's order", lambda history, level: _ordered(history.ruled, level, "ruled"))


def _ordered(orders: Sequence[Sequence[int]], level: tuple[int, ...], why: str) -> Mapping[int, Value]:
    worth = {entry: len(order) - index for order in orders for index, entry in enumerate(order)}
    return {
        entry: Value(worth[entry], (Contribution(None, None, worth[entry], True, why),)) if entry in worth else Value(0) for entry in level
    }
