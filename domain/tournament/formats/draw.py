"""Draw: tables of 3 to 13 entries, where each entry plays for itself. The sizes of the tables differ by 1 at most, and few entries meet
again.

`draw` seats entries at random. `draw-by-standing` seats the entries with the most points at table 1, the next ones at table 2, and so on.
In round 1 the seeds decide instead of points. Level entries are in random order. To avoid repeated meetings, an entry may sit one table
above or below its own. If several seatings repeat equally few meetings, the one with the fewest such moves is best. Source:
docs/decisions/tournaments.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired, Steps, steps
from domain.tournament.formats.spreading import Aim, Spread, best
from domain.tournament.history import History
from domain.tournament.wishes import Apart, too_near

LEAST: Final = 3
MOST: Final = 13
AGAIN: Final = 10**6
"""The cost of repeated meetings: a pair at one table costs AGAIN × n², where n is how often the pair met before. For comparison: an
entry that sits one table away from its own costs 1."""
TOO_FAR: Final = 10**12
"""The cost of each entry that sits two or more tables away from the table that its points give it."""
SOFT: Final = 10**11
HARD: Final = 10**15
"""The cost of two entries at one table who should be kept apart, by a soft wish or by a hard one."""
REACH: Final = 2
"""A draw by standing swaps entries only between tables whose numbers differ by at most this number."""

Meetings = Mapping[int, Mapping[int, int]]
"""How often two entries sat at one table: `met[one][other]` and `met[other][one]` are the same number. If an entry is missing, the
number is 0."""


def table_sizes(entries: int, wanted: int) -> tuple[int, ...]:
    """Return the sizes of the tables, the greatest first. They differ by 1 at most, and their average is as near to `wanted` (3 to 13)
    as possible. If two numbers of tables are equally near, the smaller number is taken. Raises ValueError for fewer than 3 entries."""
    if entries < LEAST:
        raise ValueError(f"{entries} entries: a table has {LEAST} at least")
    possible = range(-(-entries // MOST), entries // LEAST + 1)
    tables = min(possible, key=lambda count: (abs(Fraction(entries, count) - wanted), count))
    small, greater = divmod(entries, tables)
    return (small + 1,) * greater + (small,) * (tables - greater)


def meetings(history: History, entries: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return how often any two of these entries sat at one table and played, as partners or as opponents."""
    met: dict[int, dict[int, int]] = {entry: {} for entry in entries}
    for entry, times in met.items():
        for line in history.lines.get(entry, ()):
            for other in (*line.partners, *line.opponents) if line.met else ():
                if other in met:
                    times[other] = times.get(other, 0) + 1
    return met


def unevenness(met: Meetings, tables: Sequence[Sequence[int]]) -> dict[str, int]:
    """Return how often entries met, in the earlier rounds and at these tables together. Empty if no two of them met twice.

    `meeting_repeats`: the number of meetings of pairs that had met before. `meetings_least`, `meetings_most`: the least and the greatest
    number of meetings of a pair.
    """
    times = Counter({(one, other): count for one, others in met.items() for other, count in others.items() if one < other})
    times.update(pair for table in tables for pair in combinations(sorted(table), 2))
    repeats = sum(max(count - 1, 0) for count in times.values())
    least = min(times.values()) if len(times) == comb(len(met), 2) else 0
    return {"meeting_repeats": repeats, "meetings_least": least, "meetings_most": max(times.values())} if repeats else {}


def _refuses(settings: Settings, entries: int) -> str | None:
    if not LEAST <= settings.table <= MOST:
        return f"A draw has tables of {LEAST} to {MOST}: set table to one of these, not to {settings.table}."
    if settings.partners != 1:
        return "In a draw each entry plays for itself: set partners to 1."
    if entries < LEAST:
        return f"A draw needs {LEAST} entries at least, and there {'is' if entries == 1 else 'are'} {entries}."
    return None


def _planned(settings: Settings, _: int) -> int | None:
    return settings.rounds


def _pair(asked: Asked, progress: Callable[[int], None], *, by_standing: bool) -> Paired | Cannot:
    """Return the pairing of the next round, or the reason why there is none. `progress`: called with the percentage that is done.
    `by_standing`: whether entries with about the same points sit together."""
    refused = _refuses(asked.settings, len(asked.present))
    if refused is not None:
        return Cannot(refused)
    sizes = table_sizes(len(asked.present), asked.settings.table)
    met = meetings(asked.history, asked.present)
    chance = Chance(asked.seed, asked.round)
    seated = _near_standing if by_standing else _at_random
    found = seated(asked, sizes, met, chance, steps(progress, 0, 99))
    progress(100)
    return Paired(tuple(tuple((entry,) for entry in table) for table in found.tables), unevenness=unevenness(met, found.tables))


def _at_random(asked: Asked, sizes: Sequence[int], met: Meetings, chance: Chance, progress: Steps) -> Spread:
    def start() -> Spread:
        return _cut(chance.mixed(asked.present), sizes)

    return best(start, Aim(lambda _, table: AGAIN * _again(met, table) + _wished(asked.apart, table)), chance, progress)


def _near_standing(asked: Asked, sizes: Sequence[int], met: Meetings, chance: Chance, progress: Steps) -> Spread:
    def start() -> Spread:
        return _cut(sorted(chance.mixed(asked.present), key=rank), sizes)

    rank = _rank(asked)
    homes = _homes(start(), rank)
    return best(start, Aim(_cost_of_standing(asked.apart, met, homes), reach=REACH), chance, progress)


def _rank(asked: Asked) -> Callable[[int], tuple[int, int]]:
    """Return a function that returns the rank of an entry; the best entry has the least rank. The points decide the rank; before round 1
    the seeds decide it. Entries without a seed come last. Level entries have the same rank."""
    history = asked.history
    if history.rounds:
        return lambda entry: (0, -history.points(entry) if entry in history.lines else 0)
    return lambda entry: (0, history.seeds[entry]) if entry in history.seeds else (1, 0)


def _homes(seated: Spread, rank: Callable[[int], tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Return the tables that the rank of each entry allows: {entry: (first table, last table)}, counted from 0. `seated`: a seating of all
    entries in order of rank. Entries may share a rank: each of them may sit at any table at which `seated` has one of them."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    for place, table in enumerate(seated.tables):
        for entry in table:
            spans[rank(entry)] = (spans.get(rank(entry), (place, place))[0], place)
    return {entry: spans[rank(entry)] for table in seated.tables for entry in table}


def _cost_of_standing(apart: Apart, met: Meetings, homes: Mapping[int, tuple[int, int]]) -> Callable[[int, Sequence[int]], int]:
    def cost(place: int, table: Sequence[int]) -> int:
        away = [max(homes[entry][0] - place, place - homes[entry][1], 0) for entry in table]
        moved = sum(steps if steps < 2 else TOO_FAR for steps in away)
        return _wished(apart, table) + _again(met, table) * AGAIN + moved

    return cost


def _wished(apart: Apart, table: Sequence[int]) -> int:
    """Return the cost of the wishes that a table breaks."""
    return sum(HARD if apart[pair].hard else SOFT for pair in too_near(apart, table))


def _again(met: Meetings, table: Sequence[int]) -> int:
    """Return the cost of repeated meetings at a table: the square of how often a pair met before, summed over all pairs at the table. With
    squares, a third meeting of one pair costs more than a second meeting of two pairs."""
    return sum(met[one].get(other, 0) ** 2 for one, other in combinations(table, 2))


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Spread:
    """Seat the entries in the order of `order`: the first ones at the first table, and so on. `sizes`: the size of each table. Returns
    the seating."""
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return Spread(tables, [])


DRAW: Final = Format("draw", 1, "Draw at random", _refuses, _planned, partial(_pair, by_standing=False))
DRAW_BY_STANDING: Final = Format("draw-by-standing", 1, "Draw by standing", _refuses, _planned, partial(_pair, by_standing=True))
