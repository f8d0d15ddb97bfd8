"""Makes rounds of two against two with changing partners. A seeded search looks for few repeated meetings, counting the earlier rounds.

One repeated partner costs more than any number of repeated opponents. The entries that sat out least often sit out next. Of two entries
that were present in every round, one has therefore sat out at most one round more than the other.
"""

from collections.abc import Iterable, Sequence
from math import comb
from typing import Final

from domain.tournament.formats.chance import Chance
from domain.tournament.formats.spreading import Aim, Spread, best
from domain.tournament.formats.starters import Plan
from domain.tournament.history import History
from domain.tournament.wishes import NOBODY_APART, Apart, too_near

TABLE: Final = 4
AGAIN_TOGETHER: Final = 10**6
"""The cost of a pair of partners, for each time that they were partners before. A pair of opponents costs 1 for each earlier time."""

SOFT: Final = 10**9
HARD: Final = 10**15
"""The cost of two entries at one table who should be kept apart, by a soft wish or by a hard one."""


class Met:
    """Counts of earlier meetings. `together[one][other]` and `together[other][one]` say how often these entries were partners; if a number
    is missing, it is 0. In the same way `against` says how often they were opponents. `rests`: how often each entry sat out.

    In place of entries, the numbers of lines in a schedule may be used.
    """

    __slots__ = ("against", "rests", "together")

    def __init__(self, entries: Iterable[int]) -> None:
        self.rests = dict.fromkeys(entries, 0)
        self.together: dict[int, dict[int, int]] = {entry: {} for entry in self.rests}
        self.against: dict[int, dict[int, int]] = {entry: {} for entry in self.rests}

    def add(self, plan: Plan) -> None:
        """Add a round to the counts. All its entries must be in `rests` already."""
        for a, b, c, d in plan.tables:
            for one, other in ((a, b), (c, d)):
                _count(self.together, one, other)
            for one, other in ((a, c), (a, d), (b, c), (b, d)):
                _count(self.against, one, other)
        for entry in plan.rests:
            self.rests[entry] += 1


def _count(times: dict[int, dict[int, int]], one: int, other: int) -> None:
    times[one][other] = times[one].get(other, 0) + 1
    times[other][one] = times[other].get(one, 0) + 1


def met_in(history: History, entries: Iterable[int]) -> Met:
    """Return how often these entries played with and against each other, and how often each had a bye because no table was left."""
    met = Met(entries)
    for entry in met.rests:
        for line in history.lines.get(entry, ()):
            met.rests[entry] += line.kind == "bye"
            for others, times in ((line.partners, met.together), (line.opponents, met.against)):
                for other in others if line.met else ():
                    if other in times:
                        times[entry][other] = times[entry].get(other, 0) + 1
    return met


def mixed_round(met: Met, chance: Chance, apart: Apart = NOBODY_APART) -> Plan:
    """Make the next round for all entries in `met`, with as many full tables as possible. `met` is not changed. `apart`: the pairs that
    should not sit at one table."""
    together, against, rests = met.together, met.against, met.rests
    seats = len(rests) // TABLE * TABLE

    def start() -> Spread:
        order = sorted(chance.mixed(sorted(rests)), key=lambda entry: -rests[entry])
        seated = chance.mixed(order[:seats])
        return Spread([seated[at : at + TABLE] for at in range(0, seats, TABLE)], order[seats:])

    def cost(_: int, table: Sequence[int]) -> int:
        a, b, c, d = table
        opposed, other = against[a], against[b]
        partners = together[a].get(b, 0) + together[c].get(d, 0)
        wished = sum(HARD if apart[pair].hard else SOFT for pair in too_near(apart, table))
        return wished + partners * AGAIN_TOGETHER + opposed.get(c, 0) + opposed.get(d, 0) + other.get(c, 0) + other.get(d, 0)

    found = best(start, Aim(cost, lambda one, other: rests[one] <= rests[other], seats=True), chance)
    return Plan(tuple((a, b, c, d) for a, b, c, d in found.tables), tuple(sorted(found.rests)))


def unevenness(met: Met) -> dict[str, int]:
    """Return how unevenly entries met. Empty if no two were partners twice and no two were opponents twice.

    `partner_repeats`: how often partners had been partners before. `opponents_least`, `opponents_most`: the least and the greatest number
    of times that two entries were opponents. `sit_outs_least`, `sit_outs_most`: the least and the greatest number of times that an entry
    sat out.
    """
    repeats = sum(max(count - 1, 0) for one, times in met.together.items() for other, count in times.items() if one < other)
    opposed = [count for one, times in met.against.items() for other, count in times.items() if one < other]
    if not repeats and max(opposed, default=0) < 2:
        return {}
    everyone = len(opposed) == comb(len(met.rests), 2)
    return {
        "partner_repeats": repeats,
        "opponents_least": min(opposed) if everyone else 0,
        "opponents_most": max(opposed, default=0),
        "sit_outs_least": min(met.rests.values()),
        "sit_outs_most": max(met.rests.values()),
    }
