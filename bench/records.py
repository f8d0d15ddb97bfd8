"""Records to measure with: random legal games, finished or of a certain length."""

from random import Random
from typing import Final

from domain.canonical import Json
from domain.events import Act, Event, EventId, TokenId
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.playing import opening

SEEDS: Final = range(1, 60)
LONG: Final[dict[str, dict[str, Json]]] = {"high-card": {"target": 13}, "high-card-low-card": {"target": 99}}
"""Rules under which a game of four lasts."""


def acts_of(slug: str, events: int, *, finished: bool, seats: int = 4) -> list[Act]:
    """The acts of the first game that is what was asked for: finished within `events`, or open after exactly so many."""
    system = SYSTEMS[slug]
    rules = {} if finished else LONG.get(slug, {})
    for seed in SEEDS:
        acts, table = _played(system, Random(seed), events, seats, rules)
        if (system.outcome(table).state == "finished") is finished and (finished or len(acts) == events):
            return acts
    raise LookupError(f"no such game of {slug} in {len(SEEDS)} seeds")


def _played(system: System[Table], dice: Random, most: int, seats: int, rules: dict[str, Json]) -> tuple[list[Act], Table]:
    first = opening(system, seats, **rules)
    acts: list[Act] = [first]
    table = system.open_table(first)
    while len(acts) < most and (act := move(system, table, dice.choice)) is not None:
        acts.append(act)  # type: ignore[arg-type]
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))  # type: ignore[arg-type]
    return acts, table


def longest(slug: str, most: int, seats: int) -> list[Act]:
    """The acts of the first random game that lasts `most` events, or the longest of all of them."""
    found: list[Act] = []
    for seed in SEEDS:
        acts, _ = _played(SYSTEMS[slug], Random(seed), most, seats, LONG.get(slug, {}))
        found = max(found, acts, key=len)
        if len(found) == most:
            break
    return found
