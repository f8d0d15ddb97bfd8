"""Breaches in New Game."""

from random import Random

from domain.kernel.cards import JOKERS
from domain.kernel.events import Act, CardPlayed
from domain.systems.new_game import NewGame


def card_not_in_pack(table: NewGame, dice: Random) -> Act | None:
    waiting = [seat for seat in table.ring if seat not in table.laid]
    return CardPlayed(dice.choice(waiting), JOKERS[0])


def card_twice(table: NewGame, dice: Random) -> Act | None:
    waiting = [seat for seat in table.ring if seat not in table.laid]
    cards = [laid.card for laid in table.laid.values()]
    return CardPlayed(dice.choice(waiting), dice.choice(cards)) if cards else None
