"""Reads many cards in a row that certainly break no rule, without making a deal after each card (docs/decisions/domain-fold-speed.md).

Such a card is *in order* (`breaches.in_order`): every hand is recorded, and the card is legal, from the player's hand and played in turn. A
run is for games in which nobody leaves a deal, and the best card takes a trick. It does not take the last card of a deal."""

from collections.abc import Callable
from typing import TypeVar

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed
from domain.kernel.values import replace
from domain.tricks.deal import Deal, Play, Trick
from domain.tricks.following import NO_VOIDS, Following, Void, broken_by, denied
from domain.tricks.pack import NO_SUIT, best_play
from domain.tricks.ring import clockwise

D = TypeVar("D", bound=Deal)
Told = Callable[[Seat, str, str | None], None]
"""A function that hears of each card: the seat, the effective suit of the card, and the suit led (None: this card leads)."""


def may_begin(deal: Deal) -> bool:
    """Whether a run may begin at this deal."""
    return deal.phase == "play" and deal.turn is not None and not deal.torn and deal.pack.named and deal.all_hands_known


class InOrder:
    """A run of cards. `rules`: returns what may be played now. `waiting`: the seats that are still to play to this trick, in order. The
    other fields are those of the deal with the same names; they change with every card."""

    __slots__ = ("deal", "gone", "known", "leader", "plays", "ring", "rules", "told", "tricks", "voids", "waiting")

    def __init__(self, ring: tuple[Seat, ...], deal: Deal, rules: Callable[["InOrder"], Following], told: Told) -> None:
        self.ring, self.deal, self.rules, self.told = ring, deal, rules, told
        self.leader = deal.leader if deal.plays else deal.turn
        self.known, self.gone, self.voids = {**deal.known}, {**deal.gone}, deal.voids
        self.plays, self.tricks = deal.plays, [*deal.tricks]
        self.waiting = self._after(self.leader)

    def _after(self, leader: Seat | None) -> list[Seat]:
        """Return the seats that can still play to the trick that `leader` opens, in order."""
        done = [play.seat for play in self.plays]
        return [seat for seat in clockwise(self.ring, leader) if self.known.get(seat) and seat not in done]

    def takes(self, act: CardPlayed, version: int) -> bool:
        """Read the card and return True if it is in order; otherwise return False and change nothing."""
        deal, seat, card, plays = self.deal, act.seat, act.card, self.plays
        if seat != self.waiting[0] or act.extras or card not in self.known[seat] or card in self.gone:
            return False
        suit_of, hand = deal.pack.suit_of, self.known[seat]
        suit, led = suit_of.get(card), suit_of.get(plays[0].card) if plays else None
        if led == NO_SUIT:  # the next card of a suit says what was led
            led = next((other for play in plays if (other := suit_of.get(play.card)) != NO_SUIT), None)
        if suit is None or deal.whose.get(card, seat) != seat or suit in self.voids.get(seat, NO_VOIDS):
            return False
        rules = self.rules(self)
        suits = denied(rules, led, suit)
        for other in suits:
            if not hand.isdisjoint(deal.pack.of_suit[other]):
                return False
        play = Play(seat, card, version)
        if not self._goes_on((*plays, play), seat, hand - {card}):
            return False
        self.gone[card] = play
        if suits and suit != led:
            void = Void(version, broken_by(rules, led))
            self.voids = {**self.voids, seat: {**dict.fromkeys(suits, void), **self.voids.get(seat, NO_VOIDS)}}
        self.told(seat, suit, led)
        return True

    def _goes_on(self, plays: tuple[Play, ...], seat: Seat, hand: frozenset[Card]) -> bool:
        """Pass the turn to the next player. After the last card of a trick, its winner leads. Return False and change nothing if the winner
        has no card left. `plays`, and the `hand` of `seat`, are the values after the card."""
        if len(self.waiting) > 1:
            self.plays, self.known[seat] = plays, hand
            del self.waiting[0]
            return True
        best = best_play(self.deal.pack, [(play.seat, play.card) for play in plays])
        winner = seat if best is None else best[0]
        if not (hand if winner == seat else self.known.get(winner)):
            return False
        self.tricks.append(Trick(plays, winner))
        self.plays, self.known[seat], self.leader = (), hand, winner
        self.waiting = self._after(winner)
        return True

    def reached(self, deal: D) -> D:
        """Return the deal after the last card of the run. `deal`: the one at which the run began."""
        known, gone = self.known, self.gone
        return replace(
            deal,
            leader=self.leader,
            turn=self.waiting[0],
            plays=self.plays,
            tricks=(*self.tricks,),
            counts={seat: len(known.get(seat, ())) for seat in deal.counts},
            known=known,
            gone=gone,
            voids=self.voids,
            open={card: seat for card, seat in deal.open.items() if card not in gone} if deal.open else deal.open,
        )
