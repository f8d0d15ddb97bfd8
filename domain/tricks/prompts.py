"""What a table waits for in a game of tricks: the deal of the cards, and which cards a hand may play."""

from collections.abc import Mapping, Sequence
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.system import Ask, Prompt
from domain.tricks.deal import Deal
from domain.tricks.following import NO_VOIDS, Following, denied

NOTHING: Final[Mapping[str, Json]] = {}


def asked(
    act: str, seat: Seat, text: str, *asks: Ask, given: Mapping[str, Json] = NOTHING, expected: bool = True, doubtful: bool = False
) -> Prompt:
    """Return the prompt for an act of `seat`. `text`: what the player does, in words. `given`: the known fields of the act besides the
    seat."""
    return Prompt(act, {"seat": seat, **given}, asks, f"{{{seat}}} {text}", expected, doubtful)


def pool(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that the hand of `seat` may have though the record does not say so: neither recorded elsewhere nor ruled out by an
    act."""
    elsewhere = accounted(deal)
    elsewhere.update(card for move in deal.moves if move.seat != seat for card in move.cards)
    voids, suit_of = deal.voids.get(seat, NO_VOIDS), deal.pack.suit_of
    return tuple([card for card in deal.pack.cards if card not in elsewhere and suit_of[card] not in voids])


def accounted(deal: Deal) -> set[Card]:
    """Return the cards that the record places somewhere now, or that have left the hands."""
    return set(deal.gone).union(*deal.known.values(), deal.kitty_cards or () if deal.kitty else (), deal.stock_cards or ())


def may_hold(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of a recorded hand, in the order of the pack. For any other hand, return its known cards, then the other cards that
    it may have. Cards outside the pack are never offered."""
    mine = deal.hand(seat)
    if deal.names_hand(seat):
        return tuple([card for card in deal.pack.cards if card in mine])
    return (*sorted(mine.intersection(deal.pack.cards)), *pool(deal, seat))


def dealing(deal: Deal, ring: Sequence[Seat], hand: int) -> Prompt:
    """Return the prompt for the deal of the cards. `hand`: how many cards each seat gets."""
    pack = deal.pack.cards
    piles = [*[(f"hands.{seat}", hand) for seat in ring], ("kitty", deal.kitty), ("stock", deal.stock)]
    asks = [Ask(name, pack, optional=True, distinct="cards", number=number) for name, number in piles if number]
    if deal.dealer is None:
        return Prompt("CardsDealt", {}, (Ask("dealer", tuple(ring)), *asks), "Who deals first?")
    return Prompt("CardsDealt", {"dealer": deal.dealer}, tuple(asks), f"{{{deal.dealer}}} deals")


def proves_revoke(deal: Deal, rules: Following, seat: Seat, card: Card) -> bool:
    """Whether playing `card` would be a revoke (a failure to follow suit), because the hand of `seat` is known to hold another card."""
    if seat in deal.forgotten:
        return False
    suits = denied(rules, deal.led, deal.pack.suit_of[card])
    return bool(suits) and any(deal.pack.suit_of.get(other) in suits for other in deal.hand(seat))


def silent(deal: Deal, rules: Following, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that can be played without showing that the hand lacks a suit. If every card would show it, return all cards."""
    return tuple([card for card in cards if not denied(rules, deal.led, deal.pack.suit_of[card])]) or cards
