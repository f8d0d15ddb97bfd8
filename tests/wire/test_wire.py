"""Every stored form of an event can be read: the samples, every event that the shapes allow, and types that no longer exist."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.canonical import Json, canonical, text_of
from domain.kernel.cards import CARDS, Seat
from domain.kernel.events import AnyAct, Event, EventId, EventType, OpenerChosen, TokenId
from domain.kernel.events.rulings import JustOne
from domain.kernel.shapes import BySeat, CardToken, Fields, Flag, ListOf, OneOf, Optional, RulesMap, Seal, Shape, Text, Whole
from domain.record.batch import StreamDraft
from domain.record.chain import GENESIS, body_text, commitment, data_text, event_json, event_text, link, link_text, seal
from service.store.games.kind import GAME
from service.store.kinds import KINDS
from service.store.streams import wire
from service.store.streams.append import sealed_batch
from service.store.streams.forms import Former, UnknownEventType
from service.store.streams.kinds import AnyKind
from tests.wire.samples import codes, entry_of, in_clear, load, origins_of, sealed_of

# --- samples ----------------------------------------------------------------------------------------------------------------------------


SAMPLES = [(kind, code) for kind in KINDS for code in codes(kind)]
TODAY = [(kind, code) for kind, code in SAMPLES if code in kind.codes.by_code]


def named(case: object) -> str:
    return getattr(case, "name", str(case))


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_every_code_of_an_event_type_has_exactly_one_stored_sample(kind: AnyKind) -> None:
    """For a new event type, run `python -m tests.wire.samples`. If the store stops writing a code, move the code to `former`, and keep its
    sample."""
    assert codes(kind) == sorted([*kind.codes.by_code, *kind.codes.former])


@pytest.mark.parametrize(("kind", "code"), SAMPLES, ids=named)
def test_reading_a_stored_sample_gives_the_event_that_was_hashed(kind: AnyKind, code: str) -> None:
    sample = load(code, kind)
    entry, origins, sealed = entry_of(sample), origins_of(sample), sealed_of(sample)
    assert wire.body_of(entry, origins, kind.codes) == sample["event"]
    assert link(GENESIS, wire.body_of(entry, origins, kind.codes)) == sample["hash"]
    values, salts = wire.decode_sealed(sealed), wire.salts_of(sealed)
    commitments = {number: commit for number, (_, commit) in wire.commitments_of(entry, kind.codes).items()}
    assert commitments == {number: commitment(salts[number], value) for number, value in values.items()}


@pytest.mark.parametrize(("kind", "code"), TODAY, ids=named)
def test_writing_the_event_of_a_stored_sample_gives_the_same_bytes(kind: AnyKind, code: str) -> None:
    sample, today = load(code, kind), kind.codes.by_code[code]
    entry, origins, sealed = entry_of(sample), origins_of(sample), sealed_of(sample)
    (event,) = wire.decode([entry], origins, wire.decode_sealed(sealed), kind.codes)
    assert event_json(event) == sample["event"]
    assert in_clear(event.act) == in_clear(cast("AnyAct", today.shape.read(today.example, "", [])))
    values, salts = wire.decode_sealed(sealed), wire.salts_of(sealed)
    opened = {path: (values[number], salts[number]) for number, (path, _) in wire.commitments_of(entry, kind.codes).items()}
    assert wire.encode(sample["event"], origins, opened, kind.codes) == (entry, sealed)


@pytest.mark.parametrize(("kind", "code"), TODAY, ids=named)
def test_an_event_cannot_be_read_as_an_event_of_another_kind_of_stream(kind: AnyKind, code: str) -> None:
    entry = entry_of(load(code, kind))
    for other in KINDS:
        if other is not kind and code not in other.codes.by_code:
            with pytest.raises(UnknownEventType):
                wire.decode([entry], origins_of(load(code, kind)), {}, other.codes)


def test_a_stored_event_with_an_unknown_type_code_cannot_be_read() -> None:
    sample = load("OC")
    entry_id, packed = entry_of(sample)
    strange = (entry_id, packed[:16] + b"??" + packed[18:])
    with pytest.raises(UnknownEventType, match=r"'\?\?'"):
        wire.decode([strange], origins_of(sample), {}, GAME.codes)
    with pytest.raises(UnknownEventType):
        wire.body_of(strange, origins_of(sample), GAME.codes)


def test_a_stored_event_of_a_former_type_is_read_as_the_current_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test defines a former type of event, in which the opener is a word. In the current type, the opener is a seat number."""
    shape = Fields(dict, (("who", OneOf(("first", "second"))), ("note", Optional(Seal(Text())))), frozenset({"who"}))
    former = Former("OpenerNamed", shape, lambda data: ("OpenerChosen", {"seat": 0 if data["who"] == "first" else 1}))
    monkeypatch.setitem(GAME.codes.former, "ON", former)
    entry = (b"2-1763726400250", bytes(16) + b"ON\1" + b"\xab" * 32 + b'[250,"second",0]')
    origins = [(TokenId("t"), 60)]
    (event,) = wire.decode([entry], origins, {256: "late"}, GAME.codes)
    assert event.act == OpenerChosen(Seat(1))
    body = wire.body_of(entry, origins, GAME.codes)
    assert (body["type"], body["data"]) == ("OpenerNamed", {"who": "second", "note": {"commit": "ab" * 32}})


UNREADABLE = {
    "no front": b"\0" * 18,
    "no JSON": bytes(16) + b"OC\0",
    "two entries in one": bytes(16) + b"OC\0[0,1],[0,2]",
    "an origin that is not there": bytes(16) + b"OC\0[[0,7],1]",
    "a field too many": bytes(16) + b"OC\0[0,1,2]",
    "a field too few": bytes(16) + b"OC\0[0]",
}


@pytest.mark.parametrize("packed", UNREADABLE.values(), ids=UNREADABLE)
def test_an_invalid_stored_event_cannot_be_read(packed: bytes) -> None:
    with pytest.raises(wire.UNREADABLE):
        wire.decode([(b"1-0", packed)], [(TokenId("t"), 0)], {}, GAME.codes)


def test_a_stored_event_without_a_known_recorder_cannot_be_read() -> None:
    with pytest.raises(wire.UNREADABLE):
        wire.decode([(b"1-0", bytes(16) + b"OC\0[0,1]")], [], {}, GAME.codes)


# --- every event ------------------------------------------------------------------------------------------------------------------------


def values_of(shape: Shape) -> st.SearchStrategy[Any]:
    """Return a strategy for JSON of this shape, with sealed values in clear text."""
    match shape:
        case Whole(low, high):
            return st.integers(low, high)
        case Flag():
            return st.booleans()
        case Text(_, pattern) if pattern:
            return st.from_regex(pattern, fullmatch=True).filter(str.isascii)
        case Text(longest, _):
            return st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=min(longest, 12))
        case OneOf(words):
            return st.sampled_from(words)
        case CardToken():
            return st.sampled_from(sorted(CARDS))
        case ListOf(item, least, most):
            return st.lists(values_of(item), min_size=least, max_size=min(most, least + 3))
        case BySeat(item, least):
            return st.dictionaries(st.sampled_from([str(n) for n in range(16)]), values_of(item), min_size=least, max_size=least + 3)
        case Optional(item):
            return st.none() | values_of(item)
        case Seal(item):
            return values_of(item)
        case JustOne(_, inner):
            return st.one_of([st.fixed_dictionaries({name: values_of(held.item)}) for name, held in inner if isinstance(held, Optional)])
        case Fields(_, inner, required):
            needed = {name: values_of(item) for name, item in inner if name in required}
            return st.fixed_dictionaries(needed, optional={name: values_of(item) for name, item in inner if name not in required})
        case RulesMap():
            return st.dictionaries(st.text("abc_", min_size=1), st.integers(0, 99) | st.booleans() | st.lists(st.text("ab")), max_size=3)
    raise AssertionError(f"no values for {shape}")


DRAFTS = st.one_of(
    [st.tuples(st.just(stream.name), st.just(kind), values_of(kind.shape)) for stream in KINDS for kind in stream.types.values()]
)


@given(DRAFTS, st.uuids(), st.none() | st.integers(0, 2**53 - 1), st.integers(-720, 840), st.none() | st.integers(1, 10**9))
def test_the_size_of_a_draft_counts_its_secret_values_and_not_its_commitments(
    draft: tuple[str, EventType, dict[str, Json]], uuid: object, at: int | None, offset: int, after: int | None
) -> None:
    """The units of a record's budget are made from this size, so it must not change."""
    named, kind, data = draft
    stream = next(stream for stream in KINDS if stream.name == named)
    act = cast("AnyAct", kind.shape.read(data, "", []))
    opens = kind.name == stream.opening
    (sealed,) = sealed_batch(stream, [StreamDraft(act, EventId(str(uuid)), after, at, offset)], lambda: bytes(wire.SALT_BYTES), opens)
    assert sealed.size == len(canonical([in_clear(act), at, offset, after]))
    assert sealed.text == text_of(sealed.data)


TIMES = st.tuples(st.integers(0, 2**45), st.integers(-(2**40), 2**40))
ORIGINS = st.lists(st.tuples(st.sampled_from(["t", "u"]).map(TokenId), st.sampled_from([0, 60])), unique=True, max_size=4)


@given(DRAFTS, st.uuids(), TIMES, ORIGINS, st.integers(-720, 840), st.none() | st.integers(1, 10**9))
def test_every_event_is_the_same_after_storing_and_reading(
    draft: tuple[str, EventType, dict[str, Json]],
    uuid: object,
    times: tuple[int, int],
    origins: list[wire.Origin],
    offset: int,
    after: int | None,
) -> None:
    named, kind, data = draft
    codes = next(stream.codes for stream in KINDS if stream.name == named)
    (recorded_at, late), faults = times, list[Any]()
    act = cast("AnyAct", kind.shape.read(data, "", faults))
    assert faults == []
    written = in_clear(act)
    committed, opened = seal(kind.shape, act, lambda: bytes(wire.SALT_BYTES))
    body: dict[str, Json] = {"version": 3, "id": str(uuid), "type": kind.name, "data": committed, "by": "t", "at": recorded_at - late}
    body |= {"offset": offset, "recorded_at": recorded_at} | ({} if after is None else {"after": after})
    assert body_text(body, text_of(committed)) == text_of(body)
    entry, sealed = wire.encode(body, origins, opened, codes)
    values, salts = wire.decode_sealed(sealed), wire.salts_of(sealed)
    unpacked = {path: (values[number], salts[number]) for number, (path, _) in wire.commitments_of(entry, codes).items()}
    assert unpacked == opened

    (event,) = wire.decode([entry], origins, values, codes)
    assert event == Event(3, EventId(str(uuid)), event.act, TokenId("t"), recorded_at - late, offset, recorded_at, after)
    assert in_clear(event.act) == written
    assert event_json(event) == wire.body_of(entry, origins, codes) == body
    assert link_text(GENESIS, event_text(event, data_text(event.act)).encode()) == link(GENESIS, body)
    (closed,) = wire.decode([entry], origins, {}, codes)
    assert event_json(closed) == body


def test_an_event_with_a_salt_of_wrong_size_or_a_time_before_1970_cannot_be_stored() -> None:
    sample = load("NW")
    with pytest.raises(ValueError, match="16 bytes"):
        wire.encode(sample["event"], [], {"note": ("late", bytes(15))}, GAME.codes)
    with pytest.raises(ValueError, match="negative"):
        wire.encode({**sample["event"], "recorded_at": -1}, [], {}, GAME.codes)
