"""Ends a game of a tournament after a number of hands, or when time is called (the *bell*), in the same way for every card game.

`GameOpened.tournament` says how the game ends. A *system* is the value that describes a card game. The function `scheduled` wraps the
system of such a game. It leaves the system as it is for a game that ends by its own rules, or that belongs to no tournament.

A game by hands is over when all its hands are complete and none is running. A game by the bell is over when time was called (TimeCalled)
and no hand is running, but not before one hand is complete or totals are stated. A single leader has won; several leaders have drawn,
unless the rules of the game let them play off the tie: then it goes on until a hand has decided.

If the game ends by its own rules before its last hand or the bell, that earlier end counts. Hands that are recorded after the end change
nothing; a finding names them. Only a ruling or a correction can change the result, or open the game again. Source:
docs/decisions/tournaments.md."""

from dataclasses import dataclass, replace
from typing import cast

from domain.kernel.cards import Seat
from domain.kernel.events import Event, GameOpened, ResultStated, RulingRecorded, TimeCalled, TournamentTable
from domain.system import Deals, Outcome, System, Table


@dataclass(frozen=True)
class Scheduled(Table):
    """The table of a wrapped game. `inner`: the table by the card game's own rules. `rung`: whether time was called. `over`: the table as
    it looks after the end; None until the number of hands or the bell ends the game."""

    inner: Table
    rung: bool = False
    over: Table | None = None

    @property
    def seen(self) -> Table:
        return self.inner if self.over is None else self.over


def own_table(table: Table) -> Table:
    """Return the table of the card game itself: the table within a `Scheduled`, or `table` if it is not wrapped."""
    return table.seen if isinstance(table, Scheduled) else table


def scheduled(system: System[Table], opened: GameOpened) -> System[Table]:
    """Return the system with whose rules a game of a tournament is played. If the game ends after a number of hands or at the bell, this is
    `system` wrapped; otherwise it is `system` itself. `opened`: the opening of the game."""
    place = opened.tournament
    return system if place is None or place.ends == "target" else _Schedule(system, place).system()


def leaders(outcome: Outcome) -> tuple[Seat, ...]:
    """Return the seats that lead, ascending: those in the best group of the standing. Seats that cannot win any more are left out first."""
    groups = ([seat for seat in group if seat not in outcome.out] for group in outcome.standing)
    return tuple(sorted(next(filter(None, groups), [])))


def _deals(rules: Deals[Table]) -> Deals[Scheduled]:
    return Deals(lambda table, event: rules.begins(table.seen, event), lambda table, events: rules.whole(table.seen, events))


@dataclass(frozen=True, slots=True)
class _Schedule:
    """The functions of a wrapped system. They take and return `Scheduled` tables. `rules`: the system that is wrapped."""

    rules: System[Table]
    place: TournamentTable

    def system(self) -> System[Table]:
        wrapped = replace(
            cast("System[Scheduled]", self.rules),  # the cast is safe: every function that takes a table is replaced here
            open_table=lambda opened: Scheduled(self.rules.open_table(opened)),
            evolve=self.evolve,
            check=lambda table, event: self.rules.check(table.seen, event),
            prompts=lambda table: self.rules.prompts(table.seen),
            view=lambda table, viewer: self.rules.view(table.seen, viewer),
            opens=lambda event, table, viewer: self.rules.opens(event, table.seen, viewer),
            outcome=self.outcome,
            run=None,
            plays_off=None,
            deals=None if self.rules.deals is None else _deals(self.rules.deals),
            bids_kept=None if (kept := self.rules.bids_kept) is None else lambda table, most: kept(table.seen, most),
        )
        return wrapped.erased()

    def evolve(self, table: Scheduled, event: Event) -> Scheduled:
        act, rules = event.act, self.rules
        rung = table.rung or isinstance(act, TimeCalled)
        if table.over is not None and not isinstance(act, RulingRecorded):
            return Scheduled(table.inner, rung, rules.evolve(table.over, event))
        inner = rules.evolve(table.inner, event)
        outcome = rules.outcome(inner)
        plays_off = rules.plays_off is not None and rules.plays_off(inner)
        if plays_off or not self._ends(outcome, rung=rung):
            return Scheduled(inner, rung)
        # Every system ends its game after a stated result: it asks for no more acts and opens hidden cards. So a result is stated here.
        return Scheduled(inner, rung, rules.evolve(inner, event._replace(act=ResultStated(leaders(outcome)))))

    def _ends(self, outcome: Outcome, *, rung: bool) -> bool:
        if outcome.state != "open" or outcome.running or not leaders(outcome):
            return False
        if self.place.ends == "bell":
            return rung and (outcome.deals > 0 or outcome.depth == "totals")
        return self.place.hands is not None and outcome.deals >= self.place.hands

    def outcome(self, table: Scheduled) -> Outcome:
        outcome = self.rules.outcome(table.inner)
        return outcome if table.over is None else replace(outcome, state="finished", winners=leaders(outcome))
