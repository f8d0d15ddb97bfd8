"""Reads a run of played cards of Spades, as long as they break no rule (`domain.tricks.runs`). Notes after each card whether spades are
broken."""

from typing import Any

from domain.kernel.cards import Card, Seat
from domain.systems.spades.play import evolve
from domain.systems.spades.proofs import fits
from domain.systems.spades.table import Spades, way
from domain.tricks import runs
from domain.tricks.following import Following
from domain.tricks.pack import TRUMP
from domain.tricks.runs import InOrder


def begun(table: Spades) -> "Run | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    return None if table.rules.big_joker_pull else runs.begun(Run, table)


class Run(InOrder[Spades]):
    """A run of played cards. `trumped`, `opened` and `exposed` mean the same as in `Deal`, but they already count the cards that this run
    has read."""

    def __init__(self, table: Spades) -> None:
        super().__init__(table, fits, evolve)
        self.trumped, self.opened, self.exposed = table.deal.trumped, table.deal.opened, table.deal.exposed

    def rules(self) -> Following:
        return way(self.table.rules, first=not self.tricks, broken=self.trumped or self.exposed or bool(self.opened))

    def told(self, seat: Seat, card: Card, led: str | None) -> None:
        rules, self.following = self.table.rules, None
        if self.pack.suit_of[card] != TRUMP:
            if seat in self.opened:
                self.opened, self.exposed = self.opened - {seat}, True
        elif not self.trumped and rules.breaking != "none":
            if rules.broken_by == "any_spade_played" or (led is not None and led != TRUMP):
                self.trumped, self.opened = True, frozenset()
            elif led is None:
                self.opened = self.opened | {seat}

    def changes(self) -> dict[str, Any]:
        return super().changes() | {"trumped": self.trumped, "opened": self.opened, "exposed": self.exposed}
