"""Reads a run of played cards of Bid Whist, as long as they break no rule (`domain.tricks.runs`)."""

from domain.kernel.cards import Seat
from domain.systems.bid_whist.play import evolve
from domain.systems.bid_whist.proofs import fits
from domain.systems.bid_whist.rules import HAND, following
from domain.systems.bid_whist.table import BidWhist
from domain.tricks import runs
from domain.tricks.deal import Play
from domain.tricks.following import Following
from domain.tricks.runs import InOrder


def begun(table: BidWhist) -> "Run | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    return runs.begun(lambda table: Run(table, fits, evolve), table) if table.deal.pack.named else None


class Run(InOrder[BidWhist]):
    """A run of played cards of Bid Whist."""

    def rules(self) -> Following:
        return following(self.table.rules)

    def winner(self, plays: tuple[Play, ...]) -> tuple[Seat | None, Seat | None]:
        """Return who takes the trick and who leads next. (None, None) for an unfinished trick, and for the last trick, which ends the
        deal."""
        whole = len(plays) == len(self.table.ring) and len(self.tricks) < HAND - 1
        return super().winner(plays) if whole else (None, None)
