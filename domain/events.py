"""Events: every act, claim and correction that a record can hold. Past tense, frozen, one closed set.

An *act* says what hands or mouths did at the table; a *claim* is an act that states a conclusion. Conclusions themselves (who won the
hand, the score, the winner) are derived by the systems and never recorded. `docs/events.md` is generated from this module.

To add a type: a class here with `@event_type`, its place in `Act`, then follow the type checker (CONTRIBUTING.md).
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Final, Literal, NamedTuple, NewType, TypeVar, get_args, get_type_hints

from domain.canonical import Json
from domain.cards import Card, Seat
from domain.shapes import MAX_SEATS, BySeat, CardToken, Fields, ListOf, OneOf, Optional, RulesMap, Seal, Sealed, Shape, Text, Whole

EventId = NewType("EventId", str)
"""A UUID in lower-case canonical form."""
TokenId = NewType("TokenId", str)
PersonId = NewType("PersonId", str)

Right = Literal["record", "direct"]
Call = Literal["lowest", "middle", "highest"]
Visibility = Literal["private", "unlisted", "public"]
Purpose = Literal["claim", "concession", "misdeal", "proof", "end"]

SEAT: Final = Whole(0, MAX_SEATS - 1)
CARDS_OF: Final = ListOf(CardToken(), most=60)
PACKED: Final = CardToken(packs=MAX_SEATS)
FREE_TEXT: Final = Seal(Text())

ASeat = Annotated[Seat, SEAT]
ACard = Annotated[Card, CardToken()]
ASealedCard = Annotated[Sealed[Card] | None, Optional(Seal(CardToken()))]
AVersion = Annotated[int, Whole(1, 10**9)]
AWord = Annotated[str, Text(60)]
ANote = Annotated[Sealed[str] | None, Optional(FREE_TEXT)]
APerson = Annotated[PersonId | None, Optional(Text(40, r"[a-z0-9_-]{1,40}"))]
Points = Annotated[Mapping[Seat, int], BySeat(Whole(-(10**6), 10**6), least=1)]
SeatList = Annotated[tuple[Seat, ...], ListOf(SEAT, most=MAX_SEATS)]


@dataclass(frozen=True, slots=True)
class EventType:
    """What there is to know about one type of event.

    `code` is its two-letter name in the store, `right` the scope that may record it, `doc` its one-line meaning, `example` valid data.
    """

    name: str
    code: str
    make: Callable[..., "Act"]
    shape: Fields
    right: Right
    doc: str
    example: Mapping[str, Json]
    common: bool


EVENT_TYPES: Final[dict[str, EventType]] = {}
"""Every event type by name."""

C = TypeVar("C", bound=type)


def event_type(code: str, example: Mapping[str, Json], *, right: Right = "record", common: bool = True) -> Callable[[C], C]:
    """Register the class under its name; its fields' shapes come from their `Annotated` types. `common`: part of every system."""

    def register(cls: C) -> C:
        hints = get_type_hints(cls, include_extras=True)
        shapes = tuple((field.name, _shape_of(hints[field.name])) for field in fields(cls))
        required = frozenset(f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING)
        doc = (cls.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
        shape = Fields(cls, shapes, required)
        EVENT_TYPES[cls.__name__] = EventType(cls.__name__, code, cls, shape, right, " ".join(doc.split()), example, common)
        return cls

    return register


def _shape_of(hint: object) -> Shape:
    shape: Shape = get_args(hint)[-1]
    return shape


# --- the life of a record -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where at the start: the seat, and the person's opaque id (None: not named)."""

    seat: ASeat
    person: APerson = None


SEATING: Final = Fields(Seating, (("seat", SEAT), ("person", Optional(Text(40, r"[a-z0-9_-]{1,40}")))), frozenset({"seat"}))


@event_type("GO", {"system": "high-card", "rules": {"target": 4}, "seats": [{"seat": 0, "person": "p-anna"}, {"seat": 1}]})
@dataclass(frozen=True, slots=True)
class GameOpened:
    """A table sits down: the system, the resolved rules whole, and the seats clockwise."""

    system: Annotated[str, Text(60, r"[a-z0-9-]{1,60}")]
    rules: Annotated[Mapping[str, Json], RulesMap()]
    seats: Annotated[tuple[Seating, ...], ListOf(SEATING, least=1, most=MAX_SEATS)]
    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))] = "private"
    title: ANote = None


@event_type("VS", {"visibility": "public"}, right="direct")
@dataclass(frozen=True, slots=True)
class VisibilitySet:
    """Who may read this record is changed."""

    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))]


@event_type("PJ", {"seat": 4, "person": "p-eva", "left_of": 3})
@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A player takes a free seat. `left_of`: whose next neighbour clockwise the newcomer is; None: the place the number gives."""

    seat: ASeat
    person: APerson = None
    left_of: Annotated[Seat | None, Optional(SEAT)] = None


@event_type("PL", {"seat": 2})
@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player leaves the game."""

    seat: ASeat


@event_type("DV", {"reason": "misdeal"})
@dataclass(frozen=True, slots=True)
class DealVoided:
    """The table declares the current deal or round void: nothing in it counts, and it is dealt again."""

    reason: AWord


@event_type("IC", {"kind": "out-of-turn", "seat": 1})
@dataclass(frozen=True, slots=True)
class IrregularityCalled:
    """The table stops play and names an irregularity. It moves nothing; a ruling may follow."""

    kind: AWord
    seat: Annotated[Seat | None, Optional(SEAT)] = None
    note: ANote = None


@event_type("GA", {"reason": "players left"})
@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game is given up, unwon."""

    reason: AWord


@event_type("NW", {"note": "table moved to room 2"})
@dataclass(frozen=True, slots=True)
class NoteWritten:
    """A remark of the scorekeeper. Moves nothing."""

    note: Annotated[Sealed[str], FREE_TEXT]


@event_type("RT", {"target": 7, "reason": "typing slip"})
@dataclass(frozen=True, slots=True)
class Retracted:
    """An earlier event (a retraction included) is withdrawn. Nothing is deleted: it stays in the record as recorded."""

    target: AVersion
    reason: Annotated[str | None, Optional(Text(60))] = None


# --- claims: conclusions that the table states; compared with what the engine derives, or adopted where the record is shallow ------------


@event_type("RS", {"round": 3, "points": {"1": 1}, "reason": "single_survivor"})
@dataclass(frozen=True, slots=True)
class RoundStated:
    """The table states what a round (deal, hand) brought: points by seat; seats not named got none."""

    round: Annotated[int, Whole(1, 10**6)]
    points: Annotated[Mapping[Seat, int], BySeat(Whole(-(10**6), 10**6))]
    reason: Annotated[str | None, Optional(Text(60))] = None


@event_type("SS", {"scores": {"0": 2, "1": 1}})
@dataclass(frozen=True, slots=True)
class ScoreStated:
    """The table states the running totals by seat at this moment."""

    scores: Points


@event_type("RE", {"scores": {"0": 4, "1": 2}, "winners": [0]})
@dataclass(frozen=True, slots=True)
class ResultStated:
    """The table states the final result: who won, and the final scores where they were written down."""

    winners: SeatList
    scores: Annotated[Mapping[Seat, int] | None, Optional(BySeat(Whole(-(10**6), 10**6), least=1))] = None


@event_type("CS", {"seat": 1, "cards": ["9H", "4C"], "purpose": "proof"})
@dataclass(frozen=True, slots=True)
class CardsShown:
    """A player lays cards open without playing them. Fills sealed facts and moves nothing."""

    seat: ASeat
    cards: Annotated[tuple[Card, ...], ListOf(CardToken(), least=1, most=60)]
    purpose: Annotated[Purpose, OneOf(("claim", "concession", "misdeal", "proof", "end"))] = "proof"


@event_type("CM", {"seat": 1, "claim": "the rest are mine"})
@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A player states a conclusion in words. Kept beside what the engine derives."""

    seat: ASeat
    claim: Annotated[Sealed[str], FREE_TEXT]


# --- acts at the table ------------------------------------------------------------------------------------------------------------------


@event_type("OC", {"seat": 0}, common=False)
@dataclass(frozen=True, slots=True)
class OpenerChosen:
    """The table says who opens the first round."""

    seat: ASeat


@event_type("HD", {"cards": {"0": ["TS"], "1": ["KH", "2C"]}}, common=False)
@dataclass(frozen=True, slots=True)
class HandDealt:
    """Cards are dealt, face down. `cards`: by seat, each seat's list sealed for itself; None or a missing seat: not recorded."""

    cards: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None


@event_type("PC", {"seat": 0, "call": "middle", "card": "TS"}, common=False)
@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A player lays a card face down and calls where it will stand. `card`: sealed; None while nobody has told the scorekeeper."""

    seat: ASeat
    call: Annotated[Call, OneOf(("lowest", "middle", "highest"))]
    card: ASealedCard = None


@event_type("CR", {"cards": {"0": "TS", "1": "KH"}}, common=False)
@dataclass(frozen=True, slots=True)
class CardsRevealed:
    """Placed cards are turned face up, by seat."""

    cards: Annotated[Mapping[Seat, Card], BySeat(CardToken(), least=1)]


@event_type("SE", {"seat": 0, "value": 5}, common=False)
@dataclass(frozen=True, slots=True)
class CardSelected:
    """A player lays a number card face down. `value`: sealed; None while nobody has told the scorekeeper."""

    seat: ASeat
    value: Annotated[Sealed[int] | None, Optional(Seal(Whole(0, 99)))] = None


@event_type("NR", {"values": {"0": 1, "1": 4, "2": 5}}, common=False)
@dataclass(frozen=True, slots=True)
class NumbersRevealed:
    """Number cards are turned face up, by seat. 0: no card was there."""

    values: Annotated[Mapping[Seat, int], BySeat(Whole(0, 99), least=1)]


@event_type("CO", {"seat": 0, "card": "TS"}, common=False)
@dataclass(frozen=True, slots=True)
class CardOffered:
    """A player lays a card face down for the round. `card`: sealed; None while nobody has told the scorekeeper."""

    seat: ASeat
    card: Annotated[Sealed[Card] | None, Optional(Seal(PACKED))] = None


@event_type("CF", {"cards": {"0": "9S", "1": "TS"}}, common=False)
@dataclass(frozen=True, slots=True)
class CardsFlipped:
    """Offered cards are turned face up, by seat. `AS@2`: of pack 2; without the suffix of the player's own pack."""

    cards: Annotated[Mapping[Seat, Card], BySeat(PACKED, least=1)]


Act = (
    GameOpened
    | VisibilitySet
    | PlayerJoined
    | PlayerLeft
    | DealVoided
    | IrregularityCalled
    | GameAbandoned
    | NoteWritten
    | Retracted
    | RoundStated
    | ScoreStated
    | ResultStated
    | CardsShown
    | ClaimMade
    | OpenerChosen
    | HandDealt
    | CardPlaced
    | CardsRevealed
    | CardSelected
    | NumbersRevealed
    | CardOffered
    | CardsFlipped
)

_SHAPES: Final[dict[type, Fields]] = {kind.shape.make: kind.shape for kind in EVENT_TYPES.values()}  # type: ignore[misc]
COMMON: Final = frozenset(name for name, kind in EVENT_TYPES.items() if kind.common)
"""Names of the event types that every system takes."""
BY_CODE: Final[Mapping[str, EventType]] = {kind.code: kind for kind in EVENT_TYPES.values()}


class Event(NamedTuple):
    """One entry of a record; a named tuple, for a record that is read makes one for every entry (docs/decisions/domain-fold-speed.md).

    `version` counts from 1. `after`: the version after which it belongs in table order, None: last. `by`: token of the recorder. `at`:
    milliseconds UTC at the table, with `offset`, the device's minutes east of UTC. `recorded_at`: milliseconds UTC at the server.
    """

    version: int
    id: EventId
    act: Act
    by: TokenId
    at: int
    offset: int
    recorded_at: int
    after: int | None = None

    @property
    def type(self) -> str:
        return type(self.act).__name__


def data_of(act: Act) -> dict[str, Json]:
    """The act's fields as JSON; sealed leaves as `{"commit": …}`, with `"value"` where they are open."""
    return _SHAPES[type(act)].dump(act)
