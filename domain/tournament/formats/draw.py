"""Draw: tables of 3 to 13 entries, where each plays for itself. The tables are as even as can be, and few entries meet again.

`draw` seats by chance. `draw-by-standing` seats the best at table 1, the next at table 2 and so on, by points, before round 1 by seed;
chance orders those who are level. To avoid repeats an entry may sit one table higher or lower than its place says. Of the seatings with
equally few repeats the one nearest to the standing is wanted. Source: docs/decisions/tournaments.md.
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
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired
from domain.tournament.formats.spreading import Aim, Spread, best
from domain.tournament.history import History

LEAST: Final = 3
MOST: Final = 13
AGAIN: Final = 10**6
"""What a pair that meets again costs, for each time that it met before, squared. Being one table away from one's place costs 1."""
TOO_FAR: Final = 10**12
"""What it costs to be further away."""
REACH: Final = 2
"""In a draw by standing, swaps are tried between tables that are so many places apart at most."""

Meetings = Mapping[int, Mapping[int, int]]
"""How often two entries sat at one table: by entry and other entry, both ways round; what is not there is 0."""


def table_sizes(entries: int, wanted: int) -> tuple[int, ...]:
    """The sizes of the tables, the greater ones first: they differ by 1 at most, and are as near to `wanted` as can be. Where two numbers
    of tables are as near, there are fewer and greater tables. `wanted` is 3 to 13; raises ValueError with fewer than 3 entries."""
    if entries < LEAST:
        raise ValueError(f"{entries} entries: a table has {LEAST} at least")
    possible = range(-(-entries // MOST), entries // LEAST + 1)
    tables = min(possible, key=lambda count: (abs(Fraction(entries, count) - wanted), count))
    small, greater = divmod(entries, tables)
    return (small + 1,) * greater + (small,) * (tables - greater)


def meetings(history: History, entries: Iterable[int]) -> dict[int, dict[int, int]]:
    """How often these entries sat at one table and played, as partners or as opponents."""
    met: dict[int, dict[int, int]] = {entry: {} for entry in entries}
    for entry, times in met.items():
        for line in history.lines.get(entry, ()):
            for other in (*line.partners, *line.opponents) if line.met else ():
                if other in met:
                    times[other] = times.get(other, 0) + 1
    return met


def unevenness(met: Meetings, tables: Sequence[Sequence[int]]) -> dict[str, int]:
    """How unevenly the entries met when these tables are played too; empty while no two meet twice.

    `meeting_repeats`: how often two met again, each time after a pair's first. `meetings_least`, `meetings_most`: the least and the most
    times that two entries met."""
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
    refused = _refuses(asked.settings, len(asked.present))
    if refused is not None:
        return Cannot(refused)
    sizes = table_sizes(len(asked.present), asked.settings.table)
    met = meetings(asked.history, asked.present)
    chance = Chance(asked.seed, asked.round)
    found = _near_standing(asked, sizes, met, chance) if by_standing else _at_random(asked, sizes, met, chance)
    progress(100)
    return Paired(tuple(tuple((entry,) for entry in table) for table in found.tables), unevenness=unevenness(met, found.tables))


def _at_random(asked: Asked, sizes: Sequence[int], met: Meetings, chance: Chance) -> Spread:
    def start() -> Spread:
        return _cut(chance.mixed(asked.present), sizes)

    return best(start, Aim(lambda _, table: _again(met, table)), chance)


def _near_standing(asked: Asked, sizes: Sequence[int], met: Meetings, chance: Chance) -> Spread:
    def start() -> Spread:
        return _cut(sorted(chance.mixed(asked.present), key=rank), sizes)

    rank = _rank(asked)
    homes = _homes(start(), rank)
    return best(start, Aim(_cost_of_standing(met, homes), reach=REACH), chance)


def _rank(asked: Asked) -> Callable[[int], tuple[int, int]]:
    """What orders the entries, the best first: points, or before round 1 the seed, entries without a seed last. Level entries are equal."""
    history = asked.history
    if history.rounds:
        return lambda entry: (0, -history.points(entry) if entry in history.lines else 0)
    return lambda entry: (0, history.seeds[entry]) if entry in history.seeds else (1, 0)


def _homes(seated: Spread, rank: Callable[[int], tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """By entry, the first and the last table, from 0, where it may sit by its place. Level entries may change places."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    for place, table in enumerate(seated.tables):
        for entry in table:
            spans[rank(entry)] = (spans.get(rank(entry), (place, place))[0], place)
    return {entry: spans[rank(entry)] for table in seated.tables for entry in table}


def _cost_of_standing(met: Meetings, homes: Mapping[int, tuple[int, int]]) -> Callable[[int, Sequence[int]], int]:
    def cost(place: int, table: Sequence[int]) -> int:
        away = [max(homes[entry][0] - place, place - homes[entry][1], 0) for entry in table]
        return _again(met, table) * AGAIN + sum(steps if steps < 2 else TOO_FAR for steps in away)

    return cost


def _again(met: Meetings, table: Sequence[int]) -> int:
    """The squares of how often the pairs of a table met before: a third meeting is worse than two second ones."""
    return sum(met[one].get(other, 0) ** 2 for one, other in combinations(table, 2))


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Spread:
    """The entries in this order, seated at the tables one after another."""
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return Spread(tables, [])


DRAW: Final = Format("draw", 1, "Draw at random", _refuses, _planned, partial(_pair, by_standing=False))
DRAW_BY_STANDING: Final = Format("draw-by-standing", 1, "Draw by standing", _refuses, _planned, partial(_pair, by_standing=True))
