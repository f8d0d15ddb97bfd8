"""The auction: whose turn it is, what may be called, who holds the bid, and when it is over.

Seats here are any hashable names, so that an auction can be judged without a table. A *shoot* promises every point; it beats any number,
and nothing beats it. Under rules with `shoot_rank` = `is_top_bid`, the highest number is the shoot. A *pitch* is a card led instead of a
call; it counts as a bid of four (PI-39). Source: docs/rules/03_pitch_schema.md §4 (auction legality); PI-7, PI-8, PI-9, PI-39, PI-42."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from domain.kernel.values import replace
from domain.systems.pitch.rules.ruleset import Ruleset

S = TypeVar("S")

Said = int | Literal["pass", "shoot", "pitch"]
Reason = Literal["not_your_turn", "out_of_range", "not_higher", "already_passed", "dealer_forced", "exact_min"]
PITCHED: Final = 4
"""A pitch (a card led instead of a call) counts as a bid of this number (PI-39)."""


@dataclass(frozen=True)
class Auction(Generic[S]):
    """An auction so far. `order`: the seats, from the dealer's left to the dealer. `spoken`: the seats that have made any call. `passed`:
    the seats that have passed. `maker`: the seat that holds the bid. `bid`: the current amount; 0 before the first bid, and 0 for a shoot
    (a promise of every point) that was called without a number. `turn`: the seat that is to call; None when the auction is over."""

    order: tuple[S, ...]
    turn: S | None
    maker: S | None = None
    bid: int = 0
    shoot: bool = False
    pitched: bool = False
    spoken: frozenset[S] = frozenset()
    passed: frozenset[S] = frozenset()

    @property
    def dealer(self) -> S:
        return self.order[-1]

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def void(self) -> bool:
        """Whether everybody has passed."""
        return self.turn is None and self.maker is None


class Judged(NamedTuple, Generic[S]):
    """The result of a sequence of calls. `bid`: None for a shoot (a promise of every point) that was called without a number. If a call was
    illegal, `at` is the index of the first such call and `reason` says why."""

    status: Literal["won", "void", "illegal", "open"]
    maker: S | None = None
    bid: int | None = None
    shoot: bool = False
    at: int | None = None
    reason: Reason | None = None


def opened(seats: Sequence[S], dealer: S) -> Auction[S]:
    """Return the auction before the first call. `seats`: all seats clockwise, with the dealer."""
    at = (*seats,).index(dealer)
    order = (*seats[at + 1 :], *seats[: at + 1])
    return Auction(order, order[0])


def fault(rules: Ruleset, auction: Auction[S], seat: S, said: Said) -> Reason | None:
    """Return why the call `said` is illegal now; None if it is legal."""
    if seat != auction.turn:
        return "already_passed" if seat in auction.passed and not auction.over else "not_your_turn"
    alone = auction.maker is None and seat == auction.dealer and len(auction.passed) == len(auction.order) - 1
    if said == "pass":
        return "dealer_forced" if alone and not rules.all_pass.startswith("redeal") else None
    if said == "pitch":
        return _pitch_fault(rules, auction, seat)
    number = amount(rules, said)
    if said == "shoot" and rules.shoot_kind == "none":
        return "out_of_range"
    if number is not None and not rules.bid_min <= number <= rules.bid_max:
        return "out_of_range"
    if auction.shoot or (auction.pitched and not is_shoot(rules, said)):
        return "not_higher"
    if number is not None and not _outbids(rules, auction, seat, number):
        return "not_higher"
    if alone and number != rules.bid_min:
        least = rules.all_pass == "dealer_exact_min" or (rules.all_pass == "dealer_min_or_shoot" and not is_shoot(rules, said))
        return "exact_min" if least else None
    return None


def _outbids(rules: Ruleset, auction: Auction[S], seat: S, number: int) -> bool:
    matches = rules.dealer_priv == "may_match" and seat == auction.dealer and auction.maker is not None
    return number > auction.bid or (matches and number == auction.bid)


def _pitch_fault(rules: Ruleset, auction: Auction[S], seat: S) -> Reason | None:
    """Return why a pitch (leading a card instead of calling) is illegal now; None if it is legal. A pitch beats bids below four; the
    dealer's pitch beats a four too (PI-39)."""
    if not rules.pitch_in_lieu:
        return "out_of_range"
    if auction.shoot or auction.bid > PITCHED:
        return "not_higher"
    return "not_higher" if auction.bid == PITCHED and seat != auction.dealer else None


def amount(rules: Ruleset, said: Said) -> int | None:
    """Return the number that a call bids. None for a pass, and for a shoot if the rules rank shoots above all numbers."""
    if said == "shoot":
        return rules.bid_max if rules.shoot_rank == "is_top_bid" else None
    return PITCHED if said == "pitch" else said if isinstance(said, int) else None


def is_shoot(rules: Ruleset, said: Said) -> bool:
    """Whether the call `said` is a shoot: the word itself, or the top bid if the rules make the top bid a shoot."""
    return said == "shoot" or (said == rules.bid_max and rules.shoot_rank == "is_top_bid")


def called(rules: Ruleset, auction: Auction[S], seat: S, said: Said) -> Auction[S]:
    """Return the auction after the call `said`, legal or not. If the call does not beat the current bid, the bid stays with its holder.
    Players whose turn went by without a call count as passed."""
    spoken = auction.spoken | {seat}
    if said == "pass":
        return _next(rules, replace(auction, spoken=spoken, passed=auction.passed | {seat}), seat)
    called = replace(auction, spoken=spoken)
    legal = fault(rules, replace(auction, turn=seat), seat, said) in (None, "exact_min", "out_of_range")
    if auction.maker is None or (legal and not auction.shoot):
        called = replace(called, maker=seat, bid=amount(rules, said) or 0, shoot=is_shoot(rules, said), pitched=said == "pitch")
    return _next(rules, called, seat)


def _next(rules: Ruleset, auction: Auction[S], seat: S) -> Auction[S]:
    """Return the auction with the turn at the next seat after `seat` that may call. If nobody may call any more, the auction is over."""
    order, at = auction.order, auction.order.index(seat)
    if rules.auction == "one_turn":
        if seat == auction.dealer:
            return replace(auction, turn=None)
        if auction.pitched:
            return replace(auction, turn=auction.dealer)
        return replace(auction, turn=next((other for other in order[at + 1 :] if other not in auction.spoken), None))
    top = auction.shoot or (auction.bid >= rules.bid_max and rules.shoot_rank != "above_top_bid")
    left = [other for other in (*order[at + 1 :], *order[: at + 1]) if other not in auction.passed]
    alone = len(left) == 1 and auction.maker == left[0]
    return replace(auction, turn=None if top or alone or not left else left[0])


def closable(rules: Ruleset, auction: Auction[S]) -> bool:
    """Whether it is certain who holds the bid, because no legal call can change that any more. The remaining calls may stay unrecorded
    (PI-42)."""
    if auction.over or auction.shoot:
        return True
    if auction.maker is None:
        return False
    matched = rules.dealer_priv == "may_match" and auction.dealer not in auction.spoken
    pitched_over = rules.pitch_in_lieu and auction.dealer not in auction.spoken and auction.bid <= PITCHED
    return auction.bid >= rules.bid_max and rules.shoot_kind == "none" and not matched and not pitched_over


def forced(rules: Ruleset, auction: Auction[S]) -> bool:
    """Whether the dealer must take the lowest bid and has no choice. That bid may stay unrecorded (PI-42)."""
    others = auction.maker is None and auction.turn == auction.dealer and len(auction.passed) == len(auction.order) - 1
    return others and rules.all_pass == "dealer_exact_min"


def judged(rules: Ruleset, seats: Sequence[S], dealer: S, calls: Sequence[tuple[S, Said]]) -> Judged[S]:
    """Judge the calls in order. Return how the auction ended, and which call was illegal, if any. `seats`: all seats, clockwise."""
    auction = opened(seats, dealer)
    for at, (seat, said) in enumerate(calls):
        reason = fault(rules, auction, seat, said)
        if reason is not None:
            return Judged("illegal", at=at, reason=reason)
        auction = called(rules, auction, seat, said)
    if forced(rules, auction):
        auction = called(rules, auction, dealer, rules.bid_min)
    if auction.void:
        return Judged("void")
    if not closable(rules, auction):
        return Judged("open", auction.maker, auction.bid or None, auction.shoot)
    return Judged("won", auction.maker, auction.bid or None, auction.shoot)
