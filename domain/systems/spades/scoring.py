"""What a deal is worth: contracts, nil, bags. Source: docs/rules/04_spades.md, Base game; SP-1, SP-9, SP-10, SP-11."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from domain.systems.spades.ruleset import Ruleset
from domain.tricks.sides import Side

RENEGE: Final = 3
"""How many tricks a renege costs under the option `renege_three_books`."""
TEN: Final = 10
"""The contract for which `ten_bid` gives points."""


class Call(NamedTuple):
    """The bid of one player. `tricks`: how many tricks the player took; None if only the number of the whole side is known."""

    amount: int
    blind: bool
    tricks: int | None


class Scored(NamedTuple):
    """What a deal gives one side. `points`: the points for the deal. `bags`: the bags that the side takes into the next deal."""

    points: int
    bags: int


def is_nil(rules: Ruleset, amount: int) -> bool:
    return amount == 0 and rules.nil > 0


def side_score(rules: Ruleset, calls: Sequence[Call], total: int, bags: int) -> Scored | None:
    """Return the score of a side; None if the score depends on the tricks of a single player and these are not known. `total`: the tricks
    of the side. `bags`: the bags that the side had before the deal."""
    nils = [call for call in calls if is_nil(rules, call.amount)]
    needed = calls if rules.team_bid == "separate" else nils
    if any(call.tricks is None for call in needed):
        return None
    points, unscored = sum((rules.blind_nil if call.blind else rules.nil) * (-1 if call.tricks else 1) for call in nils), 0
    if rules.team_bid == "separate":
        parts = [_contract(rules, call.amount, call.tricks or 0) for call in calls]
    else:
        apart = _apart(rules, nils)
        worth, over = _contract(rules, sum(call.amount for call in calls), max(0, total - apart))
        if rules.boston and total == rules.hand:
            worth = max(worth, rules.boston)
        parts = [(worth, over), (0, apart if rules.nil_tricks == "bags" else 0)]
        unscored = apart if rules.nil_tricks == "counted" else 0
    new = sum(more for _, more in parts)
    points += sum(worth for worth, _ in parts) + rules.overtrick * new
    after = bags + new + unscored
    penalties, kept = divmod(after, rules.bag_limit) if rules.bag_limit else (0, after)
    return Scored(points - penalties * rules.bag_penalty, kept)


def unbid_score(rules: Ruleset, total: int, bags: int) -> Scored:
    """Return the score of a side in a deal that bids itself. `total`, `bags`: as for `side_score`."""
    worth = rules.per_bid_trick * total
    return Scored(max(worth, rules.boston) if total == rules.hand else worth, bags)


class Kept(NamedTuple):
    """What a side kept of its bids. `contract`: whether it made its contract; None if it had bid only nils. `nil`: whether it took no trick
    with a nil; None if nobody of the side had bid nil."""

    contract: bool | None
    nil: bool | None

    @property
    def whole(self) -> bool:
        return False not in self


def kept(rules: Ruleset, calls: Sequence[Call], total: int) -> Kept | None:
    """Return what a side kept of its bids; None if that depends on the tricks of a single player and these are not known. `total`: the
    tricks of the side."""
    each = rules.team_bid == "separate"
    nils = [call for call in calls if is_nil(rules, call.amount)]
    bids = [call for call in calls if not is_nil(rules, call.amount)]
    if any(call.tricks is None for call in (calls if each else nils)):
        return None
    counted = total - _apart(rules, nils)
    made = all((call.tricks or 0) >= call.amount for call in bids) if each else counted >= sum(call.amount for call in bids)
    return Kept(made if bids else None, not any(call.tricks for call in nils) if nils else None)


def _apart(rules: Ruleset, nils: Sequence[Call]) -> int:
    """Return how many tricks were taken with nils and do not count for the contract."""
    return sum(call.tricks or 0 for call in nils) if rules.nil_tricks != "help" else 0


def _contract(rules: Ruleset, bid: int, tricks: int) -> tuple[int, int]:
    """Return (the points of a contract without those for overtricks, the number of overtricks)."""
    if tricks < bid:
        return -rules.set_loss_per_bid_trick * bid, 0
    special = rules.boston_bid if bid == rules.hand else rules.ten_bid if bid == TEN else 0
    return special or rules.per_bid_trick * bid, tricks - bid


def counts_bags(rules: Ruleset) -> bool:
    """Whether the last digit of a total is the number of bags, because all other points are multiples of ten."""
    r = rules
    tens = (r.per_bid_trick, r.ten_bid, r.boston, r.boston_bid, r.set_loss_per_bid_trick, r.nil, r.blind_nil, r.bag_penalty)
    scored = r.overtrick == 1 and r.bag_limit == 10 and r.nil_tricks != "counted"
    return scored and not any(number % 10 for number in tens)


def bags_after(rules: Ruleset, bags: int, points: int) -> int:
    """Return the bags of a side after a round of which only the points were stated. `bags`: its bags before the round. If the last digit of
    a total shows the bags (`counts_bags`), they follow from that digit; otherwise they stay as they were."""
    return (bags + points) % 10 if counts_bags(rules) else bags


def winners(rules: Ruleset, totals: Mapping[Side, int], missed: Mapping[Side, int], boston: Side | None = None) -> tuple[Side, ...]:
    """Return the side that has won: the one with the highest total, if a total has reached the target or the floor. A side that has won by
    a Boston has won, and a team that has missed too many contracts has lost, whatever the totals; if both teams have missed too many, the
    totals decide. Empty if the game is not over, or if several sides share the highest total (SP-10). `missed`: how many contracts each
    side is known to have missed. `boston`: the side that has won by a Boston; None if none has."""
    if boston is not None:
        return (boston,)
    best, worst = max(totals.values(), default=0), min(totals.values(), default=0)
    lost = {side for side, number in missed.items() if rules.sets and number >= rules.sets}
    if len(lost) == 1:
        return tuple(side for side in totals if side not in lost)
    over = best >= rules.target or (rules.floor is not None and worst <= rules.floor) or lost
    leaders = tuple(side for side, total in totals.items() if total == best)
    return leaders if over and len(leaders) == 1 else ()
