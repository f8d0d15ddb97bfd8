"""When a batch is read, only the event types of its kind of stream are allowed. These tests define a kind of stream of their own: a diary,
with its own rights."""

from dataclasses import replace
from uuid import UUID

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Event, EventId, NoteWritten, Retracted, TokenId
from domain.kernel.shapes import Fault, Sealed
from domain.record.batch import Draft, Sent, Vocabulary, read_batch, touches_settled, without_right

NOTE = {"type": "NoteWritten", "data": {"note": "a full house"}}
JOINED = {"type": "PlayerJoined", "data": {"seat": 9, "person": "p-nobody"}}
FRESH = [EventId(str(UUID(int=number))) for number in range(1, 9)]
RECORDED = {
    "NoteWritten": replace(EVENT_TYPES["NoteWritten"], right="direct"),
    **{t: EVENT_TYPES[t] for t in ("PlayerJoined", "Retracted")},
}
DIARY = Vocabulary("diary", RECORDED, RECORDED, {"GameOpened": "POST /diaries"}, frozenset({"NoteWritten"}), None, lambda _: ())

UNKNOWN = "is not an event type of this diary; known: NoteWritten, PlayerJoined, Retracted"
FAULTS: list[tuple[str, dict[str, Json], list[tuple[str, str]]]] = [
    ("sound", NOTE, []),
    (
        "of another kind",
        {"type": "BidMade", "data": {}},
        [("/type", UNKNOWN)],
    ),
    ("by another request", {"type": "GameOpened", "data": {}}, [("/type", "cannot be recorded here; use POST /diaries")]),
    ("its data", {"type": "NoteWritten", "data": {"note": 7}}, [("/data/note", "must be text")]),
    ("somebody unknown, at a seat that nobody asks for", JOINED, [("/data/person", "is not a person in this club's directory")]),
    ("ahead", {"type": "Retracted", "data": {"target": 9}}, [("/data/target", "there is no version 9 to retract")]),
    ("after what is not there", {**NOTE, "after": 8}, [("/after", "there is no version 8 before this one")]),
]


@pytest.mark.parametrize(("sent", "faults"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_each_fault_of_a_batch_is_named_with_its_place(sent: dict[str, Json], faults: list[tuple[str, str]]) -> None:
    batch = read_batch([Sent(sent)], DIARY, 3, FRESH.__getitem__)

    assert batch.faults == tuple(Fault(f"/events/0{place}", message) for place, message in faults)


SEATS: list[tuple[set[int], str]] = [
    ({0, 1, 2, 3}, "the seats 0 to 3"),
    ({0, 1}, "the seats 0 and 1"),
    ({0, 2, 5}, "the seats 0, 2 and 5"),
    ({0, 1, 4, 5, 6}, "the seats 0, 1 and 4 to 6"),
    ({0}, "only the seat 0"),
]


@pytest.mark.parametrize(("seats", "named"), SEATS, ids=[row[1] for row in SEATS])
def test_a_seat_that_nobody_took_is_refused_with_the_seats_there_are(seats: set[int], named: str) -> None:
    known = replace(DIARY, seats=frozenset(map(Seat, seats)), types=EVENT_TYPES)
    card = {"type": "CardPlaced", "data": {"seat": 7, "card": "AS"}}

    faults = read_batch([Sent(card)], known, 3, FRESH.__getitem__).faults

    assert Fault("/events/0/data/seat", f"there is no seat 7 at this table: it has {named}") in faults


def test_a_seat_that_an_earlier_event_of_the_batch_took_is_among_the_seats() -> None:
    known = replace(DIARY, seats=frozenset({Seat(0), Seat(1)}), types=EVENT_TYPES)
    card = {"type": "CardPlaced", "data": {"seat": 7, "card": "AS"}}

    faults = read_batch([Sent({"type": "PlayerJoined", "data": {"seat": 2}}), Sent(card)], known, 3, FRESH.__getitem__).faults

    assert Fault("/events/1/data/seat", "there is no seat 7 at this table: it has the seats 0 to 2") in faults


def test_one_answer_names_a_wrong_time_wrong_data_and_a_repeated_id() -> None:
    broken = Sent({"type": "NoteWritten", "data": {"note": 7}}, (Fault("/events/0/at", "must be a whole number"),))
    twice = {**NOTE, "id": str(UUID(int=40))}

    batch = read_batch([broken, Sent(twice), Sent(twice)], DIARY, 3, FRESH.__getitem__)

    assert [fault.pointer for fault in batch.faults] == ["/events/0/at", "/events/0/data/note", "/events/2/id"]


def test_an_event_without_an_id_gets_a_new_id() -> None:
    batch = read_batch([Sent(NOTE), Sent({**NOTE, "id": str(UUID(int=171)).upper()}), Sent(NOTE)], DIARY, 3, FRESH.__getitem__)

    assert [draft.id for draft in batch.drafts.values()] == [FRESH[0], str(UUID(int=171)), FRESH[2]]


def note(number: int) -> Draft:
    return Draft(NoteWritten(Sealed("", "x")), FRESH[number])


def test_withdrawing_an_event_needs_the_right_to_record_it() -> None:
    recorded = [
        Event(1, FRESH[5], NoteWritten(Sealed("", "x")), TokenId("t"), 0, 0, 0),
        Event(2, FRESH[6], Retracted(1), TokenId("t"), 0, 0, 0),
    ]
    for drafts in ([note(0)], [Draft(Retracted(2), FRESH[0])], [Draft(Retracted(1), FRESH[0])]):
        refusal = without_right(drafts, DIARY, ("read", "record"), 2, recorded)

        assert refusal is not None
        assert (refusal.kind, refusal.needs, refusal.faults[0].pointer) == ("no-right", "direct", "/events/0/type")
        assert without_right(drafts, DIARY, ("read", "record", "direct"), 2, recorded) is None


def test_only_corrections_and_certain_types_of_events_can_change_a_settled_result() -> None:
    plain = replace(DIARY, settling=frozenset())

    assert touches_settled([note(0)], DIARY)
    assert not touches_settled([note(0)], plain)
    assert touches_settled([note(0), Draft(Retracted(1), FRESH[1])], plain)
    assert touches_settled([replace(note(0), after=1)], plain)
