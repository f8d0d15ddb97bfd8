"""Breaches in the exchange of Pitch: the wrong cards come out of a recorded stock."""

from random import Random

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act, CardsDrawn, StockTaken
from domain.kernel.shapes import Sealed
from domain.systems.pitch.play.exchange import actors, due
from domain.systems.pitch.play.table import Pitch
from domain.tricks.pack import TRUMP


def _maker_takes(table: Pitch, *does: str) -> tuple[Seat, tuple[Card, ...]] | None:
    """Return (the maker, the cards of the stock) if the maker is to take from the stock in a step that does one of these things."""
    deal = table.deal
    if deal.phase != "exchange" or table.steps[deal.step].does not in does or deal.maker is None or not deal.stock_cards:
        return None
    return (deal.maker, deal.stock_cards) if deal.knows_hand(deal.maker) and deal.maker not in deal.done else None


def _taken(seat: Seat, cards: list[Card]) -> Act:
    return StockTaken(seat, len(cards), Sealed("", tuple(cards)) if cards else None)


def part_taken(table: Pitch, _dice: Random) -> Act | None:
    """Return an act in which the maker takes all but one card of the stock, although all had to be taken."""
    taking = _maker_takes(table, "take-stock", "take-or-give-stock")
    return None if taking is None else _taken(taking[0], [*taking[1][:-1]])


def trump_left(table: Pitch, dice: Random) -> Act | None:
    """Return an act in which the maker leaves a trump in the stock, although every trump had to be taken."""
    taking = _maker_takes(table, "take-stock-trumps")
    if taking is None or not (trumps := [card for card in taking[1] if table.deal.pack.suit_of[card] == TRUMP]):
        return None
    left = dice.choice(trumps)
    return _taken(taking[0], [card for card in trumps if card != left])


def plain_taken(table: Pitch, dice: Random) -> Act | None:
    """Return an act in which the maker takes a plain card out of the stock, although only trumps may be taken."""
    taking, suit_of = _maker_takes(table, "take-stock-trumps"), table.deal.pack.suit_of
    if taking is None or not (plain := [card for card in taking[1] if suit_of[card] != TRUMP]):
        return None
    return _taken(taking[0], [*(card for card in taking[1] if suit_of[card] == TRUMP), dice.choice(plain)])


def out_of_order(table: Pitch, dice: Random) -> Act | None:
    """Return a draw of a card that lies below all cards that are to be drawn."""
    deal = table.deal
    if deal.phase != "exchange" or table.steps[deal.step].does != "fill" or not deal.stock_cards:
        return None
    wanted = {seat: due(table, deal, table.steps[deal.step], seat) or 0 for seat in actors(table, deal, table.steps[deal.step])}
    below = deal.stock_cards[sum(wanted[seat] for seat in wanted if seat not in deal.done) :]
    seats = [seat for seat in wanted if wanted[seat] and seat not in deal.done and deal.knows_hand(seat)]
    if not below or not seats:
        return None
    seat = dice.choice(seats)
    return CardsDrawn(seat, wanted[seat], Sealed("", (*deal.stock_cards[: wanted[seat] - 1], dice.choice(below))))
