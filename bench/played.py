"""Games for the benches: random, legal, of four players and exactly as many acts as asked for."""

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
"""Of each family a game, and rules under which four play it for hundreds of acts; Box is over before."""
LASTING: Final = tuple(SYSTEMS[slug] for slug in LONGEST)


def choosing(dice: Random, told: float) -> Choose:
    """Optional values are told with the probability `told` (a card lying face down is one); everything else is as likely as the next."""

    def choose(choices: Sequence[Json]) -> Json:
        return dice.random() < told if tuple(choices) == (True, False) else dice.choice(choices)

    return choose


def acts(system: System[Table], choose: Choose, length: int, *, wrong: bool = False) -> list[Act]:
    """`length` acts, the opening first; with `wrong` the one in the middle states a score that nobody has."""
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
