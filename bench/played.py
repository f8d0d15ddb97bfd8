"""Plays random legal games for the benches, with four players and a given number of acts."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act, Event, EventId, ScoreStated, TokenId
from domain.selfplay import Choose, move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.playing import opening

LONGEST: Final = {
    "high-card": {"target": 13},
    "high-card-low-card": {"target": 99},
    "one-up": {},
    "pitch-auction-classic": {"target": 1000},
}
"""One system of each family, with rules under which a game of four players lasts for hundreds of acts. Only Box ends earlier."""
LASTING: Final = tuple(SYSTEMS[slug] for slug in LONGEST)


def choosing(dice: Random, known: float) -> Choose:
    """Return a function that chooses values at random, all with the same probability. With the probability `known`, it gives a value for
    an optional field, such as a face-down card."""

    def choose(choices: Sequence[Json]) -> Json:
        return dice.random() < known if tuple(choices) == (True, False) else dice.choice(choices)

    return choose


def acts(system: System[Table], choose: Choose, length: int, *, wrong: bool = False) -> list[Act]:
    """Return `length` acts of a game, the opening first. If `wrong`, the act in the middle states a score that nobody has."""
    while True:
        made: list[Act] = [opening(system, 4, **LONGEST.get(system.slug, {}))]
        table = system.open_table(made[0])  # type: ignore[arg-type]
        while len(made) < length:
            says = wrong and len(made) == length // 2
            act = ScoreStated({Seat(0): 999}) if says else move(system, table, choose)
            if act is None:
                break
            made.append(act)
            table = system.evolve(table, Event(len(made), EventId(""), act, TokenId(""), 0, 0, 0))
        else:
            return made
