"""The store refuses an event with the id of another event, and batches that can never be written."""

from dataclasses import replace

import pytest

from domain.files.limits import MOST_IN_A_RECORD
from domain.kernel.cards import Seat
from domain.kernel.events import CardPlaced, EventId, NoteWritten, OpenerChosen, Retracted
from domain.kernel.shapes import Fault, Sealed
from domain.record.batch import Draft
from service.store.errors import BatchRefused, BodyDiffers
from service.store.keys import HOME, keys_of
from service.store.streams.append import MOST_EVENTS
from tests.store.bench import BY, NOON, Store, chosen, everything, new_id, noted, opening, placed

# --- another body under the same id -----------------------------------------------------------------------------------------------------

SENT = Draft(CardPlaced(Seat(0), "middle", Sealed("", "TS")), new_id(), at=NOON - 9000, offset=60)
OTHER_BODIES = {
    "another type": replace(SENT, act=OpenerChosen(Seat(0))),
    "another call": replace(SENT, act=CardPlaced(Seat(0), "lowest", Sealed("", "TS"))),
    "another sealed card": replace(SENT, act=CardPlaced(Seat(0), "middle", Sealed("", "TD"))),
    "no sealed card": replace(SENT, act=CardPlaced(Seat(0), "middle")),
    "another place": replace(SENT, after=1),
    "another time": replace(SENT, at=NOON),
    "another offset": replace(SENT, offset=0),
}


@pytest.mark.parametrize("other", OTHER_BODIES.values(), ids=OTHER_BODIES)
def test_an_event_with_the_id_of_another_recorded_event_is_refused(store: Store, other: Draft) -> None:
    game = store.open()
    store.records.append(game, 1, [SENT], BY)
    before = everything(store)
    for batch in ([other], [other, chosen()]):
        with pytest.raises(BodyDiffers) as caught:
            store.records.append(game, 1, batch, BY)
        assert caught.value.versions == (2,)
    assert everything(store) == before


def test_an_event_that_is_repeated_a_minute_later_is_recognised(store: Store) -> None:
    game, draft = store.open(), placed()
    store.records.append(game, 1, [draft], BY)
    store.clock.now += 60_000
    assert store.records.append(game, 1, [draft], BY).outcome == "already-there"


def test_a_repeated_event_is_recognised_even_if_its_sealed_value_was_erased(store: Store) -> None:
    game, draft = store.open(), noted("Anna felt ill")
    store.records.append(game, 1, [draft], BY)
    store.redis.hdel(keys_of(game).sealed(game), str(2 * 128))
    assert store.records.append(game, 1, [draft], BY).outcome == "already-there"
    note = store.records.events(game, verify=True)[1].act
    assert isinstance(note, NoteWritten)
    assert note.note.value is None


def test_an_event_is_recognised_by_its_id_in_upper_or_lower_case(store: Store) -> None:
    game, draft = store.open(), chosen()
    store.records.append(game, 1, [replace(draft, id=EventId(draft.id.upper()))], BY)
    assert store.records.append(game, 1, [draft], BY).outcome == "already-there"
    assert store.records.events(game, verify=True)[1].id == draft.id


# --- batches that can never be written --------------------------------------------------------------------------------------------------

TWICE = chosen()
REFUSED = {
    "nothing": [],
    "too many": [chosen() for _ in range(MOST_EVENTS + 1)],
    "too long": [noted("é" * 500) for _ in range(300)],
    "an id twice": [TWICE, TWICE],
    "no id": [Draft(OpenerChosen(Seat(0)), EventId("7"))],
    "a second opening": [opening()],
    "a sealed field closed": [Draft(CardPlaced(Seat(0), "middle", Sealed("ab" * 32)), new_id())],
    "a time beyond what JSON keeps": [Draft(OpenerChosen(Seat(0)), new_id(), at=2**60)],
    "a lone surrogate": [noted("\ud800")],
}


@pytest.mark.parametrize("batch", REFUSED.values(), ids=REFUSED)
def test_a_batch_that_would_be_invalid_in_any_game_is_refused(store: Store, batch: list[Draft]) -> None:
    game = store.open()
    before = everything(store)
    for expected in (1, None):
        with pytest.raises(BatchRefused):
            store.records.append(game, expected, batch, BY)
    assert everything(store) == before


def test_a_record_must_begin_with_an_opening(store: Store) -> None:
    with pytest.raises(BatchRefused, match="GameOpened"):
        store.records.open(HOME, chosen(), BY)


MISPLACED = {
    "the opening retracted": (Draft(Retracted(1), new_id()), "/data/target"),
    "a later event retracted": (Draft(Retracted(9), new_id()), "/data/target"),
    "behind a later event": (replace(chosen(), after=3), "/after"),
}


@pytest.mark.parametrize(("draft", "pointer"), MISPLACED.values(), ids=MISPLACED)
def test_a_correction_of_a_missing_event_is_refused(store: Store, draft: Draft, pointer: str) -> None:
    game = store.open()
    with pytest.raises(BatchRefused) as caught:
        store.records.append(game, None, [chosen(), draft], BY)
    ((index, fault),) = caught.value.faults
    assert (index, type(fault), fault.pointer) == (1, Fault, pointer)


def test_a_batch_that_has_a_recorded_event_after_a_new_event_is_refused(store: Store) -> None:
    game, known = store.open(), chosen()
    store.records.append(game, 1, [known], BY)
    with pytest.raises(BatchRefused, match="not the first"):
        store.records.append(game, 2, [chosen(), known], BY)


def test_the_largest_allowed_batch_is_written(store: Store) -> None:
    game = store.open()
    batch = [placed("TS", n % 3) for n in range(MOST_EVENTS)]
    assert store.records.append(game, 1, batch, BY).version == MOST_EVENTS + 1
    assert store.records.append(game, 1, batch, BY).outcome == "already-there"
    assert len(store.records.events(game, verify=True)) == MOST_EVENTS + 1


def test_a_record_with_the_greatest_number_of_events_accepts_no_more(store: Store) -> None:
    game = store.open()
    for _ in range(MOST_IN_A_RECORD // MOST_EVENTS - 1):
        store.records.append(game, None, [chosen() for _ in range(MOST_EVENTS)], BY)
    store.records.append(game, None, [chosen() for _ in range(MOST_EVENTS - 1)], BY)
    with pytest.raises(BatchRefused, match="at most 10000 events"):
        store.records.append(game, None, [chosen()], BY)
