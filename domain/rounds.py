"""Carries out statements of the people at the table and rulings of a director, for all games that are played in rounds.

A *system* describes one card game. A system that uses this module keeps a `Ledger` (its score sheet) in its table. The system also makes a
`Rounds`, with functions for what only the system knows, such as how to close a round.

The last step of the system's `evolve` is `ROUNDS.evolve(table, event)`. `ROUNDS.evolve` is called even when the game is over, because a
ruling may reopen the game. The last step of the system's `check` is `ROUNDS.check(table, event)`. This module never looks at cards.

A ruling takes effect at the point of the game where the record places it. It changes a closed round, or the *current* round, which is in
progress or about to begin. A ruling that cannot be carried out changes nothing, and a finding says so. Source:
docs/decisions/rulings.md."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    ConcessionMade,
    DealVoided,
    Event,
    GameAbandoned,
    ResultStated,
    RoundStated,
    RulingRecorded,
    ScoreStated,
)
from domain.kernel.findings import Finding, open_finding
from domain.kernel.values import replace
from domain.ledger import COVERED, MISSING, REPLAYED, RULED, UNSAID, Closed, Ledger, LedgerLine, State, stated_round
from domain.scheduled import own_table
from domain.stated import check_result, check_round, check_totals, impossible_round, impossible_winners
from domain.system import Table


class Played(Table):
    """The table of a game in rounds. `ledger`: its score sheet; `winners`: empty while nobody has won."""

    ledger: Ledger
    winners: tuple[Seat, ...]


PlayedT = TypeVar("PlayedT", bound=Played)


def rounds_over(table: Table) -> tuple[Closed, ...]:
    """Return the rounds that are over and whose points are in the record, by number. Empty for a game without rounds."""
    played = own_table(table)
    closed = played.ledger.closed if isinstance(played, Played) else ()
    return tuple(filter(_is_over, closed))


def last_rounds(table: Table, most: int) -> tuple[LedgerLine, ...]:
    """Return the rounds that ended last, at most so many, by number. Empty for a game without rounds."""
    played = own_table(table)
    return played.ledger.lately(most) if isinstance(played, Played) else ()


def ends_of_rounds(table: Table) -> list[tuple[int, int]]:
    """Return (number of a round, version of the event that closed it) for each entry of the score sheet, by number. An entry may stand for
    several rounds that are missing in the record: it has the number of the last one. Empty for a game without rounds."""
    played = own_table(table)
    return [(each.number, each.version) for each in played.ledger.closed] if isinstance(played, Played) else []


def changed_rounds(before: Table, after: Table) -> set[int]:
    """Return the numbers of those `rounds_over` of `after` that may not have been over in `before`, an earlier table of the game."""
    old, new = own_table(before), own_table(after)
    if not isinstance(old, Played) or not isinstance(new, Played) or new.ledger.closed is old.ledger.closed:
        return set()
    more = new.ledger.closed.beyond(old.ledger.closed)
    more = tuple(new.ledger.closed) if more is None else more
    return {each.number for each in more if _is_over(each)}


def is_covered(table: Table, number: int) -> bool:
    """Return whether totals that were stated later hold the points of the round for all its players."""
    played = own_table(table)
    closed = played.ledger.of(number) if isinstance(played, Played) else None
    return closed is not None and closed.reason == COVERED


def _is_over(closed: Closed) -> bool:
    return closed.reason != MISSING and closed.reason not in UNSAID


def round_of(table: Table) -> int:
    """Return the number of the round that is in progress or about to begin, from 1. It is 1 for a game without rounds."""
    return round_in(table) or 1


def round_in(table: Table) -> int | None:
    """Return the same number; None for a game without rounds."""
    played = own_table(table)
    return played.ledger.round if isinstance(played, Played) else None


SOURCE: Final = "00 recording model"


@dataclass(frozen=True, slots=True)
class Rounds(Generic[PlayedT]):
    """What one system (card game) tells this module about its rounds.

    `state(table)`: whether the game is open, finished or abandoned. `between(table)`: whether no card of the current round is on the table.
    `waiting(table)`: if the current round is over and waits for its points, the seats whose stated totals hold these already; else None.
    `holding(table, seats)` adds seats to these.
    `scores`: whether points decide the game. If they do not, no ruling changes points.

    The other functions return the new table. `voided(table)` deals the current round again; nothing of it counts. `closed(table, points,
    reason, version)` closes the current round after a statement or a ruling. `decided(table, before)` ends or reopens the game as the new
    totals require; `before` is the ledger before the change.

    `replayed(table, closed)` plays the round `closed` again, or returns None if that is impossible; the ledger has already lost the round's
    points. `finished(table, winners)` and `abandoned(table)` end the game because the players said so. By default, `state`, `finished` and
    `abandoned` read or set a field `state` of the table.

    The other fields say which statements cannot be true by the rules (domain/stated.py). `possible(table)`: the seats that can still score
    in the current round; None: all seats, because no card of the round is recorded. `impossible(table, points)`: why no round can give
    these points, in words; empty if one can. `scoring`: where the rules say which points a round gives. `won(table, scores)`: who may have
    won with these totals; empty if the totals decide nothing. `trailing(table, score)`: whether a player with this total may win although
    another has more."""

    between: Callable[[PlayedT], bool]
    voided: Callable[[PlayedT], PlayedT]
    closed: Callable[[PlayedT, Mapping[Seat, int], str, int], PlayedT]
    decided: Callable[[PlayedT, Ledger], PlayedT]
    replayed: Callable[[PlayedT, Closed], PlayedT | None]
    state: Callable[[PlayedT], State] = lambda table: table.state  # type: ignore[attr-defined]
    finished: Callable[[PlayedT, tuple[Seat, ...]], PlayedT] = lambda table, winners: replace(table, winners=winners, state="finished")  # type: ignore[type-var]
    abandoned: Callable[[PlayedT], PlayedT] = lambda table: replace(table, state="abandoned")  # type: ignore[type-var]
    waiting: Callable[[PlayedT], frozenset[Seat] | None] = lambda _table: None
    holding: Callable[[PlayedT, frozenset[Seat]], PlayedT] = lambda table, _seats: table
    scores: bool = True
    possible: Callable[[PlayedT], frozenset[Seat] | None] = lambda _table: None
    scoring: str = SOURCE
    impossible: Callable[[PlayedT, Mapping[Seat, int]], str] = lambda _table, _points: ""
    won: Callable[[PlayedT, Mapping[Seat, int]], tuple[Seat, ...]] = lambda _table, _scores: ()
    trailing: Callable[[PlayedT, int], bool] = lambda _table, _score: False

    def evolve(self, table: PlayedT, event: Event) -> PlayedT:
        """Return the table after a statement or a ruling. After any other event, return the table unchanged."""
        act = event.act
        if isinstance(act, RulingRecorded):
            return self._ruled(table, act, event.version) or table
        if self.state(table) != "open" and not (self.state(table) == "finished" and _explains(table.ledger, act)):
            return table
        match act:
            case DealVoided():
                return self.voided(table)
            case RoundStated() if table.ledger.is_unsaid(act.round):
                return self._rescored(table, table.ledger.with_stated(act.round, act.points, event.version))
            case RoundStated():
                adopted = stated_round(table.ledger, act, event.version)
                return table if adopted is None else self.closed(_with(table, adopted[0]), adopted[1], "stated", event.version)
            case ScoreStated(scores) if table.ledger.adopts_totals() or self.waiting(table) is not None:
                waiting = self.waiting(table)
                taken, over = table.ledger.adopted(scores, waiting), waiting is not None
                held = self.holding(table, frozenset(taken)) if over else table
                return self.decided(_with(held, table.ledger.with_totals(taken, over=over)), table.ledger)
            case ResultStated(scores=scores):
                over = self.waiting(table) is not None
                held = self.holding(table, frozenset(scores or ())) if over else table
                return self.finished(_with(held, table.ledger.with_result(act, over=over)), act.won)
            case GameAbandoned():
                return self.abandoned(table)
            case ConcessionMade():
                return _with(table, replace(table.ledger, conceded=True))
            case _:
                return table

    def _ruled(self, table: PlayedT, act: RulingRecorded, version: int) -> PlayedT | None:
        """Return the table after a ruling; None if the ruling cannot be carried out."""
        ledger, playing = table.ledger, self.state(table) == "open"
        points = {seat: number for seat, number in (act.points or {}).items() if seat in ledger.scores}
        number = act.round or (ledger.round if playing else ledger.round - 1)
        if act.rectification == "stand":
            return table
        if act.rectification == "penalty":
            if not points:
                return None if act.points else table  # a penalty without points is only a warning
            return self._rescored(table, ledger.with_penalty(number, points, version)) if self.scores and ledger.counts else None
        if ledger.is_held(number) or (number == ledger.round and self.waiting(table)):
            return None  # a stated total holds points that nobody knows, so they cannot be taken out of it
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
        """Return the table without the points of a closed round; None if that is impossible. `again`: whether the round is also played
        again."""
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
        """Return the table with the totals of `ledger`. These totals decide whether the game is over. If they give no winner, but the
        players stated a result, the winners in that result have won."""
        now = _with(table, ledger)
        if self.state(table) == "abandoned":
            return now
        decided = self.decided(now, table.ledger)
        stated = ledger.stated_winners is not None and self.state(decided) == "open"
        return self.finished(now, table.winners) if stated else decided

    def check(self, table: PlayedT, event: Event) -> tuple[Finding, ...]:
        """Return the findings about a statement or a ruling; empty for any other event."""
        return tuple(self._findings(table, event))

    def _findings(self, table: PlayedT, event: Event) -> Iterator[Finding]:
        match event.act:
            case RoundStated() as act:
                yield from impossible_round(event, act, self.impossible(table, act.points), self.scoring)
                yield from check_round(table.ledger, event, act, self.possible(table))
            case ScoreStated() as act:
                yield from check_totals(table.ledger, event, act, self.waiting(table))
            case ResultStated() as act:
                said = act if self.scores else ResultStated(act.winners)
                yield from check_result(table.ledger, event, said, table.winners, self.waiting(table))
                won, trailing = partial(self.won, table), partial(self.trailing, table)
                yield from impossible_winners(table.ledger, event, said, won, trailing)
            case RulingRecorded() as act if self._ruled(table, act, event.version) is None:
                sentence = "The ruling changes nothing: it cannot be carried out in this game as recorded."
                yield open_finding("ruling-without-effect", SOURCE, event, sentence, act.points or (), kind="gap")
            case _:
                pass


def _explains(ledger: Ledger, act: Act) -> bool:
    """Whether the act says something about points that are still open although the last round has been played."""
    if not ledger.open_rounds or ledger.stated_winners is not None:
        return False
    return isinstance(act, ScoreStated | ResultStated) or (isinstance(act, RoundStated) and ledger.is_unsaid(act.round))


def _with(table: PlayedT, ledger: Ledger) -> PlayedT:
    return replace(table, ledger=ledger)  # type: ignore[type-var]  # every table is a dataclass
