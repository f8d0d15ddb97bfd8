"""The acts that a table waits for, and what must be asked to make them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a `Prompt`: a field of the act that somebody at the table must fill in.

    `field`: a dotted path, such as `card` or `cards.2`. `choices`: the legal values. `number`: the answer is a list of this many choices;
    None if the answer is one choice. `optional`: the field may be left out. `distinct`: questions with the same word here must have
    different answers, because two seats cannot reveal one card. `total`: what the answers for all seats add up to, in a field by seat; None
    if the rules do not fix it. `likely`: the choices that random play may take, because they do not prove earlier statements false; empty
    if all choices are allowed."""

    field: str
    choices: tuple[Json, ...]
    optional: bool = False
    distinct: str = ""
    likely: tuple[Json, ...] = ()
    number: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """An act that would be legal now: its type, the fields already known, the fields to ask for, and a text for the form. In the text,
    `{0}` stands for the player of seat 0. `expected`: True if play cannot go on without an act of this kind; False if the players may leave
    it out. `doubtful`: random play avoids the act, because a later event could easily prove it false. `others`: for a pass, the seats that
    call after it, in order, if they all pass too; empty for other acts."""

    type: str
    given: Mapping[str, Json]
    asks: tuple[Ask, ...]
    text: str
    expected: bool = True
    doubtful: bool = False
    others: tuple[Seat, ...] = ()

    @property
    def seat(self) -> Seat | None:
        seat = self.given.get("seat")
        return Seat(seat) if isinstance(seat, int) else None


_NOTHING: Final[Mapping[str, Json]] = {}


def asked(
    act: str, seat: Seat, text: str, *asks: Ask, given: Mapping[str, Json] = _NOTHING, expected: bool = True, doubtful: bool = False
) -> Prompt:
    """Return the prompt for an act of `seat`. `text`: what the player does, in words. `given`: the known fields of the act besides the
    seat."""
    return Prompt(act, {"seat": seat, **given}, asks, f"{{{seat}}} {text}", expected, doubtful)
