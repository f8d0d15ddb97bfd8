"""Reads a run of Pitch: played cards, and players who leave the deal in turn, as long as they break no rule (`domain.tricks.runs`).

Source: docs/rules/03_pitch_schema.md §3, §4; docs/decisions/domain-reading.md."""

from collections.abc import Collection, Iterable
from typing import Any

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed, Event, OutDeclared
from domain.kernel.values import replace
from domain.systems.pitch.breaches.throwing import check_throws, holding_trumps, in_order
from domain.systems.pitch.play.deal import evolve
from domain.systems.pitch.play.playing import trump_of
from domain.systems.pitch.play.table import Pitch
from domain.systems.pitch.proofs import fits
from domain.systems.pitch.rules.pack import pack_of, winner
from domain.tricks import runs
from domain.tricks.deal import NO_CARDS, Play
from domain.tricks.following import Following, Void
from domain.tricks.pack import TRUMP


def begun(table: Pitch) -> "InOrder | None":
    """Return a run that begins at this table; None if the next event needs the full check."""
    deal = table.deal
    trump = deal.pack.named or (not (deal.plays or deal.tricks) and table.rules.trump_by != "announce")
    return runs.begun(InOrder, table) if trump and deal.maker is not None and not deal.early else None


def _holds(table: Pitch, event: Event | None) -> bool:
    """Whether nothing is wrong after the event, if there is one: no card proves an earlier throw wrong, and some deal certainly fits."""
    if table.deal.throws and not in_order(table, table.deal):
        return False
    if event is not None and table.deal.throws and isinstance(event.act, CardPlayed):
        cards = () if event.act.card is None else (event.act.card,)
        if next(check_throws(table, table.deal, event, event.act.seat, cards), None) is not None:
            return False
    return fits(table, event)


class InOrder(runs.InOrder[Pitch]):
    """A run of cards, and of players who leave the deal in turn (PI-37). `silent`, `partner`, `plain`: as in `Deal`, after each event."""

    def __init__(self, table: Pitch) -> None:
        deal = table.deal
        super().__init__(table, _holds, evolve, () if table.rules.drop_out == "never" else deal.unsure)
        self.silent, self.partner, self.plain = deal.silent, deal.partner, deal.plain

    # --- what the rules say ---------------------------------------------------------------------------------------------------------------

    def rules(self) -> Following:
        return self.table.ways[not self.tricks]

    def allows(self, seat: Seat, card: Card, suits: Collection[str]) -> bool:
        rules, hand, first = self.table.rules, self.known.get(seat, NO_CARDS), not self.tricks
        if (first and self.counts[seat] > rules.play_hand) or self._called_kept(seat, card, hand):
            return False
        if self.pack.suit_of[card] == TRUMP or not (self.plain or rules.drop_out != "never"):
            return True
        came, shown = self.plain.get(seat, (1, 0))
        if rules.drop_out == "never":
            return shown < came
        none_left = len(hand) == self.counts[seat] and hand.isdisjoint(self.pack.of_suit[TRUMP])
        return shown < came and TRUMP not in suits and not none_left

    def _called_kept(self, seat: Seat, card: Card, hand: frozenset[Card]) -> bool:
        """Whether the player kept the called card, which had to be played to the first trick."""
        called = self.table.deal.called
        if called is None or seat == self.table.deal.maker or "called_card_first" not in self.table.rules.house:
            return False
        return card == called if self.tricks else called in hand and card != called

    def told(self, seat: Seat, card: Card, led: str | None) -> None:
        """Note if the card shows who the called partner is, or if it is a plain card of a hand that threw all its plain cards."""
        if card == self.table.deal.called and seat != self.table.deal.maker:
            self.partner = seat
        if seat in self.plain and self.pack.suit_of[card] != TRUMP:
            came, shown = self.plain[seat]
            self.plain = {**self.plain, seat: (came, shown + 1)}

    def winner(self, plays: tuple[Play, ...]) -> tuple[Seat | None, Seat | None]:
        taker = winner(self.table.rules, self.pack, [(play.seat, play.card) for play in plays])
        return taker, plays[0].seat if taker is None else taker

    def changes(self) -> dict[str, Any]:
        of_pitch = {"pack": self.pack, "out": self.out, "silent": self.silent, "partner": self.partner, "plain": self.plain}
        return super().changes() | of_pitch

    # --- the acts -------------------------------------------------------------------------------------------------------------------------

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is in order; otherwise return False and change nothing."""
        act = event.act
        if self.last is not None:
            return False
        if isinstance(act, CardPlayed):
            if act.seat == self.waiting[0]:
                return self.lays(event, act) if self.pack.named else self._makes_trump(event, act)
            return self.pack.named and (self._passes_over(event, act) if act.seat in self.waiting else self._leads_early(event))
        return isinstance(act, OutDeclared) and act.seat == self.waiting[0] and self.pack.named and self._left(event, act.seat)

    def _makes_trump(self, event: Event, act: CardPlayed) -> bool:
        """Read the first card of a deal. Its suit becomes trump."""
        trump = None if act.card is None else trump_of(self.table, act.card, act.trump)
        if trump is None:
            return False
        self.pack = pack_of(self.table.rules, trump)
        if not self.lays(event, act):
            self.pack = self.table.deal.pack
        return self.pack.named

    def _passes_over(self, event: Event, act: CardPlayed) -> bool:
        """Read a card of a player who is not next in turn. The players skipped may count as out of the deal although nobody said so (PI-32,
        PI-47). In games where nobody can leave the deal, they may have no card left."""
        former, leaves = (self.counts, self.out, self.silent, self.waiting), self.table.rules.drop_out != "never"
        at = self.waiting.index(act.seat)
        missed = self.waiting[:at]
        may_be = self._may_be_out(missed) if leaves else self.table.deal.unsure.issuperset(missed)
        if not may_be or (not self.plays and self.table.rules.out_leader == "partner"):
            return False
        self.waiting = self.waiting[at:]
        if leaves:
            self.out, self.silent = self.out.union(missed), self.silent.union(missed)
        else:
            self.counts = {**self.counts, **dict.fromkeys(missed, 0)}
        taken = self.lays(event, act)
        if not taken or self.last is not None:
            self.counts, self.out, self.silent, self.waiting = former
        return taken

    def _leads_early(self, event: Event) -> bool:
        """Read a second card of the leader, which opens a new trick. Players who did not play to the old trick may be out."""
        former = self.plays, self.out, self.silent, self.leader, self.waiting
        if not self.plays or self.table.rules.drop_out == "never" or not self._may_be_out(self.waiting):
            return False
        missed, leader = self.waiting, self.plays[0].seat
        if not self.taken(self.plays, self.out.union(missed), leader, self.counts[leader]):
            return False
        self.silent = self.silent.union(missed)
        if self.takes(event):
            return True
        self.tricks.pop()
        self.plays, self.out, self.silent, self.leader, self.waiting = former
        return False

    def _may_be_out(self, seats: Iterable[Seat]) -> bool:
        """Whether none of these seats is known to hold a trump."""
        trumps = self.pack.of_suit[TRUMP]
        return all(trumps.isdisjoint(self.known.get(seat, NO_CARDS)) for seat in seats)

    def _left(self, event: Event, seat: Seat) -> bool:
        opens, rules = not self.plays, self.table.rules
        if rules.drop_out == "never" or not self._may_be_out((seat,)) or (opens and rules.out_leader == "partner"):
            return False
        deal = self.table.deal
        if deal.throws and holding_trumps(self.table, replace(deal, gone=self.gone, known=self.known), seat) is not None:
            return False
        if (opens and len(self.waiting) == 1) or not self.goes_on(self.plays, 0, self.out | {seat}):
            self.last = event
            return True
        if opens:
            self.leader = self.waiting[0]  # the player who left was to lead: the next player leads instead (PI-32)
        self.deny(seat, {TRUMP: Void(event.version, "false-out")})
        return True
