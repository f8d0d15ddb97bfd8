"""The lines that the deliberate faults of `tests.mutate` replace still exist. `make mutations` shows whether rows catch the faults."""

from tests.mutate import homeless


def test_the_line_of_every_fault_is_found() -> None:
    assert homeless() == []
