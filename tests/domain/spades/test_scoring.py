"""Scores of a side, and the end of the game."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.kernel.view import DealSide, LastDeal
from domain.system import PUBLIC
from domain.systems.spades.scoring import Call, Kept, bags_after, kept, side_score, winners
from domain.systems.spades.variants import VARIANTS
from domain.tricks.sides import Side
from tests.domain.playing import act
from tests.domain.spades.playing import STANDARD, game, scores, stated, table_of

RULES = VARIANTS[STANDARD].rules


@pytest.mark.parametrize(
    ("bids", "tricks", "bags", "points", "left", "source"),
    [
        ((4, 3), (5, 3), 0, 71, 1, "sp-10"),
        ((4, 3), (4, 2), 0, -70, 0, "04 Base game: missed"),
        ((4, 3), (4, 2), 7, -70, 7, "a missed contract brings no bag"),
        ((2, 1), (4, 2), 8, -67, 1, "04 Base game: the tenth bag costs 100, the count carries the remainder"),
        ((2, 1), (3, 1), 9, -69, 0, "04 Base game: the tenth bag"),
        ((1, 0), (13, 0), 9, -78, 1, "bags 9 + 12 = 21: two penalties; nil made"),
        ((0, 4), (0, 4), 0, 140, 0, "sp-13"),
        ((0, 4), (1, 3), 0, -60, 0, "SP-9: the nil's trick helps"),
        ((0, 4), (2, 4), 0, -58, 2, "SP-9: and brings bags"),
        ((0, 0), (2, 1), 0, -197, 3, "both nils fail: no contract, three bags"),
        ((0, 0), (0, 0), 5, 200, 5, "both nils made"),
        ((0, 0), (0, 3), 8, -97, 1, "one nil fails"),
        ((13, 0), (13, 0), 0, 230, 0, "all tricks"),
    ],
)
def test_a_side_scores_its_contract_its_nils_and_its_bags(
    bids: tuple[int, int], tricks: tuple[int, int], bags: int, points: int, left: int, source: str
) -> None:
    calls = [Call(*each) for each in zip(bids, (False, False), tricks, strict=True)]
    assert side_score(RULES, calls, sum(tricks), bags) == (points, left), source


@pytest.mark.parametrize(
    ("bids", "tricks", "known", "made", "source"),
    [
        ((4, 3), (5, 3), True, Kept(contract=True, nil=None), "sp-10"),
        ((4, 3), (4, 2), False, Kept(contract=False, nil=None), "04 Base game: missed; the sum of the side is enough"),
        ((0, 4), (0, 4), True, Kept(contract=True, nil=True), "sp-13"),
        ((0, 4), (1, 3), True, Kept(contract=True, nil=False), "SP-9: the contract is made, the nil is not"),
        ((0, 4), (1, 3), False, None, "SP-9: nobody knows who took the trick"),
        ((0, 5), (0, 4), True, Kept(contract=False, nil=True), "the nil is made, the contract is not"),
        ((0, 0), (0, 1), True, Kept(contract=None, nil=False), "nobody bid a number"),
    ],
)
def test_a_side_makes_its_contract_and_its_nils(
    bids: tuple[int, int], tricks: tuple[int, int], known: bool, made: Kept | None, source: str
) -> None:
    calls = [Call(amount, False, own if known else None) for amount, own in zip(bids, tricks, strict=True)]
    assert kept(RULES, calls, sum(tricks)) == made, source


@pytest.mark.parametrize(
    ("made", "whole"),
    [(Kept(True, None), True), (Kept(True, True), True), (Kept(None, True), True), (Kept(True, False), False), (Kept(False, True), False)],
)
def test_a_side_keeps_its_bid_if_contract_and_nils_are_made(made: Kept, whole: bool) -> None:
    assert made.whole is whole


def test_tricks_that_are_only_bags_do_not_help_the_contract() -> None:
    """The rule is `nil_tricks`."""
    rules, calls = replace(RULES, nil_tricks="bags"), [Call(0, False, 1), Call(4, False, 3)]
    assert kept(rules, calls, 4) == Kept(contract=False, nil=False)


@pytest.mark.parametrize(
    ("nil_tricks", "tricks", "points", "left"),
    [
        ("help", (2, 4), -58, 2),
        ("bags", (2, 4), -58, 2),
        ("counted", (2, 4), -60, 2),
        ("counted", (1, 3), -140, 1),
        ("nothing", (2, 4), -60, 0),
        ("nothing", (2, 5), -59, 1),
        ("nothing", (1, 3), -140, 0),
    ],
)
def test_the_tricks_of_a_failed_nil_may_count_for_nothing(nil_tricks: str, tricks: tuple[int, int], points: int, left: int) -> None:
    rules = replace(RULES, nil_tricks=nil_tricks)  # type: ignore[arg-type]
    calls = [Call(0, False, tricks[0]), Call(4, False, tricks[1])]
    assert side_score(rules, calls, sum(tricks), 0) == (points, left)


def test_the_tricks_of_a_failed_nil_are_bags_where_partners_bid_apart() -> None:
    """`nil_tricks` says nothing there."""
    for nil_tricks in ("help", "bags", "counted", "nothing"):
        rules = replace(RULES, team_bid="separate", nil_tricks=nil_tricks)  # type: ignore[arg-type]
        assert side_score(rules, [Call(0, False, 2), Call(4, False, 4)], 6, 0) == (-58, 2)


def test_partners_who_bid_apart_keep_their_bids_only_together() -> None:
    """The rule is `team_bid`."""
    rules = replace(RULES, team_bid="separate")
    assert kept(rules, [Call(4, False, 5), Call(3, False, 3)], 8) == Kept(contract=True, nil=None)
    assert kept(rules, [Call(4, False, 6), Call(3, False, 2)], 8) == Kept(contract=False, nil=None)


def test_the_view_has_bids_tricks_and_points_of_the_last_deal() -> None:
    reading = game(STANDARD, stated(1, "4 3 nil 3", "6 4 0 3"))
    last = reading.system.seen_by(reading.table, PUBLIC).last_deal
    sides = DealSide((Seat(0), Seat(2)), 142, "4 and nil", 6, True, True, True), DealSide((Seat(1), Seat(3)), 61, "6", 7, True, True)
    assert last == LastDeal(1, sides)


def test_a_nil_that_failed_is_told_beside_the_contract() -> None:
    reading = game(STANDARD, stated(1, "4 3 nil 3", "6 4 1 2"))
    view = reading.system.seen_by(reading.table, PUBLIC)
    assert view.last_deal is not None
    first, other = view.last_deal.sides
    assert (first.bid, first.made, first.contract, first.nil) == ("4 and nil (failed)", False, True, False)
    assert (other.bid, other.made, other.contract, other.nil) == ("6", True, True, None)
    assert "bid 4 and nil (failed), took 7: -57" in view.last_round.replace("−", "-")


def test_the_system_says_of_each_deal_whose_bids_were_kept() -> None:
    reading = game(STANDARD, stated(1, "4 3 nil 3", "6 4 0 3"), stated(2, "4 3 2 3", "3 4 2 4"))
    assert reading.system.bids_kept is not None
    first, second = {Seat(seat): True for seat in range(4)}, {Seat(seat): seat in (1, 3) for seat in range(4)}
    assert reading.system.bids_kept(reading.table, 9) == {1: first, 2: second}
    assert reading.system.bids_kept(reading.table, 1) == {2: second}


def test_a_nil_cannot_be_scored_if_only_the_tricks_of_the_whole_side_are_known() -> None:
    assert side_score(RULES, [Call(0, False, None), Call(4, False, None)], 4, 0) is None
    assert side_score(RULES, [Call(3, False, None), Call(4, False, None)], 7, 0) == (70, 0)


@pytest.mark.parametrize(
    ("totals", "won", "source"),
    [
        ({0: 499, 1: 120}, (), "04 Base game: first to 500"),
        ({0: 500, 1: 120}, (0,), "04 Base game"),
        ({0: 510, 1: 512}, (1,), "04 Base game: higher score if both"),
        ({0: 510, 1: 510}, (), "SP-10: level, play on"),
        ({0: 510, 1: 120, 2: 505}, (0,), "three players"),
    ],
)
def test_the_side_with_the_higher_score_wins_once_the_target_is_reached(totals: dict[int, int], won: tuple[int, ...], source: str) -> None:
    assert winners(RULES, {Side(side): total for side, total in totals.items()}, {}) == won, source


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [
        ((6, 4), (6, 4), 200),
        ((6, 4), (6, 5), 201),
        ((6, 4), (6, 3), -100),
        ((6, 3), (6, 4), 91),
        ((6, 5), (6, 5), 110),
        ((10, 0), (10, 0), 300),
    ],
)
def test_a_contract_of_ten_may_have_its_own_points(bids: tuple[int, int], tricks: tuple[int, int], points: int) -> None:
    """Source: columbuswhist.com: ten made is 200, ten missed loses 100."""
    calls = [Call(amount, False, took) for amount, took in zip(bids, tricks, strict=True)]
    score = side_score(replace(RULES, ten_bid=200), calls, sum(tricks), 0)
    assert score is not None
    assert score.points == points


@pytest.mark.parametrize(
    ("bids", "tricks", "change", "points"),
    [
        ((4, 3), (7, 6), {}, 256),
        ((4, 3), (7, 5), {}, 75),
        ((7, 6), (7, 6), {}, 250),
        ((7, 7), (7, 6), {}, 250),
        ((7, 6), (7, 6), {"boston": 100}, 130),
        ((7, 6), (7, 6), {"boston": 0, "boston_bid": 200}, 200),
        ((7, 6), (7, 5), {"boston": 0, "boston_bid": 200}, -130),
        ((7, 7), (7, 6), {"boston": 0}, -140),
        ((0, 4), (3, 10), {"nil_tricks": "nothing"}, 156),
    ],
)
def test_a_boston_may_have_its_own_points(bids: tuple[int, int], tricks: tuple[int, int], change: dict[str, Any], points: int) -> None:
    """Source: columbuswhist.com: 250 points; cookoutspades.com: bidding a Boston is 200 points."""
    calls = [Call(amount, False, took) for amount, took in zip(bids, tricks, strict=True)]
    score = side_score(replace(RULES, **{"boston": 250, **change}), calls, sum(tricks), 0)
    assert score is not None
    assert score.points == points


@pytest.mark.parametrize(
    ("totals", "missed", "won", "source"),
    [
        ((-199, 120), (0, 0), (), "en.wikipedia Spades: -200"),
        ((-200, 120), (0, 0), (1,), "en.wikipedia Spades: -200"),
        ((-200, -210), (0, 0), (0,), "the higher total wins"),
        ((-200, -200), (0, 0), (), "SP-10: level, play on"),
        ((100, 120), (1, 1), (), "rta3.com: set twice"),
        ((100, 120), (0, 2), (0,), "rta3.com: the opposing team wins, whatever the totals"),
        ((100, 120), (2, 2), (1,), "both were set in one deal"),
        ((120, 120), (2, 2), (), "SP-10: level, play on"),
        ((500, 120), (0, 1), (0,), "04 Base game"),
    ],
)
def test_a_low_total_or_missed_contracts_end_the_game(
    totals: tuple[int, int], missed: tuple[int, int], won: tuple[int, ...], source: str
) -> None:
    rules = replace(RULES, floor=-200, sets=2)
    sides = [{Side(side): number for side, number in enumerate(numbers)} for numbers in (totals, missed)]
    assert winners(rules, sides[0], sides[1]) == won, source
    assert winners(rules, sides[0], sides[1], Side(0)) == (0,), "columbuswhist.com: a Boston wins the game automatically"


@pytest.mark.parametrize(
    ("change", "bags", "points", "after"),
    [
        ({}, 3, 71, 4),
        ({}, 8, -67, 1),
        ({}, 2, -70, 2),
        ({"overtrick": 0}, 3, 70, 3),
        ({"per_bid_trick": 5}, 3, 35, 3),
        ({"ten_bid": 155}, 3, 155, 3),
        ({"boston": 255}, 3, 255, 3),
        ({"boston_bid": 255}, 3, 255, 3),
        ({"nil_tricks": "counted"}, 3, 71, 3),
    ],
)
def test_the_number_of_bags_follows_from_the_last_digit_of_stated_points(
    change: dict[str, Any], bags: int, points: int, after: int
) -> None:
    """Source: docs/decisions/spades.md."""
    assert bags_after(replace(RULES, **change), bags, points) == after


@pytest.mark.parametrize(
    ("acts", "shown", "source"),
    [
        ([], 0, "before the first deal"),
        ([stated(1, "3 3 2 2", "4 3 3 3")], 1, "bids and tricks"),
        ([stated(1, "3 3 2 2", "4 3 3 3"), act("RoundStated", round=2, points={"0": 50, "1": 50})], None, "only the points of deal 2"),
        ([act("RoundStated", round=1, points={"0": 50, "1": 50}), stated(2, "3 3 2 2", "4 3 3 3")], None, "only the points of deal 1"),
        ([stated(2, "3 3 2 2", "4 3 3 3")], None, "deal 1 is missing"),
        ([act("ScoreStated", scores={"0": 50, "1": 50}), stated(1, "3 3 2 2", "4 3 3 3")], None, "totals before"),
    ],
)
def test_bags_that_are_only_counted_are_shown_while_the_record_tells_them(acts: list[Act], shown: int | None, source: str) -> None:
    """Source: docs/decisions/spades.md."""
    reading = game(STANDARD, *acts, bags_not_scored=True)
    assert reading.system.seen_by(reading.table, PUBLIC).seats[1].bags == shown, source


def test_bags_of_rounds_that_were_only_stated_count_towards_the_penalty() -> None:
    rounds = [act("RoundStated", round=1, points={"0": 48, "1": -30}), stated(2, "4 3 3 2", "6 3 3 1")]
    reading = game(STANDARD, *rounds)
    assert (scores(reading)[:2], table_of(reading).bags) == ([48 + 72 - 100, -30 - 50], {0: 0, 1: 0})
