"""The lines that `tests.mutate` replaces by faults still exist. `make mutations` shows whether a row catches each fault."""

from tests.mutate import homeless


def test_every_source_line_that_mutation_tests_replace_exists() -> None:
    assert homeless() == []
