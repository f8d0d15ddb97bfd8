"""Standings: the entries in order of points. Entries with equal points are ordered by the first tie-break, then by the second, and so on.

Every call computes everything from the history. Entries that stay level share a place.

With stages, those who went on come before those who did not, each in the order of the last stage that they reached. In a stage with groups
the first of all groups come first, then the second, and so on; `across` says what decides between them. If the best of all groups go on
together (`Cut.top` is 0), the place in a group hardly counts: again and again comes the best of those who are next in their group."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from domain.kernel.canonical import Json, canonical
from domain.tournament.history import History
from domain.tournament.scoring import history_of
from domain.tournament.stages import Part, parts, stage_at
from domain.tournament.state import Tournament
from domain.tournament.tiebreaks import find
from domain.tournament.tiebreaks.kinds import Number, TieBreak, Value

POINTS = find("points")


class Row(NamedTuple):
    """A row of the standings. `place`: from 1; level entries share the best of their places. `values`: one for each tie-break, in order.
    The value for head-to-head is 0 if the entry is level with nobody. `values` is empty for an entry that did not reach the last stage."""

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


# --- stages -------------------------------------------------------------------------------------------------------------------------------


class Ranking(NamedTuple):
    """The standings of a tournament. `tiebreaks`: the names of those that decided, of the last stage."""

    tiebreaks: tuple[str, ...]
    rows: list[Row]


class Ranked(NamedTuple):
    """The standings of a part of a stage. `history`: of its rounds, counted from 1."""

    part: Part
    history: History
    tiebreaks: tuple[str, ...]
    rows: list[Row]

    def means(self, tiebreak: TieBreak) -> Mapping[int, Fraction]:
        """Return the mean of a tie-break over the rounds of each entry. Byes are left out, because only groups of odd size have them."""
        lines = {entry: tuple(line for line in mine if line.kind != "bye") for entry, mine in self.history.lines.items()}
        byes = {entry: len(mine) - len(lines[entry]) for entry, mine in self.history.lines.items()}
        values = tiebreak.values(replace(self.history, lines=lines), self.history.entries)
        return {entry: Fraction(value.total) / max(1, self.history.rounds - byes[entry]) for entry, value in values.items()}


def ranked(state: Tournament, index: int = -1, through: int | None = None, more: Sequence[str] = ()) -> list[Ranked]:
    """Return the standings of each part of a stage after round `through` of the tournament (None: after all). `more`: tie-breaks that
    follow those of the settings."""
    made = []
    for part in parts(state, index):
        history = history_of(part.state, None if through is None else through - part.before)
        order = (*part.state.settings.tiebreaks, *more)
        made.append(Ranked(part, history, order, standings(history, order)))
    return made


def across(stage: Sequence[Ranked]) -> list[list[Row]]:
    """Return the rows of all parts, the best first, in tiers of level ones. Between groups decide the places in them, then the means of
    points, then the tie-breaks in order. If the best of all groups together go on, the places decide only before lots and the director."""
    rows = {row.entry: row for one in stage for row in one.rows}
    if len(stage) > 1 and _together(stage[0].part.state):
        tiers = _merged(stage, _steps(stage, places_first=False))
    else:
        tiers = _split([sorted(rows)], _steps(stage, places_first=True))
    return [[rows[entry] for entry in tier] for tier in tiers]


def _together(state: Tournament) -> bool:
    return state.settings.cut is not None and not state.settings.cut.top


def _merged(stage: Sequence[Ranked], steps: Sequence["_Step"]) -> list[list[int]]:
    """Return all entries in tiers. The next tier is always the best of those who are next in their group: so the order in a group stays."""
    waiting = [[{row.entry for row in level} for _, level in groupby(one.rows, key=attrgetter("place"))] for one in stage]
    tiers: list[list[int]] = []
    while heads := [levels[0] for levels in waiting if levels]:
        best = sorted(set().union(*heads))
        for step in steps:
            best = _split([best], [step])[0]
        tiers.append(best)
        for levels in waiting:
            if levels:
                levels[0] -= {*best}
                levels[:] = [level for level in levels if level]
    return tiers


class _Orders(NamedTuple):
    """Orders by lots or by the director. One counts among level entries if it names all of them."""

    orders: Sequence[Sequence[int]]


_Step = Mapping[int, Number] | _Orders
"""What splits entries of different groups: a value for each of them, of which the greatest is best, or orders."""


def _steps(stage: Sequence[Ranked], *, places_first: bool) -> list[_Step]:
    """Return what decides between entries of different groups, in order."""
    orders = {"lots": _Orders([stage[0].history.lots]), "director": _Orders(stage[0].history.ruled)}
    places = {row.entry: -row.place for one in stage for row in one.rows}
    names = ("points", *stage[0].tiebreaks) if len(stage) > 1 else ()
    made = [orders[name] if name in orders else _worth(stage, name) for name in names]
    at = 0 if places_first else next((at for at, name in enumerate(names) if name in orders), len(names))
    return [*made[:at], places, *made[at:]]


def _split(tiers: Iterable[Sequence[int]], steps: Iterable[_Step]) -> list[list[int]]:
    split = [[*tier] for tier in tiers]
    for step in steps:
        split = _refined(split, _named(step.orders, split) if isinstance(step, _Orders) else step)
    return split


def _named(orders: Iterable[Sequence[int]], tiers: Sequence[Sequence[int]]) -> Mapping[int, int]:
    named = [(tier, order) for tier in tiers if len(tier) > 1 for order in orders if {*tier} <= {*order}]
    worth = {entry: -order.index(entry) for tier, order in named for entry in tier}
    return {entry: worth.get(entry, 0) for tier in tiers for entry in tier}


def _worth(stage: Sequence[Ranked], name: str) -> Mapping[int, Number]:
    """Return what a tie-break says about entries of different groups. A sum over own rounds counts as a mean. A tie-break over opponents
    counts only if all groups have as many entries; one between level entries says nothing about other groups."""
    tiebreak = find(name)
    if tiebreak.own:
        return {entry: mean for one in stage for entry, mean in one.means(tiebreak).items()}
    if tiebreak.apart or len({len(one.history.lines) for one in stage}) > 1:
        return {row.entry: 0 for one in stage for row in one.rows}
    at = stage[0].tiebreaks.index(name)
    return {row.entry: row.values[at] for one in stage for row in one.rows}


def ranking(state: Tournament, through: int | None = None) -> Ranking:
    """Return the standings of the tournament after round `through`; None: after all that are paired."""
    last = max(state.rounds, default=0) if through is None else through
    state = state if last else _before_stages(state)
    if not state.stages:
        return Ranking(state.settings.tiebreaks, standings(history_of(state, through), state.settings.tiebreaks))
    newest = stage_at(state, last)
    stages = [ranked(state, index, last) for index in range(newest, -1, -1)]
    rows: dict[int, Row] = {}
    for stage in stages:
        for level in across(stage):
            left = [row for row in level if row.entry not in rows]
            values = stage is stages[0]
            place = len(rows) + 1
            rows |= {row.entry: row._replace(place=place, values=row.values if values else ()) for row in left}
    place = len(rows) + 1
    rows |= {entry: Row(place, entry, 0, ()) for entry in sorted(state.entries) if entry not in rows}
    return Ranking(stages[0][0].tiebreaks, [*rows.values()])


def _before_stages(state: Tournament) -> Tournament:
    """Return the tournament without stages. Before round 1 not everyone knows who is in the first stage, and what was carried into it."""
    return replace(parts(state, 0)[0].state, entries=state.entries, adjusted=state.adjusted) if state.stages else state


class Place(NamedTuple):
    """Where an entry's place comes from. `stage`: the number of the last stage that it reached, from 1; None if there are no stages, if
    it was in none, or before round 1. `group`: the number of its group there; None if there are none. `values`: as `explained` returns
    them. `together`: whether the best of all groups go on together, so that places in groups hardly count between groups."""

    stage: int | None
    group: int | None
    values: list[tuple[str, Value]]
    together: bool = False


def explanation(state: Tournament, entry: int, through: int | None = None) -> Place:
    """Return what decides the place of an entry after round `through`. Raises KeyError for an unknown entry."""
    last = max(state.rounds, default=0) if through is None else through
    state = state if last else _before_stages(state)
    if not state.stages:
        return Place(None, None, explained(history_of(state, through), state.settings.tiebreaks, entry))
    for index in range(stage_at(state, last), -1, -1):
        for part in parts(state, index):
            if entry in part.state.entries:
                values = explained(history_of(part.state, last - part.before), part.state.settings.tiebreaks, entry)
                shifted = [(name, _shifted(value, part.before)) for name, value in values]
                return Place(index + 1, part.group or None, shifted, part.group > 0 and _together(part.state))
    return Place(None, None, [("points", Value(0))])


def _shifted(value: Value, before: int) -> Value:
    """Return the value with rounds counted as in the whole tournament."""
    moved = (part if part.round is None else part._replace(round=part.round + before) for part in value.contributions)
    return value._replace(contributions=tuple(moved))


# --- their digest -------------------------------------------------------------------------------------------------------------------------


def standings_digest(state: Tournament, through: int) -> str:
    """Return the digest of the standings after round `through`: 64 hexadecimal digits."""
    return digest_of(through, *ranking(state, through))


def digest_of(through: int, tiebreaks: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the digest of these rows of standings. `tiebreaks`: the names of the tie-breaks, in order."""
    written: list[Json] = [
        {"place": row.place, "entry": row.entry, "points": row.points, "values": [str(Fraction(value)) for value in row.values]}
        for row in rows
    ]
    return sha256(canonical({"through": through, "tiebreaks": [*tiebreaks], "rows": written})).hexdigest()
