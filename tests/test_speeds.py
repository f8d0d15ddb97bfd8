"""`tests.speeds` gives a test its quick and slow rows."""

import pytest
from hypothesis import strategies as st

from tests.speeds import examples, long, rows, seeds, slow

PLAYED: list[tuple[str, int]] = []


@pytest.fixture
def dealer() -> str:
    return "Anna"


@examples(2, 17, seed=st.integers())
def test_a_property_test_keeps_its_fixtures_and_number_of_examples(dealer: str, seed: int) -> None:
    PLAYED.append((dealer, seed))
    assert dealer == "Anna"


@pytest.mark.parametrize("number", [2, 6, 17])
def test_a_test_runs_as_many_examples_as_its_parameter_says(number: int) -> None:
    PLAYED.clear()
    test_a_property_test_keeps_its_fixtures_and_number_of_examples(number=number, dealer="Anna")  # type: ignore[call-arg]
    assert len(set(PLAYED)) == number


def test_rows_of_a_parametrized_test_are_slow_or_long_unless_named_as_quick() -> None:
    first, *others = rows("abcdefghijkl", {"a"}, str.upper)
    assert (first.id, first.values, first.marks) == ("a", ("A",), ())
    assert [(row.id, row.values) for row in others] == [(letter, (letter.upper(),)) for letter in "bcdefghijkl"]
    assert all(row.marks in ((slow,), long) for row in others)
    assert (slow,) in [row.marks for row in others]
    assert long in [row.marks for row in others]
    few = seeds(100, 2)
    assert [row.values for row in few] == [(seed,) for seed in range(100)]
    assert [row.marks for row in few[:2]] == [(), ()]
    assert 10 < sum(row.marks == (slow,) for row in few[2:]) < 30


def test_rows_have_the_same_speed_in_every_run() -> None:
    assert [row.marks for row in seeds(60, 2)] == [row.marks for row in seeds(60, 2)]
