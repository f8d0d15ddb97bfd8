"""Which points of a deal the rules allow, whatever was bid and played. Source: docs/rules/04_spades.md, Base game; SP-1, SP-9."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from domain.systems.spades.ruleset import Ruleset
from domain.systems.spades.scoring import Call, is_nil, side_score, unbid_score
from domain.tricks.sides import Side


def fault(rules: Ruleset, delta: Mapping[Side, int], sides: int) -> str:
    """Return in words why no deal can give the sides these points; empty if a deal can. `delta`: the stated points by side. `sides`: how
    many sides the game has."""
    if rules.team_bid == "separate":
        return ""
    by_tricks = brought(rules)
    never = sorted({*delta.values()}.difference(*by_tricks))
    if never:
        return f"no deal brings a side {never[0]} points"
    points = [delta[side] for side in sorted(delta)]
    if len(points) == sides and not rules.renege_three_books and not _together(by_tricks, points, rules.hand):
        return f"no deal brings {' and '.join(map(str, points))} points together"
    return ""


def _together(by_tricks: Sequence[frozenset[int]], points: Sequence[int], tricks: int) -> bool:
    """Whether one deal can give the sides these points. `by_tricks`: the result of `brought`. `tricks`: how many tricks these sides took
    together."""
    first, *others = points
    if not others:
        return first in by_tricks[tricks]
    return any(first in by_tricks[taken] and _together(by_tricks, others, tricks - taken) for taken in range(tricks + 1))


@lru_cache(maxsize=256)
def brought(rules: Ruleset) -> tuple[frozenset[int], ...]:
    """Return the points that a deal can give one side: at index n of the tuple, all points that are possible if the side took n tricks."""
    return tuple(frozenset(_points(rules, tricks)) for tricks in range(rules.hand + 1))


def _points(rules: Ruleset, tricks: int) -> Iterator[int]:
    if rules.first_bids_itself:
        yield unbid_score(rules, tricks, 0).points
    without = replace(rules, bag_limit=0)
    for calls in _calls(rules, tricks):
        score = side_score(without, calls, tricks, 0)
        assert score is not None
        penalties, over = divmod(score.bags, rules.bag_limit) if rules.bag_limit else (0, 0)
        for number in (penalties, penalties + 1) if over else (penalties,):  # bags from earlier deals may complete one more penalty
            yield score.points - number * rules.bag_penalty


def _calls(rules: Ruleset, tricks: int) -> Iterator[tuple[Call, ...]]:
    """Yield every way in which a side may have bid and shared its tricks. If neither of two partners bids nil, one call with the sum of
    their bids, or with the one number of their team, stands for both."""
    nils = [Call(0, blind, 0) for blind in (False, True) if is_nil(rules, 0) and (rules.blind_nil or not blind)]
    bids = [bid for bid in range(rules.bid_max + 1) if rules.allows(bid) and not is_nil(rules, bid)]
    if rules.teams is None:
        yield from [(Call(bid, False, tricks),) for bid in bids]
        yield from [(nil._replace(tricks=tricks),) for nil in nils]
        return
    for total in bids if rules.team_bid == "one" else {one + other for one in bids for other in bids}:
        yield (Call(total, False, tricks),)
    for nil in nils:
        for own in range(tricks + 1):
            mine = nil._replace(tricks=own)
            yield from [(mine, Call(bid, False, tricks - own)) for bid in bids]
            yield from [(mine, other._replace(tricks=tricks - own)) for other in nils]
