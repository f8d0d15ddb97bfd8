"""Misdeals in games of tricks that are called without a reason. The recorded hands show it."""

from random import Random

from domain.kernel.cards import RANK_OF
from domain.kernel.events import Act, MisdealCalled
from domain.systems.bid_whist.table import BidWhist
from domain.systems.pitch.play.table import Pitch
from domain.systems.spades.table import Spades

AnyTricks = Pitch | Spades | BidWhist


def _just_dealt(table: AnyTricks) -> bool:
    return table.deal.dealt and table.deal.phase == "auction" and not table.deal.said and table.deal.all_hands_known


def number_right(table: AnyTricks, dice: Random) -> Act | None:
    """Return a misdeal for a wrong number of cards, although every hand has the right number."""
    return MisdealCalled(dice.choice(table.ring), "wrong_number") if _just_dealt(table) else None


def another_hand(table: AnyTricks, dice: Random) -> Act | None:
    """Return a misdeal in which the player shows a card of another hand."""
    if not _just_dealt(table):
        return None
    seat, other = dice.sample(table.ring, 2)
    return MisdealCalled(seat, "card_exposed", (dice.choice(sorted(table.deal.hand(other))),))


def part_shown(table: Pitch, dice: Random) -> Act | None:
    """Return a misdeal for bad cards in which the player shows only the bad cards of the hand."""
    if not _just_dealt(table) or table.rules.misdeal != "only_3_to_9":
        return None
    seat = dice.choice(table.ring)
    bad = tuple(sorted(card for card in table.deal.hand(seat) if 3 <= RANK_OF.get(card, 0) <= 9))
    return MisdealCalled(seat, "cards", bad) if 0 < len(bad) < table.deal.counts[seat] else None
