"""The form of a published tournament: which fields its JSON has, and what they may hold (docs/finished-tournaments.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from re import fullmatch
from typing import Annotated, Final

from domain.kernel.canonical import Json
from domain.kernel.events.club import PERSON_NAME
from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.kinds import fields_of
from domain.kernel.events.tournaments import ENTRY, MOST_ENTRIES
from domain.kernel.shapes import Fault, Flag, ListOf, OneOf, Optional, Plain, Shape, Text, Whole, escape

SYSTEMS: Final = {"swiss": "swiss", "round robin": "round-robin"}
"""The values of `system` in a published tournament, each with the name of the format here."""
KINDS_OF_SINGLES: Final = ("PAB", "HPB", "FPB", "ZPB", "ABS")
"""The kinds of rounds without a game. PAB: a bye, because no opponent was left. HPB, FPB, ZPB: a bye that the player asked for, worth half
a point, a full point or nothing. ABS: absent, because the player was not yet there or was withdrawn."""
MOST: Final = 10**6


def exact(text: str) -> Fraction:
    """Return a JSON number with a decimal point as a fraction. Meant for `parse_float` of the module json. Raises ValueError for a
    number with an exponent or with too many digits."""
    if not fullmatch(r"-?[0-9]{1,12}\.[0-9]{1,12}", text):
        raise ValueError("a number has an exponent or too many digits")
    return Fraction(text)


@dataclass(frozen=True, slots=True)
class Number(Plain):
    """A JSON number, which is read as a Fraction."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            faults.append(Fault(pointer, "must be a number"))
            return Fraction(0)
        if abs(value) > MOST:
            faults.append(Fault(pointer, f"must lie between -{MOST} and {MOST}"))
        return Fraction(value)

    def schema(self) -> dict[str, Json]:
        return {"type": "number", "minimum": -MOST, "maximum": MOST}


@dataclass(frozen=True, slots=True)
class Anything(Plain):
    """Any JSON value. What is in it is not checked."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return None

    def schema(self) -> dict[str, Json]:
        return {}


@dataclass(frozen=True, slots=True)
class ByName(Plain):
    """A map from a name to a value. `names`: the only names that are allowed; empty if every name is allowed."""

    item: Shape
    names: tuple[str, ...] = ()
    most: int = 60

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping) or len(value) > self.most:
            faults.append(Fault(pointer, f"must be a map with at most {self.most} names"))
            return {}
        for name in value:
            if self.names and name not in self.names:
                faults.append(Fault(f"{pointer}/{escape(name)}", "is not a name here; known: " + ", ".join(self.names)))
        return {name: self.item.read(item, f"{pointer}/{escape(name)}", faults) for name, item in value.items()}

    def schema(self) -> dict[str, Json]:
        names: dict[str, Json] = {"propertyNames": {"enum": list(self.names)}} if self.names else {}
        return {"type": "object", "additionalProperties": self.item.schema(), "maxProperties": self.most, **names}


NUMBER: Final = Number()
AnAnything = Annotated[object, Anything()]
ANumber = Annotated[Fraction, NUMBER]
MaybeNumber = Annotated[Fraction | None, Optional(NUMBER)]
APlayer = Annotated[int, ENTRY]
NUMBERS: Final = ListOf(ENTRY, most=MOST_ENTRIES)


@dataclass(frozen=True, slots=True)
class RawScoring:
    win: ANumber
    draw: ANumber
    loss: ANumber
    bye_net: MaybeNumber = None
    unplayed: Annotated[
        Mapping[str, tuple[Fraction, Fraction]] | None, Optional(ByName(ListOf(NUMBER, least=2, most=2), KINDS_OF_SINGLES))
    ] = None


@dataclass(frozen=True, slots=True)
class RawPlayer:
    no: APlayer
    points: ANumber
    name: Annotated[str | None, Optional(PERSON_NAME)] = None
    rating: AnAnything = None
    place: Annotated[int | None, Optional(ENTRY)] = None
    tiebreaks: Annotated[Mapping[str, Fraction | None] | None, Optional(ByName(Optional(NUMBER)))] = None
    prize: AnAnything = None


@dataclass(frozen=True, slots=True)
class RawGame:
    a: APlayer
    b: APlayer
    pa: ANumber
    pb: ANumber
    kind: Annotated[str, OneOf(("played", "forfeit"))]
    sa: MaybeNumber = None
    sb: MaybeNumber = None
    a_side: AnAnything = None


@dataclass(frozen=True, slots=True)
class RawSingle:
    p: APlayer
    kind: Annotated[str, OneOf(KINDS_OF_SINGLES)]
    points: MaybeNumber = None
    sa: MaybeNumber = None


@dataclass(frozen=True, slots=True)
class RawRound:
    n: Annotated[int, Whole(1, MOST_ROUNDS)]
    games: Annotated[tuple[RawGame, ...], ListOf(fields_of(RawGame), most=MOST_ENTRIES // 2)] = ()
    singles: Annotated[tuple[RawSingle, ...], ListOf(fields_of(RawSingle), most=MOST_ENTRIES)] = ()


@dataclass(frozen=True, slots=True)
class RawDirect:
    group: Annotated[tuple[int, ...], NUMBERS]
    order: Annotated[tuple[tuple[int, ...], ...], ListOf(NUMBERS, most=MOST_ENTRIES)]


@dataclass(frozen=True, slots=True)
class RawEvent:
    """A published tournament before its meaning is checked: with the fields and the names that the file has."""

    id: Annotated[str, Text(120)]
    system: Annotated[str, OneOf(tuple(SYSTEMS))]
    scoring: Annotated[RawScoring, fields_of(RawScoring)]
    players: Annotated[tuple[RawPlayer, ...], ListOf(fields_of(RawPlayer), most=MOST_ENTRIES)] = ()
    rounds: Annotated[tuple[RawRound, ...], ListOf(fields_of(RawRound), most=MOST_ROUNDS)] = ()
    title: Annotated[str | None, Optional(Text(500))] = None
    source: AnAnything = None
    rules: Annotated[str | None, Optional(Text(10_000))] = None
    tiebreak_order: Annotated[tuple[str, ...], ListOf(Text(60), most=60)] = ()
    has_final: Annotated[bool, Flag()] = False
    published_direct_encounter: Annotated[tuple[RawDirect, ...], ListOf(fields_of(RawDirect), most=MOST_ENTRIES)] = ()
    published_orders: Annotated[Mapping[str, tuple[int, ...]] | None, Optional(ByName(NUMBERS))] = None


FORM: Final = fields_of(RawEvent)
