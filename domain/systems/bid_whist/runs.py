"""Reads many cards of Bid Whist in a row that certainly break no rule (`domain.tricks.runs`)."""

from typing import Final

from domain.kernel.events import CardPlayed, Event
from domain.kernel.values import replace
from domain.systems.bid_whist.proofs import thrown_unseen
from domain.systems.bid_whist.rules import HAND, following
from domain.systems.bid_whist.table import BidWhist
from domain.tricks.runs import InOrder, may_begin

LAST: Final = HAND - 1
"""How many tricks there are before the last one."""


def begun(table: BidWhist) -> "Run | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    if table.state != "open" or len(table.deal.tricks) >= LAST or not may_begin(table.deal) or thrown_unseen(table.deal):
        return None
    run = Run(table)
    return run if run.cards.waiting[:1] == [table.deal.turn] else None


class Run:
    """A run of cards."""

    __slots__ = ("cards", "table")

    def __init__(self, table: BidWhist) -> None:
        rules = following(table.rules)
        self.table, self.cards = table, InOrder(table.ring, table.deal, lambda _: rules, lambda *_: None)

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is a card in order; otherwise return False and change nothing. The last trick ends the
        deal, even if cards are left."""
        if len(self.cards.tricks) >= LAST:
            return False
        return isinstance(event.act, CardPlayed) and self.cards.takes(event.act, event.version)

    def reached(self) -> BidWhist:
        """Return the table after the last card of the run."""
        return replace(self.table, deal=self.cards.reached(self.table.deal))
