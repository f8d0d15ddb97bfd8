"""Makes the prompts of the systems."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.system import Ask, Prompt

Given = Mapping[str, Json]
_NOTHING: Final[Given] = {}


def asked(act: str, seat: Seat, text: str, *asks: Ask, given: Given = _NOTHING, expected: bool = True, doubtful: bool = False) -> Prompt:
    """Return the prompt for an act of `seat`. `text`: what the player does, in words. `given`: the known fields of the act besides the
    seat."""
    return Prompt(act, {"seat": seat, **given}, asks, f"{{{seat}}} {text}", expected, doubtful)
