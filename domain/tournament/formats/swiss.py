"""Swiss: everybody plays in every round, against somebody with about the same points whom they have not met.

An entry is a person, a fixed pair or a team. A table has two sides of one entry each. These rules choose the pairing; an earlier rule is
stronger:

1. Everybody has a table. If the number of entries is odd, one sits out.
2. Nobody plays the same opponent twice. A forfeit was no meeting.
3. Nobody sits out who has had a bye. A win by forfeit and a full bye that was asked for are byes.
4. The bye goes to an entry with as few points as possible.
5. The differences of points at the tables are least. They are listed with the greatest first; at the first place where two lists differ,
  the smaller number is better.
6. The sum of the folds of all tables is least (score_groups.py).
7. Chance decides, from the seed.

To be quick with hundreds of entries, the search first tries only tables near the fold. Its result has the best differences if these equal
`least_gaps`, which no pairing can beat. Otherwise a second matching over all tables finds the best differences; it is quick because it
looks at nothing else. The result is also the best in rule 6 if every table that was left out has a greater fold than all tables of the
result have together.

Source: the design page of tournaments; docs/decisions/tournaments.md.
"""

from collections.abc import Callable
from math import isqrt
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired
from domain.tournament.formats.matching import Edge, best, gaps_of
from domain.tournament.formats.score_groups import Field, byes, field_of, least_gaps, near_the_fold, within_gap

FIRST_REACH: Final = 16
"""How far from the fold a table may be in the first try."""


def _refuses(settings: Settings, entries: int) -> str | None:
    if settings.table != 2 or settings.partners != 1:
        return "A Swiss table has two entries, one on each side. Enter fixed pairs and teams as one entry each."
    return "A Swiss tournament needs two entries or more." if entries < 2 else None


def _rounds(settings: Settings, _entries: int) -> int | None:
    return settings.rounds


def _pair(asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Pair the next round. The same question always gets the same pairing."""
    field = field_of(asked)
    progress(5)
    if not field.entries:
        return Cannot("Nobody is there to be paired.")
    free = sorted({points for points, may in zip(field.points, field.may_sit_out, strict=True) if may})
    if field.odd and not free:
        return Cannot("The number of entries is odd, and everybody has had a bye.", _fewest_repeats(field))
    for bye in free if field.odd else [None]:
        found = _best(field, bye, progress)
        if found is not None:
            progress(100)
            return _paired(field, found)
    least = _fewest_repeats(field)
    repeats = least.unevenness["repeats"]
    tables = "one table" if repeats == 1 else f"{repeats} tables"
    return Cannot(f"No pairing is left in which nobody meets again. The best one has {tables} of entries that have met.", least)


def _best(field: Field, bye: int | None, progress: Callable[[int], None]) -> list[Edge] | None:
    """The best pairing in which an entry with `bye` points sits out (None: nobody sits out). Returns None if every pairing repeats a
    meeting."""
    wanted, reach = least_gaps(field, bye), FIRST_REACH
    limit, step, spread = wanted[0], 1, field.points[0] - field.points[-1]
    found = best(_near_edges(field, bye, limit, reach), field.pairs)
    while found is None and limit < spread:
        limit, step = min(limit + step, spread), 2 * step
        found = best(_near_edges(field, bye, limit, reach), field.pairs)
    progress(30)
    if found is None or gaps_of(found) != wanted:
        least = best(_all_edges(field, bye, limit if found is None else gaps_of(found)[0]), field.pairs)
        if least is None:
            return None
        wanted = gaps_of(least)
    progress(60)
    while found is None or gaps_of(found) != wanted:
        reach *= 3
        found = best(_near_edges(field, bye, wanted[0], reach), field.pairs)
    progress(80)
    needed = isqrt(sum(field.fold_in(edge.rest) for edge in found)) + 1
    return found if needed <= reach else best(_near_edges(field, bye, wanted[0], needed), field.pairs)


def _near_edges(field: Field, bye: int | None, most: int, reach: int) -> list[Edge]:
    return [*near_the_fold(field, most, reach), *byes(field, bye)]


def _all_edges(field: Field, bye: int | None, most: int) -> list[Edge]:
    """All tables with a gap of at most `most`, and the byes, without `rest`."""
    return [*within_gap(field, most), *(edge._replace(rest=0) for edge in byes(field, bye))]


def _fewest_repeats(field: Field) -> Paired:
    """The pairing with the fewest tables whose entries have met. Of several, the one with the fewest earlier meetings at these tables; then
    with the lowest bye; then as the module says. A second bye is given only if everybody has had one."""
    most = max((times for met in field.met for times in met.values()), default=0)
    spread = field.points[0] - field.points[-1] + 1
    one_repeat = (field.pairs * most + 1) * spread
    edges = []
    for upper, met in enumerate(field.met):
        for lower in range(upper + 1, len(field.entries)):
            gap = field.points[upper] - field.points[lower]
            lead = one_repeat + met[lower] * spread if lower in met else 0
            edges.append(Edge(upper, lower, gap, field.rest(field.fold(upper, lower), upper, lower), lead))
    if field.odd:
        anybody = not any(field.may_sit_out)
        for points in set(field.points):
            edges += (edge._replace(lead=points - field.points[-1]) for edge in byes(field, points, anybody))
    return _paired(field, best(edges, field.pairs) or [])


def _paired(field: Field, found: list[Edge]) -> Paired:
    """The pairing in entry numbers. The table with the most points is first, and at each table the entry of higher rank is first."""
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
