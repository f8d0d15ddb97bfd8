"""The table of Box: the numbers of cards, turn and direction, refills, lost boxes and the end of the game.

A player's *box* is a few unseen cards, face down; a *stuck* player must draw from it. *Extras* are cards won in earlier rounds, face down.
When a card drawn from the box could be played, the player is *owed* a new box card. *Used* cards are those of finished rounds. Source:
docs/rules/01_simple_games.md §4, rulings BX-1 to BX-21."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import BIT_OF, RANK_OF, UNKNOWN, Card, Seat
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.ledger import Ledger
from domain.rounds import Played
from domain.systems.box.claims import Claim

PACK: Final = 52
BOX_CAPACITY: Final = 4
HIGHEST: Final = max(RANK_OF.values())
HAND_LIMIT: Final = 4
RESURRECTED_LIMIT: Final = 3
TRADE: Final = 3
RESURRECTION: Final = 4
MOST_CLAIMS: Final = 8
"""At most this many claims of one player are kept; older claims are dropped. A claim is what a draw or a lead said about the hand."""

Phase = Literal["setup", "lead", "turn", "loss", "over", "abandoned"]
"""The phases of a game. In `setup`, the leader is not known. The phases `lead` and `loss` come between rounds. In `loss`, a player without
a box must trade, be resurrected or leave."""


@dataclass(frozen=True, slots=True)
class BoxRules:
    ending: Literal["last_survivor", "first_out_loses"] = "last_survivor"
    players: int = 4
    voluntary_box: bool = False
    direction_persists: bool = False
    no_box_refill: bool = False
    instant_refill: bool = False
    trade_cannot_save: bool = False
    no_recycle: bool = False
    include_used: bool = False


class Holding(NamedTuple):
    """How many cards one player has, and how many came from refills. `owed`: box cards that the player will get. `total`: all cards that
    refills have given to the hand.

    In the last refill, `drawn` cards went to the hand and `boxed` cards to the box. `due`: how many box cards the player was owed before
    this refill."""

    hand: int = HAND_LIMIT
    box: int = BOX_CAPACITY
    extras: int = 0
    limit: int = HAND_LIMIT
    owed: int = 0
    resurrected: bool = False
    drawn: int = 0
    boxed: int = 0
    due: int = 0
    total: int = 0


class Play(NamedTuple):
    """A card in the centre; UNKNOWN if nobody remembers it. `version`: the version of the event that put it there."""

    seat: Seat
    card: Card
    version: int


@dataclass(frozen=True)
class Box(Played):
    """The state of a game of Box at one moment.

    `out`: the seats out of the game, first out first. `direction`: 1 clockwise, -1 counterclockwise. `centre`: the cards of this round, in
    order. `declared`: whether the player in turn has declared being stuck. `unseen`: whether a round was only stated, so that the numbers
    of cards are no longer known. `start`: the table at the start of this round.

    `lying`: cards that cannot be in a hand, a box or the stock, because everyone has seen them elsewhere; for each, the version of the
    event that showed it. `spent`: the cards of `lying` that are used cards, and so return to the stock when used cards are shuffled into
    it. `extras`: the cards of `lying` that are extras of a player, if recorded.

    `held`: hand cards known from recorded deals. `boxes`: by seat, the cards of the box, as far as recorded. `exposed`: by seat, hand
    cards that were shown and not played yet; for each, the version of the event that showed it. `claims`: by seat, oldest first."""

    rules: BoxRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    holdings: Mapping[Seat, Holding]
    stock: int
    phase: Phase = "setup"
    out: tuple[Seat, ...] = ()
    leader: Seat | None = None
    turn: Seat | None = None
    direction: int = 1
    centre: Vector[Play] = Vector()
    used: int = 0
    lost_by: Seat | None = None
    declared: bool = False
    unseen: bool = False
    lying: Mapping[Card, int] = field(default_factory=dict)
    spent: frozenset[Card] = frozenset()
    extras: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)
    claims: Mapping[Seat, tuple[Claim, ...]] = field(default_factory=dict)
    held: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)
    boxes: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)
    exposed: Mapping[Seat, Mapping[Card, int]] = field(default_factory=dict)
    winners: tuple[Seat, ...] = ()
    start: "Box | None" = None

    @property
    def players(self) -> tuple[Seat, ...]:
        """Seats still in the game, clockwise."""
        return tuple([seat for seat in self.ring if seat not in self.out]) if self.out else self.ring

    @property
    def between_rounds(self) -> bool:
        return self.phase in ("setup", "lead", "loss") and not self.centre

    @property
    def playing(self) -> bool:
        return self.phase not in ("over", "abandoned")

    @property
    def top(self) -> Play | None:
        """The last card in the centre; None before the first card of a round."""
        return self.centre[-1] if self.centre else None

    @property
    def limit(self) -> int:
        """The highest rank that may be played on the cards in the centre. A card that nobody remembers was equal to the card before it, or
        lower."""
        for play in reversed(self.centre):
            if play.card != UNKNOWN:
                return RANK_OF.get(play.card, 0)
        return HIGHEST

    def knows_hand(self, seat: Seat) -> bool:
        """Whether recorded deals show every card in the hand of `seat`."""
        return not self.unseen and len(self.held.get(seat, ())) == self.holdings[seat].hand

    def known_in(self, seat: Seat) -> frozenset[Card]:
        """Return the cards that recorded deals prove to be in the hand of `seat`."""
        cards = self.held.get(seat, frozenset())
        return cards if not self.unseen and len(cards) <= self.holdings[seat].hand else frozenset()

    def knows_box(self, seat: Seat) -> bool:
        """Whether the record names every card in the box of `seat`, and there is one."""
        return not self.unseen and 0 < len(self.boxes.get(seat, ())) == self.holdings[seat].box

    def may_trade(self, seat: Seat) -> bool:
        """Whether this player may trade three extras for one unseen box card (BX-10)."""
        mine = self.holdings[seat]
        cards = self.stock + (0 if self.rules.no_recycle else self.used)
        saved = mine.box > 0 or not self.rules.trade_cannot_save
        return mine.extras >= TRADE and mine.box < BOX_CAPACITY and cards >= 1 and saved

    def may_resurrect(self, seat: Seat) -> bool:
        """Whether this player may be resurrected: the player lost the box, was never resurrected before, and four cards are left to draw
        (BX-12, BX-13)."""
        mine = self.holdings[seat]
        cards = self.stock + mine.hand + mine.extras + self.used
        return mine.box == 0 and not mine.resurrected and cards >= RESURRECTION

    def pending(self) -> tuple[Seat, ...]:
        """Return the seats in the game that have no box, in the order in which they decide: clockwise from the winner's left (BX-17)."""
        lost = [seat for seat, mine in self.holdings.items() if mine.box == 0 and seat not in self.out]
        if len(lost) < 2:
            return tuple(lost)
        order = clockwise(self.ring, self.leader if self.leader is not None else self.ring[0])
        return tuple([seat for seat in (*order[1:], order[0]) if seat in lost])


def clockwise(ring: tuple[Seat, ...], start: Seat) -> tuple[Seat, ...]:
    at = ring.index(start)
    return (*ring[at:], *ring[:at])


def following(table: Box, seat: Seat, direction: int) -> Seat:
    """Return the next seat in the given direction whose player is still in the game."""
    ring, out = table.ring, table.out
    at, seats = ring.index(seat), len(ring)
    for step in range(1, seats):
        other = ring[(at + step * direction) % seats]
        if other not in out:
            return other
    return seat


def with_holding(table: Box, seat: Seat, holding: Holding) -> Box:
    return replace(table, holdings={**table.holdings, seat: holding})


def recycled(table: Box, wanted: int) -> Box:
    """Return the table, with the used cards shuffled into the stock if the stock has fewer than `wanted` cards (BX-11)."""
    if table.stock >= wanted or table.rules.no_recycle or not table.used:
        return table
    lying = {card: version for card, version in table.lying.items() if card not in table.spent}
    return replace(table, stock=table.stock + table.used, used=0, lying=lying, spent=frozenset())


def settled(table: Box, *, forced: bool = False) -> Box:
    """Return the table without the players who have no box and cannot get one. They are taken out one after the other (BX-17). As soon as
    the game is decided, nobody else is taken out. `forced`: also take out players who could have got a box and did not."""
    lost = () if table.unseen else table.pending()
    if not lost and not table.out and not table.unseen and table.phase == "lead" and len(table.ring) > 1:
        return table  # the usual case: no player has lost the box
    for seat in lost:
        if decided(table) or (not forced and (table.may_trade(seat) or table.may_resurrect(seat))):
            break
        table = gone(table, seat)
    if decided(table):
        return replace(table, phase="over", winners=table.players)
    if table.unseen:
        return replace(table, phase="lead")
    phase: Phase = "loss" if lost and table.pending() else "lead"
    leader = _leader(table)
    return table if (table.phase, table.leader) == (phase, leader) else replace(table, phase=phase, leader=leader)


def decided(table: Box) -> bool:
    """Whether only one player is left (BX-21), or, with the option `first_out_loses`, a player is out (BX-15)."""
    return len(table.ring) - len(table.out) == 1 or (table.rules.ending == "first_out_loses" and bool(table.out))


def _leader(table: Box) -> Seat | None:
    """Return the winner of the round. If that player is out, return the next player clockwise who is still in the game (BX-20)."""
    if table.leader is None or table.leader not in table.out:
        return table.leader
    return next(seat for seat in clockwise(table.ring, table.leader) if seat not in table.out)


def gone(table: Box, seat: Seat) -> Box:
    """Return the table after a player leaves the game. The player's cards become used cards (BX-18)."""
    mine = table.holdings[seat]
    cards = mine.hand + mine.box + mine.extras
    return replace(
        table,
        out=(*table.out, seat),
        used=table.used + cards,
        spent=table.spent | table.extras.get(seat, frozenset()),
        holdings={**table.holdings, seat: mine._replace(hand=0, box=0, extras=0, owed=0)},
        claims={**table.claims, seat: ()},
        held={other: cards for other, cards in table.held.items() if other != seat},
        boxes={other: cards for other, cards in table.boxes.items() if other != seat} if table.boxes else table.boxes,
        exposed={other: cards for other, cards in table.exposed.items() if other != seat},
    )


def known_cards(held: Mapping[Seat, frozenset[Card]], seat: Seat) -> tuple[Card, ...]:
    """Return the known cards of a hand, in the order of the pack."""
    return tuple(sorted(held.get(seat, ()), key=BIT_OF.__getitem__))
