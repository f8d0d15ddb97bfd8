"""An immutable sequence that may grow long in the table of a game. A vector with one item more shares nearly all its memory with the one
before it.

A reading keeps a table for each event. If each table had a tuple of all closed rounds, ten thousand rounds would take a gigabyte."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar, overload

T = TypeVar("T")

CHUNK: Final = 64


class Vector(Sequence[T]):
    """`_chunks`: tuples of CHUNK items each. `_rest`: the items after them, fewer than CHUNK. A slice of a vector is a tuple."""

    __slots__ = ("_chunks", "_rest")

    def __init__(self, items: Iterable[T] = ()) -> None:
        every = tuple(items)
        whole = len(every) - len(every) % CHUNK
        self._chunks = tuple([every[at : at + CHUNK] for at in range(0, whole, CHUNK)])
        self._rest = every[whole:]

    def appended(self, item: T) -> "Vector[T]":
        """Return a vector with one more item at the end."""
        rest = (*self._rest, item)
        return _made((*self._chunks, rest), ()) if len(rest) == CHUNK else _made(self._chunks, rest)

    def with_item(self, place: int, item: T) -> "Vector[T]":
        """Return a vector with another item at the index `place`, which is at least 0."""
        number, at = divmod(place, CHUNK)
        if number == len(self._chunks):
            return _made(self._chunks, (*self._rest[:at], item, *self._rest[at + 1 :]))
        chunk = self._chunks[number]
        changed = (*chunk[:at], item, *chunk[at + 1 :])
        return _made((*self._chunks[:number], changed, *self._chunks[number + 1 :]), self._rest)

    def inserted(self, place: int, item: T) -> "Vector[T]":
        """Return a vector with one more item, at the index `place`. Only at the end does this cost no more than `appended`."""
        return self.appended(item) if place == len(self) else Vector([*self[:place], item, *self[place:]])

    def removed(self, place: int) -> "Vector[T]":
        """Return a vector without the item at the index `place`. Only at the end does this cost no more than `appended`."""
        if place != len(self) - 1:
            return Vector([*self[:place], *self[place + 1 :]])
        return _made(self._chunks, self._rest[:-1]) if self._rest else _made(self._chunks[:-1], self._chunks[-1][:-1])

    def without_last(self) -> "Vector[T]":
        return self.removed(len(self) - 1)

    def beyond(self, start: "Vector[T]") -> tuple[T, ...] | None:
        """Return the items after those of `start`; None if this vector does not begin with them."""
        shared = len(start._chunks)
        if self._chunks[:shared] != start._chunks or self[shared * CHUNK : len(start)] != start._rest:
            return None
        return self[len(start) :]

    def __len__(self) -> int:
        return len(self._chunks) * CHUNK + len(self._rest)

    def __iter__(self) -> Iterator[T]:
        return chain(*self._chunks, self._rest)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if place == -1 and self._rest:  # by far the most frequent
            return self._rest[-1]
        if isinstance(place, slice):
            return tuple([self[at] for at in range(*place.indices(len(self)))])
        whole = len(self._chunks) * CHUNK
        if place < 0:
            place += whole + len(self._rest)
        if place >= whole:
            return self._rest[place - whole]
        if place < 0:
            raise IndexError(place)
        return self._chunks[place // CHUNK][place % CHUNK]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and (self._rest, self._chunks) == (other._rest, other._chunks)

    def __hash__(self) -> int:
        return hash((self._chunks, self._rest))

    def __repr__(self) -> str:
        return f"Vector({[*self]})"


def _made(chunks: tuple[tuple[T, ...], ...], rest: tuple[T, ...]) -> Vector[T]:
    made: Vector[T] = object.__new__(Vector)
    made._chunks, made._rest = chunks, rest
    return made
