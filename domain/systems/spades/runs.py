"""Reads many cards of Spades in a row that certainly break no rule (`domain.tricks.runs`), and keeps whether spades are broken."""

from domain.kernel.cards import Seat
from domain.kernel.events import CardPlayed, Event
from domain.kernel.values import replace
from domain.systems.spades.table import Spades, way
from domain.tricks.following import Following
from domain.tricks.pack import TRUMP
from domain.tricks.runs import InOrder, may_begin


def begun(table: Spades) -> "Run | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    if table.state != "open" or table.rules.big_joker_pull or not may_begin(table.deal):
        return None
    run = Run(table)
    return run if run.cards.waiting[:1] == [table.deal.turn] else None


class Run:
    """A run of cards. `trumped`, `opened`, `exposed`: as in the deal; they change with every card."""

    __slots__ = ("cards", "exposed", "opened", "table", "trumped")

    def __init__(self, table: Spades) -> None:
        deal = table.deal
        self.table, self.trumped, self.opened, self.exposed = table, deal.trumped, deal.opened, deal.exposed
        self.cards = InOrder(table.ring, deal, self._rules, self._told)

    def _rules(self, cards: InOrder) -> Following:
        return way(self.table.rules, first=not cards.tricks, broken=self.trumped or self.exposed or bool(self.opened))

    def _told(self, seat: Seat, suit: str, led: str | None) -> None:
        rules = self.table.rules
        if suit != TRUMP:
            if seat in self.opened:
                self.opened, self.exposed = self.opened - {seat}, True
        elif not self.trumped and rules.breaking != "none":
            if rules.broken_by == "any_spade_played" or (led is not None and led != TRUMP):
                self.trumped, self.opened = True, frozenset()
            elif led is None:
                self.opened = self.opened | {seat}

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is a card in order; otherwise return False and change nothing."""
        return isinstance(event.act, CardPlayed) and self.cards.takes(event.act, event.version)

    def reached(self) -> Spades:
        """Return the table after the last card of the run."""
        deal = replace(self.cards.reached(self.table.deal), trumped=self.trumped, opened=self.opened, exposed=self.exposed)
        return replace(self.table, deal=deal)
