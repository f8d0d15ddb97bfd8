"""Writes a tournament as tables for a spreadsheet: the standings, the pairings with their results, and the cross table.

A table shows only what its viewer may see. For example, rounds that are not published are only for viewers who may record. The tables have
the same form and quoting as those of games (service/files/tables.py). docs/csv.md is generated from the descriptions of the columns here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from domain.kernel.events import TournamentAct, TournamentEvent
from domain.kernel.events.common import Retracted
from domain.kernel.events.tournaments import RoundPublished, RoundUnpublished
from domain.tournament.history import History, Line
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun, history_of
from domain.tournament.standings import ranking
from domain.tournament.state import Round
from service.files.tables import Row, csv_of
from service.views.tournaments import Names


@dataclass(frozen=True, slots=True)
class TournamentExported:
    """A tournament for one viewer. `names`: the names to show. `records`: whether the viewer may record in the tournament."""

    tournament: str
    reading: TournamentReading
    names: Names
    records: bool

    def rounds(self) -> list[Round]:
        """Return the rounds that the viewer may see, in order."""
        return [paired for _, paired in sorted(self.reading.state.rounds.items()) if paired.published or self.records]

    @property
    def last(self) -> TournamentEvent:
        """The newest event that the viewer may know of: those who may not record know of none in a round that is not published."""
        return next(event for event in reversed(self.reading.events) if self.records or self._is_open(event.act))

    def _is_open(self, act: TournamentAct) -> bool:
        if isinstance(act, Retracted):
            target = self.reading.events[act.target - 1].act
            return isinstance(target, RoundPublished) or self._is_open(target)
        number = getattr(act, "round", None)
        paired = self.reading.state.rounds.get(number) if number is not None else None
        return number is None or isinstance(act, RoundUnpublished) or (paired is not None and paired.published)


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """One kind of table. `columns`: the name and the description of each fixed column, in order. `more`: a function that returns the names
    of the other columns, which depend on the tournament. `more_about`: what the other columns hold; empty if there are none. `rows`: a
    function that yields the rows."""

    name: str
    about: str
    columns: Mapping[str, str]
    rows: Callable[[TournamentExported], Iterator[Row]]
    more: Callable[[TournamentExported], list[str]] = lambda _: []
    more_about: str = ""


def tournament_csv(name: str, exported: TournamentExported) -> bytes:
    """Return the table with that name as the bytes of a CSV file. Raises KeyError for a name that is not in TOURNAMENT_TABLES."""
    table = TOURNAMENT_TABLES[name]
    return csv_of([*table.columns, *table.more(exported)], table.rows(exported))


WHO: Final = {
    "entry": "the number of the entry, from 1",
    "name": "its name; empty if it was erased",
}


def _ranked(exported: TournamentExported) -> Iterator[tuple[tuple[int, int, str | None, int], tuple[str, ...]]]:
    """Yield two tuples for each entry, from the best place on: (place, number, name, points), and the entry's values for the tie-breaks."""
    state = exported.reading.state
    order, rows = ranking(state, begun(state))
    for row in rows:
        who = (row.place, row.entry, exported.names.shown[row.entry], row.points)
        yield who, tuple(str(Fraction(value)) for value in row.values) or ("",) * len(order)


# --- standings ----------------------------------------------------------------------------------------------------------------------------


def _standings(exported: TournamentExported) -> Iterator[Row]:
    for who, values in _ranked(exported):
        yield (exported.tournament, *who, *values)


STANDINGS: Final = TournamentTable(
    "standings",
    "The standings after all rounds: a row for each entry, from the best place on.",
    {
        "tournament": "the id of the tournament",
        "place": "its place, from 1; level entries share the best of their places",
        **WHO,
        "points": "its points",
    },
    _standings,
    lambda exported: [*ranking(exported.reading.state, begun(exported.reading.state)).tiebreaks],
    "a column for each tie-break, named after it: a whole number or a fraction such as `7/2`; empty for entries that did not reach the "
    "last stage",
)


# --- pairings -----------------------------------------------------------------------------------------------------------------------------


def _pairings(exported: TournamentExported) -> Iterator[Row]:
    history = history_of(exported.reading.state)
    for paired in exported.rounds():
        lines = _lines_of(history, paired.number)
        seated = [
            (table.table, side, entry)
            for _, table in sorted(paired.tables.items())
            for side, entries in enumerate(table.sides, 1)
            for entry in entries
        ]
        at_table = {entry for _, _, entry in seated}
        for number, side, entry in seated:
            yield _pairing(exported, (paired.number, number, side, entry), lines)
        for entry in lines:
            if entry not in at_table:
                yield _pairing(exported, (paired.number, None, None, entry), lines)


def _pairing(exported: TournamentExported, where: tuple[int, int | None, int | None, int], lines: Mapping[int, Line]) -> Row:
    """Return the row of an entry in a round. `where`: the numbers of the round, the table, the side and the entry."""
    entry = where[-1]
    begins, line = (exported.tournament, *where, exported.names.shown.get(entry)), lines.get(entry)
    if line is None:
        return (*begins, None, None, None, None, None)
    return (*begins, line.kind, line.outcome, line.score, line.points, _forfeiting(entry, lines))


def _forfeiting(entry: int, lines: Mapping[int, Line]) -> str | None:
    """Return the numbers of the entries that gave the forfeit at the table of `entry`; None if it was no forfeit."""
    line = lines[entry]
    if line.kind != "forfeit":
        return None
    return " ".join(str(other) for other in sorted((entry, *line.partners, *line.opponents)) if lines[other].outcome == "loss")


def _lines_of(history: History, number: int) -> dict[int, Line]:
    return {entry: line for entry, lines in history.lines.items() for line in lines if line.round == number}


PAIRINGS: Final = TournamentTable(
    "pairings",
    "Who plays whom: a row for each entry in each round, by table; then those without a table.",
    {
        "tournament": "the id of the tournament",
        "round": "the number of the round, from 1",
        "table": "the number of the table, from 1; empty: no table",
        "side": "the side of the table, from 1; empty: no table",
        **WHO,
        "kind": "`played`, `forfeit` (ruled without play), `bye` (no table was left), `full`, `half`, `zero` (an absence that was asked "
        "for), or `absent`; empty: no result yet",
        "outcome": "`win`, `draw` or `loss`; empty: no table or no result",
        "score": "its score at the table",
        "points": "the points that the round brought",
        "forfeit_by": "after a forfeit, the numbers of the entries that gave it",
    },
    _pairings,
)


# --- cross table --------------------------------------------------------------------------------------------------------------------------

LETTERS: Final = {"win": "W", "draw": "D", "loss": "L"}


def _crosstable(exported: TournamentExported) -> Iterator[Row]:
    history = history_of(exported.reading.state)
    shown = [(paired.number, _lines_of(history, paired.number)) for paired in exported.rounds()]
    for who, _ in _ranked(exported):
        yield (exported.tournament, *who, *(_cell(who[1], lines) for _, lines in shown))


def _cell(entry: int, lines: Mapping[int, Line]) -> str | None:
    line = lines.get(entry)
    if line is None or line.outcome is None:
        return None if line is None else line.kind
    met = f"{LETTERS[line.outcome]}{' '.join(map(str, line.opponents))}"
    return met if line.met else f"{met} forfeit by {_forfeiting(entry, lines)}"


CROSSTABLE: Final = TournamentTable(
    "crosstable",
    "Every result on one page: a row for each entry, from the best place on, and a column for each round.",
    {
        "tournament": "the id of the tournament",
        "place": "its place, from 1",
        **WHO,
        "points": "its points",
    },
    _crosstable,
    lambda exported: [f"round {paired.number}" for paired in exported.rounds()],
    "a column for each round, such as `round 1`: `W`, `D` or `L` and the numbers of the opponents, then `forfeit by` and the numbers of "
    "those who gave it if it was not played; "
    "without a table, the kind of absence as in `pairings`; empty: no result yet",
)

TOURNAMENT_TABLES: Final = {table.name: table for table in (STANDINGS, PAIRINGS, CROSSTABLE)}
"""Every table of a tournament, by name."""
BRACKET: Final = "bracket"
NO_BRACKET: Final = "is only for knock-outs: this tournament has no bracket"
PRINTED_TABLES: Final = (STANDINGS.name, PAIRINGS.name, BRACKET)
"""What is made as PDF (service/files/paper/tournament.py). Only knock-outs have a bracket."""
