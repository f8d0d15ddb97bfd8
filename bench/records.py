"""Plays random legal games, either to their end or up to a number of acts. bench/played.py plays games of an exact length."""

from random import Random
from typing import Final

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.selfplay import move
from domain.system import Table
from domain.systems import SYSTEMS
from tests.domain.playing import opening

SEEDS: Final = range(1, 60)


def finished(slug: str, most: int, seats: int = 4) -> list[Act]:
    """Play games with different seeds. Returns the acts of the first game that ends within `most` acts."""
    for seed in SEEDS:
        acts, table = _played(slug, seed, most, seats)
        if SYSTEMS[slug].outcome(table).state == "finished":
            return acts
    raise LookupError(f"no such game of {slug} in {len(SEEDS)} seeds")


def longest(slug: str, most: int, seats: int) -> list[Act]:
    """Play games with different seeds. Returns the acts of the first game that has `most` acts. If no game has so many acts, returns the
    acts of the longest game."""
    best: list[Act] = []
    for seed in SEEDS:
        acts, _ = _played(slug, seed, most, seats)
        best = max(best, acts, key=len)
        if len(best) == most:
            break
    return best


def _played(slug: str, seed: int, most: int, seats: int) -> tuple[list[Act], Table]:
    system, dice = SYSTEMS[slug], Random(seed)
    first = opening(system, seats)
    acts: list[Act] = [first]
    table = system.open_table(first)
    while len(acts) < most and (act := move(system, table, dice.choice)) is not None:
        acts.append(act)  # type: ignore[arg-type]
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))  # type: ignore[arg-type]
    return acts, table
