"""Tests that run on every kind of stream: opening, appending, retries, conflicts, races, damage and copies."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import UUID

import pytest

from domain.kernel.events import SEASON_TYPES, TOURNAMENT_TYPES, AnyAct, EventId, IrregularityCalled, PersonId, TokenId
from domain.kernel.events.club import ClubFounded, ClubNamed, PersonRegistered
from domain.kernel.events.seasons import TournamentLeftOut
from domain.kernel.events.tournaments import EntryMade
from domain.kernel.shapes import Sealed
from domain.record.batch import StreamDraft
from domain.record.chain import hashes
from service.store.clubs.streams import CLUB
from service.store.errors import BatchRefused, BodyDiffers, Conflict, NoSuchStream, RecordDamaged, RecordDiffers
from service.store.games.kind import GAME
from service.store.keys import HOME, Club, StreamId, club_of, keys_of
from service.store.kinds import KINDS, kind_of
from service.store.seasons.seasons import SEASON
from service.store.streams.copies import Copied
from service.store.streams.kinds import AnyKind
from service.store.streams.streams import Streams
from service.store.tournaments.tournaments import TOURNAMENT
from tests.store.bench import BY, NOON, Store, everything, new_id, opening
from tests.store.test_races import at_once

AWAY = Club("away")
OPENED, SEASON_OPENED = TOURNAMENT_TYPES["TournamentOpened"], SEASON_TYPES["SeasonOpened"]
EXAMPLE, SEASON_EXAMPLE = (kind.shape.read(kind.example, "", []) for kind in (OPENED, SEASON_OPENED))


@dataclass(frozen=True)
class Case:
    """One kind of stream. `opens` makes the opening for a club. `act` makes an act from a number. `sealed`: the sealed field of the act."""

    kind: AnyKind
    opens: Callable[[Club], AnyAct]
    act: Callable[[int], AnyAct]
    sealed: str


CASES = [
    Case(GAME, lambda _: opening().act, lambda n: IrregularityCalled("misdeal", note=Sealed("", f"note {n}")), "note"),
    Case(CLUB, ClubFounded, lambda n: PersonRegistered(PersonId(f"p-{n}"), Sealed("", f"name {n}")), "name"),
    Case(TOURNAMENT, lambda _: cast("AnyAct", EXAMPLE), lambda n: EntryMade(n, (), Sealed("", f"name {n}")), "name"),
    Case(SEASON, lambda _: cast("AnyAct", SEASON_EXAMPLE), lambda n: TournamentLeftOut(f"t{n}", Sealed("", f"reason {n}")), "reason"),
]


@pytest.fixture(params=CASES, ids=lambda case: case.kind.name)
def case(request: pytest.FixtureRequest) -> Case:
    made: Case = request.param
    return made


@dataclass
class Bench:
    """The streams of one kind, with one stream open. `opened`: the opening of this stream. `id`: the id of this stream."""

    store: Store
    case: Case

    def __post_init__(self) -> None:
        self.streams = self.another()
        self.opened = self.draft(self.case.opens(HOME))
        self.id = self.streams.open(HOME, self.opened, BY).stream

    def another(self) -> Streams[Any, Any]:
        """Return a second `Streams`, as another process would have it: with its own connection, and its own memory of the last version and
        hash of each stream."""
        return Streams(self.store._client(self.store.server.socket), self.case.kind, self.store.clock)

    def draft(self, act: AnyAct) -> StreamDraft[Any]:
        return StreamDraft(act, new_id())

    def some(self, *numbers: int) -> list[StreamDraft[Any]]:
        return [self.draft(self.case.act(n)) for n in numbers]


@pytest.fixture
def bench(store: Store, case: Case) -> Bench:
    return Bench(store, case)


def test_every_kind_of_stream_has_a_row_in_the_store_tests() -> None:
    assert [case.kind for case in CASES] == list(KINDS)


def test_the_id_of_a_stream_follows_from_its_opening_and_shows_its_kind(bench: Bench) -> None:
    assert kind_of(bench.id) is bench.case.kind
    assert club_of(bench.id) == HOME
    bench.store.clock.now += 1
    again = bench.another().open(HOME, bench.opened, BY)
    assert (again.stream, again.version, again.outcome) == (bench.id, 1, "already-there")
    assert bench.case.kind.parse(bench.id) == bench.id
    with pytest.raises(ValueError, match="not the id of a"):
        bench.case.kind.parse("no such thing")


def test_the_head_of_a_stream_has_the_last_hash_of_the_chain(bench: Bench) -> None:
    bench.streams.append(bench.id, 1, bench.some(1, 2), BY)
    head = bench.another().head(bench.id)
    assert head is not None
    events = bench.streams.events(bench.id, verify=True)
    assert (head.stream, head.version, head.recorded_at, head.opened_at) == (bench.id, 3, NOON, NOON)
    assert head.hash == list(hashes(events))[-1]
    assert head.origins == ((BY, 0),)
    assert bench.streams.heads([bench.id]) == [head]


def test_each_batch_of_events_adds_one_entry_to_the_feed(bench: Bench) -> None:
    bench.streams.append(bench.id, 1, bench.some(1, 2), BY)
    feed = bench.streams.feed(HOME, 0, 9)
    assert [(entry.n, entry.letter, entry.stream, entry.version) for entry in feed] == [
        (1, bench.case.kind.letter, bench.id, 1),
        (2, bench.case.kind.letter, bench.id, 3),
    ]


def test_only_streams_of_a_validated_kind_wait_for_validation(bench: Bench) -> None:
    assert bench.store.redis.zrange(keys_of(bench.id).dirty, 0, -1) == [bench.id.encode()] * bench.case.kind.validated
    listed = bench.case.kind.index
    assert not listed or bench.store.redis.zrange(keys_of(bench.id).index(listed), 0, -1) == [bench.id.encode()]


@pytest.mark.parametrize("expected", [1, 2, 9, None])
def test_a_repeated_batch_of_any_kind_is_recognised_whatever_version_it_expects(bench: Bench, expected: int | None) -> None:
    batch = bench.some(1, 2)
    bench.streams.append(bench.id, 1, batch, BY)
    bench.streams.append(bench.id, 3, bench.some(3), BY)
    before = everything(bench.store)
    for streams in (bench.streams, bench.another()):
        again = streams.append(bench.id, expected, batch, TokenId("another-one"))
        assert (again.version, again.first, again.outcome) == (4, 2, "already-there")
    assert everything(bench.store) == before


def test_repeating_a_partly_recorded_batch_of_any_kind_completes_it(bench: Bench) -> None:
    batch = bench.some(1, 2, 3)
    bench.streams.append(bench.id, 1, batch[:2], BY)
    completed = bench.another().append(bench.id, 1, batch, BY)
    assert (completed.version, completed.first, completed.outcome) == (4, 2, "completed")


def test_an_append_to_any_stream_that_expects_another_version_is_a_conflict(bench: Bench) -> None:
    bench.streams.append(bench.id, 1, bench.some(1), BY)
    before = everything(bench.store)
    for streams in (bench.streams, bench.another()):
        with pytest.raises(Conflict) as caught:
            streams.append(bench.id, 1, bench.some(2), BY)
        assert (caught.value.expected, caught.value.actual) == (1, 2)
    assert everything(bench.store) == before


def test_streams_of_every_kind_refuse_a_second_event_with_the_same_id(bench: Bench) -> None:
    (draft,) = bench.some(1)
    bench.streams.append(bench.id, 1, [draft], BY)
    with pytest.raises(BodyDiffers):
        bench.streams.append(bench.id, None, [replace(draft, act=bench.case.act(2))], BY)


def test_a_repeated_batch_is_recognised_and_does_not_restore_an_erased_value(bench: Bench) -> None:
    batch = bench.some(1)
    bench.streams.append(bench.id, 1, batch, BY)
    bench.streams.append(bench.id, 2, bench.some(2), BY, ended=[2 * 128])
    assert bench.streams.append(bench.id, 1, batch, BY).outcome == "already-there"
    assert {version for version, _ in bench.streams.sealed(bench.id)} - {1} == {3}
    assert len(bench.streams.events(bench.id, verify=True)) == 3


def test_all_simultaneous_writers_succeed_if_they_expect_no_version(bench: Bench) -> None:
    def write(streams: Streams[Any, Any], first: int) -> None:
        for n in range(first, first + 10):
            streams.append(bench.id, None, bench.some(n), BY)

    racing = [bench.another() for _ in range(3)]
    at_once([lambda first=100 * n, streams=streams: write(streams, first) for n, streams in enumerate(racing, 1)])
    assert [event.version for event in bench.streams.events(bench.id, verify=True)] == list(range(1, 32))
    assert [entry.n for entry in bench.streams.feed(HOME, 0, 99)] == list(range(1, 32))


def test_simultaneous_writers_of_one_opening_open_one_stream(bench: Bench) -> None:
    bench.store.redis.flushall()
    racing = [bench.another() for _ in range(3)]
    opened = at_once([lambda streams=streams: streams.open(HOME, bench.opened, BY).stream for streams in racing])
    assert set(opened) == {bench.id}
    assert len(bench.streams.events(bench.id)) == 1


def test_a_stream_whose_events_were_deleted_is_reported_as_damaged(bench: Bench) -> None:
    batch = bench.some(1)
    bench.streams.append(bench.id, 1, batch, BY)
    bench.store.redis.delete(keys_of(bench.id).stream(bench.id, bench.case.kind.name))
    with pytest.raises(RecordDamaged):
        bench.streams.events(bench.id)
    with pytest.raises(RecordDamaged):
        bench.streams.append(bench.id, None, batch, BY)


def test_reading_or_appending_to_an_unknown_stream_is_refused(bench: Bench) -> None:
    missing = StreamId(bench.id.replace(HOME, AWAY))
    assert bench.streams.head(missing) is None
    with pytest.raises(NoSuchStream):
        bench.streams.events(missing)
    with pytest.raises(NoSuchStream):
        bench.streams.append(missing, None, bench.some(1), BY)


def test_a_stream_accepts_only_events_of_its_kind(bench: Bench) -> None:
    before = everything(bench.store)
    for other in CASES:
        if other is not bench.case:
            with pytest.raises(BatchRefused, match="is not an event of a"):
                bench.streams.append(bench.id, None, [bench.draft(other.act(1))], BY)
            with pytest.raises(BatchRefused):
                bench.streams.open(HOME, bench.draft(other.opens(HOME)), BY)
    with pytest.raises(BatchRefused, match="begins with"):
        bench.streams.append(bench.id, None, [bench.draft(bench.case.opens(HOME))], BY)
    assert everything(bench.store) == before


def test_each_kind_of_stream_has_its_own_limit_of_events(store: Store, case: Case) -> None:
    small = replace(case, kind=replace(case.kind, most_events=3))
    bench = Bench(store, small)
    bench.streams.append(bench.id, 1, bench.some(1, 2), BY)
    with pytest.raises(BatchRefused, match="at most 3 events"):
        bench.streams.append(bench.id, 3, bench.some(3), BY)


def copied(bench: Bench) -> list[Copied]:
    events, sealed = bench.streams.events(bench.id), bench.streams.sealed(bench.id)
    opened = [{path: kept for (version, path), kept in sealed.items() if version == event.version} for event in events]
    return [Copied(event, digest, values) for event, digest, values in zip(events, hashes(events), opened, strict=True)]


def test_a_restored_copy_equals_the_original_stream(bench: Bench) -> None:
    bench.streams.append(bench.id, 1, bench.some(*range(1, 8)), BY)
    record, head = copied(bench), bench.streams.head(bench.id)
    bench.store.redis.flushall()
    reached: list[int] = []
    copy = bench.another().restore(HOME, record, reached.append)
    assert (copy.stream, copy.version, copy.outcome, reached) == (bench.id, 8, "appended", [8])
    assert head is not None
    assert bench.another().head(bench.id) == replace(head, imported=8)
    assert copied(bench) == record
    assert bench.another().restore(HOME, record, reached.append).outcome == "already-there"
    bench.streams.append(bench.id, None, bench.some(9), BY)
    with pytest.raises(RecordDiffers):
        bench.another().restore(HOME, [*record, replace(record[-1], hash="0" * 64)], reached.append)


def test_a_club_stream_cannot_be_founded_under_another_clubs_name(bench: Bench) -> None:
    if bench.case.kind is CLUB:
        with pytest.raises(BatchRefused, match="not the founding of away"):
            bench.streams.open(AWAY, bench.draft(ClubFounded(HOME)), BY)
    else:
        assert club_of(bench.streams.open(AWAY, bench.opened, BY).stream) == AWAY


def test_a_new_kind_of_stream_needs_only_a_stream_kind_and_its_events(store: Store) -> None:
    """In this test, the ids of the new kind have a letter of their own. The streams of this kind are listed but not validated."""
    letter_ids = replace(
        CLUB,
        name="season",
        letter="s",
        hint="season",
        index="seasons",
        named=lambda club, event_id, _: StreamId(f"{club}-s{'a' * 15}{'abcdefghijklmnop'[UUID(event_id).int % 16]}"),
    )
    streams = Streams(store._client(store.server.socket), letter_ids, store.clock)
    opened = streams.open(HOME, StreamDraft(ClubFounded(HOME), EventId(str(UUID(int=3)))), BY)
    assert opened.stream == "home-saaaaaaaaaaaaaaad"
    streams.append(opened.stream, 1, [StreamDraft(ClubNamed("Summer"), new_id())], BY)
    assert [event.type for event in streams.events(opened.stream, verify=True)] == ["ClubFounded", "ClubNamed"]
    assert [(entry.letter, entry.stream, entry.version) for entry in streams.feed(HOME, 0, 9)] == [
        ("s", opened.stream, 1),
        ("s", opened.stream, 2),
    ]
    assert store.redis.zrange("{home}:seasons", 0, -1) == [opened.stream.encode()]
    assert store.verdicts.dirty(HOME) == []
