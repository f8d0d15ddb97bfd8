"""What a visitor sees of a tournament: its state, a round, the standings, and the explanation of a place.

Everyone who may see a tournament sees the same, with one exception: only those who may record see rounds that are not published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypedDict

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments.values import SETTINGS
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import history_of
from domain.tournament.standings import Row, explained, standings
from domain.tournament.state import Result, Round, Seated, Tournament
from domain.tournament.tiebreaks import find
from domain.tournament.tiebreaks.kinds import Number, Value
from service.store.clubs.people import People
from service.store.keys import Club


class TournamentEntry(TypedDict):
    entry: Annotated[int, "Number, from 1."]
    name: Annotated[str | None, "null: erased."]
    people: Annotated[list[str], "Ids in the club's directory."]
    seed: Annotated[int | None, "Rank before the first round, 1 the highest; null: unknown."]
    here: Annotated[bool, "Checked in."]
    withdrawn: Annotated[bool, "Does not play any more, unless it returns."]


class RoundSummary(TypedDict):
    round: int
    published: bool
    tables: Annotated[int, "How many tables the round has."]
    unfinished: Annotated[list[int], "Tables without a result that counts."]


class TournamentState(TypedDict):
    tournament: str
    version: int
    title: Annotated[str | None, "null: erased."]
    system: Annotated[str, "Slug of the game."]
    format: str
    settings: Annotated[dict[str, Json], "As in the event SettingsChanged."]
    visibility: str
    finished: bool
    entries: Annotated[list[TournamentEntry], "By number."]
    rounds: Annotated[list[RoundSummary], "By number. Visitors who may not record get only published rounds."]


class TournamentLine(TypedDict):
    tournament: str
    version: int
    title: Annotated[str | None, "null: erased."]
    format: str
    entries: Annotated[int, "How many entries there are."]
    rounds: Annotated[int, "How many rounds are paired."]
    finished: bool
    visibility: str


class TournamentList(TypedDict):
    tournaments: Annotated[list[TournamentLine], "Newest first."]


class TableResult(TypedDict):
    source: Annotated[str, "typed: by a person. taken: from a recorded game. forfeit: ruled without play."]
    winners: Annotated[list[int], "The sides that won, counted from 0. Several sides drew; none: nobody won."]
    scores: Annotated[list[int] | None, "One for each side; null: unknown."]
    version: Annotated[int, "The version of the event that brought the result."]


class RoundTable(TypedDict):
    table: int
    sides: Annotated[list[list[int]], "The entries of each side, in the order of their seats."]
    game: Annotated[str | None, "The recorded game of this table; null: none."]
    result: Annotated[TableResult | None, "The result that counts; null: none yet."]
    typed: Annotated[TableResult | None, "A typed result that waits for a second person; null: none."]
    change: Annotated[TableResult | None, "A changed result that waits for the director; null: none."]


class TournamentRound(TypedDict):
    tournament: str
    version: int
    round: int
    published: bool
    tables: Annotated[list[RoundTable], "By number."]
    sits_out: Annotated[list[int], "Entries that are there and have no table."]
    unevenness: Annotated[dict[str, Json] | None, "How often people meet again; null: nobody does, or the format does not count it."]


class StandingsRow(TypedDict):
    place: Annotated[int, "From 1; level entries share the best of their places."]
    entry: int
    name: Annotated[str | None, "null: erased."]
    points: int
    values: Annotated[list[str], "One for each tie-break, in the same order: a whole number or a fraction, such as `7/2`."]


class TieBreakName(TypedDict):
    name: str
    label: str


class Standings(TypedDict):
    tournament: str
    version: Annotated[int, "The version of the tournament that the standings were made from."]
    through: Annotated[int, "The last round that counts; 0: none."]
    tiebreaks: list[TieBreakName]
    rows: Annotated[list[StandingsRow], "From the best place on."]


class Summand(TypedDict):
    round: Annotated[int | None, "The round that brought it; null: no round."]
    opponent: Annotated[int | None, "The entry that it comes from; null: no single one."]
    value: str
    counts: Annotated[bool, "false: it is not added, for example because of a cut."]
    why: str


class Explained(TypedDict):
    name: str
    total: Annotated[str, "A whole number or a fraction, such as `7/2`."]
    contributions: Annotated[list[Summand], "The contributions that count add up to the total."]


class EntryPlace(TypedDict):
    tournament: str
    version: int
    entry: int
    name: Annotated[str | None, "null: erased."]
    place: int
    values: Annotated[list[Explained], "The points first, then the tie-breaks in their order."]


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
