"""Breaches in High Card, High Card Low Card and One-up: cards are laid face down and turned over all at once."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from domain.kernel.cards import JOKERS, PACK_52, Card, Seat
from domain.kernel.events import Act, CardOffered, CardPlaced, CardSelected, CardsFlipped, CardsRevealed, NumbersRevealed
from domain.kernel.shapes import Sealed
from domain.systems.high_card.table import HighCard
from domain.systems.high_card_low_card.table import Laid
from domain.systems.one_up.table import in_hand


class Laying(NamedTuple):
    """How cards are laid face down and turned over in one game. `lay`, `show`: functions that return the acts. `front`: the cards that lie
    face down in front of the players; None for a card that is not written down. `due`: the players who may lay a card now. `others`: the
    cards that a player might show in place of the one that was laid. `foreign`: a card that nobody has."""

    lay: Callable[[Seat, Any], Act]
    show: Callable[[Mapping[Seat, Any]], Act]
    front: Callable[[Any], Mapping[Seat, Any]]
    due: Callable[[Any], Sequence[Seat]]
    others: Callable[[Any, Seat], Sequence[Any]]
    foreign: Any


def _foreign(game: Laying, table: Any, dice: Random) -> Act | None:
    due = game.due(table)
    return game.lay(dice.choice(due), game.foreign) if due else None


def _laid_twice(game: Laying, table: Any, dice: Random) -> Act | None:
    seats = sorted(game.front(table))
    seat = dice.choice(seats) if seats else None
    others = [] if seat is None else game.others(table, seat)
    return game.lay(seat, dice.choice(others)) if seat is not None and others else None


def _another_shown(game: Laying, table: Any, dice: Random) -> Act | None:
    front = game.front(table)
    if game.due(table) or not front or None in front.values():
        return None
    seat = dice.choice(sorted(front))
    others = game.others(table, seat)
    return game.show({**front, seat: dice.choice(others)}) if others else None


def _shown_too_early(game: Laying, table: Any, _dice: Random) -> Act | None:
    front = game.front(table)
    return game.show(front) if game.due(table) and front and None not in front.values() else None


def plants(game: Laying) -> dict[str, Callable[[Any, Random], Act | None]]:
    rows = {
        "card not in pack": _foreign,
        "changed card": _laid_twice,
        "another card shown": _another_shown,
        "shown too early": _shown_too_early,
    }
    return {name: partial(plant, game) for name, plant in rows.items()}


def _in_front(laid: Mapping[Seat, Any]) -> dict[Seat, Any]:
    return {seat: card.value if isinstance(card, Laid) else card.card for seat, card in laid.items() if not card.open}


def _not_seen(table: HighCard, _seat: Seat) -> list[Card]:
    away = {*table.seen, *(placed.card for placed in table.placed.values()), *(card for cards in table.held.values() for card in cards)}
    return [card for card in PACK_52 if card not in away]


HIGH_CARD: Final = Laying(
    lay=lambda seat, card: CardPlaced(seat, "middle", Sealed("", card)),
    show=CardsRevealed,
    front=lambda table: _in_front(table.placed),
    due=lambda table: [table.turn] if table.turn is not None else [],
    others=_not_seen,
    foreign=JOKERS[0],
)
LOW_CARD: Final = Laying(
    lay=lambda seat, value: CardSelected(seat, Sealed("", value)),
    show=NumbersRevealed,
    front=lambda table: _in_front(table.laid),
    due=lambda table: [seat for seat in table.players if seat not in table.laid],
    others=lambda table, seat: [value for value in range(1, len(table.ring) + 1) if value != table.laid[seat].value],
    foreign=99,
)
ONE_UP: Final = Laying(
    lay=lambda seat, card: CardOffered(seat, Sealed("", card)),
    show=CardsFlipped,
    front=lambda table: _in_front(table.offered),
    due=lambda table: [seat for seat in table.players if seat not in table.offered],
    others=lambda table, seat: [card for card in in_hand(table.hands[seat]) if card != table.offered[seat].card],
    foreign=JOKERS[0],
)


def placed_out_of_turn(table: HighCard, dice: Random) -> Act | None:
    seats = [seat for seat in table.active if seat not in table.placed and table.turn not in (seat, None)]
    return CardPlaced(dice.choice(seats), "middle") if seats else None
