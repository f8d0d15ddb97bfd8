"""Tournaments for tests. A test writes acts as JSON, and this module makes events of them."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from domain.kernel.events import TOURNAMENT_TYPES, EventId, StreamEvent, TokenId, TournamentAct, TournamentEvent
from domain.kernel.shapes import Fault
from domain.tournament.fold import read
from domain.tournament.state import Tournament

BY = TokenId("t-director")


def act(name: str, /, **data: Any) -> TournamentAct:
    """Return an act of type `name`. `data`: its fields as JSON; sealed values are plain text."""
    faults: list[Fault] = []
    made = TOURNAMENT_TYPES[name].shape.read(data, "", faults)
    assert not faults, faults
    return cast("TournamentAct", made)


def opened(format_name: str = "swiss", title: str = "Autumn cup", **settings: Any) -> TournamentAct:
    return act("TournamentOpened", title=title, system="high-card", rules={}, format=format_name, settings=settings)


def entries(count: int, first: int = 1) -> list[TournamentAct]:
    """Return the acts that make entries with the names E1, E2 …"""
    return [act("EntryMade", entry=number, people=[], name=f"E{number}") for number in range(first, first + count)]


def paired(number: int, *tables: Sequence[Sequence[int]], sits_out: Sequence[int] = ()) -> TournamentAct:
    """Return the pairing of round `number`. `tables`: the sides of each table, table 1 first."""
    placed = [{"table": n, "sides": [list(side) for side in sides]} for n, sides in enumerate(tables, 1)]
    return act("RoundPaired", round=number, tables=placed, sits_out=list(sits_out), by={"engine": "test", "version": 1})


def taken(
    number: int, table: int, version: int, scores: Sequence[int], winners: Sequence[int], game: str = "a", **data: Any
) -> TournamentAct:
    """Return the act that takes the result of a recorded game. `version`: the version of the record and of its verdict. `game`: one letter,
    from which the game's id is made."""
    whole = {"verdict": version, "hash": "ab" * 32, "game": f"home-{game * 16}", "scores": list(scores), "winners": list(winners), **data}
    return act("ResultTaken", round=number, table=table, version=version, **whole)


def events(acts: Iterable[TournamentAct | tuple[TournamentAct, int]]) -> list[TournamentEvent]:
    """Return the acts as events, from version 1 on. A pair `(act, after)` stands for an act that is inserted after the version `after`."""
    made = []
    for version, item in enumerate(acts, 1):
        done, after = item if isinstance(item, tuple) else (item, None)
        made.append(StreamEvent(version, EventId(f"{version:032x}"), done, BY, 0, 0, 0, after))
    return made


def tournament(*acts: TournamentAct | tuple[TournamentAct, int]) -> Tournament:
    return read(events(acts))
