"""The pack of a deal as a value: its cards, which of them are trumps, and which of two cards is better.

The *effective suit* of every trump is `T`, whatever suit is printed on it; of any other card it is the printed suit. A card without a suit,
such as a joker without trumps, has `NO_SUIT`: it follows no lead and beats no card. Source: docs/rules/00_conventions.md, Cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from domain.kernel.cards import RANKS, SUITS, Card
from domain.kernel.values import derive

TRUMP: Final = "T"
"""The effective suit of every trump."""
NO_SUIT: Final = "-"
"""The effective suit of a card that belongs to no suit."""

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The pack under one trump suit, in one order of ranks. A system makes each of its packs once, and keeps it.

    `trump`: the trump suit; empty while it is not known, and in a deal without trumps. `cards`: all cards in the order in which they are
    listed. `trumps`: all trumps, high to low. `order`: the letters of the ranks of the other cards, low to high. `level`: cards of equal
    rank, such as two jokers that look alike; `later`: whether the later of two such cards wins. `named`: whether trump is known; if not,
    nobody can say yet who must follow, or who takes a trick. The other fields are computed from these. `suit_of`: the effective suit of
    each card. `of_suit`: the cards of `T`, of each printed suit, and of none. `rank`: a number for each card; of two cards of one effective
    suit, the higher wins. All trumps rank above other cards."""

    trump: str
    cards: tuple[Card, ...]
    trumps: tuple[Card, ...]
    order: str = RANKS
    level: frozenset[Card] = frozenset()
    later: bool = False
    named: bool = True
    suit_of: Mapping[Card, str] = field(init=False, compare=False)
    of_suit: Mapping[str, frozenset[Card]] = field(init=False, compare=False)
    rank: Mapping[Card, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        trumps = {card: place for place, card in enumerate(reversed(self.trumps), len(self.order) + 1)}
        suits = {card: TRUMP if card in trumps else str(card[1]) if card[1] in SUITS else NO_SUIT for card in self.cards}
        plain = {card: self.order.index(card[0]) + 1 if suit in SUITS else 0 for card, suit in suits.items() if suit != TRUMP}
        of_suit = {suit: frozenset([card for card in self.cards if suits[card] == suit]) for suit in (TRUMP, *SUITS, NO_SUIT)}
        derive(self, suit_of=suits, of_suit=of_suit, rank=plain | trumps)


def beats(pack: Pack, card: Card, best: Card) -> bool:
    """Whether `card` beats `best`, which was the best card of the trick until now; False if `card` is not in the pack."""
    suit, over = pack.suit_of.get(card), pack.suit_of.get(best)
    if suit != over:
        return suit == TRUMP or (over == NO_SUIT and suit is not None)
    if suit is None:
        return False
    if card in pack.level and best in pack.level:
        return pack.later
    return pack.rank[card] > pack.rank[best]


def best_play(pack: Pack, plays: Sequence[tuple[Player, Card]]) -> tuple[Player, Card] | None:
    """Return who played the best card of a trick, legal or not, and that card; None for an empty trick. `plays`: in order of play."""
    best = None
    for play in plays:
        if best is None or beats(pack, play[1], best[1]):
            best = play
    return best
