"""Shapes: a shape says what a field of an event may hold, and how it is read, written, sealed and described.

`read` reads JSON from a client. It lists every fault and raises nothing. `restore` makes the value from JSON of the store, which it trusts.
`dump` writes the value as JSON, `text` as canonical JSON with only the commitments of sealed values. `schema` describes the shape in JSON
Schema 2020-12.

A *sealed* value is one that not everyone may see. The record holds `{"commit": "<hex>"}` for it: a keyed hash, the *commitment*. The value
and its salt (the key) are kept outside the record (docs/events.md). In memory a sealed value is a `Sealed`: the commitment, and the value
if the reader has it. Its place in the data is a dotted path: `card`, `cards.2`.

A fault has a JSON Pointer (RFC 6901) to its place in the value that was read."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from domain.kernel.canonical import MAX_INT, Json, text_of
from domain.kernel.cards import CARDS, Card, Seat
from domain.kernel.values import derive

MAX_SEATS: Final = 16
MAX_TEXT: Final = 500
SEATS: Final = {str(number): Seat(number) for number in range(MAX_SEATS)}
"""Every seat, by its number in decimal. JSON uses such numbers as keys."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in data that was sent. `pointer`: its place, a JSON Pointer. `message`: the reason, in words for the sender."""

    pointer: str
    message: str


class Sealed(NamedTuple, Generic[T]):
    """A sealed value. `commit`: its commitment (a keyed hash), empty before sealing. `value`: None when this reader does not have it."""

    commit: str
    value: T | None = None

    def closed(self) -> "Sealed[T]":
        """Return this sealed value in closed form: only the commitment stays, and `value` is None."""
        return Sealed(self.commit)


Swap = Callable[[str, Json], Json]
"""A function that gets the dotted path of a sealed value (`card`, `cards.2`) and its JSON. It returns the JSON that replaces the sealed
value."""


class Shape(Protocol):
    @property
    def seals(self) -> bool:
        """Whether a value of this shape may hold a sealed value (one that not everyone may see)."""
        ...

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object: ...
    def restore(self, value: Json) -> object: ...
    def dump(self, value: object) -> Json: ...
    def text(self, value: object) -> str:
        """Return `value` in canonical JSON, as the chain hashes it: with only the commitments of its sealed values."""
        ...

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        """Return `value` with each sealed value in it replaced by what `swap(path, sealed value)` returns. A sealed value that is null
        stays null."""
        ...

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        """Return `value` (made by `restore`) with only the commitments of its sealed values. The values at the paths in `opened` are kept.
        Returns the same object if nothing changes."""
        ...

    def schema(self) -> dict[str, Json]: ...


class Plain:
    """A shape whose values are the same in memory and in JSON, and hold no sealed values."""

    @property
    def seals(self) -> bool:
        return False

    def restore(self, value: Json) -> object:
        return value

    def dump(self, value: object) -> Json:
        return value  # type: ignore[return-value]

    def text(self, value: object) -> str:
        return text_of(value)  # type: ignore[arg-type]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return value

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        return value


def escape(key: str) -> str:
    """Return a key as one part of a JSON Pointer (RFC 6901 §3): shortened, and in valid UTF-8."""
    return key[:40].replace("~", "~0").replace("/", "~1").encode("utf-8", "replace").decode()


# --- single values ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole(Plain):
    """The shape of an integer from `low` to `high`, both included. A boolean is not an integer."""

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
"""A moment in the years 1 to 9999, in milliseconds UTC."""
OFFSET: Final = Whole(-1439, 1439)
"""The offset of a local time, in minutes east of UTC."""


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
    """The shape of a string of 1 to `longest` characters, without NUL and unpaired surrogates. `pattern`: a regular expression for the
    whole string; if empty, any text fits. `such_as`: usual values that a form offers."""

    longest: int = MAX_TEXT
    pattern: str = ""
    such_as: tuple[str, ...] = ()

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str):
            faults.append(Fault(pointer, "must be text"))
        elif not 1 <= len(value) <= self.longest:
            faults.append(Fault(pointer, f"must have 1 to {self.longest} characters"))
        elif "\0" in value or not _encodable(value):
            faults.append(Fault(pointer, "must not contain NUL or unpaired surrogates"))
        elif self.pattern and not re.fullmatch(self.pattern, value):
            faults.append(Fault(pointer, f"must match {self.pattern}"))
        return value

    def schema(self) -> dict[str, Json]:
        # Without anchors a JSON Schema pattern may match anywhere in the text.
        pattern = f"^(?:{self.pattern})$" if self.pattern else r"^[^\u0000]*$"
        usual: dict[str, Json] = {"examples": list(self.such_as)} if self.such_as else {}
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": pattern, **usual}


@dataclass(frozen=True, slots=True)
class OneOf(Plain):
    """The shape of one word of a fixed list."""

    words: tuple[str, ...]

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if value not in self.words:
            faults.append(Fault(pointer, f"must be one of {', '.join(self.words)}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class CardToken(Plain):
    """The shape of a card. If `packs` is not 0, the token may name a pack, numbered from 1: `AS@2`."""

    packs: int = 0

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str) or not self._names_a_card(value):
            faults.append(Fault(pointer, "is not a card: write rank then suit (TS, AH) or a joker (HJ, LJ)"))
        return value

    def names_all(self, values: Sequence[Json]) -> bool:
        """A fast test for lists of cards. Return True if all values are cards without the number of a pack. If the result is False, the
        list needs the full check: it may still be valid."""
        try:
            return CARDS.issuperset(values)
        except TypeError:
            return False

    def _names_a_card(self, token: str) -> bool:
        card, at, pack = token.partition("@")
        return Card(card) in CARDS and (not at or (pack in SEATS and 1 <= int(pack) <= self.packs))

    def schema(self) -> dict[str, Json]:
        pattern = "^([AKQJT2-9][SHDC]|HJ|LJ)"
        return {"type": "string", "pattern": pattern + ("(@([1-9]|1[0-5]))?$" if self.packs else "$")}


@dataclass(frozen=True, slots=True)
class RulesMap(Plain):
    """The shape of the resolved rules of a game: a map from names to integers, words, booleans or lists of words. The shape does not check
    the values; the system of the game does. `of`: what the map has, in words."""

    of: str = "rules"

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, f"must be a map of {self.of}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "object"}


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# --- shapes that contain other shapes -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListOf:
    """The shape of a list. It is a list in JSON and a tuple in memory."""

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
        if isinstance(self.item, CardToken) and self.item.names_all(value):
            return tuple(value)
        return tuple(self.item.read(item, f"{pointer}/{n}", faults) for n, item in enumerate(value))

    def restore(self, value: Json) -> object:
        return tuple(value if isinstance(self.item, Plain) else map(self.item.restore, value))  # type: ignore[arg-type]

    def dump(self, value: object) -> Json:
        return list(value) if isinstance(self.item, Plain) else [self.item.dump(item) for item in value]  # type: ignore[call-overload,attr-defined]

    def text(self, value: object) -> str:
        return "[" + ",".join(map(self.item.text, value)) + "]"  # type: ignore[call-overload]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return [self.item.swap(item, f"{path}.{n}", swap) for n, item in enumerate(value)]  # type: ignore[arg-type]

    @property
    def seals(self) -> bool:
        return self.item.seals

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        items: tuple[object, ...] = value  # type: ignore[assignment]
        return tuple(self.item.close(item, f"{path}.{n}", opened) for n, item in enumerate(items)) if self.seals else value

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class BySeat:
    """The shape of a map from seat to value. In JSON the keys are seat numbers in decimal; in memory they are `Seat`s."""

    item: Shape
    least: int = 0

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map from seat number to value"))
            return {}
        if len(value) < self.least:
            faults.append(Fault(pointer, f"must name at least {self.least} seat(s)"))
        by_seat = {}
        for key, item in value.items():
            if key not in SEATS:
                faults.append(Fault(f"{pointer}/{escape(key)}", "is not a seat number"))
            else:
                by_seat[SEATS[key]] = self.item.read(item, f"{pointer}/{key}", faults)
        return by_seat

    def restore(self, value: Json) -> object:
        items = value.items()  # type: ignore[union-attr]
        if isinstance(self.item, Plain):
            return {SEATS[key]: item for key, item in items}
        return {SEATS[key]: self.item.restore(item) for key, item in items}

    def dump(self, value: object) -> Json:
        return {str(seat): self.item.dump(item) for seat, item in sorted(value.items())}  # type: ignore[attr-defined]

    def text(self, value: object) -> str:
        by_seat: Mapping[Seat, object] = value  # type: ignore[assignment]
        return "{" + ",".join([f'"{seat}":{self.item.text(by_seat[seat])}' for seat in sorted(by_seat, key=str)]) + "}"

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return {key: self.item.swap(item, f"{path}.{key}", swap) for key, item in value.items()}  # type: ignore[union-attr]

    @property
    def seals(self) -> bool:
        return self.item.seals

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        items: Mapping[Seat, object] = value  # type: ignore[assignment]
        return {seat: self.item.close(item, f"{path}.{seat}", opened) for seat, item in items.items()} if self.seals else value

    def schema(self) -> dict[str, Json]:
        keys: dict[str, Json] = {"pattern": "^([0-9]|1[0-5])$"}
        return {"type": "object", "propertyNames": keys, "additionalProperties": self.item.schema(), "minProperties": self.least}


@dataclass(frozen=True, slots=True)
class Optional:
    """The shape of a value that is null or has the shape `item`."""

    item: Shape

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return None if value is None else self.item.read(value, pointer, faults)

    def restore(self, value: Json) -> object:
        return None if value is None else self.item.restore(value)

    def dump(self, value: object) -> Json:
        return None if value is None else self.item.dump(value)

    def text(self, value: object) -> str:
        return "null" if value is None else self.item.text(value)

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return None if value is None else self.item.swap(value, path, swap)

    @property
    def seals(self) -> bool:
        return self.item.seals

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        return None if value is None else self.item.close(value, path, opened)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [self.item.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Seal:
    """The shape of a sealed value. The sender writes the value itself. The record holds only its commitment (a keyed hash)."""

    item: Shape

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return Sealed("", self.item.read(value, pointer, faults))

    def restore(self, value: Json) -> object:
        """Read a sealed value from `{"commit": c}` (closed) or `{"commit": c, "value": v}` (open)."""
        opened = value.get("value")  # type: ignore[union-attr]
        return Sealed(value["commit"], None if opened is None else self.item.restore(opened))  # type: ignore[call-overload,index,arg-type]

    def dump(self, value: object) -> Json:
        """Write a sealed value as `{"commit": c, "value": v}`, without `value` when it is closed."""
        sealed: Sealed[object] = value  # type: ignore[assignment]
        if sealed.value is None:
            return {"commit": sealed.commit}
        return {"commit": sealed.commit, "value": self.item.dump(sealed.value)}

    def text(self, value: object) -> str:
        sealed: Sealed[object] = value  # type: ignore[assignment]
        return f'{{"commit":"{sealed.commit}"}}'

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return swap(path, value)

    @property
    def seals(self) -> bool:
        return True

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        sealed: Sealed[object] = value  # type: ignore[assignment]
        return sealed if sealed.value is None or path in opened else sealed.closed()

    def schema(self) -> dict[str, Json]:
        return {**self.item.schema(), "x-sealed": True}


@dataclass(frozen=True, slots=True)
class Fields:
    """The shape of a map with named fields. `make(**fields)` makes the value in memory. A field that is not in `required` may be missing;
    its value is then null. `shapes`: the shape of each field. `in_order`: the fields in the order of their names, as canonical JSON has
    them."""

    make: Callable[..., object]
    fields: tuple[tuple[str, Shape], ...]
    required: frozenset[str]
    shapes: Mapping[str, Shape] = field(init=False, repr=False, compare=False)
    in_order: tuple[tuple[str, Shape], ...] = field(init=False, repr=False, compare=False)
    seals: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        in_order = tuple(sorted(self.fields, key=lambda each: each[0]))
        derive(self, shapes=dict(self.fields), in_order=in_order, seals=any(shape.seals for _, shape in self.fields))

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map"))
            return None
        if not value.keys() <= self.shapes.keys():
            known = ", ".join(self.shapes)
            faults += (Fault(f"{pointer}/{escape(key)}", f"is not a field here; known: {known}") for key in value if key not in self.shapes)
        missing = self.required - value.keys()
        if missing:
            faults += (Fault(f"{pointer}/{key}", "is required") for key in sorted(missing))
        before = len(faults)
        items = {key: shape.read(value[key], f"{pointer}/{key}", faults) for key, shape in self.fields if key in value}
        return None if missing or len(faults) > before else self.make(**items)

    def restore(self, value: Json) -> object:
        return self.make(**{key: shape.restore(value[key]) for key, shape in self.fields if key in value})  # type: ignore[index,operator,call-overload]

    def dump(self, value: object) -> dict[str, Json]:
        items = ((key, shape.dump(getattr(value, key))) for key, shape in self.fields)
        return {key: item for key, item in items if item is not None or key in self.required}

    def text(self, value: object) -> str:
        held = [(key, shape, getattr(value, key)) for key, shape in self.in_order]
        parts = [f'"{key}":{shape.text(item)}' for key, shape, item in held if item is not None or key in self.required]
        return "{" + ",".join(parts) + "}"

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        if not self.seals:
            return value
        prefix = path and f"{path}."
        return {key: self.shapes[key].swap(item, prefix + key, swap) for key, item in value.items()}  # type: ignore[union-attr]

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        prefix = path and f"{path}."
        held = ((key, shape, getattr(value, key)) for key, shape in self.fields)
        closed = {key: now for key, shape, item in held if (now := shape.close(item, prefix + key, opened)) is not item}
        return replace(value, **closed) if closed else value  # type: ignore[type-var]

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "properties": {key: shape.schema() for key, shape in self.fields},
            "required": sorted(self.required),
            "additionalProperties": False,
        }
