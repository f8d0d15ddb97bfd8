"""A ledger holds the scores of a game. A ledger that is updated round by round must equal one that is added up again from all rounds."""

from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.ledger import MISSING, REPLAYED, Ledger

SEATS = [Seat(seat) for seat in range(3)]


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
