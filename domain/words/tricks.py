"""Acts of trick-taking games in words."""

from domain.kernel.cards import SUIT_NAMES
from domain.kernel.events import TricksAct
from domain.words.phrases import NameOf, called, cards


def words(act: TricksAct, name_of: NameOf) -> str:
    trump = f", {SUIT_NAMES[act.trump]} trump" if act.trump else ""
    extras = f", with {cards(act.extras)}" if act.extras else ""
    return f"{name_of(act.seat)} plays {called(act.card)}{trump}{extras}"
