"""Acts of Box in words."""

from typing import assert_never

from domain.kernel.cards import Card
from domain.kernel.events import box as acts
from domain.kernel.shapes import Sealed
from domain.words.phrases import NameOf, called, cards, hand, hands


def words(act: acts.BoxAct, name_of: NameOf) -> str:
    match act:
        case acts.BoxesSet():
            boxes = hands(act.boxes, name_of)
            return "Boxes are set" + hands(act.hands, name_of) + (f"; in the boxes{boxes}" if boxes else "")
        case acts.CardLed():
            return f"{name_of(act.seat)} leads {called(act.card)}"
        case acts.BoxDrawn():
            return f"{name_of(act.seat)} draws {called(act.card)} from the box"
        case acts.StuckDeclared():
            return f"{name_of(act.seat)} is stuck"
        case acts.HandRefilled():
            return f"{name_of(act.seat)} draws {_number(act.count)} into the hand{_which(act.cards)}"
        case acts.BoxRefilled() if not act.count:
            return f"{name_of(act.seat)} declines to refill the box"
        case acts.BoxRefilled():
            return f"{name_of(act.seat)} puts {_number(act.count)} into the box{_which(act.cards)}"
        case acts.ExtrasTraded():
            given = f"three extras ({cards(act.cards)})" if act.cards else "three extras"
            return f"{name_of(act.seat)} trades {given} for a box card{_card(act.box_card)}"
        case acts.Resurrected():
            box = _card(act.box_card)
            return f"{name_of(act.seat)} is resurrected{_which(act.hand)}" + (f"; in the box{box}" if box else "")
        case acts.ResurrectionDeclined():
            return f"{name_of(act.seat)} leaves instead of being resurrected"
        case _:
            assert_never(act)


def _number(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _which(several: Sealed[tuple[Card, ...]] | None) -> str:
    return "" if several is None else f": {hand(several)}"


def _card(card: Sealed[Card] | None) -> str:
    return "" if card is None else f": {'sealed' if card.value is None else called(card.value)}"
