"""Cards as people write them down: tokens, ranks, suits, packs.

A `Card` is its token: rank then suit (`"TS"`), or a joker (`"HJ"`, `"LJ"`). `HJ` is the high joker, `JH` the jack of hearts. Source:
docs/rules/00_conventions.md, Cards."""

from typing import Final, NewType

Card = NewType("Card", str)
Seat = NewType("Seat", int)

RANKS: Final = "23456789TJQKA"
"""The letters of the ranks, from low to high. The ace is high."""
SUITS: Final = "SHDC"
JOKERS: Final = (Card("HJ"), Card("LJ"))
UNKNOWN: Final = Card("?")
"""The card that a table has in place of a played card which nobody remembers. Packs and records never hold it."""

PACK_52: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
CARDS: Final[frozenset[Card]] = frozenset(PACK_52) | frozenset(JOKERS)
"""Every card that a standard pack with two jokers can hold."""

BIT_OF: Final[dict[Card, int]] = {card: 1 << place for place, card in enumerate((*JOKERS, *PACK_52))}
"""One bit for each card. Where speed counts, a set of cards is an integer: `cards & BIT_OF[card]` asks whether a card is in the set."""
RANK_OF: Final[dict[Card, int]] = {card: RANKS.index(card[0]) + 2 for card in PACK_52}
"""The rank of each card that is not a joker: a two is 2, a ten is 10, an ace is 14."""

RANK_NAMES: Final[dict[str, str]] = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight",
    "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SUIT_NAMES: Final[dict[str, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def seat_called(seat: Seat) -> str:
    """Return the seat in words, for a player without a name. Records count seats from 0; people count from 1.

    >>> seat_called(Seat(0))
    'seat 1'
    """
    return f"seat {seat + 1}"


def spoken(card: Card) -> str:
    """Return the card in the words of a director: `the ten of spades`, `the high joker`."""
    if card in JOKERS:
        return "the high joker" if card == "HJ" else "the low joker"
    return f"the {RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"
