"""Looks ahead from a prompt: the acts that come after it in an exchange of cards, if all players do what the rules say and nobody has to be
asked how."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Event, EventId, TokenId
from domain.kernel.prompts import Prompt
from domain.system import System

EXCHANGING: Final = frozenset({"KittyTaken", "StockTaken", "CardsDiscarded", "CardsDrawn"})
MOST: Final = 30
"""More acts than this are not looked for."""


class NextAct(NamedTuple):
    """An act that will come next: its event type and its data."""

    type: str
    data: Mapping[str, Json]


def following(system: System[Any], table: Any, prompts: Sequence[Prompt], version: int) -> tuple[NextAct, ...]:
    """Return the acts of the exchange that come after the one that `prompts` expect, in order; empty if that act is none of an exchange, or
    if it is not known what it will be. `table`: the table after `version` events."""
    acts = list[NextAct]()
    while len(acts) < MOST and (now := _known(prompts)) is not None and acts[-1:] != [now]:
        act: Any = EVENT_TYPES[now.type].shape.read(now.data, "", [])
        if act is None:
            break
        acts.append(now)
        table = system.evolve(table, Event(version + len(acts), EventId("0" * 32), act, TokenId("-"), 0, 0, 0))
        prompts = system.prompts(table)
    return tuple(acts[1:])


def _known(prompts: Sequence[Prompt]) -> NextAct | None:
    """Return the act that play waits for, if there is one only and its prompt asks for nothing."""
    expected = [prompt for prompt in prompts if prompt.expected]
    if len(expected) != 1 or expected[0].asks or expected[0].type not in EXCHANGING:
        return None
    return NextAct(expected[0].type, expected[0].given)
