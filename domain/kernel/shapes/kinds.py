"""The interface of a shape, and types that shapes use. domain/kernel/shapes/__init__.py describes the methods of a shape."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from domain.kernel.canonical import Json

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
        """Return the same commitment without the value."""
        return Sealed(self.commit)


Swap = Callable[[str, Json], Json]
"""Gets the dotted path of a sealed leaf (`card`, `cards.2`) and its JSON. Returns the JSON that replaces the leaf."""


class Shape(Protocol):
    @property
    def seals(self) -> bool:
        """Whether a value of this shape may hold a sealed leaf."""
        ...

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object: ...
    def restore(self, value: Json) -> object: ...
    def dump(self, value: object) -> Json: ...
    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        """Return `value` with every sealed leaf replaced by `swap(path, leaf)`. Null leaves stay null."""
        ...

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        """Return `value` (made by `restore`) with its sealed leaves closed, except those at the paths in `opened`. Returns the same object
        if nothing changes."""
        ...

    def schema(self) -> dict[str, Json]: ...


class Plain:
    """A shape whose values are the same in memory and in JSON, and hold no sealed leaves."""

    @property
    def seals(self) -> bool:
        return False

    def restore(self, value: Json) -> object:
        return value

    def dump(self, value: object) -> Json:
        return value  # type: ignore[return-value]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return value

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        return value


def escape(key: str) -> str:
    """Return a key as a token of a JSON Pointer (RFC 6901 §3), shortened, with printable characters only."""
    return key[:40].replace("~", "~0").replace("/", "~1").encode("utf-8", "replace").decode()
