"""Acts of higher-or-lower games in words."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.kernel.events import hi_lo as acts
from domain.words.phrases import NameOf, called, counted

GUESSES: Final[Mapping[acts.Gamble, str]] = {
    "higher": "higher",
    "lower": "lower",
    "snap": "the same rank",
    "ace": "an ace",
    "king_or_ace": "a king or an ace",
    "picture_J_to_A": "a jack, a queen, a king or an ace",
    "two_to_five": "two to five",
    "six_to_nine": "six to nine",
    "red": "red",
    "black": "black",
}
"""Each gamble in words: what the player says that the hidden card is."""


def words(act: acts.HiLoAct, name_of: NameOf) -> str:
    match act:
        case acts.StakePlaced():
            return f"{name_of(act.seat)} stakes {counted(act.units, 'unit')}"
        case acts.BaseShown():
            return f"the base is {called(act.card)}"
        case acts.GuessMade():
            hidden = "" if act.hidden is None or act.hidden.value is None else f"; the hidden card is {called(act.hidden.value)}"
            return f"{name_of(act.seat)} guesses {GUESSES[act.gamble]}{hidden}"
        case acts.CardTurned():
            return f"the hidden card is turned: {called(act.card)}"
        case acts.UnitsCollected():
            return f"{name_of(act.seat)} collects {counted(act.units, 'unit')}"
        case acts.RunContinued():
            return f"{name_of(act.seat)} goes on"
        case acts.GuessPassed():
            return f"{name_of(act.seat)} passes the guess to {name_of(act.to)}"
        case _:
            assert_never(act)
