"""What a visitor sees of the cross table of a tournament, and of the tables of people and of pairs."""

from domain.tournament.crosstable import Cell, CrossRow, cross_table, mark
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun, history_of
from domain.tournament.state import Tournament
from domain.tournament.tallies import Tally, Who, pairs_table, people_table
from service.store.clubs.people import People
from service.store.keys import Club
from service.views.tournament_answers import CrossCell, CrossMeeting, CrossTable, CrossTableRow, PairStandings, PeopleStandings, TallyCounts
from service.views.tournaments import Names


def cross_table_json(
    tournament: str, reading: TournamentReading, names: Names, through: int | None, entry: int | None = None, *, records: bool
) -> CrossTable:
    """Return the cross table after round `through` (None: after all rounds that count). `entry`: return only the row of this entry (None:
    all rows). `records`: whether the visitor may record, and so sees rounds that are not published."""
    state = reading.state
    hidden = () if records else [number for number, paired in state.rounds.items() if not paired.published]
    table = cross_table(state, through if records else begun(state, through), hidden)
    return {
        "tournament": tournament,
        "version": reading.version,
        "rounds": [*table.rounds],
        "by_opponents": table.by_opponents,
        "rows": [_row(row, state, names, by_opponents=table.by_opponents) for row in table.rows if entry in (None, row.entry)],
    }


def _row(row: CrossRow, state: Tournament, names: Names, *, by_opponents: bool) -> CrossTableRow:
    meetings: list[CrossMeeting] = [
        {"opponent": other, "rounds": [cell.round for cell in cells]} for other, cells in sorted(row.meetings.items())
    ]
    return {
        "place": row.place,
        "entry": row.entry,
        "name": names.shown[row.entry],
        "points": row.points,
        "cells": [None if cell is None else _cell(cell, state) for cell in row.cells],
        "meetings": meetings if by_opponents else None,
    }


def _cell(cell: Cell, state: Tournament) -> CrossCell:
    return {
        "round": cell.round,
        "mark": mark(cell),
        "kind": cell.kind,
        "table": cell.table,
        "game": None if cell.table is None else state.rounds[cell.round].tables[cell.table].game,
        "opponents": [*cell.opponents],
        "partners": [*cell.partners],
        "outcome": cell.outcome,
        "score": cell.score,
        "against": cell.against,
        "points": cell.points,
    }


def people_json(tournament: str, reading: TournamentReading, club: Club, directory: People, through: int | None) -> PeopleStandings:
    """Return the table of people after round `through` (None: after all rounds that count)."""
    last = begun(reading.state, through)
    table = people_table(reading, last)
    known = directory.names(club, {tally.who for tally in table})
    return {
        "tournament": tournament,
        "version": reading.version,
        "through": last,
        "rows": [{"person": tally.who, "name": known.get(tally.who), **_counts(tally)} for tally in table],
    }


def pairs_json(tournament: str, reading: TournamentReading, names: Names, through: int | None) -> PairStandings:
    """Return the table of pairs after round `through` (None: after all rounds that count)."""
    history = history_of(reading.state, begun(reading.state, through))
    return {
        "tournament": tournament,
        "version": reading.version,
        "through": history.rounds,
        "rows": [{"names": [names.shown[entry] for entry in tally.entries], **_counts(tally)} for tally in pairs_table(history)],
    }


def _counts(tally: Tally[Who]) -> TallyCounts:
    return {
        "place": tally.place,
        "entries": [*tally.entries],
        "rounds": tally.rounds,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points,
        "score": tally.score,
        "against": tally.against,
    }
