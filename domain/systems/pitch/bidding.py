"""Card sense for random play: how many points a hand is worth to a bidder, and which card helps the makers.

These are not rules. They only decide which of the legal answers `prompts` marks as likely.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from domain.kernel.cards import SUITS, Card, Seat
from domain.systems.pitch.pack import Pack, pack_of
from domain.systems.pitch.table import Deal, Pitch, side_of
from domain.systems.pitch.tricks import winner

_WORTH: Final = {"A": 6, "K": 5, "Q": 3, "J": 3}
_PLENTY: Final = 26
"""The total weight of the trumps of a hand that takes almost every point."""


def worth_of(table: Pitch, deal: Deal, seat: Seat) -> int:
    """Return how many points this hand may bid with its best suit as trump. An unrecorded hand may bid 0, but the dealer's may bid the
    lowest bid if nobody has bid."""
    if deal.knows_hand(seat):
        hand = deal.hand(seat)
        return max(_points(pack_of(table.rules, suit), hand) * table.rules.total // _PLENTY for suit in SUITS)
    last = deal.auction is not None and seat == deal.auction.dealer and deal.auction.maker is None
    return table.rules.bid_min if last else 0


def best_suit(table: Pitch, deal: Deal, seat: Seat) -> str | None:
    """Return the suit to name with that hand; None when the hand is not recorded."""
    if not deal.knows_hand(seat):
        return None
    return max(SUITS, key=lambda suit: _points(pack_of(table.rules, suit), deal.hand(seat)))


def sensible(table: Pitch, deal: Deal, seat: Seat, choices: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the sensible ones of `choices`, or all if no card is better. The makers lead their highest trump, and win a trick from the
    other side if they can."""
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
    weights = _weights(pack)
    return sum(weights.get(card, 0) for card in hand)


@lru_cache(maxsize=256)
def _weights(pack: Pack) -> dict[Card, int]:
    """Return the weight of each trump. The four highest have the weights of `_WORTH` in order; every other trump weighs 2."""
    return {card: list(_WORTH.values())[place] if place < len(_WORTH) else 2 for place, card in enumerate(pack.trumps)}
