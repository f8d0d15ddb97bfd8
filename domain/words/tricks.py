"""Acts of games of tricks in words."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from domain.kernel.cards import SUIT_NAMES, Card
from domain.kernel.events import tricks as acts
from domain.kernel.shapes import Sealed
from domain.words.phrases import NameOf, by_seat, called, cards, hand, hands

KINDS: Final[Mapping[acts.Kind | None, str]] = {None: "", "high": " high", "low": " low", "no_trump": " without trumps"}
"""The words for the kind of a bid. In a sentence, these words come after the number of the bid."""
_WAYS: Final[Mapping[acts.Ranks | None, str]] = {None: "", "high": ", high cards win", "low": ", low cards win"}
_REASONS = {
    "cards": "for its cards",
    "wrong_number": "for a wrong number of cards",
    "card_exposed": "for an exposed card",
    "wrong_pack": "for a wrong pack",
}


def words(act: acts.TricksAct, name_of: NameOf) -> str:
    match act:
        case acts.CardsDealt():
            return f"{name_of(act.dealer)} deals{hands(act.hands, name_of)}"
        case acts.MisdealCalled():
            shown = f", showing {cards(act.cards)}" if act.cards else ""
            return f"{name_of(act.seat)} calls a misdeal {_REASONS[act.reason]}{shown}"
        case acts.BidMade():
            return f"{name_of(act.seat)} bids {bid(act.amount, blind=act.blind)}{KINDS[act.kind]}"
        case acts.BidPassed():
            return f"{name_of(act.seat)} passes"
        case acts.TrumpNamed():
            suit = "no trump" if act.suit is None else SUIT_NAMES[act.suit]
            return f"{name_of(act.seat)} names {suit}{_WAYS[act.ranks]}"
        case acts.KittyTaken():
            return f"{name_of(act.seat)} takes the kitty{which(act.cards)}"
        case acts.CardsDiscarded():
            shown = f", {cards(act.shown)} face up" if act.shown else ""
            return f"{name_of(act.seat)} throws {number(act.count)}{which(act.cards)}{shown}"
        case acts.CardsDrawn():
            return f"{name_of(act.seat)} draws {number(act.count)}{which(act.cards)}"
        case acts.StockTaken():
            return f"{name_of(act.seat)} takes {number(act.count)} from the stock{which(act.cards)}"
        case acts.CardPlayed():
            trump = f", {SUIT_NAMES[act.trump]} trump" if act.trump else ""
            extras = f", with {cards(act.extras)}" if act.extras else ""
            card = "a card that nobody remembers" if act.card is None else called(act.card)
            return f"{name_of(act.seat)} plays {card}{trump}{extras}"
        case acts.TricksStated():
            return "; ".join(_stated(act, name_of))
        case _:
            assert_never(act)


def _stated(act: acts.TricksStated, name_of: NameOf) -> Iterator[str]:
    """Yield what the table stated about a deal, one phrase for each fact."""
    yield "Result of the deal" if act.dealer is None else f"Result of the deal; {name_of(act.dealer)} dealt"
    if act.maker is not None:
        bids = "is the maker" if act.bid is None else f"bids {act.bid}"
        suit = f" in {SUIT_NAMES[act.trump]}" if act.trump else ""
        yield f"{name_of(act.maker)} {bids}{KINDS[act.kind]}{suit}{_WAYS[act.ranks]}"
    if act.bids:
        yield f"bids: {by_seat({seat: bid(amount, blind=seat in (act.blind or ())) for seat, amount in act.bids.items()}, name_of)}"
    if act.tricks:
        yield f"tricks: {by_seat(act.tricks, name_of)}"


def bid(amount: int, *, blind: bool | None = False) -> str:
    """Return the number of a bid in words; a bid of 0 is nil. `blind`: whether it was bid before looking at the cards."""
    return f"{'blind ' if blind else ''}{amount or 'nil'}"


def number(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def which(several: Sealed[tuple[Card, ...]] | None) -> str:
    return "" if several is None else f": {hand(several)}"
