"""The table of Pitch: the state of a game and of the deal in progress, and functions that need nothing else. `domain.tricks.deal` has what
all games of tricks know of a deal, and defines words for it. A scored deal is a *round* of the ledger. Source:
docs/rules/03_pitch_schema.md, rulings PI-1 to PI-51."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.systems.pitch.play.auction import Auction
from domain.systems.pitch.rules.pack import Pack, pack_of
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.rules.steps import Step
from domain.tricks import deal as tricks
from domain.tricks.following import Following
from domain.tricks.play import loosened
from domain.tricks.ring import from_left_of
from domain.tricks.sides import Side, accounts


class Pitched(NamedTuple):
    """A card that a player led instead of calling (PI-39). `trump`: the suit that the player said with it, if any."""

    seat: Seat
    card: Card
    version: int
    trump: str | None


class Threw(NamedTuple):
    """What is known about a hand that threw cards, by those who see only open cards (`sealed` is False) or by those who see all that is
    recorded of this hand. Cards that the hand shows later may prove that it threw or kept the wrong ones (`breaches.throwing`).

    `sorts`: whether all plain cards had to be thrown. `searches`: how many cards were kept, if it was a search of the stock. `left`: how
    many cards stayed in the hand. `cards`: those thrown, as far as known; `shown`: those thrown face up; `unseen`: how many more were
    thrown. `held`: cards certainly held just before. `had`: cards that the hand was known to hold at some time before. Since then, `came`:
    how many unknown cards came to the hand, `named`: the known ones."""

    seat: Seat
    version: int
    sealed: bool
    sorts: bool
    searches: int
    left: int
    cards: frozenset[Card]
    shown: frozenset[Card]
    unseen: int
    held: frozenset[Card]
    had: frozenset[Card]
    came: int = 0
    named: frozenset[Card] = frozenset()


@dataclass(frozen=True)
class Deal(tricks.Deal):
    """One deal of Pitch so far. In the phase `team_out`, the leading side is out of trumps, and the others show their last cards (PI-43).
    In the phase `score`, the deal was played to the end, but it cannot be scored before a statement adds what is missing.

    Calls: `bid`: None if not known, and for a shoot called without a number. `called`: the card whose holder is the maker's partner.
    `doubled`: the version of the event that doubled the bid, or that stated so; None if the bid is not doubled (PI-29).

    Exchange: `step`: the index of the current step. `done`: the seats that have taken this step. `own`: for each seat, the index of the
    last step that it is recorded to have taken. `drawable`: the cards of the stock as it was dealt, if recorded. `face_up`: thrown
    cards that may be picked up again. `plain`: for each seat that threw all its plain cards, how many cards came to it since then, and how
    many plain cards it has shown. `throws`: throws that later cards may prove wrong. `left`: cards shown in the phase `team_out`.

    Players who are out: `silent`: players in `out` who did not declare it. They come back with their next card (PI-47). `early`: (seat,
    version of the declaration) of each player who was declared out in this trick before it was that player's turn (PI-46)."""

    pack: Pack
    auction: Auction | None = None
    bid: int | None = None
    shoot: bool = False
    pitched: Pitched | None = None
    took_over: bool = False
    called: Card | None = None
    partner: Seat | None = None
    doubled: int | None = None
    step: int = 0
    done: frozenset[Seat] = frozenset()
    own: Mapping[Seat, int] = field(default_factory=dict)
    drawable: frozenset[Card] = frozenset()
    face_up: tuple[Card, ...] = ()
    plain: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    throws: tuple[Threw, ...] = ()
    left: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    silent: frozenset[Seat] = frozenset()
    early: tuple[tuple[Seat, int], ...] = ()

    @property
    def bid_known(self) -> bool:
        """Whether the record says who the maker is and what the maker bid."""
        return self.maker is not None and (self.bid is not None or self.shoot)


class Summary(NamedTuple):
    """What is known about a scored deal. `points`: by name of the point, a seat of the side that made it; None if not known. `counts`:
    points by side. `derived`: whether recorded cards give the score. `won`: the accounts that won the game by a shoot in this deal."""

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


@dataclass(frozen=True, kw_only=True)
class Pitch(tricks.Tricks):
    """The state of one game of Pitch. `ways`: how players must follow: (after the first trick, in the first trick). `dealt`: the scored
    deals, in order. `exiled`: the accounts that are out of the game because they failed a shoot (PI-22)."""

    rules: Ruleset
    steps: tuple[Step, ...]
    ways: tuple[Following, Following]
    deal: Deal
    dealt: Vector[Summary] = Vector()
    exiled: frozenset[Side] = frozenset()


def fresh(rules: Ruleset, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    """Return a deal that has not begun. `voided`: why the deal before this one was void; empty if it was not void."""
    return replace(_undealt(rules, ring), dealer=dealer, voided=voided)


@lru_cache(maxsize=256)
def _undealt(rules: Ruleset, ring: tuple[Seat, ...]) -> Deal:
    hands = dict.fromkeys(ring, rules.hand_dealt)
    stock = rules.pack_size - len(ring) * rules.hand_dealt - rules.kitty
    return Deal(pack_of(rules, None), counts=hands, stock=stock, kitty=rules.kitty)


def following(table: Pitch, deal: Deal) -> Following:
    """Return how players follow in the current trick."""
    return loosened(deal, table.ways[not deal.tricks])


def with_deal(table: Pitch, deal: Deal) -> Pitch:
    return table if deal is table.deal else replace(table, deal=deal)


def side_of(table: Pitch, deal: Deal | Summary) -> Mapping[Seat, Side]:
    """Return the side of each seat in this deal."""
    if table.rules.sides != "called":
        return table.account
    return of_deal(table.rules, table.ring, deal.maker, deal.partner)


@lru_cache(maxsize=1024)
def of_deal(rules: Ruleset, seats: tuple[Seat, ...], maker: Seat | None = None, partner: Seat | None = None) -> Mapping[Seat, Side]:
    """Return the side of each seat in a deal with this maker and partner. With called partners, every player has an account, and each deal
    has new sides: the maker's side has the maker's number, and all others share the lowest seat number among them (PI-25). `partner`: None
    if the maker plays alone, or if the partner is not known yet. `maker`: if None, every seat is a side of its own."""
    if rules.sides != "called" or maker is None:
        return accounts(rules.teams, seats)
    makers = {maker, partner}
    others = min((seat for seat in seats if seat not in makers), default=maker)
    return {seat: Side(maker if seat in makers else others) for seat in seats}


def partner_of(table: Pitch, deal: Deal, seat: Seat) -> Seat | None:
    """Return the partner of a seat in this deal; None if there is none. If there are several, return the next one clockwise."""
    sides = side_of(table, deal)
    return next((other for other in from_left_of(table.ring, seat)[:-1] if sides[other] == sides[seat]), None)


def may_play(table: Pitch, deal: Deal, seat: Seat) -> bool:
    """Whether `seat` is still in the deal and has a card left, as far as everybody knows."""
    if seat in deal.out:
        return False
    return deal.counts[seat] > 0 or (seat in deal.unsure and table.rules.drop_out != "never")


def still_in(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    return tuple([seat for seat in table.ring if may_play(table, deal, seat)])
