"""The deliberate faults of `tests.mutate` still find the lines that they replace. `make mutations` shows whether rows catch them."""

from tests.mutate import homeless


def test_the_line_of_every_fault_is_found() -> None:
    assert homeless() == []
