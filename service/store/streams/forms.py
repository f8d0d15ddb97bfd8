"""The stored forms of the events of one kind of stream: which code belongs to which type, and how an act is restored from what is stored.

A type whose fields change gets a new code. The old code moves to `former` and stays readable for ever.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain.kernel.canonical import Json
from domain.kernel.events import EventType, EventTypes
from domain.kernel.shapes import Fields, Optional, Plain, Seal, Sealed, Shape, Swap
from domain.kernel.values import twin_of

OpenedValues = Mapping[int, Json]
"""The opened values of a stream by number. A sealed value that is missing here stays closed."""
Restore = Callable[[list[Any], bytes, OpenedValues, int], Any]
"""(the entry's JSON list: when and values; the packed entry with its commitments; opened values of the stream; number of the sealed
value at place 0) → the act."""

FRONT_BYTES: Final = 19
"""The bytes of an entry before its commitments."""
COMMIT: Final = 32
"""The bytes of a commitment."""


class UnknownEventType(ValueError):
    """A stored event has a type that this kind of stream does not have in this version of Faceup."""


@dataclass(frozen=True, slots=True)
class Former:
    """A form that is read but no longer written. `name` and `shape`: of its type then; `upcast`: its data → the current type's name and
    data."""

    name: str
    shape: Fields
    upcast: Callable[[dict[str, Json]], tuple[str, Json]]


@dataclass(frozen=True, slots=True)
class Codes:
    """The stored forms of one kind of stream. `types`: by name; `by_code`: the same by code; `former`: former forms by code; `restore`:
    for each current code, the function that restores its acts."""

    types: EventTypes
    by_code: Mapping[str, EventType]
    restore: Mapping[bytes, Restore]
    former: dict[str, Former] = field(default_factory=dict)

    def form(self, code: bytes) -> tuple[str, Fields]:
        """The name and shape of the events that have `code`, current or former. Raises UnknownEventType."""
        name = code.decode()
        if kind := self.by_code.get(name):
            return kind.name, kind.shape
        if former := self.former.get(name):
            return former.name, former.shape
        raise UnknownEventType(f"no event type has the code {name!r}")

    def restore_former(self, code: bytes, row: list[Any], packed: bytes, opened: OpenedValues, first: int) -> Any:
        """The current act for an event of a former form. The arguments are those of `Restore`. Raises UnknownEventType."""
        _, shape = self.form(code)
        name, data = self.former[code.decode()].upcast(named(shape, row[1:]))
        today = self.types[name].shape
        return today.restore(today.swap(data, "", leaves(packed, opened, first)))


def codes_of(types: EventTypes) -> Codes:
    """The stored forms of these types."""
    return Codes(types, {kind.code: kind for kind in types.values()}, {kind.code.encode(): _plan(kind) for kind in types.values()})


def named(shape: Fields, values: Sequence[Any]) -> dict[str, Json]:
    """The values of an event by the names of its fields."""
    return {name: value for (name, _), value in zip(shape.fields, values, strict=False) if value is not None}


def leaves(packed: bytes, opened: OpenedValues | None, first: int) -> Swap:
    """Make a function that puts the commitment in the place of a sealed value, with the value unless `opened` is None. `first`: the
    number of the sealed value at place 0."""

    def leaf(_: str, place: Any) -> Json:
        commit = commitment_at(packed, place)
        return {"commit": commit} if opened is None else {"commit": commit, "value": opened.get(first + place)}

    return leaf


def commitment_at(packed: bytes, place: int) -> str:
    """The commitment at a place, in hexadecimal."""
    at = FRONT_BYTES + COMMIT * place
    return packed[at : at + COMMIT].hex()


def _plan(kind: EventType) -> Restore:
    """Make the function that restores acts of a current type from values in the order of its fields. Plain values are taken as they are;
    only the others take time."""
    cls, twin = kind.make, twin_of(kind.make)
    others = tuple((n, _restorer(field)) for n, (_, field) in enumerate(kind.shape.fields, 1) if not isinstance(field, Plain))

    def restore(row: list[Any], packed: bytes, opened: OpenedValues, first: int) -> Any:
        for index, restored in others:
            if index < len(row) and row[index] is not None:
                row[index] = restored(row[index], packed, opened, first)
        act = twin(*row[1:])
        act.__class__ = cls
        return act

    return restore


def _restorer(field: Shape) -> Callable[[Any, bytes, OpenedValues, int], object]:
    """Make the function that restores one field from its stored value. Its other arguments are those of `Restore`."""
    sealed = field.item if isinstance(field, Optional) else field
    if isinstance(sealed, Seal) and isinstance(sealed.item, Plain):
        return _sealed
    if "x-sealed" in str(field.schema()):
        return lambda value, packed, opened, first: field.restore(field.swap(value, "", leaves(packed, opened, first)))
    return lambda value, _packed, _opened, _first: field.restore(value)


def _sealed(place: Any, packed: bytes, opened: OpenedValues, first: int) -> Sealed[Any]:
    at = FRONT_BYTES + COMMIT * place
    return Sealed(packed[at : at + COMMIT].hex(), opened.get(first + place))
