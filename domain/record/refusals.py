"""Why nothing was recorded, as a value: what the pure checks return, and what `service/recording` raises.

How it is said to the sender (status, media type, title) is not known here: `service/errors.py` makes the problem document.
"""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import Right
from domain.kernel.shapes import Fault

RefusalKind = Literal["invalid", "no-right", "confirmed", "not-finished", "wrong-pin", "too-many-attempts"]
"""The types of problem that recording knows; each is registered in `service.errors.PROBLEMS`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal. `detail`: a sentence for the sender; empty for `invalid`, whose faults say it all.

    `faults`: what is wrong and where, as JSON Pointers into the body. `needs`: the right that would do. `through`: the version up to which
    the record is settled. `wait`: seconds after which to try again. None where it does not apply.
    """

    kind: RefusalKind
    detail: str = ""
    faults: tuple[Fault, ...] = ()
    needs: Right | None = None
    through: int | None = None
    wait: int | None = None


class Refused(Exception):
    """Nothing was recorded, for that reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail or "; ".join(fault.message for fault in refusal.faults))
        self.refusal = refusal


def held(refusal: Refusal | None) -> None:
    """Raises Refused for a refusal; None passes."""
    if refusal is not None:
        raise Refused(refusal)


def invalid(*faults: Fault) -> Refusal:
    return Refusal("invalid", faults=faults)
