"""Reads many cards in a row that break no rule, without making a table after each card.

A card is taken only if nothing that is recorded speaks against it: it is played in turn, it can be in the hand, and it is legal as far as
the hand is known. Whether any deal of the cards fits is asked once for all of them, after the last one (`reached`): take a deal that fits
then, give each player the cards back that were played, and it fits before, too. So a void must stay a void, and nobody's number of cards
may be corrected on the way.

A run must give the same result as `evolve` and `check`; the tests compare the two. It ends with the last card of a deal, which `evolve`
scores. Source: docs/decisions/domain-fold-speed.md."""

from collections.abc import Collection
from typing import Any, Generic, TypeVar

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlayed, Event
from domain.kernel.values import replace
from domain.tricks.deal import NO_CARDS, Play, Trick, Tricks
from domain.tricks.following import NO_VOIDS, Following, Void, Voids, broken_by, denied
from domain.tricks.pack import NO_SUIT, best_play
from domain.tricks.ring import clockwise

T = TypeVar("T", bound=Tricks)


def may_begin(table: Tricks) -> bool:
    """Whether a run may begin at this table. Not if somebody played a card that nobody remembers."""
    deal = table.deal
    return deal.turn is not None and deal.phase == "play" and table.state == "open" and not deal.torn and not deal.forgotten


class InOrder(Generic[T]):
    """A run of cards that are in order. A game says with the methods from `rules` to `changes` what only its rules say.

    `waiting`: the seats that are still to play to this trick, in order. `able`: seats that may hold cards although none is counted. `last`:
    the act after which this run cannot say who leads. The other fields are those of the deal with the same names, before the last act; they
    change with every event."""

    def __init__(self, table: T, able: Collection[Seat] = ()) -> None:
        deal = table.deal
        self.table, self.able, self.pack, self.out = table, able, deal.pack, deal.out
        self.leader = deal.leader if deal.plays else deal.turn
        self.counts, self.known, self.gone, self.voids = {**deal.counts}, {**deal.known}, {**deal.gone}, deal.voids
        self.plays, self.tricks = deal.plays, [*deal.tricks]
        self.waiting = self._after(self.leader)
        self.last: Event | None = None

    @property
    def begins(self) -> bool:
        """Whether it is the turn of the player who is to play next by the deal, too."""
        return self.waiting[:1] == [self.table.deal.turn]

    def _after(self, leader: Seat | None) -> list[Seat]:
        """Return the seats that can still play to the trick that `leader` opens, in order."""
        counts, able, done = self.counts, self.able, self.out.union([play.seat for play in self.plays])
        return [seat for seat in clockwise(self.table.ring, leader) if (counts[seat] or seat in able) and seat not in done]

    # --- what the rules of a game say -----------------------------------------------------------------------------------------------------

    def rules(self) -> Following:
        """Return what may be played now."""
        raise NotImplementedError

    def allows(self, seat: Seat, card: Card, suits: Collection[str]) -> bool:
        """Whether nothing else in the rules speaks against the card. `suits`: those that the hand cannot hold if the card is legal."""
        return True

    def told(self, seat: Seat, card: Card, led: str | None) -> None:
        """Note what the card says besides that it left the hand. `led`: the suit led; None if this card leads."""

    def winner(self, plays: tuple[Play, ...]) -> tuple[Seat | None, Seat | None]:
        """Return who takes the trick, and who leads then; None if this run cannot say who leads."""
        best = best_play(self.pack, [(play.seat, play.card) for play in plays])
        return (None, None) if best is None else (best[0], best[0])

    def fits(self, table: T) -> bool:
        """Whether some deal of the cards certainly fits the record after the last act. `table`: the one before it."""
        raise NotImplementedError

    def evolve(self, table: T, event: Event) -> T:
        """Return the table after the last act. `table`: the one before it."""
        raise NotImplementedError

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

    def lays(self, event: Event, act: CardPlayed, at: int = 0, out: frozenset[Seat] | None = None) -> bool:
        """As `takes`, for a card from the player with the index `at` in `waiting`. Those before do not play to this trick. `out`: the seats
        that are out of the deal after the card; None if nobody has left it."""
        seat, card, plays, suit_of = act.seat, act.card, self.plays, self.pack.suit_of
        hand, voids = self.known.get(seat, NO_CARDS), self.voids.get(seat, NO_VOIDS)
        if card is None or act.extras or not (card in hand or len(hand) != self.counts[seat]) or self._is_elsewhere(seat, card):
            return False
        suit, led = suit_of.get(card), suit_of.get(plays[0].card) if plays else None
        if led == NO_SUIT:  # the next card of a suit says what was led
            led = next((other for play in plays if (other := suit_of.get(play.card)) != NO_SUIT), None)
        if suit is None or suit in voids:
            return False
        rules = self.rules()
        suits = denied(rules, led, suit)
        for other in suits:
            if not hand.isdisjoint(self.pack.of_suit[other]):
                return False
        if not self.allows(seat, card, suits):
            return False
        play = Play(seat, card, event.version)
        if not self.goes_on((*plays, play), at, 1, self.out if out is None else out):
            self.last = event
            return True
        self.gone[card] = play
        if hand:
            self.known[seat] = hand - {card}
        if suits and suit != led:
            self.deny(seat, dict.fromkeys(suits, Void(event.version, broken_by(rules, led))))
        self.told(seat, card, led)
        return True

    def _is_elsewhere(self, seat: Seat, card: Card) -> bool:
        """Whether the record says that the card has left the hands, or is in another hand or in the stock."""
        deal = self.table.deal
        return card in self.gone or deal.whose.get(card, seat) != seat or bool(deal.stock_cards and card in deal.stock_cards)

    def deny(self, seat: Seat, suits: Voids) -> None:
        self.voids = {**self.voids, seat: {**suits, **self.voids.get(seat, NO_VOIDS)}}

    def goes_on(self, plays: tuple[Play, ...], at: int, laid: int, out: frozenset[Seat]) -> bool:
        """Pass the turn to the next player after the one with index `at` in `waiting` has laid `laid` cards. If no later player is waiting,
        the trick is taken. Return False and change nothing if nobody can lead then. `plays`, `out`: after the act."""
        waiting, seat = self.waiting, self.waiting[at]
        number = self.counts[seat]
        left = number - laid if number else 0  # 0: nobody knows the number of cards
        if len(waiting) > at + 1:
            self.plays, self.out, self.counts[seat] = plays, out, left
            del waiting[: at + 1]
            return True
        return self.taken(plays, out, seat, left)

    def taken(self, plays: tuple[Play, ...], out: frozenset[Seat], seat: Seat, left: int) -> bool:
        """Give the trick to its winner. `left`: how many cards `seat` then has. The result and the rest are those of `goes_on`."""
        winner, leader = self.winner(plays)
        if leader is None or leader in out or not ((left if leader == seat else self.counts[leader]) or leader in self.able):
            return False
        self.tricks.append(Trick(plays, winner))
        self.plays, self.out, self.counts[seat], self.leader = (), out, left, leader
        self.waiting = self._after(leader)
        return True

    def reached(self) -> T | None:
        """Return the table after the last event of the run; None if the events must be read again, one by one, because perhaps no deal of
        the cards fits them all."""
        table = replace(self.table, deal=replace(self.table.deal, **self.changes()))
        if not self.fits(table):
            return None
        return table if self.last is None else self.evolve(table, self.last)
