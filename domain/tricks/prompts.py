"""What a table waits for in a game of tricks: the deal of the cards, and which cards a hand may play."""

from collections.abc import Sequence
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.system import Ask, Prompt, asked
from domain.tricks.deal import Deal
from domain.tricks.following import NO_VOIDS, Following, denied
from domain.tricks.hands import rightly_dealt

FAULTY: Final = ("wrong_number", "card_exposed", "wrong_pack")
"""The reasons that make a deal void in every game, apart from the cards of a hand (PI-27, SP-12)."""


def pool(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that may be in the hand of `seat`, though not recorded there: they are not elsewhere, and no act rules them out."""
    elsewhere = accounted(deal)
    elsewhere.update(card for move in deal.moves if move.seat != seat for card in move.cards)
    voids, suit_of = deal.voids.get(seat, NO_VOIDS), deal.pack.suit_of
    return tuple([card for card in deal.pack.cards if card not in elsewhere and suit_of[card] not in voids])


def accounted(deal: Deal) -> set[Card]:
    """Return the cards that the record places somewhere now, or that have left the hands."""
    return set(deal.gone).union(*deal.known.values(), deal.kitty_cards or () if deal.kitty else (), deal.stock_cards or ())


def may_hold(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of a recorded hand, in the order of the pack; of any other hand the known cards, then those that it may have."""
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


def misdeal(deal: Deal, ring: Sequence[Seat]) -> Prompt:
    """Return the prompt for a misdeal before the first card is led. If every hand is recorded with the right number of cards, nobody can
    complain about the number."""
    right = rightly_dealt(deal, deal.counts, (deal.kitty, deal.stock))
    reasons = tuple([reason for reason in FAULTY if reason != "wrong_number" or not right])
    return Prompt("MisdealCalled", {}, (Ask("seat", tuple(ring)), Ask("reason", reasons)), "A player calls a misdeal", expected=False)


def taking_kitty(deal: Deal, seat: Seat) -> Prompt:
    """Return the prompt to take the kitty. For a recorded hand, it gives the cards of the recorded kitty, or else asks for them."""
    known, cards = deal.knows_hand(seat), deal.kitty_cards
    given: dict[str, Json] = {"cards": [*cards]} if known and cards is not None else {}
    asks = [Ask("cards", pool(deal, seat), optional=True, number=deal.kitty)] if known and cards is None else []
    return asked("KittyTaken", seat, "takes the kitty", *asks, given=given)


def proves_revoke(deal: Deal, rules: Following, seat: Seat, card: Card) -> bool:
    """Whether playing `card` would be a revoke (a failure to follow suit), because the hand of `seat` is known to hold another card."""
    if seat in deal.forgotten:
        return False
    suits = denied(rules, deal.led, deal.pack.suit_of[card])
    return bool(suits) and any(deal.pack.suit_of.get(other) in suits for other in deal.hand(seat))


def silent(deal: Deal, rules: Following, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that can be played without showing that the hand lacks a suit. If every card would show it, return all cards."""
    return tuple([card for card in cards if not denied(rules, deal.led, deal.pack.suit_of[card])]) or cards
