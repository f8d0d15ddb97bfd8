"""Acts of games in which the players play cards from the hand, one after the other."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from domain.kernel.cards import Card
from domain.kernel.events.kinds import ACard, ASeat, event_type
from domain.kernel.shapes import CardToken, ListOf, OneOf, Optional

Suit = Literal["S", "H", "D", "C"]
SUIT: Final = OneOf(("S", "H", "D", "C"))
ASuit = Annotated[Suit, SUIT]


@event_type("PY", {"seat": 1, "card": "9D"}, common=False)
@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A player plays a card from the hand. `trump`: the trump suit, if this card makes its suit trump and could belong to two suits.
    `extras`: cards that go to the trick with this one and do not compete for it."""

    seat: ASeat
    card: ACard
    trump: Annotated[Suit | None, Optional(SUIT)] = None
    extras: Annotated[tuple[Card, ...] | None, Optional(ListOf(CardToken(), most=60))] = None


TricksAct = CardPlayed
