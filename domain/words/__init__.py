"""Acts in words, a module for each family of acts: what happened, as a sentence without its full stop.

Sealed values are in the words only where they are open. Seats are called as `name_of` says. A family that is added is added here, and
the type checker asks for it.
"""

from typing import assert_never

from domain.kernel.events import Act, BoxAct, CommonAct, LifeAct, PitchAct, RulingAct, SimpleAct, TricksAct
from domain.words import box, common, life, pitch, rulings, simple, tricks
from domain.words.phrases import NameOf

__all__ = ["NameOf", "sentence", "words"]


def sentence(act: Act, name_of: NameOf) -> str:
    """`Anna places the ten of spades and calls lowest`: as a line of its own begins, without a full stop."""
    said = words(act, name_of)
    return said[:1].upper() + said[1:]


def words(act: Act, name_of: NameOf) -> str:
    """`seat 0 places the ten of spades and calls lowest`."""
    if isinstance(act, CommonAct):
        return common.words(act, name_of)
    if isinstance(act, LifeAct):
        return life.words(act, name_of)
    if isinstance(act, RulingAct):
        return rulings.words(act, name_of)
    if isinstance(act, SimpleAct):
        return simple.words(act, name_of)
    if isinstance(act, BoxAct):
        return box.words(act, name_of)
    if isinstance(act, TricksAct):
        return tricks.words(act, name_of)
    if isinstance(act, PitchAct):
        return pitch.words(act, name_of)
    assert_never(act)
