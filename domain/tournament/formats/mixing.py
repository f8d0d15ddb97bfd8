"""Rounds of changing partners that repeat little: two against two, from what was played before, by a seeded search.

A repeated partner costs more than any number of repeated opponents. The entries with the fewest sit-outs sit out next, so that sit-outs
differ by 1 at most among entries that were always there.
"""

from collections.abc import Iterable, Sequence
from math import comb
from typing import Final

from domain.tournament.formats.chance import Chance
from domain.tournament.formats.spreading import Aim, Spread, best
from domain.tournament.formats.starters import Plan
from domain.tournament.history import History

TABLE: Final = 4
AGAIN_TOGETHER: Final = 10**6
"""What a partner costs for each time before. An opponent costs 1 for each time."""


class Met:
    """How often things happened so far. `together`, `against`: by entry and other entry, both ways round; what is not there is 0. `rests`:
    sit-outs by entry. Lines of a schedule may stand in place of entries."""

    __slots__ = ("against", "rests", "together")

    def __init__(self, entries: Iterable[int]) -> None:
        self.rests = dict.fromkeys(entries, 0)
        self.together: dict[int, dict[int, int]] = {entry: {} for entry in self.rests}
        self.against: dict[int, dict[int, int]] = {entry: {} for entry in self.rests}

    def add(self, plan: Plan) -> None:
        """Counts a round. All its entries must be known."""
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
    """What these entries played with each other, and how often they had a bye because no table was left for them."""
    met = Met(entries)
    for entry in met.rests:
        for line in history.lines.get(entry, ()):
            met.rests[entry] += line.kind == "bye"
            for others, times in ((line.partners, met.together), (line.opponents, met.against)):
                for other in others if line.met else ():
                    if other in times:
                        times[entry][other] = times[entry].get(other, 0) + 1
    return met


def mixed_round(met: Met, chance: Chance) -> Plan:
    """The next round of all entries in `met`, with as many tables of four as there can be. `met` is not changed."""
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
        return partners * AGAIN_TOGETHER + opposed.get(c, 0) + opposed.get(d, 0) + other.get(c, 0) + other.get(d, 0)

    found = best(start, Aim(cost, lambda one, other: rests[one] <= rests[other], seats=True), chance)
    return Plan(tuple((a, b, c, d) for a, b, c, d in found.tables), tuple(sorted(found.rests)))


def unevenness(met: Met) -> dict[str, int]:
    """How unevenly people met; empty while no two entries played together twice and no two opposed each other twice.

    `partner_repeats`: how often partners played together again, each time after a pair's first. `opponents_least`, `opponents_most`: the
    least and the most times that two entries opposed each other. `sit_outs_least`, `sit_outs_most`: the same of an entry's sit-outs."""
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
