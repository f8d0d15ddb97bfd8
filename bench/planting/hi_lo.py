"""Breaches in higher-or-lower games. In these games, only the card that a player guesses about is hidden."""

from random import Random

from domain.kernel.cards import JOKERS
from domain.kernel.events import Act, CardTurned, GuessMade, UnitsCollected
from domain.systems.hi_lo.table import HiLoTable


def base_not_allowed(table: HiLoTable, dice: Random) -> Act | None:
    """Return a guess that is made although the last turned card may not be the base of a guess (HL-8)."""
    run, seat = table.run, table.guesser
    if run.step != "base" or run.base is None or table.based or seat is None:
        return None
    return GuessMade(seat, dice.choice(table.rules.gambles))


def guess_of_another(table: HiLoTable, dice: Random) -> Act | None:
    others = [seat for seat in table.ring if seat != table.guesser]
    return GuessMade(dice.choice(others), dice.choice(table.rules.gambles)) if others and table.run.step == "guess" else None


def wrong_units(table: HiLoTable, dice: Random, *, part: bool = False) -> Act | None:
    """Return an act by which a player collects more units than they have won. With `part`: an act by which a player collects only some of
    the units, in a game where players must collect all units or none."""
    units, ways, seat = table.run.units, table.rules.after_win, table.guesser
    if (
        table.run.step != "choice"
        or units is None
        or units < 2
        or seat is None
        or "collect" not in ways
        or (part and "collect_part" in ways)
    ):
        return None
    return UnitsCollected(seat, dice.randrange(1, units) if part else units + dice.randint(1, 9))


def another_turned(table: HiLoTable, dice: Random) -> Act | None:
    others = [card for card in table.left if card != table.run.hidden]
    return CardTurned(dice.choice(others)) if table.run.step == "turned" and table.run.hidden is not None and others else None


def joker_turned(table: HiLoTable, dice: Random) -> Act | None:
    return CardTurned(dice.choice(JOKERS)) if table.run.step == "turned" and JOKERS[0] not in table.rules.cards else None
