"""Gives the tables of a pairing their numbers, so that entries that wish it sit at another table than the last time."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from domain.tournament.formats.kinds import Sides
from domain.tournament.state import Tournament
from domain.tournament.wishes import Wish

FEW: Final = 6
"""Up to this many tables, every order is looked at."""
HARD: Final = 10**6
"""The cost of an entry that stays although a hard wish forbids it; by a soft wish it is 1."""


class Restless(NamedTuple):
    """An entry that wishes another table than `last`, at which it sat the last time."""

    last: int
    wish: Wish


def restless(state: Tournament, number: int) -> dict[int, Restless]:
    """Return the entries that wish another table in round `number` and sat at one before, by number. A hard wish counts more than a soft
    one."""
    wishing: dict[int, Wish] = {}
    for wish in sorted((wish for wish in state.wishes if wish.another_table), key=lambda wish: wish.hard):
        wishing |= dict.fromkeys(wish.entries, wish)
    found: dict[int, Restless] = {}
    for before in sorted(state.rounds, reverse=True) if wishing else ():
        for table, seated in state.rounds[before].tables.items() if before < number else ():
            for entry in seated.entries:
                if entry in wishing and entry not in found:
                    found[entry] = Restless(table, wishing[entry])
    return found


def staying(tables: Iterable[tuple[int, Sides]], wishing: Mapping[int, Restless]) -> list[tuple[int, int]]:
    """Return (table, entry) for each entry that stays at its table against its wish. `tables`: each with its number."""
    return [
        (number, entry)
        for number, sides in tables
        for side in sides
        for entry in side
        if entry in wishing and wishing[entry].last == number
    ]


def moved(tables: Sequence[Sides], wishing: Mapping[int, Restless]) -> tuple[Sides, ...]:
    """Return the tables, table 1 first, in an order in which as few entries as possible stay against their wish, hard wishes first. Of
    these, few tables are put far from where they were. With more than FEW tables, two of them change places, as long as that helps: if each
    of n tables has k entries, and n > 2k, this always suffices, because of the other tables at most k − 1 cannot come here, and at most
    k − 1 are none for those from here."""
    at = [{entry: wishing[entry] for side in sides for entry in side if entry in wishing} for sides in tables]

    def cost(table: int, place: int) -> int:
        return sum((HARD if wish.hard else 1) for last, wish in at[table].values() if last == place + 1)

    def whole(order: Sequence[int]) -> tuple[int, int]:
        return sum(cost(table, place) for place, table in enumerate(order)), sum(abs(table - place) for place, table in enumerate(order))

    order = list(range(len(tables)))
    if not whole(order)[0]:
        return tuple(tables)
    if len(tables) <= FEW:
        return tuple(tables[table] for table in min(permutations(order), key=whole))
    helped = True
    while helped:
        helped = False
        for place, table in enumerate(order):
            if not cost(table, place):
                continue
            gains = [
                (cost(table, other) + cost(order[other], place) - cost(table, place) - cost(order[other], other), abs(place - other), other)
                for other in range(len(order))
            ]
            gain, _, other = min(gains)
            if gain < 0:
                order[place], order[other] = order[other], table
                helped = True
    return tuple(tables[table] for table in order)
