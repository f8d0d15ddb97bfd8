"""The stored forms of events. Each type of event is stored under a short code. For each code there is a function that makes an act (the
content of an event) from the stored bytes again; this is called *restoring*.

When the fields of a type change, the type gets a new code. The old code moves to `former`, so that stored events can always be read.

A stored event holds a commitment (a hash) for each of its sealed values. Its data hold only the *place* of the commitment: 0, 1, 2 …
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain.kernel.canonical import Json
from domain.kernel.events import EventType, EventTypes
from domain.kernel.shapes import Fields, Optional, Plain, Seal, Sealed, Shape, Swap

OpenedValues = Mapping[int, Json]
"""The sealed values of a stream that can be read, by number (`wire.number_of`). Values that were erased are missing."""
Restore = Callable[[list[Any], bytes, OpenedValues, int], Any]
"""A function that restores an act from a stored entry. Its arguments: the values of the entry's JSON list, which it may change; the entry's
bytes; the readable sealed values of the stream; the number of the entry's first sealed value."""

FRONT_BYTES: Final = 19
"""The number of bytes of an entry before its commitments."""
COMMIT: Final = 32
"""The number of bytes of a commitment."""


class UnknownEventType(ValueError):
    """A stored event has a type that this Faceup does not know in this kind of stream."""


@dataclass(frozen=True, slots=True)
class Former:
    """An old form of an event type: stored events may have it, but no new events get it. `name`, `shape`: the name and fields that the
    type had. `upcast`: turns old data into the current type's name and data."""

    name: str
    shape: Fields
    upcast: Callable[[dict[str, Json]], tuple[str, Json]]


@dataclass(frozen=True, slots=True)
class Codes:
    """The stored forms of the events of one kind of stream. `types`: the current types by name. `by_code`: the same types by code.
    `restore`: the functions that restore acts, by current code. `former`: the old forms by code."""

    types: EventTypes
    by_code: Mapping[str, EventType]
    restore: Mapping[bytes, Restore]
    former: dict[str, Former] = field(default_factory=dict)

    def form(self, code: bytes) -> tuple[str, Fields]:
        """Return the type name and fields of events stored under `code`, current or old. Raises UnknownEventType."""
        name = code.decode()
        if kind := self.by_code.get(name):
            return kind.name, kind.shape
        if former := self.former.get(name):
            return former.name, former.shape
        raise UnknownEventType(f"no event type has the code {name!r}")

    def restore_former(self, code: bytes, values: list[Any], packed: bytes, opened: OpenedValues, first: int) -> Any:
        """Restore an event stored in an old form, as an act of the current type. The arguments after `code` are those of a function of the
        type `Restore`. Raises UnknownEventType."""
        _, shape = self.form(code)
        name, data = self.former[code.decode()].upcast(named(shape, values))
        today = self.types[name].shape
        return today.restore(today.swap(data, "", leaves(packed, opened, first)))


def codes_of(types: EventTypes) -> Codes:
    """Make the stored forms of these event types, for one kind of stream."""
    return Codes(types, {kind.code: kind for kind in types.values()}, {kind.code.encode(): _plan(kind) for kind in types.values()})


def named(shape: Fields, values: Sequence[Any]) -> dict[str, Json]:
    """Return the values of an event, each under the name of its field."""
    return {name: value for (name, _), value in zip(shape.fields, values, strict=False) if value is not None}


def leaves(packed: bytes, opened: OpenedValues | None, first: int) -> Swap:
    """Return a function that replaces a place in stored data by the sealed value at that place. `packed`: the entry. `opened`: the
    readable values; None: show only the commitments. `first`: the number of the entry's first sealed value."""

    def leaf(_: str, place: Any) -> Json:
        commit = commitment_at(packed, place)
        return {"commit": commit} if opened is None else {"commit": commit, "value": opened.get(first + place)}

    return leaf


def commitment_at(packed: bytes, place: int) -> str:
    """Return the commitment of the sealed value at `place` of an entry, in hexadecimal."""
    at = FRONT_BYTES + COMMIT * place
    return packed[at : at + COMMIT].hex()


def _plan(kind: EventType) -> Restore:
    """Make the function that restores acts of a current type. Plain values are used as they are, to save time."""
    make = kind.make
    fields = [(n, field) for n, (_, field) in enumerate(kind.shape.fields) if not isinstance(field, Plain)]
    opens = tuple((n, _opener(field)) for n, field in fields if field.seals)
    others = tuple((n, field.restore) for n, field in fields if not field.seals)

    def restore(values: list[Any], packed: bytes, opened: OpenedValues, first: int) -> Any:
        for index, open_ in opens:
            if index < len(values) and values[index] is not None:
                values[index] = open_(values[index], packed, opened, first)
        for index, restored in others:
            if index < len(values) and values[index] is not None:
                values[index] = restored(values[index])
        return make(*values)

    return restore


def _opener(field: Shape) -> Callable[[Any, bytes, OpenedValues, int], object]:
    """Make the function that restores one field with sealed values. Its arguments: the stored value of the field; the entry's bytes; the
    readable sealed values; the number of the entry's first sealed value."""
    sealed = field.item if isinstance(field, Optional) else field
    if isinstance(sealed, Seal) and isinstance(sealed.item, Plain):
        return _sealed
    return lambda value, packed, opened, first: field.restore(field.swap(value, "", leaves(packed, opened, first)))


def _sealed(place: Any, packed: bytes, opened: OpenedValues, first: int) -> Sealed[Any]:
    at = FRONT_BYTES + COMMIT * place
    return Sealed(packed[at : at + COMMIT].hex(), opened.get(first + place))
