"""The list of how cards entered and left the hands of a deal before the play. Proofs that a record is impossible use it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardRescued, CardsDealt, CardsDiscarded, CardsDrawn, CardsShown, KittyTaken, StockSearched, StockTaken


class Moved(NamedTuple):
    """What one act did to one hand.

    `cards`: the cards that came or were thrown, if written down. Everyone may see cards that were rescued or laid open; other cards only
    the player may see. `number`: how many cards were thrown, or put away after a search of the stock, including `shown`. `shown`: cards
    thrown face up. `left`: how many cards the hand has afterwards; None if that is not certain. `trump`: whether trump was known at that
    time."""

    version: int
    how: Literal["dealt", "kitty", "drawn", "stock", "searched", "thrown", "rescued", "shown"]
    seat: Seat
    cards: tuple[Card, ...] = ()
    number: int = 0
    shown: tuple[Card, ...] = ()
    left: int | None = None
    trump: bool = False


def dealt(act: CardsDealt, version: int) -> Iterator[Moved]:
    """Yield a `Moved` (what one act did to one hand) for each dealt hand whose cards are written down."""
    for seat, cards in (act.hands or {}).items():
        if cards.value is not None:
            yield Moved(version, "dealt", seat, cards.value)


def moved(
    act: KittyTaken | CardsDrawn | StockTaken | StockSearched | CardsDiscarded | CardRescued | CardsShown,
    version: int,
    left: int | None = None,
    *,
    trump: bool = False,
) -> Moved:
    match act:
        case CardRescued(seat, card):
            return Moved(version, "rescued", seat, (card,), left=left, trump=trump)
        case CardsShown(seat, cards):
            return Moved(version, "shown", seat, cards)
        case _:
            cards = () if act.cards is None else act.cards.value or ()
    match act:
        case KittyTaken(seat):
            return Moved(version, "kitty", seat, cards, left=left, trump=trump)
        case CardsDrawn(seat):
            return Moved(version, "drawn", seat, cards, left=left, trump=trump)
        case StockTaken(seat):
            return Moved(version, "stock", seat, cards, left=left, trump=trump)
        case StockSearched(seat, seen, kept, _, shown):
            return Moved(version, "searched", seat, cards, max(0, seen - kept) + len(shown or ()), shown or (), left, trump)
        case CardsDiscarded(seat, count, _, shown):
            return Moved(version, "thrown", seat, cards, count, shown or (), left, trump)
