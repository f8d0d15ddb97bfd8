"""The auction under the rules of a `Bidding`: calls in turn, who holds the bid, when it is over. Every bid is a number: its place in the
order of all bids of the game; in Bid Whist, three low comes after three high. Calls other than bids and passes are left to the system.
Nothing is refused: `fault` says what is wrong with a call; `bidden`, `passed` and `next_turn` carry out every call."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from domain.kernel.cards import Seat
from domain.kernel.values import replace

Reason = Literal["not_your_turn", "out_of_range", "not_higher", "already_passed", "dealer_forced", "exact_min"]


@dataclass(frozen=True, slots=True)
class Bidding:
    """The rules of an auction. `least`, `most`: the lowest and the highest bid. `rounds`: with `one_turn`, each player calls once, from the
    dealer's left to the dealer; with `until_passed_out`, the turn goes round until one bidder is left, and a pass is final. `matches`:
    whether the dealer may take the bid over at the same number. `last`: what the dealer does if all others have passed: `pass`: may pass
    too, and the deal is void; `bid`: must bid; `least`: must make the lowest bid."""

    least: int
    most: int
    rounds: Literal["one_turn", "until_passed_out"] = "one_turn"
    matches: bool = False
    last: Literal["pass", "bid", "least"] = "pass"


@dataclass(frozen=True)
class Auction:
    """An auction so far. `order`: the seats, from the dealer's left to the dealer. `turn`: the seat that is to call; None at the end.
    `maker`: the seat that holds the bid. `bid`: the current bid; 0 before the first. `spoken`, `passed`: who has called, who has passed."""

    order: tuple[Seat, ...]
    turn: Seat | None
    maker: Seat | None = None
    bid: int = 0
    spoken: frozenset[Seat] = frozenset()
    passed: frozenset[Seat] = frozenset()

    @property
    def dealer(self) -> Seat:
        return self.order[-1]

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def void(self) -> bool:
        """Whether everybody has passed."""
        return self.turn is None and self.maker is None

    def falls_to(self, seat: Seat | None) -> bool:
        """Whether `seat` is the dealer, and all others have passed."""
        return self.maker is None and seat == self.dealer and len(self.passed) == len(self.order) - 1


A = TypeVar("A", bound=Auction)


def turn_fault(auction: Auction, seat: Seat) -> Reason | None:
    """Return why `seat` may not call now; None if it is the turn of `seat`."""
    if seat == auction.turn:
        return None
    return "already_passed" if seat in auction.passed and not auction.over else "not_your_turn"


def fault(rules: Bidding, auction: Auction, seat: Seat, bid: int | None) -> Reason | None:
    """Return why the call is illegal now; None if it is legal. `bid`: None for a pass."""
    reason = turn_fault(auction, seat)
    alone = auction.falls_to(seat)
    if reason is not None or bid is None:
        return reason or ("dealer_forced" if alone and rules.last != "pass" else None)
    if not rules.least <= bid <= rules.most:
        return "out_of_range"
    matched = rules.matches and seat == auction.dealer and auction.maker is not None and bid == auction.bid
    if bid <= auction.bid and not matched:
        return "not_higher"
    return "exact_min" if alone and rules.last == "least" and bid != rules.least else None


def bidden(auction: A, seat: Seat, reason: Reason | None, **bid: object) -> A:
    """Return the auction after a bid, legal or not. `reason`: why it is illegal even in its turn, None if it is legal. `bid`: the fields
    that say what was bid. A bid that does not beat the current bid leaves that bid with its holder."""
    holds = auction.maker is None or reason in (None, "out_of_range")
    return replace(auction, spoken=auction.spoken | {seat}, **({"maker": seat, **bid} if holds else {}))  # type: ignore[arg-type]


def passed(auction: A, seat: Seat) -> A:
    return replace(auction, spoken=auction.spoken | {seat}, passed=auction.passed | {seat})


def next_turn(rules: Bidding, auction: A, seat: Seat, *, over: bool = False) -> A:
    """Return the auction with the turn at the next seat after `seat` that may call; it is over if nobody may. Under `until_passed_out`, a
    skipped player can still call later; under `one_turn` never. `over`: whether no bid can beat the current one; then it is over, too."""
    order, at = auction.order, auction.order.index(seat)
    if rules.rounds == "one_turn":
        later = (other for other in order[at + 1 :] if other not in auction.spoken)
        return replace(auction, turn=None if over else next(later, None))
    left = [other for other in (*order[at + 1 :], *order[: at + 1]) if other not in auction.passed]
    alone = len(left) == 1 and auction.maker == left[0]
    return replace(auction, turn=None if over or alone or not left else left[0])


def others_passing(auction: A, may_pass: Callable[[A, Seat], bool], after: Callable[[A, Seat], A]) -> tuple[Seat, ...]:
    """Return the seats that call after the seat in turn, in order, if it passes and so does everybody after it. They end before a seat that
    must bid. `may_pass`: whether a pass of the seat is legal; `after`: the auction after it."""
    seats = list[Seat]()
    while auction.turn is not None and auction.turn not in seats and may_pass(auction, auction.turn):
        seats.append(auction.turn)
        auction = after(auction, auction.turn)
    return tuple(seats[1:])


def passed_by(rules: Bidding, auction: Auction, seat: Seat) -> tuple[Seat, ...] | None:
    """Return the seats that should have called before `seat` but have no recorded call. None if it cannot have been the turn of `seat`."""
    if auction.turn is None or seat in auction.passed:
        return None
    order = auction.order
    at, turn = order.index(seat), order.index(auction.turn)
    if rules.rounds == "one_turn":
        return None if seat in auction.spoken or at < turn else tuple([other for other in order[turn:at] if other not in auction.spoken])
    between = order[turn:at] if at > turn else (*order[turn:], *order[:at])
    return None if seat == auction.maker else tuple([other for other in between if other not in auction.passed])
