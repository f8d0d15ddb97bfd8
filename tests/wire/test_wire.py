"""What is written can be read, now and for ever: the samples, every event that the shapes allow, and forms of the past."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.canonical import Json
from domain.cards import CARDS, Seat
from domain.chain import GENESIS, commitment, event_json, link, seal
from domain.events import BY_CODE, EVENT_TYPES, Act, Event, EventId, EventType, OpenerChosen, TokenId
from domain.shapes import BySeat, CardToken, Fields, Flag, ListOf, OneOf, Optional, RulesMap, Seal, Shape, Text, Whole
from service import wire
from tests.wire.samples import codes, entry_of, in_clear, load, opened_of

# --- samples ----------------------------------------------------------------------------------------------------------------------------


def test_every_code_has_a_sample_and_every_sample_is_known() -> None:
    """A new type needs `python -m tests.wire.samples`; a code that is no longer written moves to FORMER and keeps its sample."""
    assert codes() == sorted([*BY_CODE, *wire.FORMER])


@pytest.mark.parametrize("code", codes())
def test_a_stored_sample_loads_as_it_was_hashed(code: str) -> None:
    sample = load(code)
    entry, version = entry_of(sample), sample["event"]["version"]
    assert wire.body_of(version, entry) == sample["event"]
    assert link(GENESIS, wire.body_of(version, entry)) == sample["hash"]
    commitments = wire.commitments_of(entry)
    assert commitments == {path: commitment(salt, value) for path, (value, salt) in opened_of(sample).items()}


@pytest.mark.parametrize("code", [code for code in codes() if code in BY_CODE])
def test_a_sample_of_today_is_what_is_written_today(code: str) -> None:
    sample = load(code)
    entry, opened = entry_of(sample), opened_of(sample)
    assert wire.encode(sample["event"]) == entry
    event = wire.decode(sample["event"]["version"], entry, {path: value for path, (value, _) in opened.items()})
    assert event_json(event) == sample["event"]
    assert in_clear(event.act) == in_clear(cast("Act", BY_CODE[code].shape.read(BY_CODE[code].example, "", [])))


def test_an_unknown_code_raises() -> None:
    entry = {**entry_of(load("OC")), b"t": b"??"}
    with pytest.raises(wire.UnknownEventType, match=r"'\?\?'"):
        wire.decode(1, entry, {})
    with pytest.raises(wire.UnknownEventType):
        wire.body_of(1, entry)


def test_a_former_type_is_read_as_what_it_is_today_and_hashed_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a table named the opener by a word; the words became seats."""
    shape = Fields(dict, (("who", OneOf(("first", "second"))), ("note", Optional(Seal(Text())))), frozenset({"who"}))
    former = wire.Former("OpenerNamed", shape, lambda data: ("OpenerChosen", {"seat": 0 if data["who"] == "first" else 1}))
    monkeypatch.setitem(wire.FORMER, "ON", former)
    entry = {**entry_of(load("OC")), b"t": b"ON", b"d": b'["second",0]', b"c": b"\xab" * 32}
    assert wire.decode(2, entry, {"note": "late"}).act == OpenerChosen(Seat(1))
    body = wire.body_of(2, entry)
    assert (body["type"], body["data"]) == ("OpenerNamed", {"who": "second", "note": {"commit": "ab" * 32}})


# --- every event ------------------------------------------------------------------------------------------------------------------------


def values_of(shape: Shape) -> st.SearchStrategy[Any]:
    """JSON that the shape takes, sealed values in the clear."""
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
        case Fields(_, inner, required):
            needed = {name: values_of(item) for name, item in inner if name in required}
            return st.fixed_dictionaries(needed, optional={name: values_of(item) for name, item in inner if name not in required})
        case RulesMap():
            return st.dictionaries(st.text("abc_", min_size=1), st.integers(0, 99) | st.booleans() | st.lists(st.text("ab")), max_size=3)
    raise AssertionError(f"no values for {shape}")


DRAFTS = st.one_of([st.tuples(st.just(kind), values_of(kind.shape)) for kind in EVENT_TYPES.values()])


@given(DRAFTS, st.uuids(), st.integers(0, 2**45), st.integers(-720, 840), st.integers(-(2**40), 2**40), st.none() | st.integers(1, 10**9))
def test_every_event_survives_the_wire(
    draft: tuple[EventType, dict[str, Json]], uuid: object, at: int, offset: int, late: int, after: int | None
) -> None:
    kind, data = draft
    faults: list[Any] = []
    written = in_clear(cast("Act", kind.shape.read(data, "", faults)))
    assert faults == []
    committed, opened = seal(kind.name, written, lambda: bytes(wire.SALT_BYTES))
    body: dict[str, Json] = {"version": 3, "id": str(uuid), "type": kind.name, "data": committed, "by": "t", "at": at, "offset": offset}
    body |= {"recorded_at": at + late} | ({} if after is None else {"after": after})
    entry = wire.encode(body)
    packed = wire.encode_sealed(3, opened)
    unpacked = [wire.decode_sealed(*pair) for pair in zip(packed[::2], packed[1::2], strict=True)]
    assert {path: (value, salt) for _, path, value, salt in unpacked} == opened

    event = wire.decode(3, entry, {path: value for _, path, value, _ in unpacked})
    assert event == Event(3, EventId(str(uuid)), event.act, TokenId("t"), at, offset, at + late, after)
    assert in_clear(event.act) == written
    assert event_json(event) == wire.body_of(3, entry) == body
    assert event_json(wire.decode(3, entry, {})) == body
