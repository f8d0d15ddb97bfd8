"""Refusals: values that say why nothing was recorded. The checks in this package return refusals, and `service/recording` raises them as
`Refused`. `service/errors.py` turns a refusal into an error response."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from domain.kernel.canonical import Json
from domain.kernel.events import Right
from domain.kernel.shapes import Fault

RefusalKind = Literal[
    "invalid", "no-right", "confirmed", "not-finished", "not-removable", "not-paired", "not-opened", "second-person-needed", "wrong-pin",
    "pin-set", "too-many-attempts", "too-many-requests",
]  # fmt: skip
"""The kinds of refusals. Each is registered in `service.problems.PROBLEMS` as a type of error response."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request was refused. `detail`: a sentence for the sender; empty for the kind `invalid`. `faults`: what is wrong, with JSON
    Pointers into the body of the request.

    `needs`: the right that the sender lacks. `through`: the version up to which the record is settled. `wait`: the seconds after which the
    sender may try again. `least`: the best pairing that breaks the rule named in `detail`. `needs`, `through`, `wait` and `least` are None
    if they do not apply."""

    kind: RefusalKind
    detail: str = ""
    faults: tuple[Fault, ...] = ()
    needs: Right | None = None
    through: int | None = None
    wait: int | None = None
    least: Mapping[str, Json] | None = None


class Refused(Exception):
    """Raised when nothing was recorded; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail or "; ".join(fault.message for fault in refusal.faults))
        self.refusal = refusal


def raise_refusal(refusal: Refusal | None) -> None:
    """Raise Refused for a refusal; do nothing for None."""
    if refusal is not None:
        raise Refused(refusal)


def invalid(*faults: Fault) -> Refusal:
    return Refusal("invalid", faults=faults)
