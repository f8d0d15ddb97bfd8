"""Swiss: everybody plays in every round, against a new opponent with about the same points.

An entry is a person, a fixed pair or a team. A table has two sides of one entry each. These rules choose the pairing; an earlier rule is
stronger:

1. Everybody has a table. If the number of entries is odd, one sits out.
2. Hard wishes are kept.
3. Nobody plays the same opponent twice. A forfeit does not count as a meeting.
4. An entry that has had a bye does not sit out. A win by forfeit and a full bye that was asked for count as byes.
5. The bye goes to an entry with as few points as possible.
6. As few pairs as possible play against a soft wish.
7. The differences of points at the tables are least. They are listed with the greatest first; at the first place where two lists differ,
  the smaller number is better.
8. The tables are as close to the ideal pairing as possible. Each table has a distance from it, which is called its *fold*
  (score_groups.py). The sum of the folds is least.
9. Chance decides, from the seed.

To be quick with hundreds of entries, the search looks at few tables:

- First, a matching of entries that are near in rank finds a limit on the difference of points at a table. The best pairing stays within
  this limit.
- The next search tries only tables with a small fold. If the differences in its result equal `least_gaps`, no pairing has better ones.
  Otherwise a second matching over all tables within the limit finds the best differences. It ignores the folds and is therefore quick.
- If the fold of each table that was left out is greater than the sum of the folds in the result, the result is also the best by rule 8.
- If more than half of the tables within the limit have a small fold, one search over all tables within the limit is quicker. That many have
  a small fold when most entries have different points.
- All this is done as if soft wishes were hard. Only if that gives no pairing, they are counted, in a search over all tables.

Source: the design page of tournaments; docs/decisions/tournaments.md.
"""

from collections.abc import Callable
from math import isqrt
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired, Steps, steps
from domain.tournament.formats.matching import Edge, best, enough_gap, gaps_of
from domain.tournament.formats.score_groups import Field, byes, field_of, least_gaps, near_the_fold, nearest, within_gap

FIRST_REACH: Final = 16
"""The first search looks only at tables whose distance from the ideal (fold) is at most the square of this number."""
FIRST_NEAREST: Final = 12
"""The first search for the limit on gaps (differences of points) looks only at this many tables of each entry."""


def _refuses(settings: Settings, entries: int) -> str | None:
    if settings.table != 2 or settings.partners != 1:
        return "A Swiss table has two entries, one on each side. Enter fixed pairs and teams as one entry each."
    return "A Swiss tournament needs two entries or more." if entries < 2 else None


def _rounds(settings: Settings, _entries: int) -> int | None:
    return settings.rounds


def _pair(asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Return the pairing of the next round, or the reason why there is none. The same `asked` always gets the same pairing. `progress`:
    called with the percentage that is done."""
    field = field_of(asked)
    progress(5)
    if not field.entries:
        return Cannot("Nobody is there to be paired.")
    free = sorted({points for points, may in zip(field.points, field.may_sit_out, strict=True) if may})
    if field.odd and not free:
        return Cannot("The number of entries is odd, and everybody has had a bye.", _fewest_repeats(field, steps(progress, 5, 100)))
    for bye in free if field.odd else [None]:
        found = _best(field.granting(), bye, progress) or (_best(field, bye, progress) if any(field.soft) else None)
        if found is not None:
            progress(100)
            return _paired(field, found)
    least = _fewest_repeats(field, steps(progress, 60, 100))
    repeats = least.unevenness.get("repeats")
    if repeats is None:
        return least  # it breaks a hard wish, or there would be a better one
    tables = "one table" if repeats == 1 else f"{repeats} tables"
    possible = "pairing that keeps the wishes" if any(field.hard) else "possible pairing"
    return Cannot(f"In every {possible}, some entries meet again. The best one has {tables} of entries that have met.", least)


def _best(field: Field, bye: int | None, progress: Callable[[int], None]) -> list[Edge] | None:
    """Return the best pairing in which an entry with `bye` points sits out, or nobody if `bye` is None. Returns None if every pairing
    repeats a meeting or breaks a hard wish."""
    limit, wanted, reach = _limit(field, bye), (0, least_gaps(field, bye)), FIRST_REACH
    if limit is None:
        return None
    progress(10)
    first, second, third, last = (steps(progress, *marks) for marks in ((15, 30), (30, 60), (60, 80), (80, 100)))
    near = _near_edges(field, bye, limit, reach)
    progress(12)
    every = [*within_gap(field, limit), *(edge._replace(rest=0) for edge in byes(field, bye))]
    progress(15)
    if len(every) < 2 * len(near):
        near = _near_edges(field, bye, limit, field.furthest)
        progress(20)
        return best(near, field.pairs, progress=steps(progress, 20, 100))
    found = best(near, field.pairs, progress=first)
    progress(30)
    if found is None or _worth(found) != wanted:
        wanted = _worth(best(every, field.pairs, progress=second) or [])
    progress(60)
    greatest = wanted[1][0]
    while found is None or _worth(found) != wanted:
        reach *= 3
        found = best(_near_edges(field, bye, greatest, reach), field.pairs, progress=third)
    progress(80)
    needed = isqrt(sum(field.fold_in(edge.rest) for edge in found)) + 1
    return found if needed <= reach else best(_near_edges(field, bye, greatest, needed), field.pairs, progress=last)


def _worth(found: list[Edge]) -> tuple[int, tuple[int, ...]]:
    """Return how many soft wishes a pairing breaks, and its gaps (differences of points)."""
    return sum(edge.lead for edge in found), gaps_of(found)


def _limit(field: Field, bye: int | None) -> int | None:
    """Return an upper limit for the gaps (differences of points) in the best pairing. The search for the limit looks at few tables, and the
    limit is seldom higher than needed. With soft wishes it is the greatest gap of all, because a wish is stronger than a gap. Returns None
    if every pairing repeats a meeting or breaks a hard wish."""
    count = FIRST_NEAREST
    while (found := enough_gap([*nearest(field, count), *byes(field, bye)], field.pairs)) is None and count < len(field.entries):
        count *= 4
    return field.points[0] - field.points[-1] if found is not None and any(field.soft) else found


def _near_edges(field: Field, bye: int | None, most: int, reach: int) -> list[Edge]:
    return [*near_the_fold(field, most, reach), *byes(field, bye)]


def _fewest_repeats(field: Field, progress: Steps) -> Paired:
    """Return the pairing with the fewest tables that break a hard wish, and of these the one with the fewest tables whose entries have met.
    Between equal pairings these decide, in this order: the fewest earlier meetings at these tables, the fewest points of the entry with the
    bye, and rules 6 to 9 in the first lines of this module. A second bye is given only if everybody has had one."""
    most = max((times for met in field.met for times in met.values()), default=0)
    spread = field.points[0] - field.points[-1] + 1
    one_point = field.pairs + 1
    one_meeting = spread * one_point
    one_repeat = (field.pairs * most + 1) * one_meeting
    one_wish = (field.pairs + 1) * one_repeat
    edges = []
    for upper, met in enumerate(field.met):
        for lower in range(upper + 1, len(field.entries)):
            gap = field.points[upper] - field.points[lower]
            lead = one_repeat + met[lower] * one_meeting if lower in met else 0
            lead += one_wish * (lower in field.hard[upper]) + (lower in field.soft[upper])
            edges.append(Edge(upper, lower, gap, field.rest(field.fold(upper, lower), upper, lower), lead))
    if field.odd:
        anybody = not any(field.may_sit_out)
        for points in set(field.points):
            edges += (edge._replace(lead=(points - field.points[-1]) * one_point) for edge in byes(field, points, anybody))
    return _paired(field, best(edges, field.pairs, progress=progress) or [])


def _paired(field: Field, found: list[Edge]) -> Paired:
    """Return the pairing with entry numbers in place of ranks. The table with the most points is first. At each table the entry with the
    better rank is first."""
    nobody, points, entries = len(field.entries), field.points, field.entries
    tables = sorted(
        ((edge.one, edge.other) for edge in found if edge.other != nobody), key=lambda table: (-points[table[0]], -points[table[1]], table)
    )
    out = [edge.one for edge in found if edge.other == nobody]
    repeats = sum(lower in field.met[upper] for upper, lower in tables)
    second = sum(not field.may_sit_out[rank] for rank in out)
    return Paired(
        tables=tuple(((entries[upper],), (entries[lower],)) for upper, lower in tables),
        sits_out=tuple(entries[rank] for rank in out),
        unevenness={name: number for name, number in (("repeats", repeats), ("second_byes", second)) if number},
    )


SWISS: Final = Format("swiss", 1, "Swiss", _refuses, _rounds, _pair)
