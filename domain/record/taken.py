"""Decides whether the result of a recorded game is certain, and whether a tournament may take it."""

from collections.abc import Iterable
from typing import Final

from domain.kernel.events import ResultStated
from domain.kernel.events.tournaments.values import Taken
from domain.kernel.findings import Finding
from domain.record.fold import Reading
from domain.record.life import State
from domain.record.open_deals import states

_REACHED: Final[dict[Taken, frozenset[State]]] = {
    "finished": frozenset({"finished", "confirmed", "final"}),
    "confirmed": frozenset({"confirmed", "final"}),
    "final": frozenset({"final"}),
}


def may_be_taken(reading: Reading, wanted: Taken, *, asks: bool) -> bool:
    """Return whether a tournament may take the result of the game (`reading.result`). `wanted`: the state that the game must have reached.
    `asks`: whether the record has an open query, as the function `asks` returns it.

    The game must have a result that is certain (`settled`), and have reached the state `wanted` or a later one."""
    result = reading.result
    return result.decided and result.state in _REACHED[wanted] and settled(reading, asks=asks)


def asks(reading: Reading, standing: Iterable[Finding]) -> bool:
    """Return whether the record has a query on which nobody has ruled. `standing`: the current findings of the record. The caller may take
    them from the stored verdict, because `reading` may have been made without checks."""
    ruled = reading.ruled
    return any(finding.kind == "query" and finding.id not in ruled for finding in standing)


def settled(reading: Reading, *, asks: bool) -> bool:
    """Return whether the result of a game that is over is certain. While a deal is over but its result is not known (`Outcome.open_deals`),
    or a query is open, the computed totals may be wrong. In both cases the result is certain only if a player confirmed it, or if the table
    stated it."""
    result = reading.result
    if result.confirmed is not None or not (asks or reading.system.outcome(reading.table).open_deals):
        return True
    return any(isinstance(step.event.act, ResultStated) and states(step.event.act, result) for step in reading.steps)
