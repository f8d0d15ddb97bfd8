"""A seeded search that spreads entries over tables so that few of them meet again. A step swaps two seats, and undoes the swap if it makes
the cost greater. Rotation and draw use this search with their own costs."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Steps, no_steps

ATTEMPTS: Final = 4
"""The number of attempts. Each begins with another arrangement, and the best result of all is returned."""
SWEEPS: Final = 60
"""The most sweeps of one attempt of the search. A sweep goes once through all tables whose cost is not 0."""
TRIES: Final = 24
"""How many swaps one sweep tries for each table whose cost is not 0."""
WORK: Final = 1_500_000
"""One attempt looks at about this many pairs of seats at most. With this limit, hundreds of tables take about a second. But an attempt
makes at least LEAST_SWEEPS sweeps, even beyond this limit."""
LEAST_SWEEPS: Final = 4


class Spread(NamedTuple):
    """An arrangement. `tables`: the entries of each table, in the order of their seats. `rests`: the entries without a table."""

    tables: list[list[int]]
    rests: list[int]


class Aim(NamedTuple):
    """What the search aims at. `cost`: a function that returns the cost of a table, from its index and its entries in the order of their
    seats; 0 is the best. `may_rest(a, b)`: whether entry a may sit out instead of entry b. `reach`: the greatest difference between the
    indexes of two tables that swap; None for no limit. `seats`: whether the order within a table matters."""

    cost: Callable[[int, Sequence[int]], int]
    may_rest: Callable[[int, int], bool] = lambda _a, _b: False
    reach: int | None = None
    seats: bool = False


def best(starts: Callable[[], Spread], aim: Aim, chance: Chance, progress: Steps = no_steps) -> Spread:
    """Return the cheapest of ATTEMPTS arrangements. Each attempt begins with `starts()` and improves it. The search ends early when an
    arrangement costs nothing. `progress`: called after each sweep."""
    found, least = None, 0
    for attempt in range(ATTEMPTS):
        made = starts()
        cost = _improve(made, aim, chance, partial(_told, progress, attempt))
        if found is None or cost < least:
            found, least = made, cost
        if least == 0:
            break
    assert found is not None
    return found


def _told(progress: Steps, attempt: int, sweep: int, sweeps: int) -> None:
    """Call `progress` after a sweep. `attempt`: the index of the attempt. `sweep`: how many sweeps of the attempt are done. `sweeps`: how
    many it has at most."""
    progress(attempt * sweeps + sweep, ATTEMPTS * sweeps)


def _improve(spread: Spread, aim: Aim, chance: Chance, progress: Steps) -> int:
    """Improve `spread` by swaps. Returns the cost of all tables after the swaps. `progress`: called after each sweep."""
    costs = [aim.cost(place, table) for place, table in enumerate(spread.tables)]
    work = TRIES * sum(len(table) ** 2 for table in spread.tables)
    sweeps = max(LEAST_SWEEPS, min(SWEEPS, WORK // work))
    for sweep in range(sweeps):
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
        progress(sweep + 1, sweeps)
    return sum(costs)


def _other(place: int, spread: Spread, reach: int | None, chance: Chance) -> int:
    """Return the index of a random table to swap with. If the index equals the number of tables, swap with an entry that sits out."""
    count = len(spread.tables)
    if reach is None:
        return chance.below(count + bool(spread.rests))
    first, last = max(place - reach, 0), min(place + reach, count - 1)
    return first + chance.below(last - first + 1)


def _swap(place: int, other: int, spread: Spread, costs: list[int], aim: Aim, chance: Chance) -> None:
    """Swap two random seats, one at each of the two tables. Undo the swap if it makes the cost greater. The two tables may be the same."""
    mine, theirs = spread.tables[place], spread.tables[other]
    seat, far = chance.below(len(mine)), chance.below(len(theirs))
    mine[seat], theirs[far] = theirs[far], mine[seat]
    now, then = aim.cost(place, mine), aim.cost(other, theirs)
    if now + then > costs[place] + costs[other]:
        mine[seat], theirs[far] = theirs[far], mine[seat]
    else:
        costs[place], costs[other] = now, then


def _rest(place: int, spread: Spread, costs: list[int], aim: Aim, chance: Chance) -> None:
    """Let an entry of a table and an entry that sits out change places. Undo this if it makes the cost greater. Do nothing if `may_rest`
    forbids it."""
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
