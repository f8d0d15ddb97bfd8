"""Acts of games of tricks in words."""

from typing import assert_never

from domain.kernel.cards import SUIT_NAMES, Card
from domain.kernel.events import (
    BidMade,
    BidPassed,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    KittyTaken,
    MisdealCalled,
    StockTaken,
    TricksAct,
    TrumpNamed,
)
from domain.kernel.shapes import Sealed
from domain.words.phrases import NameOf, called, cards, hand, hands

_KINDS = {None: "", "high": " high", "low": " low", "no_trump": " without trumps"}
_REASONS = {
    "cards": "for its cards",
    "wrong_number": "for a wrong number of cards",
    "card_exposed": "for an exposed card",
    "wrong_pack": "for a wrong pack",
}


def words(act: TricksAct, name_of: NameOf) -> str:
    match act:
        case CardsDealt():
            return f"{name_of(act.dealer)} deals{hands(act.hands, name_of)}"
        case MisdealCalled():
            shown = f", showing {cards(act.cards)}" if act.cards else ""
            return f"{name_of(act.seat)} calls a misdeal {_REASONS[act.reason]}{shown}"
        case BidMade():
            return f"{name_of(act.seat)} bids {act.amount}{_KINDS[act.kind]}"
        case BidPassed():
            return f"{name_of(act.seat)} passes"
        case TrumpNamed():
            suit = "no trump" if act.suit is None else SUIT_NAMES[act.suit]
            return f"{name_of(act.seat)} names {suit}{_KINDS[act.ranks]}"
        case KittyTaken():
            return f"{name_of(act.seat)} takes the kitty{which(act.cards)}"
        case CardsDiscarded():
            shown = f", {cards(act.shown)} face up" if act.shown else ""
            return f"{name_of(act.seat)} throws {number(act.count)}{which(act.cards)}{shown}"
        case CardsDrawn():
            return f"{name_of(act.seat)} draws {number(act.count)}{which(act.cards)}"
        case StockTaken():
            return f"{name_of(act.seat)} takes {number(act.count)} from the stock{which(act.cards)}"
        case CardPlayed():
            trump = f", {SUIT_NAMES[act.trump]} trump" if act.trump else ""
            extras = f", with {cards(act.extras)}" if act.extras else ""
            card = "a card that nobody remembers" if act.card is None else called(act.card)
            return f"{name_of(act.seat)} plays {card}{trump}{extras}"
        case _:
            assert_never(act)


def number(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def which(several: Sealed[tuple[Card, ...]] | None) -> str:
    return "" if several is None else f": {hand(several)}"
