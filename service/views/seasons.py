"""What a visitor sees of a season: its settings and tournaments, its table, why a person has a place, and the changes that wait.

Everyone who may see a season sees the same. People have the names of the club's directory; an erased name is null."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, NamedTuple, TypedDict

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId
from domain.kernel.events.seasons import SEASON_SETTINGS, FinalRow, SeasonSettings
from domain.season.fold import Season, SeasonReading
from domain.season.table import Credit, Move, Row, Whom, moves, previewed, table
from service.recording.seasons import Change

PAGE = 100
"""How many people a page of the table has; the last page may have fewer."""


class SeasonLine(TypedDict):
    season: str
    version: int
    name: Annotated[str | None, "null: not stored here."]
    tournaments: Annotated[int, "How many tournaments count."]
    closed: Annotated[bool, "Whether the season is over."]
    visibility: str


class SeasonList(TypedDict):
    seasons: Annotated[list[SeasonLine], "The season that was opened last comes first."]


class SeasonTournament(TypedDict):
    tournament: str
    title: Annotated[str | None, "null: not stored here."]
    version: Annotated[int, "The version of the tournament whose standings count."]
    entries: Annotated[int, "How many entries played."]


class SeasonState(TypedDict):
    season: str
    version: int
    name: Annotated[str | None, "null: not stored here."]
    settings: dict[str, Json]
    visibility: str
    closed: Annotated[bool, "Whether the season is over."]
    end: Annotated[int | None, "The version of its SeasonClosed, which is withdrawn to reopen the season; null: it is not over."]
    tournaments: Annotated[list[SeasonTournament], "Those that count, in the order in which they were counted."]


class SeasonRow(TypedDict):
    place: Annotated[int | None, "From 1; level people share a place. null: they have played too few tournaments."]
    person: str
    name: Annotated[str | None, "null: erased."]
    points: Annotated[str, "A whole number or a fraction, such as 43/2."]
    played: Annotated[int, "In how many tournaments."]


class SeasonTable(TypedDict):
    season: str
    version: Annotated[int, "The version up to which events count."]
    settings: dict[str, Json]
    tournaments: Annotated[int, "How many tournaments count."]
    page: int
    pages: int
    total: Annotated[int, "How many people are in the table."]
    rows: Annotated[list[SeasonRow], "First those with a place, then the others; each the most points first."]


class SeasonCredit(TypedDict):
    tournament: str
    title: Annotated[str | None, "null: not stored here."]
    place: Annotated[int, "Of their entry in the tournament."]
    level: Annotated[int, "How many entries share this place."]
    entries: Annotated[int, "How many entries played."]
    tournament_points: Annotated[int, "Of their entry in the tournament."]
    worth: Annotated[str, "The points in the season: a whole number or a fraction."]
    counts: Annotated[bool, "Whether they are in the total; if not, better results are."]
    explanation: Annotated[str, "How they follow, in words."]


class SeasonPlace(TypedDict):
    season: str
    version: Annotated[int, "The version up to which events count."]
    person: str
    name: Annotated[str | None, "null: erased."]
    place: Annotated[int | None, "null: they have played too few tournaments."]
    points: str
    credits: Annotated[list[SeasonCredit], "One for each tournament that they played. Those that count add up to the points."]


class SeasonMove(TypedDict):
    person: str
    name: Annotated[str | None, "null: erased."]
    before: Annotated[int | None, "Place before the change; null: none."]
    place: Annotated[int | None, "Place after the change; null: none."]
    points_before: str
    points: str


class SeasonChange(TypedDict):
    tournament: str
    title: Annotated[str | None, "null: not stored here."]
    version: Annotated[int, "The version of the tournament that brings the change."]
    digest: Annotated[str, "SHA-256 of the canonical JSON of the new rows. Accepting and declining name it."]
    moved: Annotated[list[SeasonMove], "Whose place or points this change alone would change."]


class SeasonPending(TypedDict):
    season: str
    version: int
    changes: Annotated[list[SeasonChange], "In the order in which the tournaments were counted."]


class Shown(NamedTuple):
    """What an answer needs besides the season. `whom`: the id by which the club knows a person. `names`: of people, without erased ones.
    `titles`: of tournaments."""

    whom: Whom
    names: Mapping[PersonId, str]
    titles: Mapping[str, str | None]


def rows_in(season: Season) -> int:
    """Return how many rows of standings a season counts. The time to make its table grows with it."""
    return sum(len(counted.rows) for counted in season.counted.values())


def rows_of(season: Season, changes: Iterable[Change]) -> list[Sequence[FinalRow]]:
    """Return all standings that count in a season, and those of the changes."""
    return [*(counted.rows for counted in season.counted.values()), *(change.now.rows for change in changes)]


def line_json(season: str, reading: SeasonReading) -> SeasonLine:
    state = reading.state
    return {
        "season": season,
        "version": reading.version,
        "name": state.name,
        "tournaments": len(state.counted),
        "closed": state.closed,
        "visibility": state.visibility,
    }


def state_json(season: str, reading: SeasonReading, titles: Mapping[str, str | None]) -> SeasonState:
    state = reading.state
    return {
        "season": season,
        "version": reading.version,
        "name": state.name,
        "settings": settings_json(state.settings),
        "visibility": state.visibility,
        "closed": state.closed,
        "end": state.end,
        "tournaments": [
            {"tournament": name, "title": titles.get(name), "version": counted.reached, "entries": len(counted.rows)}
            for name, counted in state.counted.items()
        ],
    }


def settings_json(settings: SeasonSettings) -> dict[str, Json]:
    dumped = SEASON_SETTINGS.dump(settings)
    return dict(dumped) if isinstance(dumped, Mapping) else {}


def table_json(season: str, reading: SeasonReading, rows: Sequence[Row], page: int, names: Mapping[PersonId, str]) -> SeasonTable:
    """Return page `page` of the table. `rows`: all of the table."""
    return {
        "season": season,
        "version": reading.version,
        "settings": settings_json(reading.state.settings),
        "tournaments": len(reading.state.counted),
        "page": page,
        "pages": pages(rows),
        "total": len(rows),
        "rows": [_row(row, names) for row in rows[(page - 1) * PAGE : page * PAGE]],
    }


def in_order(rows: Iterable[Row], names: Mapping[PersonId, str]) -> list[Row]:
    """Return the rows of a table in its order; level people in order of their names."""
    return sorted(rows, key=lambda row: (row.place is None, -row.points, names.get(row.person, ""), row.person))


def pages(rows: Sequence[Row]) -> int:
    return max(1, -(-len(rows) // PAGE))


def _row(row: Row, names: Mapping[PersonId, str]) -> SeasonRow:
    return {"place": row.place, "person": row.person, "name": names.get(row.person), "points": str(row.points), "played": row.played}


def place_json(season: str, reading: SeasonReading, row: Row, shown: Shown) -> SeasonPlace:
    settings = reading.state.settings
    return {
        "season": season,
        "version": reading.version,
        "person": row.person,
        "name": shown.names.get(row.person),
        "place": row.place,
        "points": str(row.points),
        "credits": [
            {
                "tournament": credit.tournament,
                "title": shown.titles.get(credit.tournament),
                "place": credit.place,
                "level": credit.level,
                "entries": credit.of,
                "tournament_points": credit.points,
                "worth": str(credit.worth),
                "counts": credit.counts,
                "explanation": _explained(credit, settings),
            }
            for credit in row.credits
        ],
    }


def _explained(credit: Credit, settings: SeasonSettings) -> str:
    """Return how a result got its points, in words."""
    if settings.by == "points":
        return f"{credit.points} points in the tournament"
    if settings.by == "percentage":
        return f"{credit.points} points in the tournament, in percent of the best entry's"
    last = credit.place + credit.level - 1
    if credit.level == 1:
        return f"place {credit.place} of {credit.of}"
    paid = "the points of the best" if settings.joint == "same" else "the mean of their points"
    return f"shares places {credit.place} to {last} of {credit.of}: {paid}"


def pending_json(season: str, reading: SeasonReading, changes: Iterable[Change], shown: Shown) -> SeasonPending:
    before = table(reading.state, shown.whom)
    made: list[SeasonChange] = []
    for change in changes:
        after = table(previewed(reading.state, change.counted.tournament, change.now.rows), shown.whom)
        made.append(
            {
                "tournament": change.counted.tournament,
                "title": shown.titles.get(change.counted.tournament),
                "version": change.now.version,
                "digest": change.digest,
                "moved": [_move(move, shown.names) for move in moves(before, after)],
            }
        )
    return {"season": season, "version": reading.version, "changes": made}


def _move(move: Move, names: Mapping[PersonId, str]) -> SeasonMove:
    return {
        "person": move.person,
        "name": names.get(move.person),
        "before": move.before,
        "place": move.place,
        "points_before": str(move.points_before),
        "points": str(move.points),
    }
