"""Decides whether a tournament may take the result of a recorded game."""

from typing import Final

from domain.kernel.events import ResultStated
from domain.kernel.events.tournaments.values import Taken
from domain.record.fold import Reading
from domain.record.life import Result, State

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
    settled = result.confirmed is not None or not (reading.system.outcome(reading.table).open_deals or reading.asks)
    return settled or any(isinstance(step.event.act, ResultStated) and _states(step.event.act, result) for step in reading.steps)


def _states(act: ResultStated, result: Result) -> bool:
    """Return whether the table stated the result that counts. A statement without scores states only the winners."""
    scores = act.scores or {}
    return sorted(act.winners) == sorted(result.winners) and all(result.scores.get(seat) == score for seat, score in scores.items())
