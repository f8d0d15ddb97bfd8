"""The deliberate faults of `tests.mutate` still find the lines that they replace. `make mutations` shows whether rows catch them."""

from tests.mutate import homeless


def test_every_fault_has_its_line() -> None:
    assert homeless() == []
