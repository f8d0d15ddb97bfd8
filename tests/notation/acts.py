"""Hypothesis strategies for the contents of a sheet: acts of valid shape, and records of a system."""

from collections.abc import Sequence
from typing import Any, cast

from hypothesis import strategies as st

from domain.kernel.cards import CARDS
from domain.kernel.events import COMMON, EVENT_TYPES, SEAT, Act, Event, EventId, GameOpened, PlayerJoined, Retracted, TokenId
from domain.kernel.events.rulings import JustOne
from domain.kernel.shapes import BySeat, CardToken, Fields, Flag, ListOf, OneOf, Optional, Seal, Shape, Text, Whole
from domain.system import System, Table
from tests.domain.playing import opening
from tests.format.records import START

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=40)
AWKWARD = st.sampled_from(["-", "12", "-0", "true", "TS", 'a"b\\', "; x", "|", "lowest"])
CODES = st.text("abz019_-", min_size=1, max_size=40)
RECORDERS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=80)


def of(shape: Shape, seats: Sequence[int]) -> st.SearchStrategy[Any]:
    """Draw JSON of this shape in clear text, as a client would send it. The JSON names only these seats."""
    if shape is SEAT:
        return st.sampled_from(seats)
    match shape:
        case Whole(low, high):
            return st.integers(low, high)
        case Flag():
            return st.booleans()
        case Text(longest, pattern):
            return (
                st.from_regex(pattern, fullmatch=True)
                if pattern
                else st.one_of(st.sampled_from(["-", "12", "true", "TS", 'a"b\\', "; x", "|"]), TEXTS).map(lambda text: text[:longest])
            )
        case OneOf(words):
            return st.sampled_from(words)
        case CardToken(packs):
            cards = st.sampled_from(sorted(CARDS))
            return (
                st.one_of(cards, st.tuples(cards, st.integers(1, packs - 1)).map(lambda pair: f"{pair[0]}@{pair[1]}")) if packs else cards
            )
        case ListOf(item, least, most):
            return st.lists(of(item, seats), min_size=least, max_size=min(most, least + 5))
        case BySeat(item, least):
            return st.dictionaries(st.sampled_from(seats).map(str), of(item, seats), min_size=least, max_size=5)
        case Optional(item):
            return st.one_of(st.none(), of(item, seats))
        case Seal(item):
            return of(item, seats)
        case JustOne(_, inner):
            return st.one_of([st.fixed_dictionaries({name: of(held.item, seats)}) for name, held in inner if isinstance(held, Optional)])
        case Fields():
            return st.fixed_dictionaries({name: of(inner, seats) for name, inner in shape.fields})
        case _:
            raise AssertionError(shape)


@st.composite
def records(draw: st.DrawFn, system: System[Table], most: int = 12) -> tuple[Event, ...]:
    """Draw a record with acts of every type, by anyone and at any time. Some acts are inserted or retracted. They need not make sense."""
    opened = opening(system, system.players[1])
    seats = [seating.seat for seating in opened.seats]
    visibility = draw(st.sampled_from(["private", "unlisted", "public"]))
    title = draw(st.one_of(st.none(), TEXTS))
    events = [_event(draw, 1, _act("GameOpened", {**_told(opened), "visibility": visibility, "title": title}), START, None)]
    names = sorted((system.acts | COMMON) - {"GameOpened", "Retracted"})
    for version in range(2, 2 + draw(st.integers(0, most))):
        before = events[-1].recorded_at
        after = draw(st.one_of(st.none(), st.integers(1, version - 1)))
        if version > 2 and draw(st.integers(0, 3)) == 0:
            act: Act = Retracted(draw(st.integers(2, version - 1)), draw(st.one_of(st.none(), TEXTS)))
        else:
            name = draw(st.sampled_from(names))
            act = _act(name, draw(of(EVENT_TYPES[name].shape, seats)))
        if isinstance(act, PlayerJoined):
            seats = [*seats, act.seat]
        events.append(_event(draw, version, act, before, after))
    return tuple(events)


def _told(opened: GameOpened) -> dict[str, Any]:
    return {"system": opened.system, "rules": opened.rules, "seats": [{"seat": at.seat, "person": at.person} for at in opened.seats]}


def _act(name: str, data: object) -> Act:
    faults: list[Any] = []
    act = EVENT_TYPES[name].shape.read(cast("Any", data), "", faults)
    assert not faults, faults
    return cast("Act", act)


def _event(draw: st.DrawFn, version: int, act: Act, before: int, after: int | None) -> Event:
    id_ = EventId(f"{draw(st.integers(0, 2**32 - 1)):08x}-0000-4000-8000-{version:012x}")
    at = draw(st.integers(-62_135_596_800_000, 253_402_300_799_999))
    recorded = before + draw(st.integers(0, 10**6))
    return Event(version, id_, act, TokenId(draw(RECORDERS)), at, draw(st.integers(-1439, 1439)), recorded, after)
