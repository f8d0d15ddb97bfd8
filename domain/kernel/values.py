"""Fast creation of frozen values: `replace` for tables in a fold, `twin_of` for values that are read back by the hundred.

A fold makes one table per event. A table has twenty fields or more, and an event changes two or three. `dataclasses.replace` calls the
constructor with all of them (docs/decisions/domain-fold-speed.md); `replace` here copies the instance dictionary instead. Use it for frozen
dataclasses without `__post_init__`; it is fast only for classes without slots. A type checker takes it for `dataclasses.replace`.
"""

import dataclasses
from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import TYPE_CHECKING, ParamSpec, TypeVar

__all__ = ["remembered", "replace", "twin_of"]

P = ParamSpec("P")
R = TypeVar("R")

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        try:
            former = value.__dict__
        except AttributeError:  # the class has slots
            return dataclasses.replace(value, **changes)
        made = object.__new__(value.__class__)
        object.__setattr__(made, "__dict__", former | changes)
        return made


def remembered(pure: Callable[P, R]) -> Callable[P, R]:
    """Make a function that remembers the last call of `pure`, and returns the same result if the next call has the same objects: folding an
    event and checking it need the same step. Only for pure functions of frozen values, without keywords; the argument that changes most
    often comes first."""
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
    """Make a class with the fields of the frozen dataclass `cls` (with slots, without `__post_init__`), but not frozen: creating an
    instance takes a quarter of the time. `made.__class__ = cls` turns the instance into a `cls`."""
    fields = [(field.name, object, dataclasses.field(default=field.default)) for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
    return dataclasses.make_dataclass("Twin", fields, slots=True)
