"""The projection `tournaments`: two rows in Redis for each tournament of a club. With these rows, tournaments can be listed, and the
tournaments of a person found, without reading the events of all tournaments. They contain no names of people. The digest leaves the title
out: it is a text that can be erased.

    line    [version, hash, title, format, visibility, entries, paired, published, finished]; key: the tournament's short name
    people  [[person, place], …], all people in entries, sorted by their ids, each with the place of the entry; null as long as the
            tournament is not finished, or if no round counts; key: the short name and the letter `p`
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import orjson

from domain.kernel.events import PersonId
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun
from domain.tournament.standings import ranking
from service.projections.projection import Projection, Row
from service.store.keys import StreamId, short_name

SHORT_BYTES: Final = 10
"""The bytes of a tournament's short name."""


class ListedTournament(NamedTuple):
    """What the list of tournaments shows about one tournament. `version`, `hash`: the version and hash of its last event. `title`: None if
    it was erased. `entries`: how many entries there are. `paired`, `published`: how many rounds are paired, and how many of them are
    published."""

    version: int
    hash: str
    title: str | None
    format: str
    visibility: str
    entries: int
    paired: int
    published: int
    finished: bool


class Facts(NamedTuple):
    """What the rows of a tournament are made from. `places`: as in the row of people."""

    tournament: StreamId
    line: ListedTournament
    places: Mapping[PersonId, int | None]


def line_of(reading: TournamentReading, digest: str) -> ListedTournament:
    """Return the line of a tournament. `digest`: the hash of its last event."""
    state = reading.state
    published = sum(paired.published for paired in state.rounds.values())
    rounds = (len(state.rounds), published)
    return ListedTournament(
        reading.version, digest, state.title, state.format, state.visibility, len(state.entries), *rounds, state.finished
    )


def people_of(reading: TournamentReading) -> frozenset[PersonId]:
    """Return all people in entries."""
    return frozenset(person for entry in reading.state.entries.values() for person in entry.people)


def places_of(reading: TournamentReading) -> dict[PersonId, int | None]:
    """Return all people in entries, sorted, with their places as in the row."""
    state = reading.state
    through = begun(state) if state.finished else 0
    places = {row.entry: row.place for row in ranking(state, through).rows} if through else {}
    placed = {person: places.get(number) for number, entry in state.entries.items() for person in entry.people}
    return dict(sorted(placed.items()))


def line_key(stream: StreamId) -> bytes:
    return short_name(stream)


def people_key(stream: StreamId) -> bytes:
    return short_name(stream) + b"p"


def unpacked_line(row: Row) -> ListedTournament:
    return ListedTournament(*orjson.loads(row))


def unpacked_places(row: Row) -> dict[PersonId, int | None]:
    return dict(orjson.loads(row))


def packed(stream: StreamId, line: ListedTournament, places: Mapping[PersonId, int | None]) -> Mapping[bytes, Row]:
    """Return the rows of a tournament, by key."""
    return {line_key(stream): orjson.dumps(tuple(line)), people_key(stream): orjson.dumps([*places.items()])}


def _keys(facts: Facts) -> tuple[bytes, bytes]:
    return line_key(facts.tournament), people_key(facts.tournament)


def _fold(key: bytes, _row: Row | None, _before: Facts | None, after: Facts | None) -> Row | None:
    return None if after is None else packed(*after).get(key)


def everybody(rows: Mapping[bytes, Row]) -> set[PersonId]:
    """Return the ids of all people who are in an entry of a tournament. `rows`: all rows of a club."""
    return {person for key, row in rows.items() if _has_people(key) for person in unpacked_places(row)}


def _has_people(key: bytes) -> bool:
    return key.endswith(b"p") and len(key) > SHORT_BYTES


def _digested(key: bytes, row: Row) -> Row:
    """Return the row without the title, which may be missing in a copy of the tournament."""
    return row if _has_people(key) else orjson.dumps(tuple(unpacked_line(row)._replace(title=None)))


PROJECTION: Final = Projection(name="tournaments", kind="tournament", keys=_keys, fold=_fold, digested=_digested)
