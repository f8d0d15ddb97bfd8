"""Reads the acts of an exchange in a row, and tests only now and then whether any deal of the cards fits them. `check` makes this test
after every act. But most acts only add to what is known: if a deal fits after such an act, it fits before the act too, as long as the
numbers of cards add up. For this reason, it is enough to test at the end, and before each act that *blurs* what was known (`_blurs`). When
the exchange is over, the run goes on with the play. Source: docs/rules/03_pitch_schema.md §2; docs/decisions/domain-reading.md."""

from domain.kernel import events
from domain.kernel.cards import Seat
from domain.kernel.events import Event
from domain.kernel.values import replace
from domain.systems.pitch.breaches import runs
from domain.systems.pitch.breaches.check import check_exchange
from domain.systems.pitch.breaches.exchange import check_exchanged
from domain.systems.pitch.play.deal import in_exchange
from domain.systems.pitch.play.handing import Drawn, Named
from domain.systems.pitch.play.playing import opened_play
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.proofs.proved import fits, takes_no_place
from domain.tricks.moves import written
from domain.tricks.pack import TRUMP

_Taken = events.CardsDiscarded | Drawn | Named | events.KittyTaken
"""The acts that a run takes. After any other act of an exchange, a thrown card may be seen again."""


def begun(table: Pitch) -> "Exchanging | runs.InOrder | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    deal = table.deal
    if deal.phase != "exchange":
        return runs.begun(table)
    if table.state != "open" or deal.torn or "recycle_discards" in table.rules.house:
        return None
    return None if any(step.does == "take-stock-trumps" for step in table.steps) else Exchanging(table)


class Exchanging:
    """A run of acts of an exchange, and then of the play (`play`; None before its first card). `sure`: whether some deal certainly fits."""

    def __init__(self, table: Pitch) -> None:
        self.table, self.sure = table, False
        self.play: runs.InOrder | None = None

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is in order; otherwise return False and change nothing."""
        if self.play is not None:
            return self.play.takes(event)
        if self.table.deal.phase == "exchange" and not isinstance(event.act, events.CardPlayed):
            return self._exchanged(event)
        table = self._opened()
        play = None if table is None else runs.begun(table)
        if table is None or play is None or not play.takes(event):
            return False
        self.table, self.play = table, play
        return True

    def _opened(self) -> Pitch | None:
        """Return the table at the start of the play, unrecorded steps included; None if perhaps no deal of the cards fits."""
        table = self.table
        if table.deal.phase != "exchange":
            return table
        opened = replace(table, deal=opened_play(table, table.deal), ledger=table.ledger.with_cards())
        return opened if self.sure or fits(table, None) else None

    def _exchanged(self, event: Event) -> bool:
        act, table = event.act, self.table
        if not isinstance(act, _Taken) or act.seat not in table.account:
            return False
        before, seat = table.deal, act.seat
        if isinstance(act, Drawn) and act.count > before.stock:  # thrown cards are dealt again: nobody can say where cards are
            return False
        found = check_exchange(table, event, act) if isinstance(act, Named) else check_exchanged(table, before, event, act)
        if next(found, None) is not None:
            return False
        now = in_exchange(table, before, act, event.version)
        alone = now.deal.counts == {**before.counts, seat: before.counts[seat] + _change(before, act)} and now.deal.unsure == before.unsure
        blurs = before.trump is not None and (not alone or _blurs(before, act))
        if now.deal.torn or (blurs and not self.sure and not fits(table, None)):
            return False
        self.sure = (self.sure or blurs) and alone and not isinstance(act, Named) and takes_no_place(before, act)
        self.table = now
        return True

    def reached(self) -> Pitch | None:
        """Do the same as `runs.InOrder.reached`."""
        if self.play is not None:
            return self.play.reached()
        return self.table if self.sure or fits(self.table, None) else None


def _change(deal: Deal, act: _Taken) -> int:
    """Return by how many cards the act changes the hand of its player, without the steps that nobody wrote down."""
    match act:
        case events.CardsDiscarded(_, count):
            return -count
        case events.CardsDrawn(_, count) | events.StockTaken(_, count):
            return count
        case events.KittyTaken():
            return deal.kitty
        case _:
            return 0


def _blurs(deal: Deal, act: _Taken) -> bool:
    """Whether some deal of the cards may fit after the act although none fitted before. That is so if the act makes it harder to see what
    the player held: cards come to a hand that must have only trumps, or may have thrown named cards unseen; or a hand throws cards after
    some of its cards were seen. It is also so if the order of the stock is lost, or if trump or the called card changes."""
    cards = () if isinstance(act, Named) else written(act)
    match act:
        case events.TrumpNamed():
            return True
        case events.PartnerCalled():
            return deal.called is not None
        case events.CardsDiscarded():
            return act.seat in deal.open.values()
        case _ if not cards:
            return bool(deal.stock_cards) or _lost(deal, act.seat) or _keeps_plain(deal, act.seat)
        case _:
            trumps = act.seat in deal.plain and not deal.pack.of_suit[TRUMP].isdisjoint(cards)
            strange = isinstance(act, Drawn) and not {*cards}.issubset(deal.stock_cards or cards)
            return strange or (trumps and (not deal.knows_hand(act.seat) or _keeps_plain(deal, act.seat)))


def _keeps_plain(deal: Deal, seat: Seat) -> bool:
    """Whether the player threw all plain cards, but is known to hold more of them than can have come since then."""
    came, shown = deal.plain.get(seat, (len(deal.pack.cards), 0))
    return len(deal.hand(seat) - deal.pack.of_suit[TRUMP]) > came - shown


def _lost(deal: Deal, seat: Seat) -> bool:
    """Whether a card that was named in this hand may have been thrown unseen since then."""
    held = deal.hand(seat)
    return any(whose == seat and card not in held and card not in deal.gone for card, whose in deal.whose.items())
