"""The table of Pitch: the state of a game and of the deal in progress, and questions that this state alone answers.

A *deal* begins when cards are dealt and ends with its score. A scored deal is a *round* of the ledger. *Known* cards are those that the
record places in a hand; they matter for findings, never for what everybody sees. *Open* cards are known cards that everybody has seen.
*Gone* cards have left the hands. A hand is *unsure* if unrecorded cards entered or left it. Source: docs/rules/03_pitch_schema.md, rulings
PI-1 to PI-43.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.values import replace
from domain.ledger import Ledger, State
from domain.rounds import Played
from domain.systems.pitch.auction import Auction
from domain.systems.pitch.moves import Moved
from domain.systems.pitch.pack import Pack, pack_of
from domain.systems.pitch.ruleset import Ruleset
from domain.systems.pitch.sides import Side, of_deal
from domain.systems.pitch.steps import Step

Phase = Literal["deal", "auction", "exchange", "play", "team_out", "score"]
"""`deal`: nothing of this deal is recorded yet. `team_out`: the leading side is out of trumps; the others show their last cards (PI-43).
`score`: the deal was played to the end, but a statement must add what is missing before it can be scored."""


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
"""How a card left a hand: it was played or thrown."""


class Trick(NamedTuple):
    """A finished trick. `winner` is None for a dead trick, which nobody takes (PI-14), and while trump is unknown."""

    plays: tuple[Play, ...]
    winner: Seat | None


class Pitched(NamedTuple):
    """A card that a player led instead of calling (PI-39). `trump`: the suit that the player said with it, if any."""

    seat: Seat
    card: Card
    version: int
    trump: str | None


class Void(NamedTuple):
    """Why a hand cannot hold a suit: with a card of that suit, the act at `version` would have been illegal. `rule`: the finding to report
    if such a card comes out of the hand after all."""

    version: int
    rule: Literal["revoke", "false-out"]


Voids = Mapping[str, Void]
"""For each effective suit that a hand cannot hold, the reason."""


_NO_CARDS: Final = frozenset[Card]()


@dataclass(frozen=True)
class Deal:
    """One deal so far.

    `said`, `called_at`: the last call of each seat as a word, and the version of its event. `bid`: None when not known, and for a shoot
    called without a number. `called`: the card whose holder is the maker's partner. `step`: the index of the current step of the exchange.
    `done`: the seats that have taken this step. `counts`: how many cards each seat has. `stock`, `kitty`, `thrown`: how many cards are in
    each. `kitty_cards`, `stock_cards`: their cards, if recorded. `face_up`: thrown cards that may be picked up again. `leader`: the seat
    that opens this trick. `turn`: the seat that is to play. `out`: seats that left the deal. `voids`: the suits that each hand cannot hold
    if every act was legal. `plain`: for each seat that threw all its plain cards, how many cards came to it since then, and how many plain
    cards it has shown. `left`: cards shown in the phase `team_out`. `moves`: how cards entered and left hands before the play. `whose`: the
    hand in which the record last put each card. `torn`: whether the record contradicts itself about a card. `voided`: why the deal before
    this one was void. `doubled`: the version of the event that doubled the bid or stated so, else None (PI-29).
    """

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
        """Whether the record names every card of that hand, and the hand is not empty."""
        known = self.known.get(seat)
        return bool(known) and len(known or ()) == self.counts.get(seat) and seat not in self.unsure

    def hand(self, seat: Seat) -> frozenset[Card]:
        """The cards that the record places in that hand."""
        return self.known.get(seat, frozenset())

    def owners(self, seat: Seat) -> tuple[Seat, ...]:
        """Return `(seat,)` if a proof from this hand's known cards needs sealed cards, `()` if everybody has seen all of them."""
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
        """Return those of `cards` that need a check: by the record they may not have come from that hand."""
        if self.torn:
            return cards
        suit_of, whole = self.pack.suit_of, self.known[seat] if self.knows_hand(seat) else None
        return [card for card in cards if card not in suit_of or self.denies(seat, (card,)) or (whole is not None and card not in whole)]

    def denies(self, seat: Seat, cards: Iterable[Card]) -> bool:
        """Whether one of these cards cannot be in that hand: it left a hand, or the record puts it in another hand or in the stock."""
        for card in cards:
            if card in self.gone or self.whose.get(card, seat) != seat or (self.stock_cards and card in self.stock_cards):
                return True
        return False


class Summary(NamedTuple):
    """What is known of a scored deal. `points`: a seat of the side that made each point, by name; None when not known. `counts`: the number
    of points by side. `derived`: whether recorded cards give the score. `won`: the accounts that won the game by a shoot in this deal."""

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

    `account`: for each seat, the team or player whose total gets its points. `dealt`: scored deals, in order. `exiled`: accounts that are
    out of the game after a missed shoot (PI-22).
    """

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
        """The current total of each account."""
        return {self.account[seat]: score for seat, score in self.ledger.scores.items() if seat in self.account}


def fresh(rules: Ruleset, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    """Return a deal that has not begun. `voided`: why the deal before was void; empty if it was not."""
    return replace(_undealt(rules, ring), dealer=dealer, voided=voided)


@lru_cache(maxsize=256)
def _undealt(rules: Ruleset, ring: tuple[Seat, ...]) -> Deal:
    hands = dict.fromkeys(ring, rules.hand_dealt)
    stock = rules.pack_size - len(ring) * rules.hand_dealt - rules.kitty
    return Deal(pack_of(rules, None), counts=hands, stock=stock, kitty=rules.kitty)


def with_deal(table: Pitch, deal: Deal) -> Pitch:
    return table if deal is table.deal else replace(table, deal=deal)


@lru_cache(maxsize=1024)
def clockwise(ring: tuple[Seat, ...], start: Seat | None) -> tuple[Seat, ...]:
    """Return the seats clockwise, once around from `start`. If `start` is not in the ring, return the ring."""
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
    """Return the partner of a seat in this deal; None for a player alone. In larger teams, return the next partner clockwise."""
    sides = side_of(table, deal)
    return next((other for other in from_left_of(table.ring, seat)[:-1] if sides[other] == sides[seat]), None)


def may_play(table: Pitch, deal: Deal, seat: Seat) -> bool:
    """Whether that seat is still in the deal and has a card, judged by what everybody knows."""
    if seat in deal.out:
        return False
    return deal.counts[seat] > 0 or (seat in deal.unsure and table.rules.drop_out != "never")


def still_in(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    return tuple([seat for seat in table.ring if may_play(table, deal, seat)])


def without_known(known: Mapping[Seat, frozenset[Card]], seat: Seat, cards: Iterable[Card]) -> Mapping[Seat, frozenset[Card]]:
    """Return `known` after these cards left that hand."""
    mine = known.get(seat)
    if not mine:
        return known
    return {**known, seat: mine.difference(cards)}
