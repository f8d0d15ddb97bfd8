"""The table of a season: its people in order of points, with the results from which each total was summed.

Every call computes everything from the state. Level people share a place. A person who has played too few tournaments stands below, without
a place. People who are in no directory (guests) keep their places in the tournaments, and are not in the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from domain.kernel.events import PersonId
from domain.kernel.events.seasons import FinalRow, SeasonSettings
from domain.season.fold import Season

Whom = Callable[[PersonId], PersonId]
"""A function that returns the id by which the table knows a person: two ids may turn out to belong to one person."""


class Credit(NamedTuple):
    """What a person got for one tournament. `place`, `points`: of their entry. `level`: how many entries share this place, itself included.
    `of`: how many entries played. `worth`: the points in the season. `counts`: whether they are in the person's total; if not, better
    results are."""

    tournament: str
    place: int
    level: int
    of: int
    points: int
    worth: Fraction
    counts: bool = True


class Row(NamedTuple):
    """A row of the table. `place`: from 1; level people share the best of their places; None: the person has played too few tournaments.
    `credits`: one for each tournament that the person played, in the order in which they were counted."""

    place: int | None
    person: PersonId
    points: Fraction
    credits: tuple[Credit, ...]

    @property
    def played(self) -> int:
        return len(self.credits)


class Move(NamedTuple):
    """How a person's row changes. Places are None without a place; `before` is None too if the person was not in the table."""

    person: PersonId
    before: int | None
    place: int | None
    points_before: Fraction
    points: Fraction


def _same(person: PersonId) -> PersonId:
    return person


def table(season: Season, whom: Whom = _same) -> list[Row]:
    """Return the rows: first those with a place, then the others, each the most points first."""
    settings = season.settings
    credits: dict[PersonId, list[Credit]] = {}
    for tournament, counted in season.counted.items():
        for person, credit in _credited(tournament, counted.rows, settings, whom).items():
            credits.setdefault(person, []).append(credit)
    rows = [_row(person, each, settings.best) for person, each in credits.items()]
    enough = [row for row in rows if row.played >= settings.least]
    few = sorted((row for row in rows if row.played < settings.least), key=_order)
    return [*_placed(sorted(enough, key=_order)), *few]


def previewed(season: Season, tournament: str, rows: Sequence[FinalRow]) -> Season:
    """Return the season as it would be if these standings of a counted tournament counted."""
    counted = season.counted[tournament]._replace(rows=tuple(rows))
    return replace(season, counted={**season.counted, tournament: counted})


def worths(rows: Sequence[FinalRow], settings: SeasonSettings) -> Mapping[int, Fraction]:
    """Return what each entry of a tournament gets, by number."""
    if settings.by == "points":
        return {row.entry: Fraction(row.points) for row in rows}
    if settings.by == "percentage":
        best = max((row.points for row in rows), default=0)
        return {row.entry: Fraction(100 * max(0, row.points), best) if best > 0 else Fraction(0) for row in rows}
    level = Counter(row.place for row in rows)
    shared = {place: _shared(place, count if settings.joint == "share" else 1, settings) for place, count in level.items()}
    return {row.entry: shared[row.place] for row in rows}


def moves(before: Iterable[Row], after: Iterable[Row]) -> list[Move]:
    """Return how the rows change, in the order of the new table; those who are in it no more come last."""
    was, now = {row.person: row for row in before}, {row.person: row for row in after}
    made = []
    for person in [*now, *(person for person in was if person not in now)]:
        old, new = (rows.get(person, Row(None, person, Fraction(0), ())) for rows in (was, now))
        if (old.place, old.points) != (new.place, new.points):
            made.append(Move(person, old.place, new.place, old.points, new.points))
    return made


def _credited(tournament: str, rows: Sequence[FinalRow], settings: SeasonSettings, whom: Whom) -> dict[PersonId, Credit]:
    """Return what each person gets for a tournament. Each of the people of an entry gets its points. Whoever was in two entries gets the
    better result."""
    level, worth = Counter(row.place for row in rows), worths(rows, settings)
    found: dict[PersonId, Credit] = {}
    for row in rows:
        credit = Credit(tournament, row.place, level[row.place], len(rows), row.points, worth[row.entry])
        for person in {whom(each) for each in row.people}:
            if person not in found or found[person].worth < credit.worth:
                found[person] = credit
    return found


def _shared(place: int, count: int, settings: SeasonSettings) -> Fraction:
    """Return the mean of the points of `count` places from `place` on."""
    paid = settings.places[place - 1 : place - 1 + count]
    return Fraction(sum(paid) + settings.beyond * (count - len(paid)), count)


def _row(person: PersonId, credits: Sequence[Credit], best: int | None) -> Row:
    """Return the row of a person, without a place yet."""
    order = sorted(range(len(credits)), key=lambda index: -credits[index].worth)[:best]
    chosen = tuple(credit._replace(counts=index in order) for index, credit in enumerate(credits))
    return Row(None, person, sum((credit.worth for credit in chosen if credit.counts), Fraction(0)), chosen)


def _order(row: Row) -> tuple[Fraction, PersonId]:
    return -row.points, row.person


def _placed(rows: Iterable[Row]) -> Iterator[Row]:
    place, points = 0, None
    for number, row in enumerate(rows, 1):
        place, points = (place, points) if row.points == points else (number, row.points)
        yield row._replace(place=place)
