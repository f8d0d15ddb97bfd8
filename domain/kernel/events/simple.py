"""Acts of High Card, High Card Low Card and One-up."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from domain.kernel.cards import Card, Seat
from domain.kernel.events.kinds import CARDS_OF, ASealedCard, ASeat, event_type
from domain.kernel.shapes import MAX_SEATS, BySeat, CardToken, OneOf, Optional, Seal, Sealed, Whole

Call = Literal["lowest", "middle", "highest"]
PACKED: Final = CardToken(packs=MAX_SEATS)


@event_type("OC", {"seat": 0}, common=False)
class OpenerChosen:
    """The table names the player who opens the first round."""

    seat: ASeat


@event_type("HD", {"cards": {"0": ["TS"], "1": ["KH", "2C"]}}, common=False)
class HandDealt:
    """Cards are dealt face down. `cards`: by seat, if recorded. Each hand is sealed: no other player may see it."""

    cards: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None


@event_type("PC", {"seat": 0, "call": "middle", "card": "TS"}, common=False)
class CardPlaced:
    """A player lays a card face down and says how it will rank. `card` is sealed; null: the scorekeeper does not know it."""

    seat: ASeat
    call: Annotated[Call, OneOf(("lowest", "middle", "highest"))]
    card: ASealedCard = None


@event_type("CR", {"cards": {"0": "TS", "1": "KH"}}, common=False)
class CardsRevealed:
    """The placed cards are turned face up. `cards`: by seat."""

    cards: Annotated[Mapping[Seat, Card], BySeat(CardToken(), least=1)]


@event_type("SE", {"seat": 0, "value": 5}, common=False)
class CardSelected:
    """A player lays a number card face down. `value` is sealed; null: the scorekeeper does not know it."""

    seat: ASeat
    value: Annotated[Sealed[int] | None, Optional(Seal(Whole(0, 99)))] = None


@event_type("NR", {"values": {"0": 1, "1": 4, "2": 5}}, common=False)
class NumbersRevealed:
    """The number cards are turned face up. `values`: by seat; 0: this player had laid no card."""

    values: Annotated[Mapping[Seat, int], BySeat(Whole(0, 99), least=1)]


@event_type("CO", {"seat": 0, "card": "TS"}, common=False)
class CardOffered:
    """A player lays a card face down for the round. `card` is sealed; null: the scorekeeper does not know it."""

    seat: ASeat
    card: Annotated[Sealed[Card] | None, Optional(Seal(PACKED))] = None


@event_type("CF", {"cards": {"0": "9S", "1": "TS"}}, common=False)
class CardsFlipped:
    """The offered cards are turned face up. `cards`: by seat. `AS@2` is the ace of spades of pack 2, `AS` the ace of spades of the player's
    own pack."""

    cards: Annotated[Mapping[Seat, Card], BySeat(PACKED, least=1)]


SimpleAct = OpenerChosen | HandDealt | CardPlaced | CardsRevealed | CardSelected | NumbersRevealed | CardOffered | CardsFlipped
