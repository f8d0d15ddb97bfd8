"""Swiss: everybody plays in every round, against somebody with about the same points whom they have not met.

An entry is a person, a fixed pair or a team; a table has two sides with one entry each. A round is one matching, best first by:
1. everybody has a table, one sits out when the number is odd;
2. nobody plays somebody again whom they played: a forfeit was no meeting;
3. nobody sits out who has had a bye; a win by forfeit and a full bye that was asked for are byes;
4. the bye goes to the fewest points that are possible;
5. the list of the differences of points at the tables, sorted with the greatest first, is lexicographically least;
6. each score group is folded (score_groups.py), so that the sum of squared distances from the fold is least;
7. chance decides, from the seed.

How one matching of a large field stays quick: tables near the fold are tried first. Their result is the best one when its differences
are those of `least_gaps`, which no pairing can beat, or else those of a matching over all tables, which is quick because it looks at the
differences alone. It is the best in the fold when no table that was left out has a larger fold than the whole result.

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
"""How far from the fold tables are tried first."""


def _refuses(settings: Settings, entries: int) -> str | None:
    if settings.table != 2 or settings.partners != 1:
        return "A Swiss table has two entries, one on each side. Enter fixed pairs and teams as one entry each."
    return "A Swiss tournament needs two entries or more." if entries < 2 else None


def _rounds(settings: Settings, _entries: int) -> int | None:
    return settings.rounds


def _pair(asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Pair the next round. Two rounds that are asked for in the same way are paired in the same way."""
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
    """The best pairing whose bye goes to an entry with `bye` points (None: nobody sits out); None when all of them repeat a meeting."""
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
    """All tables with a gap of at most `most`, without what decides between equal gaps."""
    return [*within_gap(field, most), *(edge._replace(rest=0) for edge in byes(field, bye))]


def _fewest_repeats(field: Field) -> Paired:
    """The pairing with the fewest tables whose entries have met; then the fewest meetings that these had; then the lowest bye, which is a
    second one only if nobody is left without one; then as the module says."""
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
    """The tables, the one with the most points first, and each with the higher rank first."""
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
