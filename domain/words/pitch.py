"""Acts of Pitch and Smear in words."""

from collections.abc import Iterator
from typing import assert_never

from domain.kernel.cards import SUIT_NAMES, Card, Seat
from domain.kernel.events import (
    BidDoubled,
    BidMade,
    BidPassed,
    CardRescued,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    DealFolded,
    DealStated,
    KittyTaken,
    MisdealCalled,
    OutDeclared,
    PartnerCalled,
    PitchAct,
    PitchedAsBid,
    ShootCalled,
    StockSearched,
    StockTaken,
    TrumpNamed,
)
from domain.kernel.shapes import Sealed
from domain.words.phrases import NameOf, called, cards, hand, hands

_REASONS = {
    "cards": "for its cards",
    "wrong_number": "for a wrong number of cards",
    "card_exposed": "for an exposed card",
    "wrong_pack": "for a wrong pack",
}


def words(act: PitchAct, name_of: NameOf) -> str:
    match act:
        case CardsDealt():
            return f"{name_of(act.dealer)} deals{hands(act.hands, name_of)}"
        case MisdealCalled():
            shown = f", showing {cards(act.cards)}" if act.cards else ""
            return f"{name_of(act.seat)} calls a misdeal {_REASONS[act.reason]}{shown}"
        case BidMade():
            return f"{name_of(act.seat)} bids {act.amount}"
        case BidPassed():
            return f"{name_of(act.seat)} passes"
        case ShootCalled():
            return f"{name_of(act.seat)} shoots"
        case BidDoubled():
            return f"{name_of(act.seat)} doubles the bid"
        case PitchedAsBid():
            trump = f", {SUIT_NAMES[act.trump]} trump" if act.trump else ""
            return f"{name_of(act.seat)} pitches {called(act.card)} instead of bidding{trump}"
        case TrumpNamed():
            return f"{name_of(act.seat)} names {SUIT_NAMES[act.suit]}"
        case CardRescued():
            return f"{name_of(act.seat)} picks up {called(act.card)}"
        case PartnerCalled():
            return f"{name_of(act.seat)} calls {called(act.card)}"
        case OutDeclared():
            return f"{name_of(act.seat)} is out of trumps"
        case DealFolded():
            return f"{name_of(act.seat)} throws the deal in"
        case DealStated():
            return "; ".join(_stated(act, name_of))
        case _:
            return _exchanged(act, name_of)


def _exchanged(act: KittyTaken | CardsDiscarded | CardsDrawn | StockTaken | StockSearched, name_of: NameOf) -> str:
    match act:
        case KittyTaken():
            return f"{name_of(act.seat)} takes the kitty{_which(act.cards)}"
        case CardsDiscarded():
            shown = f", {cards(act.shown)} face up" if act.shown else ""
            return f"{name_of(act.seat)} throws {_number(act.count)}{_which(act.cards)}{shown}"
        case CardsDrawn():
            return f"{name_of(act.seat)} draws {_number(act.count)}{_which(act.cards)}"
        case StockTaken():
            return f"{name_of(act.seat)} takes {_number(act.count)} from the stock{_which(act.cards)}"
        case StockSearched():
            shown = f", throwing {cards(act.shown)}" if act.shown else ""
            return f"{name_of(act.seat)} turns {_number(act.seen)} of the stock and keeps {act.kept}{_which(act.cards)}{shown}"
        case _:
            assert_never(act)


def _stated(act: DealStated, name_of: NameOf) -> Iterator[str]:
    """Yield what the table stated about a deal, one phrase for each fact."""
    yield "The deal is stated" if act.dealer is None else f"The deal of {name_of(act.dealer)} is stated"
    if act.maker is not None:
        bid = "shoots" if act.shoot else "is the maker" if act.bid is None else f"bids {act.bid}"
        suit = f" in {SUIT_NAMES[act.trump]}" if act.trump else ""
        partner = "" if act.partner is None else f" with {name_of(act.partner)}"
        yield f"{name_of(act.maker)} {bid}{suit}{partner}"
    if act.doubled is not None:
        yield "doubled" if act.doubled else "not doubled"
    made: dict[Seat, list[str]] = {}
    for point, seat in (act.points.by_name() if act.points else {}).items():
        made.setdefault(seat, []).append(point.replace("_", " "))
    for maker, points in made.items():
        yield f"{name_of(maker)}: {', '.join(points)}"
    if act.counts:
        yield ", ".join(f"{name_of(seat)} {count}" for seat, count in sorted(act.counts.items()))
    if act.made is not None:
        yield "made" if act.made else "set"


def _number(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _which(several: Sealed[tuple[Card, ...]] | None) -> str:
    return "" if several is None else f": {hand(several)}"
