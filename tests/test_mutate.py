"""The deliberate faults of `tests.mutate` still find the lines that they replace. Whether rows catch them, `make mutations` says."""

from tests.mutate import homeless


def test_every_fault_has_its_line() -> None:
    assert homeless() == []
