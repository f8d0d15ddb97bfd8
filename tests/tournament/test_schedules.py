"""Schedules of individual rotation (tournaments.md §4). Perfect schedules are proved to be perfect. In all other schedules, repeated
meetings are counted."""

from itertools import combinations

import pytest

from bench.starters import search
from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.kinds import Sides
from domain.tournament.formats.rotation import ROTATION, plan
from domain.tournament.formats.starters import perfect
from tests.speeds import slow
from tests.tournament.counting import Counted

IN_FOURS = (4, 8, 12, 16, 20, 24, 28, 32)
ONE_MORE = (5, 9, 13, 17, 21, 25, 29, 37, 41, 53, 61, 73, 89, 97)
BEST_EFFORT = (6, 7, 10, 11, 14, 22, 30, 33, 40)
AN_EVENING = 8
FOURS = Settings(table=4, partners=2)


def of_plan(size: int, rounds: int) -> list[tuple[list[Sides], tuple[int, ...]]]:
    made = [plan(size, number) for number in range(1, rounds + 1)]
    return [([((a, b), (c, d)) for a, b, c, d in one.tables], one.rests) for one in made]


@pytest.mark.parametrize("size", [*IN_FOURS, *ONE_MORE])
def test_in_a_perfect_schedule_any_two_entries_partner_once_and_oppose_twice(size: int) -> None:
    rounds = ROTATION.rounds(FOURS, size)
    assert rounds == (size - 1 if size in IN_FOURS else size)
    assert all(perfect(size, number) for number in range(1, rounds + 1))
    made = of_plan(size, rounds)
    counted = Counted(made)
    everyone = list(range(1, size + 1))
    assert all(sorted([x for sides in tables for side in sides for x in side] + list(out)) == everyone for tables, out in made)
    assert all(counted.together[frozenset(two)] == 1 for two in combinations(everyone, 2))
    assert all(counted.against[frozenset(two)] == 2 for two in combinations(everyone, 2))
    assert [counted.out[entry] for entry in everyone] == [0 if size in IN_FOURS else 1] * size


def test_only_the_listed_numbers_of_entries_have_a_perfect_schedule() -> None:
    assert [size for size in range(4, 40) if perfect(size, 1)] == sorted([*IN_FOURS, *[n for n in ONE_MORE if n < 40]])


@pytest.mark.parametrize("size", [5, 8, 9, 12, 16])
def test_the_search_finds_a_first_round_that_makes_a_perfect_schedule(size: int) -> None:
    assert search(size, 0) is not None


def test_no_first_round_of_a_schedule_exists_for_6_or_7_entries() -> None:
    """A first round (starter) may leave at most one entry without a table. One table of four leaves two of 6 entries without a table, and
    three of 7."""
    assert search(5, 0) == [(1, 4, 2, 3)]
    assert all(search(size, 0) is None for size in (6, 7))


def test_a_schedule_begins_again_after_its_last_round() -> None:
    assert plan(4, 4) == plan(4, 1)
    assert plan(9, 10) == plan(9, 1)


@pytest.mark.parametrize("size", BEST_EFFORT)
def test_a_best_effort_schedule_fills_its_tables_and_shares_the_sit_outs_evenly(size: int) -> None:
    made = of_plan(size, AN_EVENING)
    assert all(len(tables) == size // 4 and len(out) == size % 4 for tables, out in made)
    for rounds in range(1, AN_EVENING + 1):
        out = Counted(made[:rounds]).out
        times = [out[line] for line in range(1, size + 1)]
        assert max(times) - min(times) <= 1


# For each size: (rounds, how often two entries are partners again, the most meetings of two opponents). A change that makes
# a row worse needs a reason.
QUALITY = {
    6: (8, 2, 3),
    7: (8, 2, 3),
    10: (10, 0, 3),
    11: (11, 0, 3),
    14: (14, 0, 3),
    22: (8, 0, 1),
    30: (10, 0, 1),
    33: (10, 0, 1),
    40: (10, 0, 1),
}


@pytest.mark.parametrize("size", QUALITY)
def test_a_few_rounds_of_a_best_effort_schedule_repeat_few_partners_and_opponents(size: int) -> None:
    rounds, repeats, most = QUALITY[size]
    counted = Counted(of_plan(size, rounds))
    assert sum(times - 1 for times in counted.together.values()) <= repeats
    assert max(counted.against.values()) <= most


@slow
@pytest.mark.parametrize("size", [size for size in range(4, 36) if size not in {*IN_FOURS, *ONE_MORE}])
def test_all_rounds_of_a_best_effort_schedule_repeat_few_partners(size: int) -> None:
    rounds = ROTATION.rounds(FOURS, size)
    assert rounds is not None
    counted = Counted(of_plan(size, rounds))
    assert sum(times - 1 for times in counted.together.values()) <= 4
