"""Decides whether a tournament may take the result of a recorded game."""

from typing import Final

from domain.kernel.events import ResultStated
from domain.kernel.events.tournaments.values import Taken
from domain.record.fold import Reading
from domain.record.life import State
from domain.record.open_deals import outcome_of, states

_REACHED: Final[dict[Taken, frozenset[State]]] = {
    "finished": frozenset({"finished", "confirmed", "final"}),
    "confirmed": frozenset({"confirmed", "final"}),
    "final": frozenset({"final"}),
}


def may_be_taken(reading: Reading, wanted: Taken) -> bool:
    """Return whether a tournament may take the result of the game (`reading.result`). `wanted`: the state that the game must have reached.

    The game must have a result, and have reached the state `wanted` or a later one. While a deal is over but its result is not known
    (`Outcome.open_deals`), or the record asks something on which nobody has ruled, the computed totals may be wrong. Then the result must
    also be confirmed by a player, or be the result that the table stated."""
    result = reading.result
    if not result.decided or result.state not in _REACHED[wanted]:
        return False
    return settled(reading)


def settled(reading: Reading) -> bool:
    """Return whether the result of a game that is over is certain. It is not certain if deals are open or the record asks something, unless
    a player confirmed the result, or the table stated it."""
    result = reading.result
    if result.confirmed is not None or not (outcome_of(reading).open_deals or reading.asks):
        return True
    return any(isinstance(step.event.act, ResultStated) and states(step.event.act, result) for step in reading.steps)
