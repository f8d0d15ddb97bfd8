"""A ledger holds the scores of a game. A ledger that is updated round by round must equal one that is added up again from all rounds."""

from collections.abc import Callable
from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.kernel.values import replace
from domain.ledger import MISSING, OPEN, REPLAYED, Ledger, LedgerLine

SEATS = [Seat(seat) for seat in range(3)]
ZERO = dict.fromkeys(SEATS, 0)


def changed(ledger: Ledger, dice: Random, version: int) -> Ledger:
    points = {seat: dice.randint(-3, 4) for seat in SEATS}
    number = dice.randint(1, ledger.round + 1)
    match dice.randint(0, 9):
        case 0:
            return ledger.with_ruling(number, points, version, dice.choice(["", REPLAYED]))
        case 1 if ledger.closed:
            return ledger.reopened()
        case 2 if ledger.closed and dice.random() < 0.3:
            return ledger.with_penalty(ledger.round - 1, points, version)
        case 3 if not ledger.penalties and ledger.floor is not None:
            return ledger.seated(dice.choice(SEATS))
        case _:
            return ledger.with_round(points, "cards", version)


@pytest.mark.parametrize("floor", [0, None])
@pytest.mark.parametrize("seed", range(20))
def test_what_a_ledger_keeps_equals_what_is_counted_again_from_all_rounds(seed: int, floor: int | None) -> None:
    """With a floor of 0, totals below 0 become 0 after each round (LC-4). Earlier rounds of a seat do not count for a new player at the
    seat."""
    dice, ledger = Random(seed), Ledger(dict.fromkeys(SEATS, 0), floor=floor)
    for version in range(2, 40):
        ledger = changed(ledger, dice, version)
        counted = [(each.number, each.points) for each in ledger.closed] + [(each.round, each.points) for each in ledger.penalties]
        for seat in SEATS:
            total = 0
            for number, points in sorted(counted, key=lambda line: line[0]):
                if number >= ledger.since.get(seat, 0):
                    total += points.get(seat, 0)
                    total = total if floor is None else max(floor, total)
            assert ledger.scores[seat] == total
        assert ledger.complete == sum(each.reason not in (MISSING, REPLAYED) for each in ledger.closed)
        assert [ledger.of(each.number) for each in ledger.closed] == list(ledger.closed)
        assert ledger.of(ledger.round) is None
        assert tuple(ledger.ruled) == tuple((each.number, each.ruled) for each in ledger.closed if each.ruled is not None)
        reasons = {each.reason for each in ledger.closed}
        assert {reason for reason, numbers in ledger.numbers.items() if numbers} == reasons
        assert all(tuple(ledger.numbers[name]) == tuple(each.number for each in ledger.closed if each.reason == name) for name in reasons)


def test_the_last_rounds_have_the_totals_that_the_ledger_had_after_each_of_them() -> None:
    dice, ledger, expected = Random(1), Ledger(dict.fromkeys(SEATS, 0)), []
    for version in range(2, 12):
        points = {seat: dice.randint(-3, 4) for seat in SEATS}
        ledger = ledger.with_round(points, "cards", version)
        if dice.random() < 0.4:
            ledger = ledger.with_penalty(ledger.round - 1, {SEATS[1]: -2}, version)
            points[SEATS[1]] -= 2
        expected.append(LedgerLine(version - 1, {seat: number for seat, number in points.items() if number}, ledger.scores))
    assert ledger.lately(99) == tuple(expected)
    assert ledger.lately(3) == tuple(expected[-3:])


SEEN = [
    # Each row: what is tested, the ledger after two rounds in which seat 0 got 2 and 3 points, and the lines of the two rounds.
    ("no total may fall below zero", Ledger(ZERO, floor=0), lambda ledger: ledger, [({0: 2}, {}), ({0: 3}, {0: 5, 1: 0, 2: 0})]),
    ("a new player sat down before the second round", Ledger(ZERO), lambda ledger: replace(ledger, since={SEATS[0]: 2}),
     [({0: 2}, {1: 0, 2: 0}), ({0: 3}, {0: 5, 1: 0, 2: 0})]),
    ("a total was stated", Ledger(ZERO), lambda ledger: ledger.with_totals({SEATS[0]: 9}, over=False),
     [({0: 2}, {1: 0, 2: 0}), ({0: 3}, {0: 9, 1: 0, 2: 0})]),
    ("the first round was played again", Ledger(ZERO), lambda ledger: ledger.with_ruling(1, {}, 9, REPLAYED), [({0: 3}, {0: 3, 1: 0, 2: 0})]),
    ("nobody knows the points of the third round", Ledger(ZERO), lambda ledger: ledger.with_round({}, OPEN, 9),
     [({0: 2}, {0: 2, 1: 0, 2: 0}), ({0: 3}, {0: 5, 1: 0, 2: 0}), (None, {0: 5, 1: 0, 2: 0})]),
    ("a director fined seat 1 in the third round, which is in progress", Ledger(ZERO), lambda ledger: ledger.with_penalty(3, {SEATS[1]: -1}, 9),
     [({0: 2}, {0: 2, 1: 0, 2: 0}), ({0: 3}, {0: 5, 1: 0, 2: 0})]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "ledger", "then", "lines"), SEEN)
def test_a_round_has_only_totals_that_are_in_the_record(
    what: str, ledger: Ledger, then: Callable[[Ledger], Ledger], lines: list[tuple[dict[Seat, int] | None, dict[Seat, int]]]
) -> None:
    played = then(ledger.with_round({SEATS[0]: 2}, "cards", 2).with_round({SEATS[0]: 3}, "cards", 3))
    assert [(line.points, line.totals) for line in played.lately(9)] == lines, what
