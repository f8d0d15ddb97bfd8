"""Finds out whether the recorded acts of a deal of Spades can all have been legal: whether the cards can have been dealt in such a way that
every act was legal. If so, this module says that a deal of the cards *fits* the record.

`breaches` judges one card at a time. This module finds contradictions that show only when all hands are looked at together, such as a spade
that no hand can hold. Simple sums often show that some deal fits. Only if they do not, the module searches for one. Source:
docs/rules/00_conventions.md, deferred checks; SP-5."""

from collections.abc import Collection, Iterable
from typing import Any

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed, CardsShown, Event
from domain.kernel.findings import Finding
from domain.proofs.feasible import Fact
from domain.systems.spades.play import brought_to_play, evolve, played, renewed
from domain.systems.spades.table import Deal, Spades, kept_back, way
from domain.tricks import narrow, proofs, runs, whereabouts
from domain.tricks.following import Following
from domain.tricks.hands import with_open
from domain.tricks.pack import TRUMP
from domain.tricks.proofs import contradictions, is_too_long, jammed, seats_with_sealed
from domain.tricks.runs import InOrder


def no_such_deal(table: Spades, event: Event, wrong: Collection[Finding]) -> Iterable[Finding]:
    """Return findings if no deal of the cards fits the record after the event. `wrong`: other findings about the event. A viewer who sees
    one of them gets none of the returned findings."""
    after = _narrowed(table, event)
    return () if after is None else contradictions(table.deal, after, event, wrong, facts_of, "04 Base game")


def leaves_a_deal(table: Spades, event: Event) -> bool:
    """Whether some deal of the cards fits the record after the event. Also True if no deal fitted even before the event, because the event
    is not to blame for that."""
    return _narrowed(table, event) is None or jammed(table.deal, seats_with_sealed(table.deal), facts_of) is not None


def fits(table: Spades, event: Event | None) -> bool:
    """Whether it is certain that some deal of the cards fits the record together with `event`. `event`: the event after this table; None to
    ask about the table alone."""
    deal = table.deal if event is None else _after(table, event)
    return deal is not None and not is_too_long(deal) and proofs.fits(deal, binds, facts_of)


def facts_of(deal: Deal, owners: Collection[Seat]) -> list[Fact] | None:
    return whereabouts.facts_of(deal, owners, whereabouts.Bound(lambda _: (0, ()), lambda seat: _kept_back(deal, seat), lambda _: None))


def _kept_back(deal: Deal, seat: Seat) -> list[tuple[Card, int]]:
    """Return the cards that the seat cannot hold, because it would have had to play them. Each comes with the version of the event that
    proves it."""
    return [(card, play.version) for card, play in kept_back(deal, seat).items()]


def binds(deal: Deal, *, margin: int = 0) -> bool:
    """Whether only a search can tell if any deal of the cards fits the record. False if all hands are known. Also False if simple sums
    show that some deal fits now, and that some deal will fit after any `margin` more cards are named."""
    if deal.all_hands_known:
        return False
    return any(kept_back(deal, seat).keys() - deal.gone.keys() for seat in deal.forced) or narrow.binds(
        deal, (), narrow.lost_of(deal), lambda _: 0, margin=margin
    )


def _narrowed(table: Spades, event: Event) -> Deal | None:
    """Return the `Deal` after the event if the record then allows no deal of the cards. Return None if the record allows one, or if the
    recorded deal is too long for a search."""
    after = None if is_too_long(table.deal) else _after(table, event)
    return None if after is None or proofs.fits(after, binds, facts_of) else after


def _after(table: Spades, event: Event) -> Deal | None:
    match event.act:
        case CardPlayed() as act:
            table = renewed(table) if table.deal.phase == "score" else table
            return played(table, brought_to_play(table, table.deal), act, event.version)
        case CardsShown(seat, cards) if table.deal.begun:
            return with_open(table.deal, seat, cards)
        case _:
            return None


# --- runs ---------------------------------------------------------------------------------------------------------------------------------


def begun(table: Spades) -> "Run | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    return None if table.rules.big_joker_pull or table.deal.for_clubs else runs.begun(Run, table)


class Run(InOrder[Spades]):
    """A run of played cards. `trumped`, `opened` and `exposed` mean the same as in `Deal`, but they already count the cards that this run
    has read."""

    def __init__(self, table: Spades) -> None:
        super().__init__(table, fits, evolve)
        self.trumped, self.opened, self.exposed = table.deal.trumped, table.deal.opened, table.deal.exposed
        self.kept_back = {seat: kept_back(table.deal, seat) for seat in table.deal.forced}

    def rules(self) -> Following:
        return way(self.table.rules, first=not self.tricks, broken=self.trumped or self.exposed or bool(self.opened))

    def allows(self, seat: Seat, card: Card, suits: Collection[str]) -> bool:
        return card not in self.kept_back.get(seat, ())

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
