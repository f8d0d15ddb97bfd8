"""The digest of a club's tables follows from its records alone. It depends neither on names nor on how often a verdict changed."""

from uuid import uuid4

import orjson
import pytest

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardsRevealed, EventId, Retracted, TokenId
from domain.kernel.events.tournaments import EntryChanged
from domain.kernel.shapes import Sealed
from service.clock import now_ms
from service.files.bulk import Source
from service.files.destination import destination_on
from service.files.streams import read_stream
from service.projections import digested
from service.store.clubs.people import People
from service.store.keys import HOME, Keys, StreamId
from service.store.layout import KEY, LAYOUT
from service.store.streams.wire import number_of
from tests.projections.conftest import PEOPLE, Evening, rebuilt
from tests.taking.conftest import Cup
from workers.wiring import wired_to

BY = TokenId("t1")
ANN, BEN, _, DORA = PEOPLE[:4]


@pytest.fixture
def people(evening: Evening) -> People:
    """A club with games and a tournament. Its people have names."""
    made = People(evening.parts.store, now_ms)
    made.register(HOME, {person: f"Name of {person}" for person in PEOPLE}, BY)
    evening.at_random(5)
    cup = Cup(evening.parts)
    cup.begin(1, title="Autumn cup")
    cup.record(EntryChanged(1, (ANN,), Sealed("", "Ann")))
    cup.played(1, 5, 3)
    cup.taken()
    evening.games += cup.games.values()
    evening.validated()
    evening.projected()
    return made


def title_deleted(evening: Evening, cup: StreamId) -> None:
    evening.parts.store.hdel(Keys(HOME).sealed(cup), str(number_of(1)))


def test_renaming_merging_and_erasing_people_does_not_change_the_digest(evening: Evening, people: People) -> None:
    before = evening.digest()
    people.rename(HOME, ANN, "Anna", BY, EventId(str(uuid4())))
    people.merge(HOME, BEN, DORA, BY)
    evening.projected()
    assert rebuilt(evening) == before
    people.erase(HOME, ANN, BY)
    (cup,) = evening.parts.tournaments.newest(HOME)
    assert evening.parts.tournaments.scrub(HOME, [ANN]) == [(cup, 1)]
    evening.projected()
    assert rebuilt(evening) == before


def test_the_digest_does_not_depend_on_the_title_of_a_tournament(evening: Evening, people: People) -> None:
    before, rows = evening.digest(), evening.rows("tournaments")
    (cup,) = evening.parts.tournaments.newest(HOME)
    title_deleted(evening, cup)
    fresh = Evening(wired_to(evening.parts.store), evening.dice)
    assert rebuilt(fresh) == before
    assert fresh.rows("tournaments") != rows  # the title is in the rows, although it is not in the digest


def test_the_digest_does_not_depend_on_how_often_a_verdict_changed(evening: Evening) -> None:
    game = evening.opened("high-card", *PEOPLE[:3])
    for _ in range(2):  # one card is shown by two players (a breach), and the event that shows it is withdrawn
        evening.append(game, CardsRevealed({Seat(0): Card("TS"), Seat(1): Card("TS"), Seat(2): Card("2H")}))
        evening.validated()
        evening.append(game, Retracted(evening.parts.records.events(game)[-1].version))
        evening.validated()
    evening.projected()
    before, head = evening.digest(), evening.parts.records.head(game)
    assert head is not None
    store, keys = evening.parts.store, Keys(HOME)
    store.delete(keys.verdict(game))
    store.hset(keys.head(game), mapping={"verdict": 0, "validated": 0, "engine": "", "state": "open"})
    store.zadd(keys.dirty, {game: head.version})
    evening.validated()
    again = evening.parts.records.head(game)
    assert again is not None
    assert again.verdict != head.verdict
    assert rebuilt(evening) == before


def test_the_digest_is_the_same_after_a_club_was_imported_from_its_files(evening: Evening, people: People) -> None:
    """A club that is exported with `faceup export` and imported again with `faceup import` has the same tables. No backup is needed."""
    parts, before = evening.parts, evening.digest()
    source = Source(parts.records, parts.verdicts, people, parts.tournaments, parts.seasons, HOME)
    own = source.own()
    assert own is not None
    files = [own.data, *(source.packed(stream).data for stream in source.streams())]
    parts.store.flushall()
    parts.store.set(KEY, LAYOUT)
    fresh = Evening(wired_to(parts.store), evening.dice, games=evening.games)
    for data in files:
        read_stream(data).store(destination_on(parts.store, now_ms), HOME, BY, lambda _: None)
    fresh.validated()
    fresh.projected()
    assert fresh.digest() == before


def test_every_part_of_a_row_except_the_title_changes_the_digest(evening: Evening, people: People) -> None:
    left_out = {"games": 4, "tournaments": 2}
    for name in ("games", "tournaments"):
        for key, row in evening.rows(name).items():
            whole, is_line = digested(name, key, row), name != "tournaments" or len(key) == 10
            for place in range(len(orjson.loads(row))):
                same = digested(name, key, changed_at(row, place)) == whole
                assert same == (is_line and left_out.get(name) == place), (name, place, row)


def changed_at(row: bytes, place: int) -> bytes:
    """Return a copy of the row, with another value at the index `place`."""
    values = orjson.loads(row)
    values[place] = "another"
    return orjson.dumps(values)
