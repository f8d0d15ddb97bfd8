"""`replace` for the frozen values that are folded: `dataclasses.replace`, several times faster.

A fold makes one table per event, of twenty fields and more, and changes two or three of them; `dataclasses.replace` calls the
constructor with all of them (docs/decisions/domain-fold-speed.md). This copies the instance dictionary instead; it is for frozen
dataclasses without `__post_init__`, and fast for those without slots. To a type checker it is `dataclasses.replace`.
"""

import dataclasses
from typing import TYPE_CHECKING

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        try:
            former = value.__dict__
        except AttributeError:  # slots
            return dataclasses.replace(value, **changes)
        made = object.__new__(value.__class__)
        fields = made.__dict__
        fields.update(former)
        fields.update(changes)
        return made
