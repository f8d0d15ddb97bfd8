"""The table of Bid Whist: one deal with its auction, contract and kitty, and the deals that are over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import Kind, Ranks, TrumpNamed
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.systems.bid_whist.rules import HAND, Ruleset, pack_of
from domain.tricks import deal as tricks
from domain.tricks.auction import Auction
from domain.tricks.ring import from_left_of
from domain.tricks.sides import Side

Step = Literal["name", "kitty", "throw"]
"""What the maker does between the auction and the play: names trumps or the direction, takes the kitty, throws six cards."""


class Bid(NamedTuple):
    """A bid. `kind`: None if nobody wrote it down."""

    level: int
    kind: Kind | None


@dataclass(frozen=True)
class Deal(tricks.Deal):
    """One deal so far. `auction`: None while nobody knows the dealer. `bids`: the last bid of each seat. `bid`: the contract, once the
    auction is over. `ranks`: which way the ranks run; None while that is not known. `done`: the steps (`Step`) that the maker has taken."""

    auction: Auction | None = None
    bids: Mapping[Seat, Bid] = field(default_factory=dict)
    bid: Bid | None = None
    ranks: Ranks | None = None
    done: frozenset[Step] = frozenset()

    @property
    def kind(self) -> Kind | None:
        """The kind of the contract; None if it is not known."""
        return None if self.bid is None else self.bid.kind


class Summary(NamedTuple):
    """A deal that is over. `tricks`: the tricks of each side; None if they are not known. `books`: how many books the maker's side has.
    `made`: whether it kept its bid. `version`: the version of the event that ended the deal."""

    number: int
    version: int
    dealer: Seat | None
    maker: Seat | None
    bid: Bid | None
    trump: str | None
    ranks: Ranks | None
    tricks: Mapping[Side, int] | None = None
    books: int | None = None
    made: bool | None = None


@dataclass(frozen=True, kw_only=True)
class BidWhist(tricks.Tricks):
    """The state of one game. `dealt`: the deals that are over."""

    rules: Ruleset
    deal: Deal
    dealt: Vector[Summary] = Vector()


def fresh(rules: Ruleset, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    """Return a deal of which nothing is recorded. `voided`: why the deal before it was void."""
    return Deal(pack_of(rules, None, None), dealer=dealer, counts=dict.fromkeys(ring, HAND), kitty=rules.kitty, voided=voided)


def steps(rules: Ruleset) -> tuple[Step, ...]:
    """Return the steps of the exchange in order."""
    return ("name", "kitty", "throw") if rules.name_before_kitty else ("kitty", "name", "throw")


def contracted(rules: Ruleset, deal: Deal, named: TrumpNamed | None = None, *, trump: str | None = None) -> Deal:
    """Return the deal with its pack, as far as the contract is known. `named`: what the maker names now; None if nothing is named now.
    `trump`: the trump suit, if the caller knows it from elsewhere.

    If the bid contradicts what was named, the bid counts: a bid of high or low decides which way the ranks run, and with a bid of no trump,
    no suit is trump. If nobody wrote down the kind of the bid, the kind follows from what was named."""
    trump, ranks = (trump or deal.trump, deal.ranks) if named is None else (named.suit, named.ranks or deal.ranks)
    if deal.bid is not None and deal.bid.kind is None and named is not None:
        deal = replace(deal, bid=Bid(deal.bid.level, "no_trump" if trump is None else ranks))
    if deal.kind == "no_trump":
        trump = None
    elif deal.kind is not None:
        ranks = deal.kind if trump else None
    return replace(deal, ranks=ranks, pack=pack_of(rules, trump, ranks))


def leader_of(table: BidWhist, deal: Deal) -> Seat | None:
    """Return the seat that leads to the first trick; None if it is not known."""
    if table.rules.first_leader == "maker":
        return deal.maker
    return None if deal.dealer is None else from_left_of(table.ring, deal.dealer)[0]


def tricks_of(table: BidWhist, deal: Deal) -> Mapping[Side, int] | None:
    """Return how many tricks each side took so far; None if the winner of a trick is not known."""
    winners = [trick.winner for trick in deal.tricks]
    won = [table.account[seat] for seat in winners if seat is not None]
    return {side: won.count(side) for side in sides(table)} if len(won) == len(winners) else None


def sides(table: BidWhist) -> tuple[Side, ...]:
    return tuple(dict.fromkeys(table.account.values()))
