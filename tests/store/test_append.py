"""The possible outcomes of an append. Events are written only if the outcome is `appended` or `completed`."""

from dataclasses import replace
from random import Random
from uuid import UUID

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import (
    CardPlaced,
    EventId,
    GameAbandoned,
    PlayerJoined,
    PlayerLeft,
    Retracted,
    TokenId,
    VisibilitySet,
)
from domain.record.batch import Draft
from service.store.errors import BodyDiffers, Conflict, NoSuchGame, RecordDamaged, SourceChanged
from service.store.keys import HOME, Club, GameId, game_id, keys_of, mark_of
from tests.store.bench import BY, NOON, Store, chosen, everything, new_id, noted, opening, placed
from tests.verdicts import judged

# --- opening -----------------------------------------------------------------------------------------------------------------------


def test_opening_a_game_writes_a_record_with_one_event(store: Store) -> None:
    draft = opening("public")
    opened = store.records.open(HOME, draft, BY)
    assert opened.game == game_id(HOME, draft.id)
    assert (opened.version, opened.first, opened.outcome, opened.events) == (1, 1, "appended", ((1, draft.id),))
    head = store.records.head(opened.game)
    assert head is not None
    assert (head.system, head.seats, head.visibility, head.state) == ("high-card", (0, 1, 2), "public", "open")
    assert (head.recorded_at, head.opened_at, head.verdict, head.validated, head.engine) == (NOON, NOON, 0, 0, "")
    assert [event.act for event in store.records.events(opened.game)] == [draft.act]
    assert store.verdicts.dirty(HOME) == [(opened.game, 1)]


def test_a_repeated_opening_is_recognised_even_after_later_events(store: Store) -> None:
    draft = opening()
    game = store.records.open(HOME, draft, BY).game
    store.records.append(game, 1, [chosen()], BY)
    again = store.another().open(HOME, draft, BY)
    assert (again.game, again.version, again.first, again.outcome) == (game, 2, 1, "already-there")


def test_an_opening_with_the_id_of_a_stored_opening_but_other_contents_is_refused(store: Store) -> None:
    draft = opening()
    store.records.open(HOME, draft, BY)
    with pytest.raises(BodyDiffers):
        store.records.open(HOME, opening("public", draft.id), BY)


def test_an_invalid_club_name_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="not a club name"):
        store.records.open(Club("No such"), opening(), BY)


# --- appended, already there, completed -----------------------------------------------------------------------------------------------


def test_a_batch_is_written_in_order_after_the_expected_version(store: Store) -> None:
    game, batch = store.open(), [chosen(), placed("TS", 0), placed("2C", 1)]
    appended = store.records.append(game, 1, batch, BY)
    assert (appended.version, appended.first, appended.outcome) == (4, 2, "appended")
    assert appended.events == tuple(zip((2, 3, 4), [draft.id for draft in batch], strict=True))
    events = store.records.events(game, verify=True)
    assert [event.version for event in events] == [1, 2, 3, 4]
    assert isinstance(events[2].act, CardPlaced)
    assert events[2].act.card is not None
    assert events[2].act.card.value == "TS"
    assert {event.by for event in events} == {BY}


@pytest.mark.parametrize("expected", [1, 2, 7, None])
def test_a_repeated_batch_is_recognised_whatever_version_it_expects(store: Store, expected: int | None) -> None:
    game, batch = store.open(), [chosen(), noted("late start")]
    store.records.append(game, 1, batch, BY)
    store.records.append(game, 3, [chosen(1)], BY)
    before = everything(store)
    for records in (store.records, store.another()):
        again = records.append(game, expected, batch, TokenId("another-one"))
        assert (again.version, again.first, again.outcome) == (4, 2, "already-there")
        assert again.events == tuple(zip((2, 3), [draft.id for draft in batch], strict=True))
    assert everything(store) == before


@pytest.mark.parametrize("expected", [1, None])
def test_repeating_a_partly_stored_batch_stores_the_missing_events(store: Store, expected: int | None) -> None:
    game, batch = store.open(), [placed("TS", 0), placed("2C", 1), placed("KH", 2)]
    store.records.append(game, 1, batch[:2], BY)
    completed = store.another().append(game, expected, batch, BY)
    assert (completed.version, completed.first, completed.outcome) == (4, 2, "completed")
    assert completed.events == tuple(zip((2, 3, 4), [draft.id for draft in batch], strict=True))
    assert len(store.records.events(game, verify=True)) == 4


def test_after_later_events_a_partly_stored_batch_is_completed_only_if_it_expects_no_version(store: Store) -> None:
    game, batch = store.open(), [placed("TS", 0), placed("2C", 1)]
    store.records.append(game, 1, batch[:1], BY)
    store.records.append(game, 2, [chosen()], BY)
    with pytest.raises(Conflict) as caught:
        store.records.append(game, 1, batch, BY)
    assert (caught.value.expected, caught.value.actual) == (1, 3)
    completed = store.records.append(game, None, batch, BY)
    assert (completed.outcome, [version for version, _ in completed.events]) == ("completed", [2, 4])


# --- the index of ids ------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alike() -> tuple[EventId, EventId]:
    """Two event ids with the same checksum. The checksum matters because the record's index of ids has only the CRC-32 of each id."""
    dice, seen = Random(1), dict[int, EventId]()
    while True:
        event_id = EventId(str(UUID(bytes=dice.randbytes(16))))
        if (other := seen.setdefault(mark_of(event_id), event_id)) != event_id:
            return other, event_id


@pytest.mark.parametrize("expected", [2, None])
def test_two_events_whose_ids_have_the_same_checksum_are_both_recorded(
    store: Store, alike: tuple[EventId, EventId], expected: int | None
) -> None:
    game, (one, other) = store.open(), (replace(chosen(), id=event_id) for event_id in alike)
    store.records.append(game, 1, [one], BY)
    assert store.another().append(game, expected, [other], BY).outcome == "appended"
    for draft, version in ((one, 2), (other, 3)):
        again = store.another().append(game, 1, [draft], BY)
        assert (again.outcome, again.first, again.version) == ("already-there", version, 3)
    assert [event.id for event in store.records.events(game, verify=True)[1:]] == list(alike)


def test_one_batch_may_have_two_events_whose_ids_have_the_same_checksum(store: Store, alike: tuple[EventId, EventId]) -> None:
    game, batch = store.open(), [replace(chosen(), id=event_id) for event_id in alike]
    assert store.records.append(game, 1, batch, BY).outcome == "appended"
    assert store.records.append(game, 1, batch, BY).outcome == "already-there"


def test_an_event_with_another_id_of_the_same_checksum_is_not_taken_for_a_repetition(store: Store, alike: tuple[EventId, EventId]) -> None:
    game, (one, other) = store.open(), (replace(chosen(), id=event_id) for event_id in alike)
    store.records.append(game, 1, [one], BY)
    with pytest.raises(Conflict):
        store.records.append(game, 1, [other], BY)


@pytest.mark.parametrize("expected", [1, None])
def test_a_repeated_early_event_of_a_long_record_is_recognised(store: Store, expected: int | None) -> None:
    game, early = store.open(), chosen()
    store.records.append(game, 1, [early, *(chosen() for _ in range(299))], BY)
    again = store.records.append(game, expected, [early], BY)
    assert (again.outcome, again.first, again.version) == ("already-there", 2, 301)


@pytest.mark.parametrize("expected", [1, None])
def test_a_repeated_event_is_not_written_again_if_its_stream_was_lost(store: Store, expected: int | None) -> None:
    game, draft = store.open(), chosen()
    store.records.append(game, 1, [draft], BY)
    store.redis.delete(keys_of(game).stream(game))
    with pytest.raises(RecordDamaged):
        store.records.append(game, expected, [draft], BY)
    assert store.redis.xlen(keys_of(game).stream(game)) == 0


# --- conflict -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("expected", [0, 1, 3, 10**9])
def test_an_append_that_expects_another_version_is_a_conflict(store: Store, expected: int) -> None:
    game = store.open()
    store.records.append(game, 1, [chosen()], BY)
    before = everything(store)
    for records in (store.records, store.another()):
        with pytest.raises(Conflict) as caught:
            records.append(game, expected, [chosen()], BY)
        assert (caught.value.expected, caught.value.actual) == (expected, 2)
    assert everything(store) == before


@pytest.mark.parametrize(("field", "value"), [("hash", b"\xab" * 32), ("version", b"7")])
def test_an_append_is_compared_with_the_stored_version_and_hash_not_with_remembered_ones(store: Store, field: str, value: bytes) -> None:
    """A process remembers the head of a stream (its version and last hash). After a failover that lost or replaced the latest events, the
    remembered head is wrong."""
    game = store.open()
    store.redis.hset(keys_of(game).head(game), field, value)
    with pytest.raises(Conflict):
        store.records.append(game, 1, [chosen()], BY)
    version = 8 if field == "version" else 2
    assert store.records.append(game, None, [chosen()], BY).version == version


def test_an_append_may_expect_a_version_that_its_process_does_not_know_yet(store: Store) -> None:
    game = store.open()
    store.another().append(game, 1, [chosen()], BY)
    assert store.records.append(game, 2, [chosen()], BY).version == 3


def test_appending_to_an_unknown_game_is_refused(store: Store) -> None:
    game = GameId("home-aaaaaaaaaaaaaaaa")
    for expected in (None, 0, 1):
        with pytest.raises(NoSuchGame):
            store.records.append(game, expected, [chosen()], BY)
    with pytest.raises(NoSuchGame):
        store.records.events(game)
    assert store.records.head(game) is None
    assert store.redis.keys() == []


# --- the head ---------------------------------------------------------------------------------------------------------------------------


def test_the_stored_list_of_seats_keeps_the_seat_of_a_player_who_left(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [Draft(PlayerJoined(Seat(7)), new_id()), Draft(PlayerLeft(Seat(0)), new_id())], BY)
    head = store.records.head(game)
    assert head is not None
    assert head.seats == (0, 1, 2, 7)


def test_the_visibility_of_a_game_is_the_last_setting_that_was_not_withdrawn(store: Store) -> None:
    game = store.open()
    steps = [
        (VisibilitySet("unlisted"), "unlisted"),
        (VisibilitySet("public"), "public"),
        (Retracted(3), "unlisted"),
        (GameAbandoned("rain"), "unlisted"),
        (Retracted(4), "public"),
        (Retracted(2), "public"),
        (Retracted(3), "private"),
    ]
    for act, visibility in steps:
        store.records.append(game, None, [Draft(act, new_id())], BY)
        head = store.records.head(game)
        assert head is not None
        assert head.visibility == visibility


def test_withdrawing_a_note_reads_only_the_withdrawn_event(store: Store) -> None:
    game = store.open()
    store.records.append(game, None, [noted(f"note {number}") for number in range(40)], BY)
    looked = []
    read = store.records.events
    store.records.events = lambda *where: looked.append(where[1:]) or read(*where)  # type: ignore[method-assign,func-returns-value]
    store.records.append(game, None, [Draft(Retracted(7), new_id()), Draft(Retracted(9), new_id())], BY)
    assert looked == [(6, 7), (8, 9)]
    assert [event.act for event in read(game, 41)] == [Retracted(7), Retracted(9)]


def test_the_time_of_recording_never_decreases_even_if_the_clock_goes_back(store: Store) -> None:
    game = store.open()
    for now in (NOON + 5000, NOON - 3_600_000, NOON + 4999, NOON + 6000):
        store.clock.now = now
        store.records.append(game, None, [chosen(), chosen()], BY)
    events = store.records.events(game, verify=True)
    assert [event.recorded_at - NOON for event in events] == [0, 5000, 5000, 5000, 5000, 5000, 5000, 6000, 6000]
    assert [event.at - NOON for event in events[1::2]] == [5000, -3_600_000, 4999, 6000]


def test_an_append_without_conflict_sends_one_command_to_the_store(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [chosen()], BY)
    store.redis.config_resetstat()
    store.records.append(game, 2, [chosen()], BY)
    store.records.append(game, None, [chosen()], BY)
    calls = {name: stats["calls"] for name, stats in store.redis.info("commandstats").items()}
    assert calls["cmdstat_evalsha"] == 2
    assert "cmdstat_hgetall" not in calls


def test_the_append_script_is_loaded_again_when_the_server_has_forgotten_it(store: Store) -> None:
    game = store.open()
    for _ in range(2):
        store.redis.script_flush()
        store.records.append(game, None, [chosen()], BY)
    store.redis.script_flush()
    judged(store.verdicts, game, 0, 3, "0badcafe", "open", [], [])
    assert len(store.records.events(game)) == 3


def test_a_batch_is_refused_if_what_it_was_made_from_has_changed(store: Store) -> None:
    game, source = store.open(), store.open()
    head = store.records.head(source)
    assert head is not None
    assert store.records.append(game, 1, [chosen()], BY, sources=[(source, head.hash)]).version == 2
    store.records.append(source, 1, [chosen()], BY)
    before = everything(store)
    for version, other in ((2, source), (None, GameId("home-aaaaaaaaaaaaaaaa"))):
        with pytest.raises(SourceChanged):
            store.records.append(game, version, [chosen()], BY, sources=[(other, head.hash)])
    assert everything(store) == before
