"""Acts of Box. The cards of a box are sealed, and no player may see them, because nobody has looked at them."""

from collections.abc import Mapping
from typing import Annotated

from domain.kernel.cards import Card, Seat
from domain.kernel.events.kinds import CARDS_OF, ACard, ASealedCard, ASeat, event_type
from domain.kernel.shapes import BySeat, CardToken, ListOf, Optional, Seal, Sealed, Whole


@event_type("BS", {"hands": {"0": ["AS", "KD", "7C", "2H"]}, "boxes": None}, common=False)
class BoxesSet:
    """Every player has set four unseen cards aside as the box. Each hand is sealed: no other player may see it. Each box is sealed: no
    player may see it."""

    hands: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None
    boxes: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None


@event_type("CL", {"seat": 0, "card": "KS"}, common=False)
class CardLed:
    """A player leads a card from the hand."""

    seat: ASeat
    card: ACard


@event_type("BD", {"seat": 2, "card": "QD"}, common=False)
class BoxDrawn:
    """A player draws an unseen card from their own box and shows it."""

    seat: ASeat
    card: ACard


@event_type("SD", {"seat": 2}, common=False)
class StuckDeclared:
    """A player declares that they can play no card from the hand and have no box card left to draw."""

    seat: ASeat


@event_type("HR", {"seat": 0, "count": 2, "cards": ["4C", "9H"]}, common=False)
class HandRefilled:
    """A player draws cards from the stock into the hand. The cards are sealed: no other player may see them."""

    seat: ASeat
    count: Annotated[int, Whole(0, 52)]
    cards: Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))] = None


@event_type("BR", {"seat": 0, "count": 1}, common=False)
class BoxRefilled:
    """A player takes unseen cards from the stock into the box, in place of box cards that were played. `count` 0: the player declines. The
    cards are sealed: no player may see them."""

    seat: ASeat
    count: Annotated[int, Whole(0, 52)]
    cards: Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))] = None


@event_type("ET", {"seat": 3, "cards": ["QD", "TS", "5H"]}, common=False)
class ExtrasTraded:
    """A player trades three extras (cards won in earlier rounds) for one unseen box card from the stock. `cards`: the extras, if somebody
    looked at them. `box_card` is sealed: no player may see it."""

    seat: ASeat
    cards: Annotated[tuple[Card, ...] | None, Optional(ListOf(CardToken(), most=60))] = None
    box_card: ASealedCard = None


@event_type("RD", {"seat": 1}, common=False)
class Resurrected:
    """A player who lost the box draws four cards, keeps three as the hand and puts one aside as the box. All four are sealed: no other
    player may see them."""

    seat: ASeat
    hand: Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))] = None
    box_card: ASealedCard = None


@event_type("XD", {"seat": 1}, common=False)
class ResurrectionDeclined:
    """A player who lost the box leaves the game instead of being resurrected."""

    seat: ASeat


BoxAct = BoxesSet | CardLed | BoxDrawn | StuckDeclared | HandRefilled | BoxRefilled | ExtrasTraded | Resurrected | ResurrectionDeclined
