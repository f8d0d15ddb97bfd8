"""Decides whether any deal of the cards fits the record of a deal of Bid Whist, and whether nothing of a deal is missing in the record.

`breaches` judges one act at a time; this module looks at all cards of the deal. The cards that the maker throws may be any cards (BW-9), so
they prove nothing if nobody wrote them down. Source: docs/rules/00_conventions.md, deferred checks; design.md §5."""

from collections.abc import Collection, Iterable
from typing import Final

from domain.kernel import events
from domain.kernel.cards import Seat
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.proofs.feasible import Fact
from domain.system import Deals
from domain.systems.bid_whist.play import Called, brought_to_play, evolve, exchanged, played
from domain.systems.bid_whist.rules import HAND, following
from domain.systems.bid_whist.table import BidWhist, Deal
from domain.tricks import narrow, proofs, runs
from domain.tricks.deal import Play
from domain.tricks.following import Following
from domain.tricks.hands import with_open
from domain.tricks.narrow import Pile
from domain.tricks.play import whole
from domain.tricks.proofs import contradictions, is_too_long
from domain.tricks.runs import InOrder
from domain.tricks.whereabouts import Bound, facts_of

FOLLOW: Final = "05 follow"
_BOUND: Final = Bound(trumps=lambda _: (0, ()), barred=lambda _: (), plain=lambda _: None)


def facts(deal: Deal, owners: Collection[Seat]) -> list[Fact] | None:
    return facts_of(deal, owners, _BOUND)


def no_such_deal(table: BidWhist, event: Event, wrong: Collection[Finding]) -> Iterable[Finding]:
    """Return findings if no deal of the cards fits the record after the event. `wrong`: other findings about the event. A viewer who sees
    one of them gets none of the returned findings."""
    deal = table.deal
    after = None if is_too_long(deal) else _after(table, deal, event)
    return () if after is None or proofs.fits(after, _binds, facts) else contradictions(deal, after, event, wrong, facts, FOLLOW)


def fits(table: BidWhist, event: Event | None) -> bool:
    """Whether it is certain that some deal of the cards fits the record together with `event`. `event`: the event after this table; None to
    ask about the table alone."""
    deal = table.deal if event is None else _after(table, table.deal, event)
    return deal is not None and not is_too_long(deal) and proofs.fits(deal, _binds, facts)


def _binds(deal: Deal) -> bool:
    piles = thrown_unseen(deal)
    return bool(piles or not deal.all_hands_known) and narrow.binds(deal, piles, narrow.lost_of(deal), lambda _: 0)


def thrown_unseen(deal: Deal) -> list[Pile]:
    """Return the piles of cards that were thrown and are not written down."""
    return [
        Pile(move.seat, number, plain=False)
        for move in deal.moves
        if move.how == "thrown" and (number := move.number - len(move.shown) - len(move.cards)) > 0
    ]


def _after(table: BidWhist, deal: Deal, event: Event) -> Deal | None:
    """Return the deal after the event, before it is scored. None if the event moves no card of the deal."""
    match event.act:
        case events.CardPlayed() as act if deal.phase != "score":
            return played(table, brought_to_play(table, deal, act.seat), act, event.version)
        case events.CardsShown() as act if deal.begun:
            return with_open(deal, act.seat, act.cards)
        case events.KittyTaken() | events.CardsDiscarded() as act if deal.phase == "exchange":
            return exchanged(table, deal, act, event.version)
        case _:
            return None


# --- whether a deal is recorded whole -----------------------------------------------------------------------------------------------------


def begins(table: BidWhist, event: Event) -> bool:
    """Whether the event certainly begins another deal: the cards are dealt, a deal is stated, or the first call is made."""
    act = event.act
    if isinstance(act, events.CardsDealt | events.TricksStated):
        return True
    return isinstance(act, Called) and table.deal.phase in ("deal", "score")


DEALS: Final[Deals[BidWhist]] = Deals(begins, lambda table, recorded: whole(table.ring, HAND, recorded))


# --- runs ---------------------------------------------------------------------------------------------------------------------------------


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
