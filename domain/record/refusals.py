"""Refusals: values that say why nothing was recorded. The pure checks return them, and `service/recording` raises them.

`service/errors.py` turns a refusal into a problem document (status, media type, title).
"""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import Right
from domain.kernel.shapes import Fault

RefusalKind = Literal["invalid", "no-right", "confirmed", "not-finished", "wrong-pin", "too-many-attempts"]
"""The problem types of recording; each is registered in `service.errors.PROBLEMS`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal. `detail`: a sentence for the sender; empty for `invalid`, whose faults say it all.

    `faults`: what is wrong and where, as JSON Pointers into the body. `needs`: the right that is missing. `through`: the version up to
    which the record is settled. `wait`: seconds after which to try again. Each of these three is None when it does not apply.
    """

    kind: RefusalKind
    detail: str = ""
    faults: tuple[Fault, ...] = ()
    needs: Right | None = None
    through: int | None = None
    wait: int | None = None


class Refused(Exception):
    """Raised when nothing was recorded; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail or "; ".join(fault.message for fault in refusal.faults))
        self.refusal = refusal


def held(refusal: Refusal | None) -> None:
    """Raise Refused for a refusal; do nothing for None."""
    if refusal is not None:
        raise Refused(refusal)


def invalid(*faults: Fault) -> Refusal:
    return Refusal("invalid", faults=faults)
