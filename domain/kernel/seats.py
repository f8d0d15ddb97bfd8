"""Finds the seats that an act names. The module finds out once, at import, which fields of each event type hold seats.

An act may only name seats that somebody has taken. The opening of a game does not count as an act that names seats, because it creates
them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, SEAT, Act, GameOpened
from domain.kernel.shapes import MAX_SEATS, BySeat, Fields, ListOf, Optional, Shape

Named = Iterator[tuple[str, Seat]]


def seats_named(act: Act) -> Named:
    """Yield (JSON Pointer of the field within the data, seat) for every seat that the act names."""
    if not isinstance(act, GameOpened):
        for name, find in _PLANS[act.__class__.__name__]:
            yield from ((f"/{name}{place}", seat) for place, seat in find(getattr(act, name)))


def seats_sent(event_type: str, data: Json) -> Named:
    """Yield (JSON Pointer of the field within the data, seat) for every valid seat in `data` as the client sent it. Other fields may be
    wrong."""
    if isinstance(data, Mapping):
        for name, find in _PLANS[event_type]:
            yield from ((f"/{name}{place}", seat) for place, seat in find(data.get(name)))


def _one(value: object) -> Named:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MAX_SEATS:
        yield "", Seat(value)


def _listed(value: object) -> Named:
    if isinstance(value, Sequence) and not isinstance(value, str):
        for index, item in enumerate(value):
            yield from ((f"/{index}", seat) for _, seat in _one(item))


def _keys(value: object) -> Named:
    if isinstance(value, Mapping):
        yield from ((f"/{key}", _SEAT_OF[str(key)]) for key in value if str(key) in _SEAT_OF)


def _within(plan: list[tuple[str, Callable[[object], Named]]]) -> Callable[[object], Named] | None:
    """Return a function that finds the seats in a map. `plan`: each field that may hold seats, with the function that finds the seats in
    its value. Returns None if `plan` is empty."""

    def find(value: object) -> Named:
        for name, inner in plan:
            item = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
            yield from ((f"/{name}{place}", seat) for place, seat in inner(item))

    return find if plan else None


def _seats_in(shape: Shape) -> Callable[[object], Named] | None:
    """Return a function that finds the seats in a value of this shape. Returns None if such a value never holds a seat."""
    match shape:
        case Optional(item):
            return _seats_in(item)
        case ListOf(item) if item is SEAT:
            return _listed
        case BySeat():
            return _keys
        case Fields(_, inner):
            return _within([(name, find) for name, held in inner if (find := _seats_in(held))])
        case _:
            return _one if shape is SEAT else None


_SEAT_OF: Final = {str(number): Seat(number) for number in range(MAX_SEATS)}
_PLANS: Final = {
    kind.name: [(name, find) for name, shape in kind.shape.fields if (find := _seats_in(shape))] for kind in EVENT_TYPES.values()
}
