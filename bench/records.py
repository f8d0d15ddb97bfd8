"""Random legal games as they come: played to the end, or for as long as they last. Games of an exact length: bench/played.py."""

from random import Random
from typing import Final

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.selfplay import move
from domain.system import Table
from domain.systems import SYSTEMS
from tests.domain.playing import opening

SEEDS: Final = range(1, 60)


def finished(slug: str, most: int, seats: int = 4) -> list[Act]:
    """The acts of the first game that is over within `most` of them."""
    for seed in SEEDS:
        acts, table = _played(slug, seed, most, seats)
        if SYSTEMS[slug].outcome(table).state == "finished":
            return acts
    raise LookupError(f"no such game of {slug} in {len(SEEDS)} seeds")


def longest(slug: str, most: int, seats: int) -> list[Act]:
    """The acts of the first game that lasts for `most` of them, or else of the longest."""
    found: list[Act] = []
    for seed in SEEDS:
        acts, _ = _played(slug, seed, most, seats)
        found = max(found, acts, key=len)
        if len(found) == most:
            break
    return found


def _played(slug: str, seed: int, most: int, seats: int) -> tuple[list[Act], Table]:
    system, dice = SYSTEMS[slug], Random(seed)
    first = opening(system, seats)
    acts: list[Act] = [first]
    table = system.open_table(first)
    while len(acts) < most and (act := move(system, table, dice.choice)) is not None:
        acts.append(act)  # type: ignore[arg-type]
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))  # type: ignore[arg-type]
    return acts, table
