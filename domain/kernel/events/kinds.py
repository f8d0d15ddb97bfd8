"""Declares types of events. A type has a two-letter code, the right that is needed to record it, and a shape. The shape says what the data
may hold; it is made from the annotations of the fields of the class.

Names that begin with `A` are annotated types for fields; several acts share them."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Final, Literal, NewType, TypeVar, dataclass_transform, get_args, get_type_hints

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.kernel.shapes import MAX_SEATS, BySeat, CardToken, Fields, ListOf, Optional, Seal, Sealed, Shape, Text, Whole

EventId = NewType("EventId", str)
"""A UUID in lower-case canonical form."""
TokenId = NewType("TokenId", str)
PersonId = NewType("PersonId", str)

Right = Literal["record", "direct", "own"]

SEAT: Final = Whole(0, MAX_SEATS - 1)
CARDS_OF: Final = ListOf(CardToken(), most=60)
FREE_TEXT: Final = Seal(Text())
FINDING: Final = Text(500, r"[a-z0-9-]+@[0-9]+(,[0-9]+)*")
"""The id of a finding (domain.kernel.findings.Finding.id)."""

ASeat = Annotated[Seat, SEAT]
AMaybeSeat = Annotated[Seat | None, Optional(SEAT)]
ACard = Annotated[Card, CardToken()]
ASealedCard = Annotated[Sealed[Card] | None, Optional(Seal(CardToken()))]
AVersion = Annotated[int, Whole(1, 10**9)]
AFinding = Annotated[str, FINDING]
AWord = Annotated[str, Text(60)]
ANote = Annotated[Sealed[str] | None, Optional(FREE_TEXT)]
APoints = Annotated[Mapping[Seat, int], BySeat(Whole(-(10**6), 10**6), least=1)]
ASeatList = Annotated[tuple[Seat, ...], ListOf(SEAT, most=MAX_SEATS)]


@dataclass(frozen=True, slots=True)
class EventType:
    """The declaration of one type of event.

    `code`: its two-letter name in the store. `right`: the scope that a token needs to record it. `doc`: its meaning in one line. `example`:
    valid data."""

    name: str
    code: str
    make: Callable[..., Any]
    shape: Fields
    right: Right
    doc: str
    example: Mapping[str, Json]
    common: bool


EventTypes = Mapping[str, EventType]
"""The closed set of event types of one kind of stream, by name."""
EVENT_TYPES: Final[dict[str, EventType]] = {}
"""The event types of a game. Every other kind of stream has its own set."""
SHAPES: Final[dict[type, Fields]] = {}
"""The shape of the data of each event class, for all kinds of streams."""

C = TypeVar("C")


@dataclass_transform(frozen_default=True)
def event_type(
    code: str, example: Mapping[str, Json], *, right: Right = "record", common: bool = True, types: dict[str, EventType] = EVENT_TYPES
) -> Callable[[type[C]], type[C]]:
    """Return a decorator that makes a class a frozen dataclass and an event type, and adds this type to `types` under the name of the
    class. `common`: whether every system (card game) accepts this type."""

    def register(plain: type[C]) -> type[C]:
        cls = dataclass(frozen=True, slots=True)(plain)
        doc = (cls.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
        shape = fields_of(cls)
        SHAPES[cls] = shape
        types[cls.__name__] = EventType(cls.__name__, code, cls, shape, right, " ".join(doc.split()), example, common)
        return cls

    return register


def fields_of(cls: type) -> Fields:
    """Return the shape of a dataclass whose fields have `Annotated` types. A field without a default is required."""
    hints = get_type_hints(cls, include_extras=True)
    shapes = tuple((field.name, _shape_of(hints[field.name])) for field in fields(cls))
    required = frozenset(f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING)
    return Fields(cls, shapes, required)


def _shape_of(hint: object) -> Shape:
    shape: Shape = get_args(hint)[-1]
    return shape
