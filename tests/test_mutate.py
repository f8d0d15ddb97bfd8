"""The lines that `tests.mutate` replaces by faults still exist. `make mutations` shows whether a row catches each fault."""

from tests.mutate import homeless


def test_every_line_to_be_replaced_by_a_fault_exists() -> None:
    assert homeless() == []
