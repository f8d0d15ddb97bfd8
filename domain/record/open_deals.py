"""Says which deals of a record are *open*: they are over, but their points are not certain yet.

A deal is open if there is a query about it. An entry of the deal may be missing, so its points are only what the record gives so far. The
deal is not open any more when the query is answered or ruled on, or when the table has stated the points of the deal, the totals or the
result, and the record does not contradict the statement. A confirmed result counts as it was confirmed, so it has no open deals. Source:
docs/decisions/domain-asking.md.

While a deal is open, the result of a game is not certain, and no tournament takes it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from domain.kernel.events import DealStated, ResultStated, RoundStated, RulingRecorded, ScoreStated, TricksStated
from domain.kernel.events.tournaments import Taken
from domain.kernel.findings import Finding
from domain.record.fold import Reading
from domain.record.judging import Doubted
from domain.record.life import Result, State
from domain.rounds import is_covered, round_of
from domain.system import SCOREKEEPER, Outcome, Table, Viewer


def outcome_of(reading: Reading, viewer: Viewer = SCOREKEEPER) -> Outcome:
    """Return the result so far, with all open deals. A viewer gets only the deals about which this viewer may see a query. Sealed cards may
    be the reason why other deals are open."""
    outcome = reading.system.outcome(reading.table)
    deals = {*outcome.open_deals, *_doubted(reading, viewer)}
    if reading.result.confirmed is not None:
        deals.clear()
    return replace(outcome, open_deals=tuple(sorted(deals))) if deals != {*outcome.open_deals} else outcome


def states(act: ResultStated, result: Result | Outcome) -> bool:
    """Return whether the act states this result. A statement without scores states only the winners."""
    scores = act.scores or {}
    return act.won == tuple(sorted(result.winners)) and all(result.scores.get(seat) == score for seat, score in scores.items())


def _doubted(reading: Reading, viewer: Viewer) -> Iterator[int]:
    """Yield the number of each deal that is over and has an open query, if nobody stated its points after the events in doubt."""
    deals = reading.steps[-1].doubts.deals
    if not deals:
        return
    ruled, over = reading.ruled, _over(reading)
    asked = [deal for deal in deals if deal.key[0] < over and _asks(deal, viewer, ruled)]
    cited = {version: deal.key[0] for deal in asked for finding in deal.suspicions for version in finding.versions}
    doubted = {version for deal in deals for finding in deal.suspicions for version in finding.versions}
    left, stated, below = set(cited.values()), set[int](), 0
    for step in reversed(reading.steps):
        number = cited.get(step.event.version)
        if number in left:
            left.remove(number)
            if number >= below and number not in stated and not is_covered(reading.table, number):
                yield number
        if not left:
            break
        match step.event.act:
            case _ if step.event.version in doubted:
                pass  # a statement that is itself in doubt settles no deal
            case RoundStated(number) | DealStated(number) | TricksStated(number):
                stated.add(number)
            case RulingRecorded(round=int(number)) as act if act.rectification != "stand":
                stated.add(number)
            case ScoreStated() | ResultStated() as act if _agrees(reading, step.table, act):
                below = max(below, round_of(step.table) + isinstance(act, ResultStated))
            case _:
                pass


def _over(reading: Reading) -> int:
    """Return the number of the first deal that is not over."""
    return round_of(reading.table) + (reading.system.outcome(reading.table).state != "open")


def _asks(doubted: Doubted, viewer: Viewer, ruled: dict[str, int]) -> bool:
    return any(finding.id not in ruled and viewer.may_see(finding) for finding in doubted.asked)


def _agrees(reading: Reading, table: Table, act: ScoreStated | ResultStated) -> bool:
    """Return whether the table stated the totals or the result that the record has. `table`: the table after the statement."""
    outcome = reading.system.outcome(table)
    if isinstance(act, ResultStated):
        return states(act, outcome)
    return all(outcome.scores.get(seat) == score for seat, score in act.scores.items())


# --- whether a tournament may take the result ---------------------------------------------------------------------------------------------


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
