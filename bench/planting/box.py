"""Breaches in Box."""

from collections.abc import Callable, Sequence
from random import Random

from domain.kernel.cards import PACK_52, RANK_OF, Card, Seat
from domain.kernel.events import Act, BoxDrawn, CardPlayed, ExtrasTraded
from domain.systems.box.table import TRADE, Box


def _of_hand(table: Box, seat: Seat | None, fits: Callable[[int], bool]) -> list[Card]:
    """Return the known cards of this hand whose rank passes the test `fits`."""
    return sorted(card for card in table.known_in(seat) if fits(RANK_OF[card])) if seat is not None and table.centre else []


def out_of_turn(table: Box, dice: Random) -> Act | None:
    plays = [
        (seat, card) for seat in table.players if seat != table.turn for card in _of_hand(table, seat, lambda rank: rank <= table.limit)
    ]
    return CardPlayed(*dice.choice(plays)) if plays else None


def played(table: Box, dice: Random, *, cards: Callable[[Box], Sequence[Card]]) -> Act | None:
    """Return an act in which the player in turn plays one of the cards that `cards` returns. None if `cards` returns no card."""
    some = cards(table) if table.turn is not None and table.centre else ()
    return CardPlayed(table.turn, dice.choice(some)) if some and table.turn is not None else None


def too_high(table: Box) -> list[Card]:
    return _of_hand(table, table.turn, lambda rank: rank > table.limit)


def drawn_without_need(table: Box, dice: Random) -> Act | None:
    """Return a draw from the box by a player who could play a card from the hand."""
    seat, away = table.turn, {*table.lying, *(card for cards in table.held.values() for card in cards)}
    left = [card for card in PACK_52 if card not in away]
    if seat is None or not table.holdings[seat].box or table.declared or not _of_hand(table, seat, lambda rank: rank <= table.limit):
        return None
    return BoxDrawn(seat, dice.choice(left))


def of_another_box(table: Box, dice: Random) -> Act | None:
    """Return a draw of a card that is in the recorded box of another player."""
    seat = table.turn
    cards = sorted(card for other, box in table.boxes.items() if other != seat for card in box)
    return BoxDrawn(seat, dice.choice(cards)) if seat is not None and table.centre and table.holdings[seat].box and cards else None


def no_extra_traded(table: Box, dice: Random) -> Act | None:
    """Return a trade of two extras and a used card."""
    seats = [seat for seat in table.players if table.between_rounds and table.may_trade(seat) and len(table.extras.get(seat, ())) >= TRADE]
    used = sorted(table.spent)
    if not seats or not used or table.phase == "setup":
        return None
    seat = dice.choice(seats)
    return ExtrasTraded(seat, (*dice.sample(sorted(table.extras[seat]), TRADE - 1), dice.choice(used)))
