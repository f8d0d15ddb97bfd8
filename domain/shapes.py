"""Shapes: what a field of an event may hold, and how it is read, written, sealed and described.

A shape reads JSON that someone typed (`read`: every fault named, nothing raised), rebuilds a value from JSON that the store vouches for
(`restore`: trusted, fast), writes it back (`dump`), and describes itself (`schema`, JSON Schema 2020-12).

A *sealed* value is one that not everyone may see. In a record it stands as `{"commit": "<hex>"}`; the value and its salt are kept beside
the record (docs/events.md). In memory it is a `Sealed`: the commitment, and the value where the reader has it.

Faults carry a JSON Pointer (RFC 6901) relative to the value read.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from domain.canonical import MAX_INT, Json
from domain.cards import CARDS, Card, Seat

T = TypeVar("T")

MAX_SEATS: Final = 16
MAX_TEXT: Final = 500
_SEAT_OF: Final = {str(number): Seat(number) for number in range(MAX_SEATS)}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with what was sent: where (JSON Pointer) and why, in words for the sender."""

    pointer: str
    message: str


class Sealed(NamedTuple, Generic[T]):
    """A sealed value: its commitment (empty before sealing), and the value, None where this reader does not have it."""

    commit: str
    value: T | None = None

    def closed(self) -> "Sealed[T]":
        """The same commitment without the value."""
        return Sealed(self.commit)


Swap = Callable[[str, Json], Json]
"""Maps (path of a sealed leaf, its JSON) to what stands in its place. A path is dotted: `card`, `cards.2`."""


class Shape(Protocol):
    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object: ...
    def restore(self, value: Json) -> object: ...
    def dump(self, value: object) -> Json: ...
    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        """`value` with every sealed leaf replaced by `swap(path, leaf)`; leaves that are null stay null."""
        ...

    def schema(self) -> dict[str, Json]: ...


class Plain:
    """A shape whose value is its JSON and that holds nothing sealed."""

    def restore(self, value: Json) -> object:
        return value

    def dump(self, value: object) -> Json:
        return value  # type: ignore[return-value]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return value


@dataclass(frozen=True, slots=True)
class Whole(Plain):
    """An integer from `low` to `high`, both included. A boolean is not an integer."""

    low: int = -MAX_INT
    high: int = MAX_INT

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if isinstance(value, bool) or not isinstance(value, int):
            faults.append(Fault(pointer, "must be a whole number"))
        elif not self.low <= value <= self.high:
            faults.append(Fault(pointer, f"must lie between {self.low} and {self.high}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


MILLISECONDS: Final = Whole(-62_135_596_800_000, 253_402_300_799_999)
"""A moment, milliseconds UTC, in the years 1 to 9999."""
OFFSET: Final = Whole(-1439, 1439)
"""Minutes east of UTC."""


@dataclass(frozen=True, slots=True)
class Flag(Plain):
    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, bool):
            faults.append(Fault(pointer, "must be true or false"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Text(Plain):
    """A string of 1 to `longest` characters, without NUL and unpaired surrogates; `pattern` describes it where it must be a code."""

    longest: int = MAX_TEXT
    pattern: str = ""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str):
            faults.append(Fault(pointer, "must be text"))
        elif not 1 <= len(value) <= self.longest:
            faults.append(Fault(pointer, f"must have 1 to {self.longest} characters"))
        elif "\0" in value or not _encodable(value):
            faults.append(Fault(pointer, "must not contain NUL or unpaired surrogates"))
        elif self.pattern and not _matches(self.pattern, value):
            faults.append(Fault(pointer, f"must match {self.pattern}"))
        return value

    def schema(self) -> dict[str, Json]:
        # A pattern of JSON Schema may match anywhere in the text unless it is anchored.
        pattern = f"^(?:{self.pattern})$" if self.pattern else r"^[^\u0000]*$"
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": pattern}


@dataclass(frozen=True, slots=True)
class OneOf(Plain):
    """One of a closed set of words."""

    words: tuple[str, ...]

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if value not in self.words:
            faults.append(Fault(pointer, f"must be one of {', '.join(self.words)}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class CardToken(Plain):
    """A card. With `packs`, one of several packs may be named: `AS@2`, numbered from 1."""

    packs: int = 0

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str) or not self._names_a_card(value):
            faults.append(Fault(pointer, "is not a card: write rank then suit (TS, AH) or a joker (HJ, LJ)"))
        return value

    def _names_a_card(self, token: str) -> bool:
        card, at, pack = token.partition("@")
        return Card(card) in CARDS and (not at or (pack in _SEAT_OF and 1 <= int(pack) <= self.packs))

    def schema(self) -> dict[str, Json]:
        pattern = "^([AKQJT2-9][SHDC]|HJ|LJ)"
        return {"type": "string", "pattern": pattern + ("(@([1-9]|1[0-5]))?$" if self.packs else "$")}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list, kept as a tuple."""

    item: Shape
    least: int = 0
    most: int = 108

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, list):
            faults.append(Fault(pointer, "must be a list"))
            return ()
        if not self.least <= len(value) <= self.most:
            faults.append(Fault(pointer, f"must have {self.least} to {self.most} items"))
            return ()
        return tuple(self.item.read(item, f"{pointer}/{n}", faults) for n, item in enumerate(value))

    def restore(self, value: Json) -> object:
        return tuple(value if isinstance(self.item, Plain) else map(self.item.restore, value))  # type: ignore[arg-type]

    def dump(self, value: object) -> Json:
        return [self.item.dump(item) for item in value]  # type: ignore[attr-defined]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return [self.item.swap(item, f"{path}.{n}", swap) for n, item in enumerate(value)]  # type: ignore[arg-type]

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class BySeat:
    """A map from seat to value: JSON keys are seat numbers in decimal, in memory they are `Seat`s."""

    item: Shape
    least: int = 0

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map from seat number to value"))
            return {}
        if len(value) < self.least:
            faults.append(Fault(pointer, f"must name at least {self.least} seat(s)"))
        found = {}
        for key, item in value.items():
            if key not in _SEAT_OF:
                faults.append(Fault(f"{pointer}/{_escape(key)}", "is not a seat number"))
            else:
                found[_SEAT_OF[key]] = self.item.read(item, f"{pointer}/{key}", faults)
        return found

    def restore(self, value: Json) -> object:
        items = value.items()  # type: ignore[union-attr]
        if isinstance(self.item, Plain):
            return {_SEAT_OF[key]: item for key, item in items}
        return {_SEAT_OF[key]: self.item.restore(item) for key, item in items}

    def dump(self, value: object) -> Json:
        return {str(seat): self.item.dump(item) for seat, item in sorted(value.items())}  # type: ignore[attr-defined]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return {key: self.item.swap(item, f"{path}.{key}", swap) for key, item in value.items()}  # type: ignore[union-attr]

    def schema(self) -> dict[str, Json]:
        keys: dict[str, Json] = {"pattern": "^([0-9]|1[0-5])$"}
        return {"type": "object", "propertyNames": keys, "additionalProperties": self.item.schema(), "minProperties": self.least}


@dataclass(frozen=True, slots=True)
class Optional:
    """`item`, or null."""

    item: Shape

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return None if value is None else self.item.read(value, pointer, faults)

    def restore(self, value: Json) -> object:
        return None if value is None else self.item.restore(value)

    def dump(self, value: object) -> Json:
        return None if value is None else self.item.dump(value)

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return None if value is None else self.item.swap(value, path, swap)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [self.item.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Seal:
    """A sealed value. It is sent in the clear by the recorder, and stands in the record as its commitment."""

    item: Shape

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return Sealed("", self.item.read(value, pointer, faults))

    def restore(self, value: Json) -> object:
        """From `{"commit": c}` (closed) or `{"commit": c, "value": v}` (opened)."""
        opened = value.get("value")  # type: ignore[union-attr]
        return Sealed(value["commit"], None if opened is None else self.item.restore(opened))  # type: ignore[call-overload,index,arg-type]

    def dump(self, value: object) -> Json:
        """`{"commit": c, "value": v}`, without `value` where it is closed."""
        sealed: Sealed[object] = value  # type: ignore[assignment]
        if sealed.value is None:
            return {"commit": sealed.commit}
        return {"commit": sealed.commit, "value": self.item.dump(sealed.value)}

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return swap(path, value)

    def schema(self) -> dict[str, Json]:
        return {**self.item.schema(), "x-sealed": True}


@dataclass(frozen=True, slots=True)
class Fields:
    """A map with named fields, read into `make(**fields)`. Fields not in `required` are null when absent."""

    make: Callable[..., object]
    fields: tuple[tuple[str, Shape], ...]
    required: frozenset[str]

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map"))
            return None
        shapes = dict(self.fields)
        for key in value:
            if key not in shapes:
                faults.append(Fault(f"{pointer}/{_escape(key)}", "is not a field here; known: " + ", ".join(shapes)))
        for key in sorted(self.required - value.keys()):
            faults.append(Fault(f"{pointer}/{key}", "is required"))
        before = len(faults)
        found = {key: shape.read(value[key], f"{pointer}/{key}", faults) for key, shape in self.fields if key in value}
        return self.make(**found) if len(faults) == before and self.required <= value.keys() else None

    def restore(self, value: Json) -> object:
        return self.make(**{key: shape.restore(value[key]) for key, shape in self.fields if key in value})  # type: ignore[index,operator,call-overload]

    def dump(self, value: object) -> dict[str, Json]:
        found = ((key, shape.dump(getattr(value, key))) for key, shape in self.fields)
        return {key: item for key, item in found if item is not None or key in self.required}

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        prefix = path and f"{path}."
        shapes = dict(self.fields)
        return {key: shapes[key].swap(item, prefix + key, swap) for key, item in value.items()}  # type: ignore[union-attr]

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "properties": {key: shape.schema() for key, shape in self.fields},
            "required": sorted(self.required),
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class RulesMap(Plain):
    """The resolved rules of a game: names to integers, words, booleans or lists of words. The system, not the shape, knows which."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map of rules"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "object"}


def _encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text) is not None


def _escape(key: str) -> str:
    """A key as a JSON Pointer token, cut to a readable length and made printable (RFC 6901 §3)."""
    return key[:40].replace("~", "~0").replace("/", "~1").encode("utf-8", "replace").decode()
