"""Standings: the entries in order of points. Entries with equal points are ordered by the first tie-break, then by the second, and so on.

Every call computes everything from the history. Entries that stay level share a place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from domain.kernel.canonical import Json, canonical
from domain.tournament.history import History
from domain.tournament.scoring import history_of
from domain.tournament.state import Tournament
from domain.tournament.tiebreaks import find
from domain.tournament.tiebreaks.kinds import Number, TieBreak, Value

POINTS = find("points")


class Row(NamedTuple):
    """A row of the standings. `place`: from 1; level entries share the best of their places. `values`: one for each tie-break, in order.
    The value for head-to-head is 0 if the entry is level with nobody."""

    place: int
    entry: int
    points: int
    values: tuple[Number, ...]


def standings(history: History, order: Sequence[str]) -> list[Row]:
    """Return the rows, the best place first; level entries are in order of number. `order`: names of the tie-breaks that follow the
    points. Raises ValueError for an unknown name."""
    found = [find(name) for name in order]
    groups, columns = [list(history.entries)], []
    groups = _refined(groups, {entry: history.points(entry) for entry in history.lines})
    for tiebreak in found:
        values = _values(history, tiebreak, groups)
        totals = {entry: values[entry].total if entry in values else 0 for entry in history.lines}
        columns.append(totals)
        groups = _refined(groups, totals)
    return list(_rows(history, groups, columns))


def explained(history: History, order: Sequence[str], entry: int) -> list[tuple[str, Value]]:
    """Return the values that decide the place of an entry, as pairs: `points` first, then each tie-break in order. Each value has the
    contributions that add up to it. Raises ValueError for an unknown name, KeyError for an unknown entry."""
    groups = _refined([list(history.entries)], {other: history.points(other) for other in history.lines})
    made = [("points", POINTS.values(history, (entry,))[entry])]
    for tiebreak in (find(name) for name in order):
        values = _values(history, tiebreak, groups)
        made.append((tiebreak.name, values.get(entry, Value(0))))
        groups = _refined(groups, {other: values[other].total if other in values else 0 for other in history.lines})
    return made


def _values(history: History, tiebreak: TieBreak, groups: Iterable[Sequence[int]]) -> Mapping[int, Value]:
    """Return the values of a tie-break, by entry. `groups`: the groups of level entries so far. If the values depend on who is level
    (`apart`), only entries that are level with another entry get a value."""
    if not tiebreak.apart:
        return tiebreak.values(history, history.entries)
    return {entry: value for group in groups if len(group) > 1 for entry, value in tiebreak.values(history, tuple(sorted(group))).items()}


def _refined(groups: Iterable[Sequence[int]], totals: Mapping[int, Number]) -> list[list[int]]:
    """Split each group of level entries into groups with equal totals. Returns the new groups, within each old group the greatest total
    first."""
    made = []
    for group in groups:
        split: dict[Number, list[int]] = {}
        for entry in group:
            split.setdefault(totals[entry], []).append(entry)
        made += [split[total] for total in sorted(split, reverse=True)]
    return made


def _rows(history: History, groups: Iterable[Sequence[int]], columns: Sequence[Mapping[int, Number]]) -> Iterator[Row]:
    place = 1
    for group in groups:
        for entry in group:
            yield Row(place, entry, history.points(entry), tuple([column[entry] for column in columns]))
        place += len(group)


# --- their digest -------------------------------------------------------------------------------------------------------------------------


def standings_digest(state: Tournament, through: int) -> str:
    """Return the digest of the standings after round `through`: 64 hexadecimal digits."""
    order = state.settings.tiebreaks
    return digest_of(through, order, standings(history_of(state, through), order))


def digest_of(through: int, tiebreaks: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the digest of these rows of standings. `tiebreaks`: the names of the tie-breaks, in order."""
    written: list[Json] = [
        {"place": row.place, "entry": row.entry, "points": row.points, "values": [str(Fraction(value)) for value in row.values]}
        for row in rows
    ]
    return sha256(canonical({"through": through, "tiebreaks": [*tiebreaks], "rows": written})).hexdigest()
