"""The interface of a *shape*, which says what a field of an event may hold, and types that shapes use. domain/kernel/shapes/__init__.py
describes the methods of a shape."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from domain.kernel.canonical import Json, text_of

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
