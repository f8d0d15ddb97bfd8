"""Frozen values made fast: `replace` for those that are folded, `twin_of` for those that are read back by the hundred.

A fold makes one table per event, of twenty fields and more, and changes two or three of them; `dataclasses.replace` calls the
constructor with all of them (docs/decisions/domain-fold-speed.md). This copies the instance dictionary instead; it is for frozen
dataclasses without `__post_init__`, and fast for those without slots. To a type checker it is `dataclasses.replace`.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

__all__ = ["replace", "twin_of"]

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        try:
            former = value.__dict__
        except AttributeError:  # slots
            return dataclasses.replace(value, **changes)
        made = object.__new__(value.__class__)
        object.__setattr__(made, "__dict__", former | changes)
        return made


def twin_of(cls: Callable[..., object]) -> type:
    """A class with the fields of the frozen dataclass `cls` (with slots, without `__post_init__`), but not frozen: filled in a quarter
    of the time. What was filled becomes a `cls` by `made.__class__ = cls`."""
    fields = [(field.name, object, dataclasses.field(default=field.default)) for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
    return dataclasses.make_dataclass("Twin", fields, slots=True)
