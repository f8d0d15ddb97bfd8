"""The auction of Pitch: `domain.tricks.auction` with two more kinds of call, shoots and pitches.

A *shoot* promises every point; it beats any number, and nothing beats it. Under rules with `shoot_rank` = `is_top_bid`, the highest number
is the shoot. A *pitch* is a card led instead of a call; it counts as a bid of four (PI-39). Source: docs/rules/03_pitch_schema.md §4
(auction legality); PI-7, PI-8, PI-9, PI-39, PI-42, PI-48."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from domain.kernel.cards import Seat
from domain.kernel.values import replace
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.tricks import auction as calling
from domain.tricks.auction import Bidding, Reason
from domain.tricks.ring import from_left_of

Said = int | Literal["pass", "shoot", "pitch"]
PITCHED: Final = 4
"""A pitch (a card led instead of a call) counts as a bid of this number (PI-39)."""


@dataclass(frozen=True)
class Auction(calling.Auction):
    """An auction so far. `bid`: 0 before the first bid, and for a shoot without a number. `pitched`: whether the bid is a pitch."""

    shoot: bool = False
    pitched: bool = False


@lru_cache(maxsize=256)
def bidding(rules: Ruleset) -> Bidding:
    """Return the rules of the auction without shoots and pitches."""
    least = rules.all_pass in ("dealer_exact_min", "dealer_min_or_shoot")
    last: Literal["pass", "bid", "least"] = "pass" if rules.all_pass.startswith("redeal") else "least" if least else "bid"
    return Bidding(rules.bid_min, rules.bid_max, rules.auction, rules.dealer_priv == "may_match", last)


def opened(ring: tuple[Seat, ...], dealer: Seat | None) -> Auction | None:
    """Return the auction before the first call; None if nobody knows the dealer."""
    order = from_left_of(ring, dealer)
    return None if dealer is None else Auction(order, order[0])


def fault(rules: Ruleset, auction: Auction, seat: Seat, said: Said) -> Reason | None:
    """Return why the call `said` is illegal now; None if it is legal."""
    if said == "pass" and auction.pitched:
        return None  # PI-48: after a pitch, nobody but the dealer may bid, but anyone may pass
    number, shoots = amount(rules, said), is_shoot(rules, said)
    turn = calling.turn_fault(auction, seat)
    if turn is not None or said == "pass":
        return turn or calling.fault(bidding(rules), auction, seat, None)
    if said == "pitch":  # PI-39: a pitch beats bids below four; the dealer's pitch beats a bid of four too
        beaten = auction.shoot or auction.bid >= PITCHED + (seat == auction.dealer)
        return "out_of_range" if not rules.pitch_in_lieu else "not_higher" if beaten else None
    if said == "shoot" and rules.shoot_kind == "none":
        return "out_of_range"
    if number is None:
        reason: Reason | None = "exact_min" if auction.falls_to(seat) and rules.all_pass == "dealer_exact_min" else None
    else:
        reason = calling.fault(bidding(rules), auction, seat, number)
    if reason != "out_of_range" and (auction.shoot or (auction.pitched and not shoots)):
        return "not_higher"
    return None if reason == "exact_min" and shoots and rules.all_pass == "dealer_min_or_shoot" else reason


def amount(rules: Ruleset, said: Said) -> int | None:
    """Return the number that a call bids. None for a pass, and for a shoot if the rules rank shoots above all numbers."""
    if said == "shoot":
        return rules.bid_max if rules.shoot_rank == "is_top_bid" else None
    return PITCHED if said == "pitch" else said if isinstance(said, int) else None


def is_shoot(rules: Ruleset, said: Said) -> bool:
    """Whether the call `said` is a shoot: the word itself, or the top bid if the rules make the top bid a shoot."""
    return said == "shoot" or (said == rules.bid_max and rules.shoot_rank == "is_top_bid")


def called(rules: Ruleset, auction: Auction, seat: Seat, said: Said) -> Auction:
    """Return the auction after the call `said`, legal or not. If the call does not beat the current bid, the bid stays with its holder."""
    if said == "pass":
        return _next(rules, calling.passed(auction, seat), seat)
    reason = "not_higher" if auction.shoot else fault(rules, auction if auction.turn == seat else replace(auction, turn=seat), seat, said)
    bid = {"bid": amount(rules, said) or 0, "shoot": is_shoot(rules, said), "pitched": said == "pitch"}
    return _next(rules, calling.bidden(auction, seat, reason, **bid), seat)


def _next(rules: Ruleset, auction: Auction, seat: Seat) -> Auction:
    """Return the auction with the turn at the next seat after `seat` that may call. If nobody may call any more, the auction is over."""
    if rules.auction == "one_turn":
        pitched = auction.pitched and seat != auction.dealer
        return replace(auction, turn=auction.dealer) if pitched else calling.next_turn(bidding(rules), auction, seat)
    top = auction.shoot or (auction.bid >= rules.bid_max and rules.shoot_rank != "above_top_bid")
    return calling.next_turn(bidding(rules), auction, seat, over=top)


def closable(rules: Ruleset, auction: Auction) -> bool:
    """Whether no legal call can change any more who holds the bid. The remaining calls may stay unrecorded (PI-42)."""
    if auction.over or auction.shoot:
        return True
    if auction.maker is None:
        return False
    matched = rules.dealer_priv == "may_match" and auction.dealer not in auction.spoken
    pitched_over = rules.pitch_in_lieu and auction.dealer not in auction.spoken and auction.bid <= PITCHED
    return auction.bid >= rules.bid_max and rules.shoot_kind == "none" and not matched and not pitched_over


def forced(rules: Ruleset, auction: Auction) -> bool:
    """Whether the dealer has no choice but to make the lowest bid. That bid may stay unrecorded (PI-42)."""
    return auction.turn is not None and auction.falls_to(auction.turn) and rules.all_pass == "dealer_exact_min"
