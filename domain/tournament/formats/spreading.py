"""A seeded search that spreads entries over tables so that few of them meet again. It swaps two seats at a time, and keeps a swap that does
not make the cost greater. Rotation and draw use it with their own costs."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from domain.tournament.formats.chance import Chance

ATTEMPTS: Final = 4
"""Attempts, each from another arrangement. The best one counts."""
SWEEPS: Final = 60
"""The most sweeps of one attempt. A sweep goes over all tables that cost something."""
TRIES: Final = 24
"""Swaps that one sweep tries for such a table."""
WORK: Final = 1_500_000
"""The most pairs of seats that one attempt looks at, so that hundreds of tables take about a second. At least LEAST_SWEEPS are made."""
LEAST_SWEEPS: Final = 4


class Spread(NamedTuple):
    """An arrangement. `tables`: the entries of each, in the order of their seats. `rests`: entries without a table."""

    tables: list[list[int]]
    rests: list[int]


class Aim(NamedTuple):
    """What the search wants. `cost`: what a table costs, from its place among the tables, from 0, and its entries in the order of their
    seats; 0 means that there is nothing to improve. `may_rest(a, b)`: whether entry a may sit out in place of entry b. `reach`: swaps
    are only tried with tables that are at most so many places away (None: with all). `seats`: whether the order within a table matters."""

    cost: Callable[[int, Sequence[int]], int]
    may_rest: Callable[[int, int], bool] = lambda _a, _b: False
    reach: int | None = None
    seats: bool = False


def best(starts: Callable[[], Spread], aim: Aim, chance: Chance) -> Spread:
    """The cheapest of ATTEMPTS arrangements, each improved from a start of its own. The first that costs nothing ends the search."""
    found, least = None, 0
    for _ in range(ATTEMPTS):
        made = starts()
        cost = _improve(made, aim, chance)
        if found is None or cost < least:
            found, least = made, cost
        if least == 0:
            break
    assert found is not None
    return found


def _improve(spread: Spread, aim: Aim, chance: Chance) -> int:
    """Swaps seats of `spread`. Returns what all its tables cost in the end."""
    costs = [aim.cost(place, table) for place, table in enumerate(spread.tables)]
    work = TRIES * sum(len(table) ** 2 for table in spread.tables)
    for _ in range(max(LEAST_SWEEPS, min(SWEEPS, WORK // work))):
        costly = [place for place, amount in enumerate(costs) if amount]
        if not costly:
            break
        for place in costly:
            for _ in range(TRIES):
                other = _other(place, spread, aim.reach, chance)
                if other == place and not aim.seats:
                    continue
                if other == len(spread.tables):
                    _rest(place, spread, costs, aim, chance)
                else:
                    _swap(place, other, spread, costs, aim, chance)
    return sum(costs)


def _other(place: int, spread: Spread, reach: int | None, chance: Chance) -> int:
    """The place of the table to swap with; the number of tables stands for the entries that sit out."""
    count = len(spread.tables)
    if reach is None:
        return chance.below(count + bool(spread.rests))
    first, last = max(place - reach, 0), min(place + reach, count - 1)
    return first + chance.below(last - first + 1)


def _swap(place: int, other: int, spread: Spread, costs: list[int], aim: Aim, chance: Chance) -> None:
    """Swaps a seat of one table with a seat of another or of the same, unless the swap makes the cost greater."""
    mine, theirs = spread.tables[place], spread.tables[other]
    seat, far = chance.below(len(mine)), chance.below(len(theirs))
    mine[seat], theirs[far] = theirs[far], mine[seat]
    now, then = aim.cost(place, mine), aim.cost(other, theirs)
    if now + then > costs[place] + costs[other]:
        mine[seat], theirs[far] = theirs[far], mine[seat]
    else:
        costs[place], costs[other] = now, then


def _rest(place: int, spread: Spread, costs: list[int], aim: Aim, chance: Chance) -> None:
    """Seats an entry that sits out in place of another, unless that is not allowed or makes the cost greater."""
    mine, rests = spread.tables[place], spread.rests
    seat, far = chance.below(len(mine)), chance.below(len(rests))
    if not aim.may_rest(mine[seat], rests[far]):
        return
    mine[seat], rests[far] = rests[far], mine[seat]
    now = aim.cost(place, mine)
    if now > costs[place]:
        mine[seat], rests[far] = rests[far], mine[seat]
    else:
        costs[place] = now
