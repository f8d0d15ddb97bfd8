"""Helps random play to choose sensibly: how many points a hand is worth to a bidder, and which card helps the makers.

These are not rules of the game. They only decide which legal answers the module `prompts` marks as likely."""

from collections.abc import Collection
from functools import lru_cache
from itertools import chain, repeat
from typing import Final

from domain.kernel.cards import SUITS, Card, Seat
from domain.systems.pitch.play.table import Deal, Pitch, side_of
from domain.systems.pitch.rules.pack import Pack, pack_of, winner

_WORTH: Final = (6, 5, 3, 3)
"""The weights of the four highest trumps, as a rule ace to jack. Every other trump has the weight 2."""
_PLENTY: Final = 26
"""A hand takes almost every point if the weights of its trumps (`_weights`) have this sum."""


def worth_of(table: Pitch, deal: Deal, seat: Seat) -> int:
    """Return how many points the hand of `seat` may bid. Not recorded: the lowest bid for a dealer when nobody has bid; otherwise 0."""
    suit = best_suit(table, deal, seat)
    if suit is not None:
        return _points(pack_of(table.rules, suit), deal.hand(seat)) * table.rules.total // _PLENTY
    last = deal.auction is not None and seat == deal.auction.dealer and deal.auction.maker is None
    return table.rules.bid_min if last else 0


def best_suit(table: Pitch, deal: Deal, seat: Seat) -> str | None:
    """Return the best trump suit for the hand of `seat`; None if the hand is not recorded."""
    if not deal.knows_hand(seat):
        return None
    return max(SUITS, key=lambda suit: _points(pack_of(table.rules, suit), deal.hand(seat)))


def sensible(table: Pitch, deal: Deal, seat: Seat, choices: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of `choices` that are sensible to play, or all of them if no card is better. The makers (the winners of the auction)
    lead their highest trump, and win a trick from the other side if they can."""
    sides = side_of(table, deal)
    if deal.maker is None or sides[seat] != sides[deal.maker]:
        return choices
    strength = deal.pack.strength
    trumps = [card for card in choices if card in strength]
    if not trumps:
        return choices
    if not deal.plays:
        return (max(trumps, key=lambda card: strength[card]),)
    plays = [(play.seat, play.card) for play in deal.plays]
    taker = winner(table.rules, deal.pack, plays)
    if taker is not None and sides[taker] == sides[seat]:
        return tuple([card for card in choices if card in deal.pack.scoring]) or choices
    taking = [card for card in trumps if winner(table.rules, deal.pack, [*plays, (seat, card)]) == seat]
    if taking:
        return (min(taking, key=lambda card: strength[card]),)
    return tuple([card for card in choices if card not in deal.pack.scoring]) or choices


def _points(pack: Pack, hand: Collection[Card]) -> int:
    return sum(_weights(pack).get(card, 0) for card in hand)


@lru_cache(maxsize=256)
def _weights(pack: Pack) -> dict[Card, int]:
    """Return the weight of each trump; a trump that takes more points weighs more."""
    return dict(zip(pack.trumps, chain(_WORTH, repeat(2)), strict=False))
