"""Games that are played in rounds: statements of the table and rulings of a director, handled once for all of them.

A system takes part by keeping a `Ledger` in its table. The system describes in a `Rounds` what only it knows: how a round in progress is
dealt again, how a statement closes it, whether the totals end the game. Its `evolve` ends with `ROUNDS.evolve(table, event)`, also when the
game is over, because a ruling may change a result, reopen the game or finish it. Its `check` ends with `ROUNDS.check(table, event)`. This
module knows nothing of cards.

A ruling acts at its place in table order, on the round it names: the *current* one, which is in progress or about to begin, or one that is
closed. A ruling that cannot be carried out changes nothing, and a finding says so. Source: docs/decisions/rulings.md.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from domain.kernel.cards import Seat
from domain.kernel.events import DealVoided, Event, GameAbandoned, ResultStated, RoundStated, RulingRecorded, ScoreStated
from domain.kernel.findings import Finding, open_finding
from domain.kernel.values import replace
from domain.ledger import REPLAYED, RULED, Closed, Ledger, State, check_result, check_round, check_totals, stated_round
from domain.system import Table


class Played(Table):
    """The table of a game in rounds. `ledger`: its score sheet; `winners`: empty while nobody has won."""

    ledger: Ledger
    winners: tuple[Seat, ...]


PlayedT = TypeVar("PlayedT", bound=Played)


def rounds_over(table: Table) -> tuple[Closed, ...]:
    """The rounds that are over and whose points are in the record, by number; empty for a game without rounds."""
    closed = table.ledger.closed if isinstance(table, Played) else ()
    return tuple(each for each in closed if each.reason != "missing")


SOURCE: Final = "00 recording model"


@dataclass(frozen=True, slots=True)
class Rounds(Generic[PlayedT]):
    """What one system knows of its rounds.

    `state`: open, finished or abandoned. `between`: no card of the current round is on the table. The functions return the new table:
    `voided(table)`: the current round is dealt again, nothing of it counts. `closed(table, points, reason, version)`: a statement or a
    ruling closes the current round. `decided(table, before)`: the totals differ from those of the ledger `before`, and decide whether the
    game is over or open. `replayed(table, closed)`: that round is played again, its points already removed from the ledger; None when it
    cannot be. `finished(table, winners)`, `abandoned(table)`: the players stated that the game is finished or given up. `scores`: whether
    points decide the game; if not, no ruling changes points.
    """

    state: Callable[[PlayedT], State]
    between: Callable[[PlayedT], bool]
    voided: Callable[[PlayedT], PlayedT]
    closed: Callable[[PlayedT, Mapping[Seat, int], str, int], PlayedT]
    decided: Callable[[PlayedT, Ledger], PlayedT]
    replayed: Callable[[PlayedT, Closed], PlayedT | None]
    finished: Callable[[PlayedT, tuple[Seat, ...]], PlayedT]
    abandoned: Callable[[PlayedT], PlayedT]
    scores: bool = True

    def evolve(self, table: PlayedT, event: Event) -> PlayedT:
        """The table after a statement or a ruling; unchanged after any other event."""
        act = event.act
        if isinstance(act, RulingRecorded):
            return self._ruled(table, act, event.version) or table
        if self.state(table) != "open":
            return table
        match act:
            case DealVoided():
                return self.voided(table)
            case RoundStated():
                adopted = stated_round(table.ledger, act, event.version)
                return table if adopted is None else self.closed(_with(table, adopted[0]), adopted[1], "stated", event.version)
            case ScoreStated() if table.ledger.adopts_totals():
                return self.decided(_with(table, table.ledger.with_totals(act)), table.ledger)
            case ResultStated(winners):
                return self.finished(_with(table, table.ledger.with_result(act)), tuple(sorted(winners)))
            case GameAbandoned():
                return self.abandoned(table)
            case _:
                return table

    def _ruled(self, table: PlayedT, act: RulingRecorded, version: int) -> PlayedT | None:
        """The table after a ruling; None when the ruling has nothing to change."""
        ledger, playing = table.ledger, self.state(table) == "open"
        points = {seat: number for seat, number in (act.points or {}).items() if seat in ledger.scores}
        number = act.round or (ledger.round if playing else ledger.round - 1)
        if act.rectification == "stand":
            return table
        if act.rectification == "penalty":
            if not points:
                return None if act.points else table  # a warning: a penalty without points
            return self._rescored(table, ledger.with_penalty(number, points, version)) if self.scores and ledger.counts else None
        if number == ledger.round and playing:
            if act.rectification == "adjust":
                return self.closed(table, points, RULED, version)
            return None if self.between(table) else self.voided(table)
        if not 1 <= number < ledger.round:
            return None
        if act.rectification == "adjust":
            return self._rescored(table, ledger.with_ruling(number, points, version)) if self.scores and ledger.counts else None
        return self._undone(table, number, version, again=act.rectification == "replay")

    def _undone(self, table: PlayedT, number: int, version: int, *, again: bool) -> PlayedT | None:
        """The table without the points of a closed round; `again`: the round is played again."""
        ledger, closed = table.ledger, table.ledger.of(number)
        if not again and self.scores:
            return self._rescored(table, ledger.with_ruling(number, {}, version)) if ledger.counts else None
        if closed is None:
            return None
        if self.state(table) == "abandoned":
            return _with(table, ledger.with_ruling(number, {}, version))
        last = closed is ledger.closed[-1] and self.between(table)
        without = ledger.reopened() if last else replace(ledger.with_ruling(number, {}, version, REPLAYED), stated_winners=None)
        replayed = self.replayed(_with(table, without), closed)
        return None if replayed is None else self.decided(replayed, ledger)

    def _rescored(self, table: PlayedT, ledger: Ledger) -> PlayedT:
        """The table with the totals of `ledger`, open or over as these totals decide. A stated result stays when the totals name no
        winner."""
        now = _with(table, ledger)
        if self.state(table) == "abandoned":
            return now
        decided = self.decided(now, table.ledger)
        stated = ledger.stated_winners is not None and self.state(decided) == "open"
        return self.finished(now, table.winners) if stated else decided

    def check(self, table: PlayedT, event: Event) -> tuple[Finding, ...]:
        """Findings of a statement or a ruling."""
        return tuple(self._findings(table, event))

    def _findings(self, table: PlayedT, event: Event) -> Iterator[Finding]:
        match event.act:
            case RoundStated() as act:
                yield from check_round(table.ledger, event, act, None)
            case ScoreStated() as act:
                yield from check_totals(table.ledger, event, act)
            case ResultStated() as act:
                yield from check_result(table.ledger, event, act, table.winners)
            case RulingRecorded() as act if self._ruled(table, act, event.version) is None:
                sentence = "The ruling changes nothing: it cannot be carried out in this game as recorded."
                yield open_finding("ruling-without-effect", SOURCE, event, sentence, act.points or (), kind="gap")
            case _:
                pass


def _with(table: PlayedT, ledger: Ledger) -> PlayedT:
    return replace(table, ledger=ledger)  # type: ignore[type-var]  # every table is a dataclass
