"""A small part of the campaign: fifteen faults against a whole installation. Nothing is lost, doubled or divergent."""

from pathlib import Path

from tests.speeds import first, slow
from tests.torture.__main__ import summary
from tests.torture.campaign import tortured

FAULTS = 15


@first
@slow
def test_after_fifteen_faults_nothing_is_lost_doubled_or_divergent(short_directory: Path, tmp_path: Path) -> None:
    outcome = tortured(15, FAULTS, short_directory / "torture", tmp_path, lambda _: None)
    assert sum(outcome.faults.values()) == FAULTS
    assert outcome.acknowledged > 50
    assert outcome.games > 3
    assert outcome.well, summary([outcome])
