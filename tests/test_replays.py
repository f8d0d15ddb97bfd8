"""A cached replay equals a replay that the domain makes from nothing, to the byte, after every event and for every viewer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from uuid import UUID, uuid4

import orjson
import pytest
from redis import Redis

from domain.kernel.cards import Seat
from domain.kernel.events import Act, Event, EventId, GameOpened, NoteWritten, Retracted, Seating, TokenId
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from domain.record.fold import read
from domain.selfplay import move
from domain.system import PUBLIC, SCOREKEEPER, System, Table, seat_viewer
from domain.systems import SYSTEMS
from domain.views.replays import Order, replay_json
from service.caches.streams import Readings
from service.clock import now_ms
from service.memory.cache import REMEMBERED_MS, Cache
from service.store.clubs.people import People
from service.store.games.records import Records
from service.store.keys import HOME, GameId
from service.views.heads import seated
from service.views.replays import Replays, Strokes
from tests.domain.playing import opener, played
from tests.domain.playing import opening as opening_of
from tests.domain.test_keystrokes import counting
from tests.speeds import rows
from tests.systems import SAMPLED

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
VIEWERS = (SCOREKEEPER, PUBLIC, seat_viewer(Seat(1)))
BY = TokenId("t1")


@dataclass
class Shelf:
    """A cache of replays, and what replays are made from. `kept`: the cache. The other fields: records, readings and people."""

    records: Records
    readings: Readings
    people: People
    kept: Replays

    def __post_init__(self) -> None:
        self.dice = Random(11)

    def record(self, game: GameId, *acts: Act, after: int | None = None) -> None:
        self.records.append(game, None, [self.draft(act, after) for act in acts], BY)

    def opened(self, system: System[Table]) -> tuple[GameId, GameOpened]:
        people = [self.people.add(HOME, name, BY) for name in NAMES[: max(3, system.players[0])]]
        seats = tuple(Seating(Seat(seat), person) for seat, person in enumerate(people))
        opening = replace(opening_of(system, len(seats)), seats=seats)
        return self.records.open(HOME, self.draft(opening), BY).game, opening

    def draft(self, act: Act, after: int | None = None) -> Draft:
        return Draft(act, EventId(str(UUID(bytes=self.dice.randbytes(16), version=4))), after=after)

    def agree(self, game: GameId, order: Order = "corrected") -> None:
        head = self.records.head(game)
        assert head is not None
        for viewer in VIEWERS:
            now = self.readings.of(game)
            made = replay_json(game, now, now, viewer, order, seated(game, now, self.people))
            assert self.kept.of(head, viewer, order) == orjson.dumps(made)


@pytest.fixture
def later() -> list[int]:
    """A list of durations in ms, to which tests append. Their sum is added to the clock of the people's directory."""
    return []


@pytest.fixture
def shelf(redis: Redis, later: list[int]) -> Iterator[Shelf]:
    records, people = Records(redis, now_ms), People(redis, lambda: now_ms() + sum(later))
    readings = Readings(records)
    yield Shelf(records, readings, people, Replays(readings, people))
    records._redis.close()


@pytest.mark.parametrize("slug", rows(SAMPLED, ("high-card", "box", "pitch-auction-classic")))
def test_a_cached_replay_equals_a_newly_made_replay(slug: str, shelf: Shelf) -> None:
    """A game is recorded act by act until it is over. During the game a note is withdrawn and another note is written."""
    system = SYSTEMS[slug]
    game, opening = shelf.opened(system)
    table, count = system.open_table(opening), 1
    while count < 60 and (act := move(system, table, shelf.dice.choice)) is not None:
        shelf.record(game, act)
        count += 1
        table = system.evolve(table, Event(count, EventId(""), act, BY, 0, 0, 0))
        shelf.agree(game)
        if count == 12:
            shelf.record(game, NoteWritten(Sealed("", "look again")))
            shelf.agree(game)
            shelf.record(game, Retracted(13, "slip"), NoteWritten(Sealed("", "twice")))
            shelf.agree(game)
            shelf.agree(game, "recorded")
            count = 15


def test_a_cached_replay_shows_a_changed_name(shelf: Shelf, later: list[int]) -> None:
    game, _ = shelf.opened(SYSTEMS["high-card"])
    shelf.agree(game)
    for person in shelf.people.everyone(HOME):
        shelf.people.rename(HOME, person, "Dora", BY, EventId(str(uuid4())))
    later.append(REMEMBERED_MS)
    shelf.agree(game)
    head = shelf.records.head(game)
    assert head is not None
    assert b"Dora" in shelf.kept.of(head, PUBLIC, "corrected")


def test_the_cache_of_replays_stays_within_its_limit(shelf: Shelf) -> None:
    cache = Cache(6000)
    small = Replays(shelf.readings, shelf.people, cache)
    for _ in range(20):
        game, _ = shelf.opened(SYSTEMS["high-card"])
        head = shelf.records.head(game)
        assert head is not None
        content = small.of(head, PUBLIC, "corrected")
        assert len(content) < cache.bytes <= 6000
        assert small.of(head, PUBLIC, "corrected") is content


def test_no_event_is_typed_again_for_another_part_of_the_same_record() -> None:
    typed: list[int] = []
    reading = read(counting(SYSTEMS["high-card"], typed), played("high-card", 3, opener(0), *[NoteWritten(Sealed("", "so"))] * 8).events)
    typed.clear()
    strokes = Strokes(reading, "")

    assert [stroke.event.version for stroke in strokes.first(4)] == [1, 2, 3, 4]
    assert typed == [2, 3, 4]
    assert len(strokes.first(10)) == 10
    assert typed == list(range(2, 11))
    assert strokes.first(6) == strokes.first(10)[:6]
    assert typed == list(range(2, 11))
