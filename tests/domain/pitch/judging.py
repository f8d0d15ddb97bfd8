"""Judges the calls of an auction in order, without a table. A seat may have any hashable name."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.kernel.cards import Seat
from domain.systems.pitch.play.auction import Said, called, closable, fault, forced, opened
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.tricks.auction import Reason


class Judged(NamedTuple):
    """The result of a sequence of calls. `bid`: None for a shoot (a promise of every point) that was called without a number. If a call was
    illegal, `at` is the index of the first such call and `reason` says why."""

    status: Literal["won", "void", "illegal", "open"]
    maker: Seat | None = None
    bid: int | None = None
    shoot: bool = False
    at: int | None = None
    reason: Reason | None = None


def judged(rules: Ruleset, seats: Sequence[Seat], dealer: Seat, calls: Sequence[tuple[Seat, Said]]) -> Judged:
    """Judge the calls in order. Return how the auction ended, and which call was illegal, if any. `seats`: all seats, clockwise."""
    auction = opened((*seats,), dealer)
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
