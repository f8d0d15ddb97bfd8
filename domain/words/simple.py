"""Acts of High Card, High Card Low Card and One-up in words."""

from typing import assert_never

from domain.kernel.events import simple as acts
from domain.words.phrases import NameOf, by_seat, called, face, hands


def words(act: acts.SimpleAct, name_of: NameOf) -> str:
    match act:
        case acts.OpenerChosen():
            return f"{name_of(act.seat)} opens"
        case acts.HandDealt():
            return "Cards are dealt" + hands(act.cards, name_of)
        case acts.CardPlaced():
            return f"{name_of(act.seat)} places {face(act.card)} and calls {act.call}"
        case acts.CardSelected():
            return f"{name_of(act.seat)} lays {face(act.value)}"
        case acts.CardOffered():
            return f"{name_of(act.seat)} offers {face(act.card)}"
        case acts.CardsRevealed() | acts.CardsFlipped():
            return f"Cards are turned over: {by_seat({seat: called(card) for seat, card in act.cards.items()}, name_of)}"
        case acts.NumbersRevealed():
            return f"Cards are turned over: {by_seat({seat: number or 'none' for seat, number in act.values.items()}, name_of)}"
        case _:
            assert_never(act)
