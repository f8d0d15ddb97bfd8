"""`tests.speeds` gives a test its quick and slow rows."""

import pytest
from hypothesis import strategies as st

from tests.speeds import examples, rows, seeds, slow

PLAYED: list[tuple[str, int]] = []


@pytest.fixture
def dealer() -> str:
    return "Anna"


@examples(2, 7, seed=st.integers())
def test_a_property_test_keeps_its_fixtures_and_number_of_examples(dealer: str, seed: int) -> None:
    PLAYED.append((dealer, seed))
    assert dealer == "Anna"


@pytest.mark.parametrize("number", [2, 7])
def test_a_test_runs_as_many_examples_as_its_parameter_says(number: int) -> None:
    PLAYED.clear()
    test_a_property_test_keeps_its_fixtures_and_number_of_examples(number=number, dealer="Anna")  # type: ignore[call-arg]
    assert len(set(PLAYED)) == number


def test_rows_of_a_parametrized_test_are_slow_unless_named_as_quick() -> None:
    assert [(row.id, row.values, row.marks) for row in rows("ab", {"a"}, str.upper)] == [("a", ("A",), ()), ("b", ("B",), (slow,))]
    assert [(row.values, row.marks) for row in seeds(3, 2)] == [((0,), ()), ((1,), ()), ((2,), (slow,))]
