"""Acts of Box. The cards of a box are sealed, and no player may see them, because nobody has looked at them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from domain.kernel.cards import Card, Seat
from domain.kernel.events.kinds import CARDS_OF, ACard, ASealedCard, ASeat, event_type
from domain.kernel.shapes import BySeat, CardToken, ListOf, Optional, Seal, Sealed, Whole


@event_type("BS", {"hands": {"0": ["AS", "KD", "7C", "2H"]}, "boxes": None}, common=False)
@dataclass(frozen=True, slots=True)
class BoxesSet:
    """Every player has set four unseen cards aside as the box. `hands`: sealed, each open to its seat; `boxes`: sealed, open to no seat."""

    hands: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None
    boxes: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None


@event_type("CL", {"seat": 0, "card": "KS"}, common=False)
@dataclass(frozen=True, slots=True)
class CardLed:
    """A player leads a card from the hand."""

    seat: ASeat
    card: ACard


@event_type("BD", {"seat": 2, "card": "QD"}, common=False)
@dataclass(frozen=True, slots=True)
class BoxDrawn:
    """A player draws a card blind from the box and shows it."""

    seat: ASeat
    card: ACard


@event_type("SD", {"seat": 2}, common=False)
@dataclass(frozen=True, slots=True)
class StuckDeclared:
    """A player declares that no card is playable and no box card is left to draw."""

    seat: ASeat


@event_type("HR", {"seat": 0, "count": 2, "cards": ["4C", "9H"]}, common=False)
@dataclass(frozen=True, slots=True)
class HandRefilled:
    """A player draws cards from the stock into the hand. `cards`: sealed, open to the player."""

    seat: ASeat
    count: Annotated[int, Whole(0, 52)]
    cards: Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))] = None


@event_type("BR", {"seat": 0, "count": 1}, common=False)
@dataclass(frozen=True, slots=True)
class BoxRefilled:
    """A player takes owed cards from the stock into the box, unseen; 0 declines them. `cards`: sealed, open to no player."""

    seat: ASeat
    count: Annotated[int, Whole(0, 52)]
    cards: Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))] = None


@event_type("ET", {"seat": 3, "cards": ["QD", "TS", "5H"]}, common=False)
@dataclass(frozen=True, slots=True)
class ExtrasTraded:
    """A player gives three extras for one unseen box card. `cards`: the extras, if somebody looked; `box_card`: sealed, open to no one."""

    seat: ASeat
    cards: Annotated[tuple[Card, ...] | None, Optional(ListOf(CardToken(), most=60))] = None
    box_card: ASealedCard = None


@event_type("RD", {"seat": 1}, common=False)
@dataclass(frozen=True, slots=True)
class Resurrected:
    """A player who lost the box draws four cards, keeps three and puts one aside as the box. `hand`, `box_card`: open to the player."""

    seat: ASeat
    hand: Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))] = None
    box_card: ASealedCard = None


@event_type("XD", {"seat": 1}, common=False)
@dataclass(frozen=True, slots=True)
class ResurrectionDeclined:
    """A player who lost the box leaves the game instead of being resurrected."""

    seat: ASeat


BoxAct = BoxesSet | CardLed | BoxDrawn | StuckDeclared | HandRefilled | BoxRefilled | ExtrasTraded | Resurrected | ResurrectionDeclined
