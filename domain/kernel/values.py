"""Makes frozen dataclasses faster. `replace` is for the tables of a game; `twin_of` is for values that are read from the store by the
hundred.

Reading a game makes one table per event. A table has twenty fields or more, and an event changes two or three. `dataclasses.replace` calls
the constructor with all fields (docs/decisions/domain-reading.md). `replace` here copies the instance dictionary instead. Use `replace`
only for frozen dataclasses without `__post_init__` and without slots."""

import dataclasses
from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

__all__ = ["derive", "of_tuple", "packed", "remembered", "replace", "twin_of"]

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")

of_tuple: Final = tuple.__new__
"""Makes a named tuple from a tuple with its fields: `of_tuple(Placed, (version, call, card, True))`. Calling `of_tuple` takes half the time
of calling the class. Use it only in code that runs for every event, because nothing checks the number of fields."""

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        try:
            former = value.__dict__
        except AttributeError:  # a class with slots has no instance dictionary
            return dataclasses.replace(value, **changes)
        made = object.__new__(value.__class__)
        object.__setattr__(made, "__dict__", former | changes)
        return made


def derive(value: object, **fields: object) -> None:
    """Set those fields of a frozen value that are computed from its other fields. Only for `__post_init__`."""
    for name, derived in fields.items():
        object.__setattr__(value, name, derived)


def packed(value: V) -> V:
    """Return an equal value whose instance dictionary has no spare room. Python gives an instance with more than 30 fields room for twice
    as many, and each `replace` copies that room. Like `replace`, use it only for frozen dataclasses without slots."""
    made = object.__new__(value.__class__)
    object.__setattr__(made, "__dict__", {**value.__dict__})
    return made


def remembered(pure: Callable[P, R]) -> Callable[P, R]:
    """Make a function that calls `pure` and keeps the last result. If the next call has the same objects as arguments, it returns the kept
    result. With this, `evolve` and `check`, which are called with the same table and event, need not do the same work twice. Only for pure
    functions of frozen values, without keyword arguments. Put the argument that changes most often first."""
    last: tuple[tuple[object, ...], R | None] = ((), None)

    @wraps(pure)
    def asked(*given: P.args, **none: P.kwargs) -> R:
        nonlocal last
        before, result = last
        if before and before[0] is given[0] and all(map(is_, before, given)):
            return result  # type: ignore[return-value]
        made = pure(*given, **none)
        last = (given, made)
        return made

    return asked


def twin_of(cls: Callable[..., object]) -> type:
    """Make a class with the same fields as the frozen dataclass `cls`, but not frozen. Creating an instance takes a quarter of the time
    that `cls` needs. After that, `instance.__class__ = cls` turns the instance into one of `cls`. `cls` must have slots and no
    `__post_init__`."""
    fields = [(field.name, object, dataclasses.field(default=field.default)) for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
    return dataclasses.make_dataclass("Twin", fields, slots=True)
