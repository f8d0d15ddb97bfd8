"""Puts acts into words: each becomes a sentence without its full stop. Each family of acts has a module here.

A sealed value is put into words only if the reader may see it. `name_of` gives the name of each seat."""

from typing import assert_never

from domain.kernel.events import Act, BoxAct, CommonAct, HiLoAct, LifeAct, PitchAct, RulingAct, SimpleAct, TricksAct
from domain.words import box, common, hi_lo, life, pitch, rulings, simple, tricks
from domain.words.phrases import NameOf, capital

__all__ = ["NameOf", "sentence", "words"]


def sentence(act: Act, name_of: NameOf) -> str:
    """Return the act as a sentence with a capital, without a full stop: `Anna places the ten of spades and calls lowest`."""
    return capital(words(act, name_of))


def words(act: Act, name_of: NameOf) -> str:
    """Return the act in words that fit into the middle of a sentence: `seat 0 places the ten of spades and calls lowest`."""
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
    if isinstance(act, HiLoAct):
        return hi_lo.words(act, name_of)
    assert_never(act)
