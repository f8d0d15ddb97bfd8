"""One deal of a game of tricks: what the record says about the deal, and functions that need nothing else.

A deal begins when cards are dealt and ends with its score. *Known* cards are those that the record places in a hand. Findings use them, but
the public may not see them. *Open* cards are known cards that everybody has seen. *Gone* cards have left the hands. A hand is *unsure* if
nobody recorded how many cards entered or left it. The modules `hands` and `play` change a deal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar

from domain.kernel.cards import UNKNOWN, Card, Seat
from domain.kernel.events import Act, DealVoided, Event, MisdealCalled, RulingRecorded
from domain.kernel.values import replace
from domain.kernel.view import Phase
from domain.ledger import MISSING, Ledger, State
from domain.rounds import Played
from domain.tricks.following import Voids
from domain.tricks.moves import NO_MOVES, Moves
from domain.tricks.pack import NO_SUIT, Pack
from domain.tricks.sides import Side


class Play(NamedTuple):
    """A card on the table; UNKNOWN if nobody remembers it. `version`: the version of the event that played it. `extras`: cards that were
    laid with it and cannot win the trick."""

    seat: Seat
    card: Card
    version: int
    extras: tuple[Card, ...] = ()

    @property
    def public(self) -> bool:
        return True


class Thrown(NamedTuple):
    """How a card left a hand unplayed: who threw it, in which event, and whether everybody saw the card."""

    seat: Seat
    version: int
    public: bool


Gone = Play | Thrown
"""How a card left a hand: `Play` if it was played, `Thrown` if it was thrown."""


class Trick(NamedTuple):
    """A finished trick. `winner`: None if nobody takes the trick, or if it is not known who does."""

    plays: tuple[Play, ...]
    winner: Seat | None


class Ended(NamedTuple):
    """The end of a deal that was played. `number`: that of the deal. `trick`: the last one, `tricks`: its number."""

    number: int
    tricks: int
    trick: Trick


NO_CARDS: Final = frozenset[Card]()


@dataclass(frozen=True)
class Deal:
    """One deal so far. A system adds fields of its own.

    `dealt`: whether the deal of the cards is recorded. `said`, `called_at`: the last call of each seat as a word, and its version. `maker`:
    the seat that holds the bid. `voided`: why the deal before this one was void.

    Play: `leader`: the seat that opens this trick. `turn`: the seat that is to play. `out`: seats that left the deal.

    Cards: `counts`: how many cards each seat has. `stock`, `kitty`, `thrown`: how many cards are in each. `kitty_cards`, `stock_cards`: the
    cards in kitty and stock, if recorded. `voids`: the suits that each hand cannot hold if every act was legal. `moves`: how cards entered
    and left hands before the play. `whose`: the hand in which the record last put each card. `torn`: whether the record contradicts itself
    about a card. `forgotten`: how many cards each seat has played that nobody remembers; these may be some of the cards in `known`
    (docs/decisions/domain-asking.md).

    `held`: of a deal that is over and waits for its points, the seats whose stated totals hold these points already."""

    pack: Pack
    dealer: Seat | None = None
    phase: Phase = "deal"
    dealt: bool = False
    said: Mapping[Seat, str] = field(default_factory=dict)
    called_at: Mapping[Seat, int] = field(default_factory=dict)
    maker: Seat | None = None
    counts: Mapping[Seat, int] = field(default_factory=dict)
    unsure: frozenset[Seat] = frozenset()
    stock: int = 0
    kitty: int = 0
    thrown: int = 0
    kitty_cards: tuple[Card, ...] | None = None
    stock_cards: tuple[Card, ...] | None = None
    known: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)
    open: Mapping[Card, Seat] = field(default_factory=dict)
    gone: Mapping[Card, Gone] = field(default_factory=dict)
    leader: Seat | None = None
    turn: Seat | None = None
    plays: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    out: frozenset[Seat] = frozenset()
    voids: Mapping[Seat, Voids] = field(default_factory=dict)
    voided: str = ""
    moves: Moves = NO_MOVES
    whose: Mapping[Card, Seat] = field(default_factory=dict)
    torn: bool = False
    forgotten: Mapping[Seat, int] = field(default_factory=dict)
    held: frozenset[Seat] = frozenset()

    @property
    def trump(self) -> str | None:
        """The trump suit; None before it is known, and in a deal without trumps."""
        return self.pack.trump or None

    @property
    def begun(self) -> bool:
        """Whether anything of this deal is recorded."""
        return self.dealt or self.phase != "deal"

    def trick_of(self, version: int) -> tuple[int, tuple[Play, ...]]:
        """Return (number from 1, plays) of the trick to which the event `version` played a card; (0, ()) if it played none."""
        if any(play.version == version for play in self.plays):
            return len(self.tricks) + 1, self.plays
        for number in range(len(self.tricks), 0, -1):
            plays = self.tricks[number - 1].plays
            if any(play.version == version for play in plays):
                return number, plays
        return 0, ()

    def ended(self, number: int, version: int) -> Ended | None:
        """Return the end of this deal, whose number is `number`; None if the event `version`, which ended it, played no card."""
        last = self.tricks[-1] if self.tricks else None
        return Ended(number, len(self.tricks), last) if last is not None and last.plays[-1].version == version else None

    @property
    def every_play(self) -> list[Play]:
        """The plays of all tricks, in order."""
        return [play for plays in (*[trick.plays for trick in self.tricks], self.plays) for play in plays]

    @property
    def led(self) -> str | None:
        """The effective suit that was led to this trick; None if nobody has led, if nobody remembers the card, or if the pack does not have
        it. After a lead that belongs to no suit, the next card that has one counts as the lead."""
        for play in self.plays:
            suit = self.pack.suit_of.get(play.card)
            if suit != NO_SUIT:
                return suit
        return None

    def knows_hand(self, seat: Seat) -> bool:
        """Whether the hand of `seat` is not empty and the record names every card of it."""
        known = self.known.get(seat)
        return bool(known) and len(known or ()) == self.counts.get(seat) and seat not in self.unsure and seat not in self.forgotten

    def names_hand(self, seat: Seat) -> bool:
        """Whether the record names every card that the hand of `seat` can have. Some may be gone: played cards that nobody remembers."""
        number = self.counts.get(seat, 0) + self.forgotten.get(seat, 0)
        return 0 < len(self.hand(seat)) == number and seat not in self.unsure

    def hand(self, seat: Seat) -> frozenset[Card]:
        """The cards that the record places in the hand of `seat`."""
        return self.known.get(seat, NO_CARDS)

    def came(self, seat: Seat, *cards: Card) -> tuple[int, ...]:
        """Return the versions of the events (a deal, a draw, a card laid open) that last put these cards in the hand of `seat`."""
        return tuple({version for card in cards if (version := self.moves.came(seat, card)) is not None})

    def owners(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose sealed cards a proof from this hand uses: `()` if everybody has seen its known cards, or `(seat,)`."""
        return () if all(self.open.get(card) == seat for card in self.hand(seat)) else (seat,)

    @property
    def leader_unknown(self) -> bool:
        """Whether nobody can say who leads, because a card that nobody remembers may have won the last trick."""
        last = self.tricks[-1:] if self.turn is None and not self.plays else ()
        return any(trick.winner is None and play.card == UNKNOWN for trick in last for play in trick.plays)

    @property
    def all_hands_known(self) -> bool:
        """Whether the record names every card of every hand."""
        known = self.known
        for seat, number in self.counts.items():
            if len(known.get(seat, NO_CARDS)) != number:
                return False
        return not self.unsure and not self.forgotten

    def doubted(self, seat: Seat, cards: Sequence[Card]) -> Sequence[Card]:
        """Return those of `cards` that perhaps cannot come from the hand of `seat`; all if the record contradicts itself (`torn`)."""
        if self.torn or not cards:
            return cards
        suit_of, whole = self.pack.suit_of, self.known[seat] if self.knows_hand(seat) else None
        if whole is not None and whole.issuperset(cards) and suit_of.keys() >= {*cards} and not self.denies(seat, cards):
            return ()
        return [card for card in cards if card not in suit_of or self.denies(seat, (card,)) or (whole is not None and card not in whole)]

    def denies(self, seat: Seat, cards: Collection[Card]) -> bool:
        """Whether one of these cards cannot be in this hand: it has left a hand, or is recorded in another hand or in the stock."""
        if not self.gone.keys().isdisjoint(cards) or (self.stock_cards and not {*cards}.isdisjoint(self.stock_cards)):
            return True
        return not {self.whose.get(card, seat) for card in cards} <= {seat}


@dataclass(frozen=True)
class Tricks(Played):
    """The state of one game. A system adds fields. `ring`: the seats clockwise. `account`: the account of each seat. `ended`: how
    the last deal ended; None if its last card did not end it."""

    ring: tuple[Seat, ...]
    account: Mapping[Seat, Side]
    ledger: Ledger
    deal: Deal
    state: State = "open"
    winners: tuple[Seat, ...] = ()
    ended: Ended | None = None

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of an account, clockwise."""
        return tuple([seat for seat in self.ring if self.account[seat] == side])

    @property
    def playing(self) -> bool:
        return self.state == "open"

    @property
    def totals(self) -> dict[Side, int]:
        """The current total of each account (a team, or a player without one)."""
        return {self.account[seat]: score for seat, score in self.ledger.scores.items() if seat in self.account}


T = TypeVar("T", bound=Tricks)


def waiting(table: Tricks) -> frozenset[Seat] | None:
    """Return the seats whose stated totals hold the points of the deal, if it is over and waits for its points; None if it does not."""
    return table.deal.held if table.deal.phase == "score" else None


def holding(table: T, seats: frozenset[Seat]) -> T:
    """Return the table after totals of these seats were stated, which hold the points of the deal that is over."""
    return replace(table, deal=replace(table.deal, held=table.deal.held | seats))


def carried(table: T, event: Event, evolve: Callable[[T, Event], T], left_open: Callable[[T, int], T]) -> T:
    """Return the table on which the deal that waits for its points is on the score sheet, if the event begins another deal. The totals of
    some players hold these points, so the deal must not be forgotten. `left_open(table, version)`: the table after the deal, whose points
    nobody can say."""
    after = evolve(replace(table, deal=replace(table.deal, held=frozenset())), event)
    return left_open(table, event.version) if _leaves(table, after, event.act) else table


def _leaves(before: Tricks, after: Tricks, act: Act) -> bool:
    """Whether the act, which leads from one table to the other, begins another deal although a deal waits for its points, and the score
    sheet has no line for that deal."""
    if before.deal.phase != "score" or isinstance(act, DealVoided | MisdealCalled | RulingRecorded):
        return False
    if after.ledger.round == before.ledger.round:
        return after.deal.phase != "score"
    played = after.ledger.of(before.ledger.round)
    return played is None or played.reason == MISSING
