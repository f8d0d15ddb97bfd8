"""Reads many cards in a row that break no rule, without making a table after each card.

A card is taken only if nothing that is recorded speaks against it: it is played in turn, it can be in the hand, and it is legal as far as
the hand is known. Whether any deal of the cards fits is asked once for all of them, after the last one (`reached`): take a deal that fits
then, give each player the cards back that were played, and it fits before, too. So a void must stay a void, and nobody's number of cards
may be corrected on the way.

A run must give the same result as `evolve` and `check`; the tests compare the two. It ends with the last card of a deal, which `evolve`
scores. Source: docs/rules/03_pitch_schema.md §3, §4; docs/decisions/domain-fold-speed.md."""

from collections.abc import Iterable
from typing import Final

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed, Event, OutDeclared
from domain.kernel.values import replace
from domain.systems.pitch.play.deal import evolve
from domain.systems.pitch.play.playing import trump_of
from domain.systems.pitch.play.table import Pitch
from domain.systems.pitch.proofs.narrow import thrown_unseen
from domain.systems.pitch.proofs.proved import fits
from domain.systems.pitch.rules.pack import pack_of, winner
from domain.tricks.deal import NO_CARDS, Play, Trick
from domain.tricks.following import NO_VOIDS, Void, Voids, denied
from domain.tricks.pack import TRUMP
from domain.tricks.ring import clockwise

NOTHING: Final = frozenset[str]()


def begun(table: Pitch) -> "InOrder | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    deal = table.deal
    if (
        deal.turn is None
        or deal.phase != "play"
        or deal.torn
        or deal.forgotten
        or deal.early
        or deal.maker is None
        or not (deal.pack.named or _may_make_trump(table))
        or table.state != "open"
    ):
        return None
    run = InOrder(table)
    return run if run.waiting[:1] == [deal.turn] else None


def _may_make_trump(table: Pitch) -> bool:
    """Whether the next card makes its suit trump."""
    return not (table.deal.plays or table.deal.tricks) and table.rules.trump_by != "announce"


class InOrder:
    """A run of cards that are in order, and of players who leave the deal in turn (PI-37). `waiting`: the seats that are still to play to
    this trick, in order. `able`: seats that may hold cards although none is counted. `marked`: whether a card says more than that it left
    the hand (`_mark`). `last`: the act after which nobody can lead. The other fields are those of the deal with the same names, before the
    last act; they change with every event."""

    def __init__(self, table: Pitch) -> None:
        deal = table.deal
        self.table, self.deal, self.pack, self.voids, self.plain = table, deal, deal.pack, deal.voids, deal.plain
        self.out, self.silent, self.partner = deal.out, deal.silent, deal.partner
        self.leader, self.marked = deal.leader if deal.plays else deal.turn, deal.called is not None or bool(deal.plain)
        self.able = deal.unsure if table.rules.drop_out != "never" else ()
        self.counts, self.known, self.gone = {**deal.counts}, {**deal.known}, {**deal.gone}
        self.plays, self.tricks = deal.plays, [*deal.tricks]
        self.waiting = self._after(self.leader)
        self.last: Event | None = None

    def _after(self, leader: Seat | None) -> list[Seat]:
        """Return the seats that can still play to the trick that `leader` opens, in order."""
        counts, able, done = self.counts, self.able, self.out.union([play.seat for play in self.plays])
        return [seat for seat in clockwise(self.table.ring, leader) if (counts[seat] or seat in able) and seat not in done]

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is in order; otherwise return False and change nothing."""
        act = event.act
        if self.last is not None:
            return False
        if isinstance(act, CardPlayed):
            if act.card is None:
                return False
            if not self.pack.named:
                return act.seat == self.waiting[0] and self._makes_trump(event, act, act.card)
            if act.seat == self.waiting[0]:
                return self._played(event, act, act.card, 0)
            if act.seat not in self.waiting:
                return self._leads_early(event, act)
            return self._may_pass_to(act.seat) and self._played(event, act, act.card, self.waiting.index(act.seat))
        return isinstance(act, OutDeclared) and act.seat == self.waiting[0] and self.pack.named and self._left(event, act.seat)

    def _makes_trump(self, event: Event, act: CardPlayed, card: Card) -> bool:
        trump = trump_of(self.table, card, act.trump)
        if trump is None:
            return False
        self.pack = pack_of(self.table.rules, trump)
        if not self._played(event, act, card, 0):
            self.pack = self.deal.pack
        return self.pack.named

    def _may_pass_to(self, seat: Seat) -> bool:
        """Whether those who were to play before `seat` may count as out of the deal without a word (PI-32, PI-47). Where nobody leaves a
        deal, they may have no card left."""
        rules, missed = self.table.rules, self.waiting[: self.waiting.index(seat)]
        if not self.plays and rules.out_leader == "partner":
            return False
        return self.deal.unsure.issuperset(missed) if rules.drop_out == "never" else self._may_be_out(missed)

    def _may_be_out(self, seats: Iterable[Seat]) -> bool:
        """Whether none of these seats is known to hold a trump."""
        trumps = self.pack.of_suit[TRUMP]
        return all(trumps.isdisjoint(self.known.get(seat, NO_CARDS)) for seat in seats)

    def _legal(self, act: CardPlayed, card: Card) -> frozenset[str] | None:
        """Return the suits that the player cannot hold after this card; None if something recorded may speak against the card."""
        deal, seat, plays, first = self.deal, act.seat, self.plays, not self.tricks
        hand, number, pack, rules = self.known.get(seat, NO_CARDS), self.counts[seat], self.pack, self.table.rules
        if card not in hand and (len(hand) == number or card in self.gone or deal.whose.get(card, seat) != seat):
            return None
        if deal.stock_cards and card in deal.stock_cards:
            return None
        if act.extras or (first and number > rules.play_hand) or (deal.called is not None and self._called_kept(seat, card, hand)):
            return None
        suit, led = pack.suit_of.get(card), pack.suit_of.get(plays[0].card) if plays else None
        if suit is None or (seat in self.voids and suit in self.voids[seat]):
            return None
        suits = denied(self.table.ways[first], led, suit)
        for other in suits:
            if not hand.isdisjoint(pack.of_suit[other]):
                return None
        if suit != TRUMP and (self.plain or rules.drop_out != "never") and not self._plain(seat, suits, hand):
            return None
        return suits if suit != led else NOTHING

    def _plain(self, seat: Seat, suits: frozenset[str], hand: frozenset[Card]) -> bool:
        """Whether the hand may have a plain card left, and the player need not leave the deal instead. `suits`: as in `_legal`."""
        came, shown = self.plain.get(seat, (1, 0))
        if self.table.rules.drop_out == "never":
            return shown < came
        none_left = len(hand) == self.counts[seat] and hand.isdisjoint(self.pack.of_suit[TRUMP])
        return shown < came and TRUMP not in suits and not none_left

    def _called_kept(self, seat: Seat, card: Card, hand: frozenset[Card]) -> bool:
        """Whether the player kept the called card, which had to be played to the first trick."""
        if seat == self.deal.maker or "called_card_first" not in self.table.rules.house:
            return False
        return card == self.deal.called if self.tricks else self.deal.called in hand and card != self.deal.called

    def _played(self, event: Event, act: CardPlayed, card: Card, at: int) -> bool:
        suits = self._legal(act, card)
        if suits is None:
            return False
        seat, out = act.seat, self.out
        play, passed = Play(seat, card, event.version), self.waiting[:at] if at else ()
        former, leave = self.counts, passed if self.table.rules.drop_out != "never" else ()
        if passed and not leave:
            self.counts = {**former, **dict.fromkeys(passed, 0)}
        if not self._goes_on((*self.plays, play), at, 1, out.union(leave) if leave else out):
            self.counts, self.last = former, event
            return True
        if leave:
            self.silent = self.silent.union(leave)
        self.gone[card] = play
        hand = self.known.get(seat)
        if hand:
            self.known[seat] = hand - {card}
        if suits:
            self._deny(seat, dict.fromkeys(suits, Void(event.version, "revoke")))
        if self.marked:
            self._mark(seat, card)
        return True

    def _mark(self, seat: Seat, card: Card) -> None:
        """Note what the card says about the called partner, and about a hand that threw its plain cards."""
        if card == self.deal.called and seat != self.deal.maker:
            self.partner = seat
        if seat in self.plain and self.pack.suit_of[card] != TRUMP:
            came, shown = self.plain[seat]
            self.plain = {**self.plain, seat: (came, shown + 1)}

    def _left(self, event: Event, seat: Seat) -> bool:
        opens, rules, trumps = not self.plays, self.table.rules, self.pack.of_suit[TRUMP]
        if rules.drop_out == "never" or not trumps.isdisjoint(self.known.get(seat, NO_CARDS)):
            return False
        if opens and rules.out_leader == "partner":
            return False
        if (opens and len(self.waiting) == 1) or not self._goes_on(self.plays, 0, 0, self.out | {seat}):
            self.last = event
            return True
        if opens:
            self.leader = self.waiting[0]  # the leader dropped out: the next player leads (PI-32)
        self._deny(seat, {TRUMP: Void(event.version, "false-out")})
        return True

    def _deny(self, seat: Seat, suits: Voids) -> None:
        self.voids = {**self.voids, seat: {**suits, **self.voids.get(seat, NO_VOIDS)}}

    def _goes_on(self, plays: tuple[Play, ...], at: int, laid: int, out: frozenset[Seat]) -> bool:
        """Pass the turn to the next player after the one with index `at` in `waiting` has laid `laid` cards. If no later player is waiting,
        the winner of the trick leads. Return False and change nothing if the winner cannot lead. `plays`, `out`: after the act."""
        waiting, seat = self.waiting, self.waiting[at]
        number = self.counts[seat]
        left = number - laid if number else 0  # 0: nobody knows the number of cards
        if len(waiting) > at + 1:
            self.plays, self.out, self.counts[seat] = plays, out, left
            del waiting[: at + 1]
            return True
        return self._taken(plays, out, seat, left)

    def _taken(self, plays: tuple[Play, ...], out: frozenset[Seat], seat: Seat, left: int) -> bool:
        """Give the trick to its winner, who leads to the next. `left`: how many cards `seat` then has. As `_goes_on`."""
        taker = winner(self.table.rules, self.pack, [(play.seat, play.card) for play in plays])
        leader = plays[0].seat if taker is None else taker
        if leader in out or not ((left if leader == seat else self.counts[leader]) or leader in self.able):
            return False
        self.tricks.append(Trick(plays, taker))
        self.plays, self.out, self.counts[seat], self.leader = (), out, left, leader
        self.waiting = self._after(leader)
        return True

    def _leads_early(self, event: Event, act: CardPlayed) -> bool:
        """Read a second card of a player, which leads to a new trick. Those who did not play to the old one may be out without a word."""
        former = self.plays, self.out, self.silent, self.leader, self.waiting
        if not self.plays or self.table.rules.drop_out == "never" or not self._may_be_out(self.waiting):
            return False
        missed, leader = self.waiting, self.plays[0].seat
        if not self._taken(self.plays, self.out.union(missed), leader, self.counts[leader]):
            return False
        self.silent = self.silent.union(missed)
        if act.seat in self.waiting and self.takes(event):
            return True
        self.tricks.pop()
        self.plays, self.out, self.silent, self.leader, self.waiting = former
        return False

    @property
    def asks(self) -> bool:
        """Whether `reached` asks if a deal of the cards fits: not every card of this deal is recorded."""
        return not self.deal.all_hands_known or bool(thrown_unseen(self.deal.moves, self.table.rules))

    def reached(self) -> Pitch | None:
        """Return the table after the last event of the run; None if the events must be read again, one by one, because perhaps no deal of
        the cards fits them all."""
        before, gone = self.deal, self.gone
        deal = replace(
            before,
            pack=self.pack,
            leader=self.plays[0].seat if self.plays else self.leader,
            turn=self.waiting[0],
            plays=self.plays,
            tricks=(*self.tricks,),
            counts=self.counts,
            known=self.known,
            gone=gone,
            voids=self.voids,
            out=self.out,
            silent=self.silent,
            partner=self.partner,
            plain=self.plain,
            open={card: seat for card, seat in before.open.items() if card not in gone} if before.open else before.open,
        )
        table = replace(self.table, deal=deal)
        if self.asks and not fits(table, self.last):
            return None
        return table if self.last is None else evolve(table, self.last)
