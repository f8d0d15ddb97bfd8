"""`replace` for the tables of a game. Reading a game makes a table for each event; it has twenty fields or more, and an event changes two
or three. `dataclasses.replace` calls the constructor with all of them. The one here copies the instance dictionary, so use it only for
frozen dataclasses without `__post_init__` and without slots (docs/decisions/domain-reading.md)."""

import dataclasses
from typing import TYPE_CHECKING

__all__ = ["derive", "replace"]

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
