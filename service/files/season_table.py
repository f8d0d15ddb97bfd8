"""Writes the table of a season for a spreadsheet. It has the form and quoting of all tables (service/files/tables.py), and shows what
everybody sees who may see the season. docs/csv.md is generated from the descriptions of the columns here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from domain.season.fold import Season
from domain.season.table import Credit
from domain.season.table import Row as Placed
from service.files.tables import Cell, Row, csv_of
from service.views.seasons import Shown

ABOUT: Final = "The table of a season: a row for each person, from the best place on, then those without a place."
COLUMNS: Final[Mapping[str, str]] = {
    "season": "the id of the season",
    "place": "their place, from 1; level people share the best of their places; empty: they have played too few tournaments",
    "person": "the id of the person",
    "name": "their name in the club now; empty: erased",
    "points": "their points: a whole number or a fraction such as `13/2`",
    "played": "in how many tournaments they have played",
}
MORE: Final = (
    "a column for each tournament that counts, named by its title (by its id, if the title is missing or not unique): the points that it "
    "brought, followed by `not counted` if better results are; empty: not played"
)


def season_csv(season: str, state: Season, rows: Iterable[Placed], shown: Shown) -> bytes:
    """Return the table as the bytes of a CSV file, without a byte order mark. `rows`: all of the table, in order."""
    return csv_of([*COLUMNS, *_headed([*state.counted], shown.titles)], _rows(season, state, rows, shown))


def _headed(tournaments: Sequence[str], titles: Mapping[str, str | None]) -> Iterator[str]:
    """Yield the name of the column of each tournament. No two columns have the same name."""
    used = Counter([*COLUMNS, *tournaments, *(titles.get(each) for each in tournaments)])
    for tournament in tournaments:
        title = titles.get(tournament)
        yield title if title and used[title] == 1 else tournament


def _rows(season: str, state: Season, rows: Iterable[Placed], shown: Shown) -> Iterator[Row]:
    for row in rows:
        credits = {credit.tournament: credit for credit in row.credits}
        who = (season, row.place, row.person, shown.names.get(row.person), _exact(row.points), row.played)
        yield (*who, *(_brought(credits.get(tournament)) for tournament in state.counted))


def _brought(credit: Credit | None) -> Cell:
    if credit is None:
        return None
    return _exact(credit.worth) if credit.counts else f"{credit.worth} not counted"


def _exact(points: Fraction) -> int | str:
    return points.numerator if points.denominator == 1 else str(points)
