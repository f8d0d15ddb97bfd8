"""The list of how cards entered and left the hands of a deal before the play. Proofs that a record is impossible use it."""

from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardRescued, CardsDiscarded, CardsDrawn, CardsShown, KittyTaken, StockSearched, StockTaken

Sealing = KittyTaken | CardsDrawn | StockTaken | StockSearched | CardsDiscarded
How = Literal["dealt", "kitty", "drawn", "stock", "searched", "thrown", "rescued", "shown"]


class Moved(NamedTuple):
    """What one act did to one hand.

    `cards`: the cards that came or were thrown, if written down; other players may see them only if they were shown or picked up again.
    `number`: how many cards were thrown, or put away after a search of the stock, including `shown`. `shown`: cards thrown face up. `left`:
    how many cards the hand has afterwards; None if not certain. `trump`: whether trump was known at that time."""

    version: int
    how: How
    seat: Seat
    cards: tuple[Card, ...] = ()
    number: int = 0
    shown: tuple[Card, ...] = ()
    left: int | None = None
    trump: bool = False


def moved(act: Sealing | CardRescued | CardsShown, version: int, left: int | None = None, *, trump: bool = False) -> Moved:
    """Return what the act did to the hand of its player. `left`, `trump`: the fields of `Moved` with these names."""
    match act:
        case CardsShown(seat, cards):
            return Moved(version, "shown", seat, cards)
        case CardRescued(seat, card):
            return Moved(version, "rescued", seat, (card,), left=left, trump=trump)
        case StockSearched(seat, seen, kept, _, shown):
            return Moved(version, "searched", seat, written(act), max(0, seen - kept) + len(shown or ()), shown or (), left, trump)
        case CardsDiscarded(seat, count, _, shown):
            return Moved(version, "thrown", seat, written(act), count, shown or (), left, trump)
        case KittyTaken() | CardsDrawn() | StockTaken():
            return Moved(version, _TAKEN[type(act)], act.seat, written(act), left=left, trump=trump)


_TAKEN: Final[dict[type, How]] = {KittyTaken: "kitty", CardsDrawn: "drawn", StockTaken: "stock"}


def written(act: Sealing) -> tuple[Card, ...]:
    """Return the sealed cards of an act, if they are written down; empty otherwise."""
    return () if act.cards is None else act.cards.value or ()
