"""The kernel: cards, shapes of values, canonical JSON, the hash chain, and the order of a record."""

import hashlib
import json
from collections.abc import Sequence

import pytest

from domain.kernel import cards
from domain.kernel.canonical import Json, canonical
from domain.kernel.cards import Card, spoken
from domain.kernel.events import EVENT_TYPES, Act, NoteWritten, Retracted, shape_of
from domain.kernel.findings import Finding, read_aloud
from domain.kernel.shapes import Fault, Sealed
from domain.record.chain import GENESIS, commitment, event_json, link, seal
from domain.record.fold import corrected, misplaced, read, retracted, table_order
from domain.system import PUBLIC
from domain.systems import SYSTEMS
from tests.domain.playing import act, at_each_version, events, opener, opening, place, played

# --- cards (00_conventions.md) ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "said"), [("TS", "the ten of spades"), ("JH", "the jack of hearts"), ("HJ", "the high joker"), ("LJ", "the low joker")]
)
def test_a_card_has_a_name_in_words(token: str, said: str) -> None:
    assert spoken(Card(token)) == said


def test_a_pack_has_52_different_cards() -> None:
    assert len(set(cards.PACK_52)) == 52


# --- canonical JSON (RFC 8785) ----------------------------------------------------------------------------------------------------------

CANONICAL: Sequence[tuple[Json, str]] = [
    ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
    ('\u20ac$\u000f\nA\'B"\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\"/"'),  # RFC 8785 §3.2.2.2
    ({"10": 1, "2": 2}, '{"10":1,"2":2}'),
    (2**53 - 1, "9007199254740991"),
]


@pytest.mark.parametrize(("value", "text"), CANONICAL)
def test_equal_values_have_the_same_canonical_json(value: Json, text: str) -> None:
    assert canonical(value).decode() == text


@pytest.mark.parametrize("value", [1.0, 2**53, "\ud800", {"é": 1}, {1: 2}, object()])
def test_values_that_have_no_canonical_json_are_refused(value: Json) -> None:
    with pytest.raises(ValueError, match=r".+"):
        canonical(value)


# --- shapes: all faults are reported together ---------------------------------------------------------------------------------------------

FAULTY: Sequence[tuple[str, Json, set[str]]] = [
    ("CardPlaced", {"seat": 16, "call": "low", "card": "10S", "cards": 1}, {"/seat", "/call", "/card", "/cards"}),
    ("CardPlaced", {}, {"/seat", "/call"}),
    ("CardPlaced", [], {""}),
    ("CardPlaced", {"seat": True, "call": None}, {"/seat", "/call"}),
    ("CardPlaced", {"seat": 10**400, "call": "lowest"}, {"/seat"}),
    ("CardsRevealed", {"cards": {}}, {"/cards"}),
    (
        "CardsRevealed",
        {"cards": {"00": "AS", "²": "AS", "1" * 5000: "AS", "3": "XX"}},
        {"/cards/00", "/cards/²", "/cards/" + "1" * 40, "/cards/3"},
    ),
    ("HandDealt", {"cards": {"0": "AS"}}, {"/cards/0"}),
    ("HandDealt", {"cards": {"0": ["AS"] * 61}}, {"/cards/0"}),
    ("NoteWritten", {"note": "a\0b"}, {"/note"}),
    ("NoteWritten", {"note": "\ud800"}, {"/note"}),
    ("NoteWritten", {"note": ""}, {"/note"}),
    ("NoteWritten", {"note": "x" * 501}, {"/note"}),
    ("Retracted", {"target": 0}, {"/target"}),
    (
        "GameOpened",
        {"system": "HIGH", "rules": [], "seats": [{"person": "Anna!"}]},
        {"/system", "/rules", "/seats/0/person", "/seats/0/seat"},
    ),
]


@pytest.mark.parametrize(("name", "data", "pointers"), FAULTY, ids=[f"{row[0]} {sorted(row[2])}"[:60] for row in FAULTY])
def test_reading_a_value_names_every_fault_in_it(name: str, data: Json, pointers: set[str]) -> None:
    faults: list[Fault] = []
    EVENT_TYPES[name].shape.read(data, "", faults)
    assert {fault.pointer for fault in faults} == pointers


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_event_type_has_a_valid_example_and_a_schema(name: str) -> None:
    kind = EVENT_TYPES[name]
    act(name, **kind.example)
    json.dumps(kind.shape.schema())
    assert kind.doc


def test_the_stored_codes_of_event_types_are_unique() -> None:
    assert len({kind.code for kind in EVENT_TYPES.values()}) == len(EVENT_TYPES)


# --- the chain ----------------------------------------------------------------------------------------------------------------------------


def test_sealing_a_value_hides_it_and_leaves_a_commitment_to_it() -> None:
    salts = iter([b"a" * 16, b"b" * 16])
    dealt = act("HandDealt", cards={"0": ["TS"], "2": ["KH", "2C"]})
    recorded, opened = seal(shape_of(dealt), dealt, lambda: next(salts))
    assert opened == {"cards.0": (["TS"], b"a" * 16), "cards.2": (["KH", "2C"], b"b" * 16)}
    assert recorded == {"cards": {"0": {"commit": commitment(b"a" * 16, ["TS"])}, "2": {"commit": commitment(b"b" * 16, ["KH", "2C"])}}}


def test_the_hash_of_an_event_does_not_depend_on_a_sealed_value() -> None:
    commit = commitment(b"s" * 16, "TS")
    known, unknown = (events([act("OpenerChosen", seat=0), NoteWritten(Sealed(commit, value))])[1] for value in ("TS", None))
    assert event_json(known) == event_json(unknown)


def test_the_hash_of_an_event_follows_the_published_formula() -> None:
    (event,) = events([opening(SYSTEMS["high-card"], 2)])
    body = event_json(event)
    assert "after" not in body
    by_hand = hashlib.sha256(bytes(32) + json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    assert link(GENESIS, body) == by_hand


# --- the order of a record -----------------------------------------------------------------------------------------------------------------

NOTE = act("NoteWritten", note="x")


def ordered(*entries: Act | tuple[Act, int]) -> list[int]:
    return [event.version for event in table_order(events(entries))]


ORDERS: Sequence[tuple[list[int | None], list[int], str]] = [
    ([None, None, None], [1, 2, 3], "by version"),
    ([None, None, 1], [1, 3, 2], "directly after the named event"),
    ([None, None, 1, 1], [1, 4, 3, 2], "of two after the same event, the newer comes first"),
    ([None, None, 1, 3], [1, 3, 4, 2], "an event can be inserted after an insertion"),
    ([None, None, 1, None], [1, 3, 2, 4], "without `after`: at the end"),
    ([None, None, 2, None, 1], [1, 5, 2, 3, 4], "after the first event"),
]


@pytest.mark.parametrize(("afters", "order", "why"), ORDERS, ids=[row[-1] for row in ORDERS])
def test_an_inserted_event_comes_after_the_event_that_it_names(afters: list[int | None], order: list[int], why: str) -> None:
    assert ordered(*(NOTE if after is None else (NOTE, after) for after in afters)) == order


def test_a_retraction_can_be_retracted() -> None:
    record = events([NOTE, NOTE, Retracted(2), Retracted(3)])
    assert retracted(record[:3]) == {2}
    assert retracted(record) == {3}
    assert [event.version for event in corrected(record)] == [1, 2]


def test_an_inserted_event_stays_when_the_event_before_it_is_retracted() -> None:
    record = events([NOTE, NOTE, NOTE, Retracted(2), (NOTE, 2)])
    assert [event.version for event in corrected(record)] == [1, 5, 3]


MISPLACED: Sequence[tuple[int, Retracted | None, int | None, str | None]] = [
    (5, Retracted(4), None, None),
    (5, Retracted(1), None, "/data/target"),
    (5, Retracted(5), None, "/data/target"),
    (5, Retracted(9), None, "/data/target"),
    (5, None, 4, None),
    (5, None, 5, "/after"),
    (5, None, 0, "/after"),
]


@pytest.mark.parametrize(("version", "retraction", "after", "pointer"), MISPLACED)
def test_a_correction_that_names_a_missing_event_is_refused(
    version: int, retraction: Retracted | None, after: int | None, pointer: str | None
) -> None:
    assert [fault.pointer for _, fault in misplaced([(version, retraction, after)])] == ([pointer] if pointer else [])


def test_the_table_at_each_version_shows_what_was_recorded_up_to_that_version() -> None:
    reading = played("high-card", 2, opener(0), place(0, "h"), Retracted(3), place(0, "l"))
    calls = [SYSTEMS["high-card"].seen_by(then.table, PUBLIC).seats[0].said for then in at_each_version(reading)]
    assert [call and call.word for call in calls] == [None, None, "highest", None, "lowest"]
    assert [step.event.version for step in reading.steps] == [1, 2, 5]


def test_a_record_that_does_not_begin_with_an_opening_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with GameOpened"):
        read(SYSTEMS["high-card"], events([NOTE]))


def test_the_sentence_of_a_finding_contains_the_names_of_players() -> None:
    finding = Finding("x", "breach", "HC-1", (3, 7), "{0} and {12} swapped.")
    assert finding.id == "x@3,7"
    assert read_aloud(finding.sentence, {0: "anna", 12: "Ben"}.__getitem__) == "Anna and Ben swapped."
