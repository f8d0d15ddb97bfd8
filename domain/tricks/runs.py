"""Reads a *run*: many cards, one after the other, that break no rule. No table is made after each card.

A run takes a card only if nothing in the record speaks against the card: it is played in turn, it can be in the hand, and it is legal as
far as the hand is known. Whether any deal of the cards fits is computed only once, after the last card (`reached`). This is enough: a
deal that fits after the last card also fits before each of the cards, once those played since are back in the hands. For this reason, no
void may be removed and nobody's number of cards corrected during a run.

A run gives the same result as `evolve` and `check`. It ends with the last card of a deal; `evolve` then scores the deal. Source:
docs/decisions/domain-reading.md."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Any, Generic, TypeVar

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed, Event
from domain.kernel.values import replace
from domain.tricks.deal import NO_CARDS, Play, Trick, Tricks
from domain.tricks.following import NO_VOIDS, Following, Void, Voids, broken_by, denied
from domain.tricks.pack import NO_SUIT, best_play
from domain.tricks.ring import clockwise

T = TypeVar("T", bound=Tricks)
Fits = Callable[[T, Event | None], bool]


class InOrder(ABC, Generic[T]):
    """A run of cards that break no rule. A game gives its own rules by overriding the methods from `rules` to `changes`. `fits(table,
    event)`: whether some deal of the cards certainly fits the record after the event, or without an event if it is None. `evolve`: as in
    `System`. `able`: seats that may hold cards although none is counted.

    `waiting`: the seats that are still to play to this trick, in order. `last`: the event that ends the run, because the run cannot say who
    leads after it; None so far. `following`: what may be played now. The other fields are those of the deal with the same names, as they
    are before the event `last`."""

    def __init__(self, table: T, fits: Fits[T], evolve: Callable[[T, Event], T], able: Collection[Seat] = ()) -> None:
        deal = table.deal
        self.table, self.fits, self.evolve, self.able, self.pack, self.out = table, fits, evolve, able, deal.pack, deal.out
        self.leader = deal.leader if deal.plays else deal.turn
        self.counts, self.known, self.gone, self.voids = {**deal.counts}, {**deal.known}, {**deal.gone}, deal.voids
        self.whose, self.stock = deal.whose, deal.stock_cards or ()
        self.plays, self.tricks = deal.plays, [*deal.tricks]
        self.waiting = self._after(self.leader)
        self.following: Following | None = None
        self.last: Event | None = None

    def _after(self, leader: Seat | None) -> list[Seat]:
        """Return the seats that can still play to the trick that `leader` opens, in order."""
        counts, able, done = self.counts, self.able, self.out.union([play.seat for play in self.plays])
        return [seat for seat in clockwise(self.table.ring, leader) if (counts[seat] or seat in able) and seat not in done]

    # --- what the rules of a game say -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def rules(self) -> Following:
        """Return what may be played now."""

    def allows(self, seat: Seat, card: Card, suits: Collection[str]) -> bool:
        """Whether all rules besides following suit allow the card. `suits`: a hand that has one of these suits may not play the card."""
        return True

    def told(self, seat: Seat, card: Card, led: str | None) -> None:
        """Note what a game learns from a played card. `led`: the suit led; None if this card leads. If the card changes what `rules`
        returns, set `following` to None."""

    def winner(self, plays: tuple[Play, ...]) -> tuple[Seat | None, Seat | None]:
        """Return (the seat that takes the trick, the seat that leads to the next); the second is None if this run cannot say it."""
        best = best_play(self.pack, [(play.seat, play.card) for play in plays])
        return (None, None) if best is None else (best[0], best[0])

    def changes(self) -> dict[str, Any]:
        """Return the fields of the deal that the run changes."""
        before, gone = self.table.deal, self.gone
        return {
            "leader": self.plays[0].seat if self.plays else self.leader,
            "turn": self.waiting[0],
            "plays": self.plays,
            "tricks": (*self.tricks,),
            "counts": self.counts,
            "known": self.known,
            "gone": gone,
            "voids": self.voids,
            "open": {card: seat for card, seat in before.open.items() if card not in gone or card in before.gone},
        }

    # --- the cards ------------------------------------------------------------------------------------------------------------------------

    def takes(self, event: Event) -> bool:
        """Read the next event and return True if it is in order; otherwise return False and change nothing."""
        act = event.act
        return self.last is None and isinstance(act, CardPlayed) and act.seat == self.waiting[0] and self.lays(event, act)

    def lays(self, event: Event, act: CardPlayed) -> bool:
        """Like `takes`, but only for a card of the player whose turn it is."""
        seat, card, plays, suit_of = act.seat, act.card, self.plays, self.pack.suit_of
        if card is None or act.extras or card in self.gone or self.whose.get(card, seat) != seat or card in self.stock:
            return False
        hand, suit, led = self.known.get(seat, NO_CARDS), suit_of.get(card), suit_of.get(plays[0].card) if plays else None
        if suit is None or (card not in hand and len(hand) == self.counts[seat]) or (seat in self.voids and suit in self.voids[seat]):
            return False
        if led == NO_SUIT:  # the lead belongs to no suit: the first card that has a suit counts as the lead
            led = next((other for play in plays if (other := suit_of.get(play.card)) != NO_SUIT), None)
        rules = self.following = self.following or self.rules()
        suits = denied(rules, led, suit)
        for other in suits:
            if not hand.isdisjoint(self.pack.of_suit[other]):
                return False
        if not self.allows(seat, card, suits):
            return False
        play = Play(seat, card, event.version)
        if not self.goes_on((*plays, play), 1, self.out):
            self.last = event
            return True
        self.gone[card] = play
        if hand:
            self.known[seat] = hand - {card}
        if suits and suit != led:
            self.deny(seat, dict.fromkeys(suits, Void(event.version, broken_by(rules, led))))
        self.told(seat, card, led)
        return True

    def deny(self, seat: Seat, suits: Voids) -> None:
        self.voids = {**self.voids, seat: {**suits, **self.voids.get(seat, NO_VOIDS)}}

    def goes_on(self, plays: tuple[Play, ...], laid: int, out: frozenset[Seat]) -> bool:
        """Count `laid` cards as played by the player in turn, and pass the turn on; after the last player, give the trick to its winner.
        Return False and change nothing if nobody can lead to the next trick. `plays`, `out`: the new values of these fields."""
        waiting, seat = self.waiting, self.waiting[0]
        number = self.counts[seat]
        left = number - laid if number else 0  # a count of 0 here means that nobody knows how many cards the player has
        if len(waiting) == 1:
            return self.taken(plays, out, seat, left)
        self.plays, self.out, self.counts[seat] = plays, out, left
        del waiting[0]
        return True

    def taken(self, plays: tuple[Play, ...], out: frozenset[Seat], seat: Seat, left: int) -> bool:
        """Give the trick to its winner. Return False and change nothing if nobody can lead next. `left`: how many cards `seat` has left."""
        winner, leader = self.winner(plays)
        if leader is None or leader in out or not ((left if leader == seat else self.counts[leader]) or leader in self.able):
            return False
        self.tricks.append(Trick(plays, winner))
        self.plays, self.out, self.counts[seat], self.leader = (), out, left, leader
        self.waiting, self.following = self._after(leader), None
        return True

    def reached(self) -> T | None:
        """Return the table after the last event of the run; None if the events must be read again, one by one, because perhaps no deal of
        the cards fits them all."""
        table = replace(self.table, deal=replace(self.table.deal, **self.changes()))
        if not self.fits(table, self.last):
            return None
        return table if self.last is None else self.evolve(table, self.last)


R = TypeVar("R", bound=InOrder[Any])


def begun(make: Callable[[T], R], table: T) -> R | None:
    """Return a run that begins at this table; None before and after the play, if the record contradicts itself, if a card is forgotten, or
    if the run and the deal do not agree on whose turn it is."""
    deal = table.deal
    if table.state != "open" or deal.phase != "play" or deal.turn is None or deal.torn or deal.forgotten:
        return None
    run = make(table)
    return run if run.waiting[:1] == [deal.turn] else None
