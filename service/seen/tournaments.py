"""What a visitor sees of a tournament: its state, a round, the standings, and the explanation of a place.

Everyone who may see a tournament sees the same, with one exception: only those who may record see rounds that are not published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments.values import SETTINGS
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import history_of
from domain.tournament.standings import Row, explained, standings
from domain.tournament.state import Result, Round, Seated, Tournament
from domain.tournament.tiebreaks import find
from domain.tournament.tiebreaks.kinds import Number, Value
from service.seen.tournament_answers import (
    EntryPlace,
    Explained,
    RoundTable,
    Standings,
    StandingsRow,
    Summand,
    TableResult,
    TournamentLine,
    TournamentRound,
    TournamentState,
)
from service.store.clubs.people import People
from service.store.keys import Club


@dataclass(frozen=True, slots=True)
class Names:
    """The names to show for entries. `shown`: by entry number (None: erased). `closed`: the entries whose recorded name may not be shown
    any more, because one of their people was erased."""

    shown: Mapping[int, str | None]
    closed: frozenset[int]

    def called(self, entry: int) -> str:
        return self.shown.get(entry) or f"Entry {entry}"


def names_of(club: Club, state: Tournament, directory: People) -> Names:
    """The names to show for all entries. If one of an entry's people was erased, the names of its other people are shown instead."""
    known = directory.names(club, {person for entry in state.entries.values() for person in entry.people})
    shown: dict[int, str | None] = {}
    closed = set()
    for entry in state.entries.values():
        left = [known[person] for person in entry.people if person in known]
        shown[entry.number] = entry.name if len(left) == len(entry.people) else " and ".join(left) or None
        closed |= {entry.number} if len(left) < len(entry.people) else set()
    return Names(shown, frozenset(closed))


# --- state --------------------------------------------------------------------------------------------------------------------------------


def state_json(tournament: str, reading: TournamentReading, names: Names, *, records: bool) -> TournamentState:
    """The tournament. `records`: whether the visitor may record, and so sees rounds that are not published."""
    state = reading.state
    return {
        "tournament": tournament,
        "version": reading.version,
        "title": state.title,
        "system": state.system,
        "format": state.format,
        "settings": SETTINGS.dump(state.settings),
        "visibility": state.visibility,
        "finished": state.finished,
        "entries": [
            {
                "entry": entry.number,
                "name": names.shown[entry.number],
                "people": [*entry.people],
                "seed": entry.seed,
                "here": entry.checked_in,
                "withdrawn": bool(entry.out) and entry.out[-1][1] is None,
            }
            for _, entry in sorted(state.entries.items())
        ],
        "rounds": [
            {"round": number, "published": paired.published, "tables": len(paired.tables), "unfinished": [*paired.unfinished]}
            for number, paired in sorted(state.rounds.items())
            if paired.published or records
        ],
    }


def line_json(tournament: str, reading: TournamentReading) -> TournamentLine:
    state = reading.state
    return {
        "tournament": tournament,
        "version": reading.version,
        "title": state.title,
        "format": state.format,
        "entries": len(state.entries),
        "rounds": len(state.rounds),
        "finished": state.finished,
        "visibility": state.visibility,
    }


def round_json(tournament: str, version: int, paired: Round) -> TournamentRound:
    return {
        "tournament": tournament,
        "version": version,
        "round": paired.number,
        "published": paired.published,
        "tables": [_table(seated) for _, seated in sorted(paired.tables.items())],
        "sits_out": [*paired.sits_out],
        "unevenness": None if paired.unevenness is None else dict(paired.unevenness),
    }


def _table(seated: Seated) -> RoundTable:
    return {
        "table": seated.table,
        "sides": [[*side] for side in seated.sides],
        "game": seated.game,
        "result": _result(seated.result),
        "typed": _result(seated.typed),
        "change": _result(seated.change),
    }


def _result(result: Result | None) -> TableResult | None:
    if result is None:
        return None
    scores = None if result.scores is None else [*result.scores]
    return {"source": result.source, "winners": [*result.winners], "scores": scores, "version": result.version}


# --- standings ----------------------------------------------------------------------------------------------------------------------------


def standings_json(tournament: str, reading: TournamentReading, names: Names, through: int | None) -> Standings:
    """The standings after round `through` (None: after all rounds)."""
    state, order = reading.state, reading.state.settings.tiebreaks
    history = history_of(state, through)
    return {
        "tournament": tournament,
        "version": reading.version,
        "through": history.rounds,
        "tiebreaks": [{"name": name, "label": find(name).label} for name in order],
        "rows": [_row(names, row) for row in standings(history, order)],
    }


def _row(names: Names, row: Row) -> StandingsRow:
    return {
        "place": row.place,
        "entry": row.entry,
        "name": names.shown[row.entry],
        "points": row.points,
        "values": [_number(value) for value in row.values],
    }


def place_json(tournament: str, reading: TournamentReading, names: Names, entry: int, through: int | None) -> EntryPlace:
    """The explanation of an entry's place. Raises KeyError if there is no such entry."""
    state, order = reading.state, reading.state.settings.tiebreaks
    history = history_of(state, through)
    place = next(row.place for row in standings(history, order) if row.entry == entry)
    values = [_explained(name, value) for name, value in explained(history, order, entry).items()]
    return {
        "tournament": tournament,
        "version": reading.version,
        "entry": entry,
        "name": names.shown[entry],
        "place": place,
        "values": values,
    }


def _explained(name: str, value: Value) -> Explained:
    parts: list[Summand] = [
        {"round": part.round, "opponent": part.opponent, "value": _number(part.value), "counts": part.counts, "why": part.why}
        for part in value.contributions
    ]
    return {"name": name, "total": _number(value.total), "contributions": parts}


def _number(value: Number) -> str:
    return str(Fraction(value))


def moved(before: Standings, after: Standings) -> list[dict[str, Json]]:
    """The row after the change of each entry whose place or values differ. `before` is its place before the change (None: it had none)."""
    former = {row["entry"]: row for row in before["rows"]}
    changed: list[dict[str, Json]] = []
    for row in after["rows"]:
        was = former.get(row["entry"])
        if was is None or (was["place"], was["points"], was["values"]) != (row["place"], row["points"], row["values"]):
            changed.append({"before": None if was is None else was["place"], **_plain(row)})
    return changed


def _plain(row: StandingsRow) -> dict[str, Json]:
    values: Sequence[Json] = [*row["values"]]
    return {"place": row["place"], "entry": row["entry"], "points": row["points"], "values": values}
