"""Ranks the entries of a Swiss round, and lists the tables that are possible.

A *score group* is the entries with the same points. An ideal pairing looks as if the list of entries were folded. Within a group, the first
of the top half plays the first of the bottom half, and so on. Between two groups, the last of the upper group plays the first of the lower
group. The *fold* of a table says how far its entries are from this ideal: 0 is the best.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from math import isqrt
from typing import Final, NamedTuple

from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked
from domain.tournament.formats.matching import Edge

CHANCE_BITS: Final = 20
"""The number of bits in the random number of an entry. The random number of a table has twice as many."""


class Field(NamedTuple):
    """The entries to be paired, in order of rank: by points, then by seed, then by entry number. Entries without a seed come after those
    with one. Every attribute has one item for each entry, in this order.

    `entries`: the number of the entry. Everywhere else an entry is named by its rank, from 0. `met`: how often the entry has played each
    other entry. `may_sit_out`: whether it has had no bye yet. `top`: the first rank of its score group. `size`: the number of entries in
    that group. `lots`: its random number. `hard`, `soft`: the entries from whom a hard or a soft wish keeps it apart. `barred`: the
    entries that it must not play, because they have met or because of a wish.
    """

    entries: tuple[int, ...]
    points: tuple[int, ...]
    met: tuple[Mapping[int, int], ...]
    may_sit_out: tuple[bool, ...]
    top: tuple[int, ...]
    size: tuple[int, ...]
    lots: tuple[int, ...]
    hard: tuple[Set[int], ...]
    soft: tuple[Set[int], ...]
    barred: tuple[Set[int], ...]

    @property
    def pairs(self) -> int:
        """The number of tables. A bye counts as a table."""
        return (len(self.entries) + 1) // 2

    @property
    def odd(self) -> bool:
        return len(self.entries) % 2 == 1

    @property
    def furthest(self) -> int:
        """A number whose square no fold of a table exceeds. With this number as its `reach`, `near_the_fold` leaves out no table."""
        return 2 * len(self.entries)

    def granting(self) -> "Field":
        """Return this field with every soft wish as if it were hard."""
        return self._replace(
            soft=(frozenset(),) * len(self.entries), barred=tuple(met | soft for met, soft in zip(self.barred, self.soft, strict=True))
        )

    def below(self, rank: int) -> int:
        """Return how many entries of the same score group are ranked below this one."""
        return self.top[rank] + self.size[rank] - 1 - rank

    def fold(self, upper: int, lower: int) -> int:
        """Return the fold of a table: the squared distance from the ideal. Within a group, an entry on the wrong side of the middle adds
        the square of its distance from the middle. `upper`, `lower`: the ranks of the two entries."""
        first = self.top[upper]
        if first != self.top[lower]:
            return self.below(upper) ** 2 + (lower - self.top[lower]) ** 2
        half = self.size[upper] // 2
        over = max(0, upper - first - half + 1, half - lower + first)
        return (lower - upper - half) ** 2 + over**2

    def rest(self, fold: int, one: int, other: int) -> int:
        """Return the `rest` of a table, a number that decides between pairings with equal gaps (differences of points). The fold (distance
        from the ideal) weighs most, then chance. `one`, `other`: the ranks of the two entries."""
        return (fold * self.pairs << 2 * CHANCE_BITS) + self.lots[one] * self.lots[other]

    def fold_in(self, rest: int) -> int:
        """Return the fold of a table (its distance from the ideal), computed from the table's `rest`."""
        return (rest >> 2 * CHANCE_BITS) // self.pairs


def field_of(asked: Asked) -> Field:
    """Rank the present entries and return them as a Field."""
    history = asked.history
    known = {entry: history.points(entry) if entry in history.lines else 0 for entry in asked.present}
    seeds = history.seeds
    entries = sorted(asked.present, key=lambda entry: (-known[entry], entry not in seeds, seeds.get(entry, 0), entry))
    ranks = {entry: rank for rank, entry in enumerate(entries)}
    met: list[Mapping[int, int]] = []
    for entry in entries:
        opponents = history.opponents(entry) if entry in history.lines else ()
        met.append(Counter(ranks[other] for other in opponents if other in ranks))
    hard: list[set[int]] = [set() for _ in entries]
    soft: list[set[int]] = [set() for _ in entries]
    for pair, wish in asked.apart.items():
        one, other = (ranks.get(entry) for entry in pair)
        if one is not None and other is not None:
            kept = hard if wish.hard else soft
            kept[one].add(other)
            kept[other].add(one)
    points = [known[entry] for entry in entries]
    sizes = Counter(points)
    return Field(
        entries=tuple(entries),
        points=tuple(points),
        met=tuple(met),
        may_sit_out=tuple(entry not in history.lines or not history.had_bye(entry) for entry in entries),
        top=_tops(points),
        size=tuple(sizes[mine] for mine in points),
        lots=tuple(Chance(asked.seed, asked.round, entry).below(2**CHANCE_BITS) for entry in entries),
        hard=tuple(hard),
        soft=tuple(soft),
        barred=tuple(others | before.keys() for others, before in zip(hard, met, strict=True)),
    )


def _tops(points: Sequence[int]) -> tuple[int, ...]:
    first: dict[int, int] = {}
    for rank, mine in enumerate(points):
        first.setdefault(mine, rank)
    return tuple(first[mine] for mine in points)


def least_gaps(field: Field, bye: int | None) -> tuple[int, ...]:
    """Return the best list of gaps (differences of points) that a pairing could have, greatest first: neighbours in rank play, as if nobody
    had met before. `bye`: the points of the entry that sits out; None if nobody does. A bye has the gap 0."""
    points = list(field.points)
    if bye is not None:
        points.remove(bye)
    gaps = [upper - lower for upper, lower in zip(points[::2], points[1::2], strict=True)]
    return tuple(sorted([*gaps, *([] if bye is None else [0])], reverse=True))


def byes(field: Field, points: int | None, anybody: bool = False) -> Iterator[Edge]:
    """Yield the possible byes for entries with this number of points. If `points` is None, nobody sits out, and nothing is yielded. Each
    bye is an edge from the entry to an extra node after the last rank. `anybody`: whether entries that have had a bye may have another."""
    nobody = len(field.entries)
    for rank, mine in enumerate(field.points):
        if mine == points and (anybody or field.may_sit_out[rank]):
            yield Edge(rank, nobody, rest=field.rest(field.below(rank) ** 2, rank, rank))


def within_gap(field: Field, most: int) -> Iterator[Edge]:
    """Yield all tables of two entries that may play, with a gap (difference of points) of at most `most`. Each table is an edge whose
    `rest` is 0, and whose `lead` is 1 if it breaks a soft wish."""
    points = field.points
    for upper, mine in enumerate(points):
        barred, soft = field.barred[upper], field.soft[upper]
        end = bisect_right(points, most - mine, key=lambda other: -other)
        for lower in range(upper + 1, end):
            if lower not in barred:
                yield Edge(upper, lower, mine - points[lower], lead=int(lower in soft))


def nearest(field: Field, count: int) -> Iterator[Edge]:
    """Yield, for each entry, its tables with the next `count` entries in rank that it may play. Each table is an edge whose `rest` is
    0."""
    points = field.points
    for upper, barred in enumerate(field.barred):
        free = (lower for lower in range(upper + 1, len(points)) if lower not in barred)
        for lower in islice(free, count):
            yield Edge(upper, lower, points[upper] - points[lower])


def near_the_fold(field: Field, most: int, reach: int) -> Iterator[Edge]:
    """Yield those tables of `within_gap` whose fold (distance from the ideal) is at most `reach` squared. Unlike in `within_gap`, each edge
    has the `rest` of its table, not 0."""
    points, starts = field.points, sorted(set(field.top))
    for upper, mine in enumerate(points):
        barred, soft = field.barred[upper], field.soft[upper]
        at = bisect_right(starts, upper) - 1
        for start in starts[at:]:
            gap = mine - points[start]
            if gap > most:
                break
            for lower in _near(field, upper, start, reach):
                if lower not in barred and (fold := field.fold(upper, lower)) <= reach * reach:
                    yield Edge(upper, lower, gap, field.rest(fold, upper, lower), int(lower in soft))


def _near(field: Field, upper: int, start: int, reach: int) -> range:
    """Return the ranks of a score group that `near_the_fold` must look at for the entry with the rank `upper`. Only tables with one of
    these ranks can have a small enough fold. `start`: the first rank of this group."""
    end = start + field.size[start]
    if start == field.top[upper]:
        middle = upper + field.size[start] // 2
        return range(max(upper + 1, middle - reach), min(end, middle + reach + 1))
    room = reach * reach - field.below(upper) ** 2
    return range(start, min(end, start + isqrt(room) + 1)) if room >= 0 else range(0)
