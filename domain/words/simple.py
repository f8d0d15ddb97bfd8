"""Acts of High Card, High Card Low Card and One-up in words."""

from typing import assert_never

from domain.kernel.events import (
    CardOffered,
    CardPlaced,
    CardSelected,
    CardsFlipped,
    CardsRevealed,
    HandDealt,
    NumbersRevealed,
    OpenerChosen,
    SimpleAct,
)
from domain.words.phrases import NameOf, by_seat, called, face, hands


def words(act: SimpleAct, name_of: NameOf) -> str:
    match act:
        case OpenerChosen():
            return f"{name_of(act.seat)} opens"
        case HandDealt():
            return "Cards are dealt" + hands(act.cards, name_of)
        case CardPlaced():
            return f"{name_of(act.seat)} places {face(act.card)} and calls {act.call}"
        case CardSelected():
            return f"{name_of(act.seat)} lays {face(act.value)}"
        case CardOffered():
            return f"{name_of(act.seat)} offers {face(act.card)}"
        case CardsRevealed() | CardsFlipped():
            return f"Cards are turned over: {by_seat({seat: called(card) for seat, card in act.cards.items()}, name_of)}"
        case NumbersRevealed():
            return f"Cards are turned over: {by_seat({seat: number or 'none' for seat, number in act.values.items()}, name_of)}"
        case _:
            assert_never(act)
