"""The projection `standings`: rows in Redis with the standings of each tournament, in pages. They contain no names: names are looked up
when a page is shown.

A tournament has one row for its *mark*, which says which standings these are (key: the tournament's short name). It has one row for each
page (key: the short name and the number of the page):

    mark   [version, hash, last event, through, number of entries, names of the tie-breaks]
    page   [[place, entry, points, value, …], …]; values are text, such as "7/2"

All rows of a tournament are written together. Most changes of a tournament change only a few pages; the other pages are not written again.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol

import orjson

from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun, history_of
from domain.tournament.standings import standings
from service.kept.collecting import without_collecting
from service.projections.projection import Projection, Row
from service.store.keys import StreamId, short_name

PAGE: Final = 100
"""How many entries a page has; the last page may have fewer."""


class Line(NamedTuple):
    """One line of the standings. `values`: one for each tie-break, a whole number or a fraction."""

    place: int
    entry: int
    points: int
    values: tuple[str, ...]


class Mark(NamedTuple):
    """Says which standings these are. `version`: the version of the tournament. `hash` (empty: unknown) and `last`: the hash and the id
    of its last event. `through`: the last round that counts. `entries`: how many entries there are."""

    version: int
    hash: str
    last: str
    through: int
    entries: int
    tiebreaks: tuple[str, ...]

    @property
    def pages(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-self.entries // PAGE))


class Made(NamedTuple):
    """The standings of a tournament. `pages`: the rows of each page, page 1 first."""

    tournament: StreamId
    mark: Mark
    pages: tuple[bytes, ...]


def made(stream: StreamId, reading: TournamentReading, digest: str = "", through: int | None = None) -> Made:
    """Compute the standings after round `through` (None: after all rounds that count). `digest`: the hash of the last event."""
    state, order = reading.state, reading.state.settings.tiebreaks
    last = begun(state, through)
    with without_collecting():
        rows = [[row.place, row.entry, row.points, *map(_text, row.values)] for row in standings(history_of(state, last), order)]
    pages = tuple(orjson.dumps(rows[start : start + PAGE]) for start in range(0, max(1, len(rows)), PAGE))
    return Made(stream, Mark(reading.version, digest, reading.events[-1].id, last, len(rows), tuple(order)), pages)


def _text(value: int | Fraction) -> str:
    return str(value)  # a fraction that is a whole number has no denominator in its text


def lines_of(page: bytes) -> list[Line]:
    """Read one stored page of standings. Returns its lines."""
    return [Line(place, entry, points, tuple(values)) for place, entry, points, *values in orjson.loads(page)]


def key_of(stream: StreamId, page: int = 0) -> bytes:
    """Return the key of a stored page of standings. `page`: its number; 0: the key of the mark, which says which standings these are."""
    return short_name(stream) + (b"%d" % page if page else b"")


def mark_of(row: Row) -> Mark:
    version, digest, last, through, entries, order = orjson.loads(row)
    return Mark(version, digest, last, through, entries, tuple(order))


def unpacked(stream: StreamId, rows: Mapping[bytes, Row]) -> Made | None:
    """Read standings from their stored rows. None if there are none, or if a row is missing."""
    if key_of(stream) not in rows:
        return None
    mark = mark_of(rows[key_of(stream)])
    pages = [rows.get(key_of(stream, page)) for page in range(1, mark.pages + 1)]
    return Made(stream, mark, tuple(page for page in pages if page)) if all(pages) else None


def keys_of_rows(stream: StreamId, mark: Mark) -> list[bytes]:
    """Return the keys under which the standings with this mark are stored: first the key of the mark, then one for each page."""
    return [key_of(stream, page) for page in range(mark.pages + 1)]


def packed(made: Made) -> Iterator[tuple[bytes, Row]]:
    """Yield the stored rows of standings, each as (key, row): first the mark, then each page."""
    parts: Sequence[bytes] = (orjson.dumps(tuple(made.mark)), *made.pages)
    return zip(keys_of_rows(made.tournament, made.mark), parts, strict=True)


class WithStandings(Protocol):
    """The facts of a tournament. This projection needs only the standings."""

    @property
    def standings(self) -> Made: ...


def _keys(facts: WithStandings) -> list[bytes]:
    return keys_of_rows(facts.standings.tournament, facts.standings.mark)


def _fold(key: bytes, _row: Row | None, _before: WithStandings | None, after: WithStandings | None) -> Row | None:
    return None if after is None else dict(packed(after.standings)).get(key)


PROJECTION: Final = Projection(name="standings", kind="tournament", keys=_keys, fold=_fold)
