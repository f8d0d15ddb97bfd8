"""Reads many cards in a row that certainly break no rule, without making a table after each card.

Such a card is *in order* (`domain.tricks.breaches.in_order`): every hand is recorded, and the card is legal, from the player's hand and
played in turn. A run must give the same result as `evolve` and `check`; the tests compare the two. So a run does not take an event that
needs more than this module does, such as the last card of a deal. Source: docs/rules/03_pitch_schema.md §3, §4;
docs/decisions/domain-fold-speed.md."""

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed, Event, OutDeclared
from domain.kernel.values import replace
from domain.systems.pitch.play.table import Pitch
from domain.systems.pitch.proofs.narrow import thrown_unseen
from domain.systems.pitch.rules.pack import winner
from domain.tricks.deal import NO_CARDS, Play, Trick
from domain.tricks.following import NO_VOIDS, Void, Voids, denied
from domain.tricks.pack import TRUMP
from domain.tricks.ring import clockwise


def begun(table: Pitch) -> "InOrder | None":
    """Return a run that begins at this table (`System.run`); None if the next event needs the full check."""
    deal = table.deal
    if (
        deal.turn is None
        or deal.phase != "play"
        or deal.torn
        or deal.early
        or deal.maker is None
        or not deal.pack.named
        or table.state != "open"
    ):
        return None
    if not deal.all_hands_known or thrown_unseen(deal.moves, table.rules):
        return None
    run = InOrder(table)
    return run if run.waiting[:1] == [deal.turn] else None


class InOrder:
    """A run of cards that are in order, and of players who leave the deal in turn without a trump (PI-37). `waiting`: the seats that are
    still to play to this trick, in order. The other fields are those of the deal with the same names; they change with every event."""

    __slots__ = ("deal", "gone", "known", "leader", "out", "plays", "table", "tricks", "voids", "waiting")

    def __init__(self, table: Pitch) -> None:
        deal = table.deal
        self.table, self.deal, self.out = table, deal, deal.out
        self.leader = deal.leader if deal.plays else deal.turn
        self.known, self.gone, self.voids = {**deal.known}, {**deal.gone}, deal.voids
        self.plays, self.tricks = deal.plays, [*deal.tricks]
        self.waiting = self._after(self.leader)

    def _after(self, leader: Seat | None) -> list[Seat]:
        """Return the seats that can still play to the trick that `leader` opens, in order."""
        known, out, done = self.known, self.out, [play.seat for play in self.plays]
        return [seat for seat in clockwise(self.table.ring, leader) if known.get(seat) and seat not in out and seat not in done]

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is in order; otherwise return False and change nothing. An event after which the next
        player cannot lead, such as the last card of the deal, is not taken."""
        act = event.act
        if isinstance(act, CardPlayed):
            return act.seat == self.waiting[0] and act.card is not None and self._played(act, act.card, event.version)
        return isinstance(act, OutDeclared) and act.seat == self.waiting[0] and self._left(act.seat, event.version)

    def _legal(self, act: CardPlayed, card: Card) -> frozenset[str] | None:
        """Return the suits that the player cannot hold after this card; None if it is not certain that the card is legal and in the hand
        (`Deal.denies`)."""
        deal, seat, rules, plays, first = self.deal, act.seat, self.table.rules, self.plays, not self.tricks
        hand, suit_of = self.known[seat], deal.pack.suit_of
        if card not in hand or card in self.gone or deal.whose.get(card, seat) != seat or (deal.stock_cards and card in deal.stock_cards):
            return None
        if act.extras or card == deal.called or (first and len(hand) > rules.play_hand):
            return None
        if deal.called in hand and "called_card_first" in rules.house:
            return None
        suit, led = suit_of.get(card), suit_of.get(plays[0].card) if plays else None
        if suit is None or (suit != TRUMP and (seat in deal.plain or rules.drop_out != "never")) or suit in self.voids.get(seat, NO_VOIDS):
            return None
        suits = denied(self.table.ways[first], led, suit)
        for other in suits:
            if not hand.isdisjoint(deal.pack.of_suit[other]):
                return None
        return suits if suit != led else frozenset()

    def _played(self, act: CardPlayed, card: Card, version: int) -> bool:
        suits = self._legal(act, card)
        seat, play = act.seat, Play(act.seat, card, version)
        if suits is None or not self._goes_on((*self.plays, play), seat, self.known[seat] - {card}, self.out):
            return False
        self.gone[card] = play
        if suits:
            self._deny(seat, dict.fromkeys(suits, Void(version, "revoke")))
        return True

    def _left(self, seat: Seat, version: int) -> bool:
        opens, rules, trumps = not self.plays, self.table.rules, self.deal.pack.of_suit[TRUMP]
        if rules.drop_out == "never" or not trumps.isdisjoint(self.known[seat]):
            return False
        if opens and (rules.out_leader == "partner" or len(self.waiting) == 1):
            return False
        if not self._goes_on(self.plays, seat, self.known[seat], self.out | {seat}):
            return False
        if opens:
            self.leader = self.waiting[0]  # the leader dropped out: the next player leads (PI-32)
        self._deny(seat, {TRUMP: Void(version, "false-out")})
        return True

    def _deny(self, seat: Seat, suits: Voids) -> None:
        self.voids = {**self.voids, seat: {**suits, **self.voids.get(seat, NO_VOIDS)}}

    def _goes_on(self, plays: tuple[Play, ...], seat: Seat, hand: frozenset[Card], out: frozenset[Seat]) -> bool:
        """Pass the turn to the next player after `seat`, the first of `waiting`, has acted. If no other player is waiting, the winner of
        the trick leads. Return False and change nothing if the winner cannot lead. `plays`, `out` and the `hand` of `seat` are the values
        after the act."""
        if len(self.waiting) > 1:
            self.plays, self.out, self.known[seat] = plays, out, hand
            del self.waiting[0]
            return True
        taker = winner(self.table.rules, self.deal.pack, [(play.seat, play.card) for play in plays])
        leader = plays[0].seat if taker is None else taker
        if leader in out or not (hand if leader == seat else self.known.get(leader)):
            return False
        self.tricks.append(Trick(plays, taker))
        self.plays, self.out, self.known[seat], self.leader = (), out, hand, leader
        self.waiting = self._after(leader)
        return True

    def reached(self) -> Pitch:
        """Return the table after the last event of the run."""
        deal, known, gone = self.deal, self.known, self.gone
        now = replace(
            deal,
            leader=self.leader,
            turn=self.waiting[0],
            plays=self.plays,
            tricks=(*self.tricks,),
            counts={seat: len(known.get(seat, NO_CARDS)) for seat in deal.counts},
            known=known,
            gone=gone,
            voids=self.voids,
            out=self.out,
            open={card: seat for card, seat in deal.open.items() if card not in gone} if deal.open else deal.open,
        )
        return replace(self.table, deal=now)
