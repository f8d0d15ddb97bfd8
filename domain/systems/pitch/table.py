"""The table of Pitch: where a game and the deal in progress stand, and what follows from that without an event.

Words: a *deal* goes from the cards dealt to the score; a deal that is scored is a *round* of the ledger. *known* cards are those that the
record holds of a hand, *open* ones those of them that everybody has seen; *gone* cards are in no hand any more. A hand whose size is
*unsure* lost or gained cards that nobody wrote down. What everybody may know never depends on *known* cards, only findings do.
Source: docs/rules/03_pitch_schema.md, rulings PI-1 to PI-43.
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
"""deal: nothing of this deal is recorded, or only that it was dealt. team_out: the leading side is out of trumps, the others show what is
left (PI-43). score: played to the end, but who bid what is not known yet."""
NOBODY: Final = Seat(-1)
"""Owner of what no player may see: the kitty and the stock as they were recorded."""


class Play(NamedTuple):
    seat: Seat
    card: Card
    version: int
    extras: tuple[Card, ...] = ()

    @property
    def public(self) -> bool:
        return True


class Thrown(NamedTuple):
    """A card that left a hand unplayed: whose, by which event, and whether everybody saw it."""

    seat: Seat
    version: int
    public: bool


Gone = Play | Thrown
"""How a card left a hand."""


class Trick(NamedTuple):
    """A finished trick. `winner`: None for a dead one (PI-14)."""

    plays: tuple[Play, ...]
    winner: Seat | None


class Pitched(NamedTuple):
    """A card led instead of a call (PI-39). `trump`: as it was said with it."""

    seat: Seat
    card: Card
    version: int
    trump: str | None


class Void(NamedTuple):
    """What a hand cannot hold if the act at `version` was legal; `rule`: what is proved if it does."""

    version: int
    rule: Literal["revoke", "false-out"]


Voids = Mapping[str, Void]
"""By effective suit."""


_NO_CARDS: Final = frozenset[Card]()


@dataclass(frozen=True)
class Deal:
    """One deal so far.

    `said`, `called_at`: the last call of each seat in a word, and its version. `bid`: None where it is not known, and of a shoot called
    without a number. `called`: the card that names the partner. `step`, `done`: which step of the exchange, and who has done it.
    `counts`: cards in hand by seat. `stock`: cards in it. `kitty_cards`, `stock_cards`: which, where that is recorded. `face_up`: thrown
    cards that may be rescued. `leader`: who opened this trick or is to open it. `turn`: whose card is awaited. `out`: who has left it.
    `voids`: what the hands cannot hold if all was legal. `plain`: after all plain cards were thrown, how many can have come since.
    `left`: cards shown at `team_out`. `moves`: how cards came and went before the play, for the proofs. `whose`: in whose hand the record
    says that a card was. `torn`: it says of one what cannot be. `voided`: why the deal before this one counts for nothing. `doubled`: the
    version by which the bid is known to be doubled, None while it is not (PI-29).
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
        """Whether the record holds every card of that hand, and there are any."""
        known = self.known.get(seat)
        return bool(known) and len(known or ()) == self.counts.get(seat) and seat not in self.unsure

    def hand(self, seat: Seat) -> frozenset[Card]:
        """The known cards of that hand."""
        return self.known.get(seat, frozenset())

    def owners(self, seat: Seat) -> tuple[Seat, ...]:
        """On whose sealed cards that rests which the known cards of that hand prove; empty where everybody has seen them all."""
        return () if all(self.open.get(card) == seat for card in self.hand(seat)) else (seat,)

    @property
    def all_told(self) -> bool:
        """Whether the record holds every card of every hand."""
        known = self.known
        for seat, number in self.counts.items():
            if len(known.get(seat, _NO_CARDS)) != number:
                return False
        return not self.unsure

    def doubted(self, seat: Seat, cards: Sequence[Card]) -> Sequence[Card]:
        """Those of the cards against whose coming from that hand anything may speak."""
        if self.torn:
            return cards
        suit_of, whole = self.pack.suit_of, self.known[seat] if self.knows_hand(seat) else None
        return [card for card in cards if card not in suit_of or self.denies(seat, (card,)) or (whole is not None and card not in whole)]

    def denies(self, seat: Seat, cards: Iterable[Card]) -> bool:
        """Whether the record says of one of these cards that it cannot be in that hand: it has left one, is in another, or in the stock."""
        for card in cards:
            if card in self.gone or self.whose.get(card, seat) != seat or (self.stock_cards and card in self.stock_cards):
                return True
        return False


class Summary(NamedTuple):
    """A deal that was scored: what is known of it. `points`: by name, a seat of the side that made it; None: not known.
    `derived`: the record came to it by itself. `won`: the accounts that won the game by this shoot."""

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
    """One moment of a game.

    `account`: by seat, whose total it plays for. `dealt`: deals that were scored, in order. `exiled`: accounts that are out of the game by
    a shoot missed (PI-22).
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
        """The running totals by account."""
        return {self.account[seat]: score for seat, score in self.ledger.scores.items() if seat in self.account}


def fresh(rules: Ruleset, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    """A deal that has not begun. `voided`: why the deal before it counts for nothing."""
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
    """The ring once around from `start`; from the first seat if that is not in it."""
    at = ring.index(start) if start in ring else 0
    return ring[at:] + ring[:at]


@lru_cache(maxsize=1024)
def from_left_of(ring: tuple[Seat, ...], seat: Seat | None) -> tuple[Seat, ...]:
    """The ring once around, `seat` last; as it stands where that is not known."""
    order = clockwise(ring, seat)
    return order if seat not in ring else order[1:] + order[:1]


def next_dealer(ring: tuple[Seat, ...], dealer: Seat | None) -> Seat | None:
    return None if dealer is None else from_left_of(ring, dealer)[0]


def side_of(table: Pitch, deal: Deal) -> Mapping[Seat, Side]:
    """By seat, the side that takes its points in this deal."""
    if table.rules.sides != "called":
        return table.account
    return of_deal(table.rules, table.ring, deal.maker, deal.partner)


def partner_of(table: Pitch, deal: Deal, seat: Seat) -> Seat | None:
    """The partner of a seat in this deal; the next of them clockwise in larger teams; None for someone who plays alone."""
    sides = side_of(table, deal)
    return next((other for other in from_left_of(table.ring, seat)[:-1] if sides[other] == sides[seat]), None)


def may_play(table: Pitch, deal: Deal, seat: Seat) -> bool:
    """Whether that seat is still in the deal with a card, as far as everybody can know."""
    if seat in deal.out:
        return False
    return deal.counts[seat] > 0 or (seat in deal.unsure and table.rules.drop_out != "never")


def still_in(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    return tuple([seat for seat in table.ring if may_play(table, deal, seat)])


def without_known(known: Mapping[Seat, frozenset[Card]], seat: Seat, cards: Iterable[Card]) -> Mapping[Seat, frozenset[Card]]:
    """`known` after those cards left that hand."""
    mine = known.get(seat)
    if not mine:
        return known
    return {**known, seat: mine.difference(cards)}
