"""The table of Pitch: the state of a game and of the deal in progress, and questions that this state alone answers.

A *deal* begins when cards are dealt and ends with its score. A scored deal is a *round* of the ledger. *Known* cards are those that the
record places in a hand. They matter for findings, but the public may not see them. *Open* cards are known cards that everybody has seen.
*Gone* cards have left the hands. A hand is *unsure* if nobody recorded how many cards entered or left it. Source:
docs/rules/03_pitch_schema.md, rulings PI-1 to PI-43."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.values import packed, replace
from domain.ledger import Ledger, State
from domain.rounds import Played
from domain.systems.pitch.play.auction import Auction
from domain.systems.pitch.play.moves import Moved
from domain.systems.pitch.rules.following import Voids
from domain.systems.pitch.rules.pack import Pack, pack_of
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.rules.sides import Side, of_deal
from domain.systems.pitch.rules.steps import Step

Phase = Literal["deal", "auction", "exchange", "play", "team_out", "score"]
"""In `deal`, nothing of this deal is recorded yet. In `team_out`, the leading side is out of trumps, and the others show their last cards
(PI-43). In `score`, the deal was played to the end, but a statement must add what is missing before it can be scored."""


class Play(NamedTuple):
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
    """A finished trick. `winner`: None while trump is unknown, and for a dead trick, which nobody takes (PI-14)."""

    plays: tuple[Play, ...]
    winner: Seat | None


class Pitched(NamedTuple):
    """A card that a player led instead of calling (PI-39). `trump`: the suit that the player said with it, if any."""

    seat: Seat
    card: Card
    version: int
    trump: str | None


_NO_CARDS: Final = frozenset[Card]()


@dataclass(frozen=True)
class Deal:
    """One deal so far.

    Calls: `said`, `called_at`: the last call of each seat as a word, and the version of its event. `bid`: None if not known, and for a
    shoot called without a number. `called`: the card whose holder is the maker's partner. `doubled`: the version of the event that doubled
    the bid, or that stated so; None if the bid is not doubled (PI-29).

    Exchange: `step`: the index of the current step. `done`: the seats that have taken this step. `moves`: how cards entered and left hands
    before the play. `face_up`: thrown cards that may be picked up again.

    Play: `leader`: the seat that opens this trick. `turn`: the seat that is to play. `out`: seats that left the deal. `left`: cards shown
    in the phase `team_out`. `voided`: why the deal before this one was void.

    Cards: `counts`: how many cards each seat has. `stock`, `kitty`, `thrown`: how many cards are in each. `kitty_cards`, `stock_cards`:
    their cards, if recorded. `voids`: the suits that each hand cannot hold if every act was legal. `plain`: for each seat that threw all
    its plain cards, how many cards came to it since then, and how many plain cards it has shown. `whose`: the hand in which the record last
    put each card. `torn`: whether the record contradicts itself about a card."""

    pack: Pack
    dealer: Seat | None = None
    phase: Phase = "deal"
    dealt: bool = False
    auction: Auction[Seat] | None = None
    said: Mapping[Seat, str] = field(default_factory=dict)
    called_at: Mapping[Seat, int] = field(default_factory=dict)
    maker: Seat | None = None
    bid: int | None = None
    shoot: bool = False
    pitched: Pitched | None = None
    took_over: bool = False
    called: Card | None = None
    partner: Seat | None = None
    step: int = 0
    done: frozenset[Seat] = frozenset()
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
    face_up: tuple[Card, ...] = ()
    plain: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    leader: Seat | None = None
    turn: Seat | None = None
    plays: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    out: frozenset[Seat] = frozenset()
    voids: Mapping[Seat, Voids] = field(default_factory=dict)
    left: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    voided: str = ""
    moves: tuple[Moved, ...] = ()
    whose: Mapping[Card, Seat] = field(default_factory=dict)
    torn: bool = False
    doubled: int | None = None

    @property
    def trump(self) -> str | None:
        """The trump suit, None before it is known."""
        return self.pack.trump or None

    @property
    def begun(self) -> bool:
        """Whether anything of this deal is recorded."""
        return self.dealt or self.phase != "deal"

    def knows_hand(self, seat: Seat) -> bool:
        """Whether the hand of `seat` is not empty and the record names every card of it."""
        known = self.known.get(seat)
        return bool(known) and len(known or ()) == self.counts.get(seat) and seat not in self.unsure

    def hand(self, seat: Seat) -> frozenset[Card]:
        """The cards that the record places in the hand of `seat`."""
        return self.known.get(seat, frozenset())

    def owners(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose sealed cards are used in a proof from the known cards of this hand: `(seat,)`, or `()` if everybody has
        seen all these cards."""
        return () if all(self.open.get(card) == seat for card in self.hand(seat)) else (seat,)

    @property
    def all_hands_known(self) -> bool:
        """Whether the record names every card of every hand."""
        known = self.known
        for seat, number in self.counts.items():
            if len(known.get(seat, _NO_CARDS)) != number:
                return False
        return not self.unsure

    def doubted(self, seat: Seat, cards: Sequence[Card]) -> Sequence[Card]:
        """Return the cards that need a full check, because by the record they may not have come from the hand of `seat`."""
        if self.torn:
            return cards
        suit_of, whole = self.pack.suit_of, self.known[seat] if self.knows_hand(seat) else None
        if whole is not None and whole.issuperset(cards) and not self.denies(seat, cards) and suit_of.keys() >= {*cards}:
            return ()
        return [card for card in cards if card not in suit_of or self.denies(seat, (card,)) or (whole is not None and card not in whole)]

    def denies(self, seat: Seat, cards: Iterable[Card]) -> bool:
        """Whether one of these cards cannot be in the hand of `seat`: it left a hand before, or the record puts it in another hand or in
        the stock."""
        for card in cards:
            if card in self.gone or self.whose.get(card, seat) != seat or (self.stock_cards and card in self.stock_cards):
                return True
        return False


class Summary(NamedTuple):
    """What is known about a scored deal. `points`: for each point, by its name, a seat of the side that made it; None if not known.
    `counts`: the number of points by side. `derived`: whether recorded cards give the score. `won`: the accounts that won the game by a
    shoot in this deal."""

    number: int
    version: int
    dealer: Seat | None
    maker: Seat | None
    bid: int | None
    shoot: bool
    trump: str | None
    partner: Seat | None
    doubled: bool
    points: Mapping[str, Seat] | None = None
    counts: Mapping[Side, int] | None = None
    made: bool | None = None
    derived: bool = False
    won: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Pitch(Played):
    """The state of one game.

    `account`: for each seat, the number of its account, the team or player whose total is kept. `dealt`: the scored deals, in order.
    `exiled`: the accounts that are out of the game because they failed a shoot (PI-22)."""

    rules: Ruleset
    steps: tuple[Step, ...]
    ring: tuple[Seat, ...]
    account: Mapping[Seat, Side]
    ledger: Ledger
    deal: Deal
    state: State = "open"
    dealt: tuple[Summary, ...] = ()
    exiled: frozenset[Side] = frozenset()
    winners: tuple[Seat, ...] = ()

    @property
    def playing(self) -> bool:
        return self.state == "open"

    @property
    def totals(self) -> dict[Side, int]:
        """The current total of each account (a team, or a player without one)."""
        return {self.account[seat]: score for seat, score in self.ledger.scores.items() if seat in self.account}


def fresh(rules: Ruleset, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    """Return a deal that has not begun. `voided`: why the deal before this one was void; empty if it was not void."""
    return replace(_undealt(rules, ring), dealer=dealer, voided=voided)


@lru_cache(maxsize=256)
def _undealt(rules: Ruleset, ring: tuple[Seat, ...]) -> Deal:
    hands = dict.fromkeys(ring, rules.hand_dealt)
    stock = rules.pack_size - len(ring) * rules.hand_dealt - rules.kitty
    return packed(Deal(pack_of(rules, None), counts=hands, stock=stock, kitty=rules.kitty))


def with_deal(table: Pitch, deal: Deal) -> Pitch:
    return table if deal is table.deal else replace(table, deal=deal)


@lru_cache(maxsize=1024)
def clockwise(ring: tuple[Seat, ...], start: Seat | None) -> tuple[Seat, ...]:
    """Return the seats clockwise, once around from `start`. If `start` is not in `ring` (all seats, clockwise), return the ring."""
    at = ring.index(start) if start in ring else 0
    return ring[at:] + ring[:at]


@lru_cache(maxsize=1024)
def from_left_of(ring: tuple[Seat, ...], seat: Seat | None) -> tuple[Seat, ...]:
    """Return the seats clockwise, from the left of `seat` to `seat` itself. If `seat` is not in the ring, return the ring."""
    order = clockwise(ring, seat)
    return order if seat not in ring else order[1:] + order[:1]


def next_dealer(ring: tuple[Seat, ...], dealer: Seat | None) -> Seat | None:
    return None if dealer is None else from_left_of(ring, dealer)[0]


def side_of(table: Pitch, deal: Deal) -> Mapping[Seat, Side]:
    """Return the side of each seat in this deal."""
    if table.rules.sides != "called":
        return table.account
    return of_deal(table.rules, table.ring, deal.maker, deal.partner)


def partner_of(table: Pitch, deal: Deal, seat: Seat) -> Seat | None:
    """Return the partner of a seat in this deal; None for a player alone. If there are several partners, return the next one clockwise."""
    sides = side_of(table, deal)
    return next((other for other in from_left_of(table.ring, seat)[:-1] if sides[other] == sides[seat]), None)


def may_play(table: Pitch, deal: Deal, seat: Seat) -> bool:
    """Whether `seat` is still in the deal and has a card left, as far as everybody knows."""
    if seat in deal.out:
        return False
    return deal.counts[seat] > 0 or (seat in deal.unsure and table.rules.drop_out != "never")


def still_in(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    return tuple([seat for seat in table.ring if may_play(table, deal, seat)])


def without_known(known: Mapping[Seat, frozenset[Card]], seat: Seat, cards: Iterable[Card]) -> Mapping[Seat, frozenset[Card]]:
    """Return `known` (the cards that the record places in each hand) after these cards left the hand of `seat`."""
    mine = known.get(seat)
    if not mine:
        return known
    return {**known, seat: mine.difference(cards)}
