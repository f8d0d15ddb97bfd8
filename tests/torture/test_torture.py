"""A small part of the campaign: fifteen faults against a whole installation, with a server of its own and with a Redis Cluster. Nothing is
lost, doubled or divergent."""

from pathlib import Path

import pytest

from tests.speeds import first, long, slow
from tests.torture.__main__ import summary
from tests.torture.campaign import tortured

FAULTS = 15


@first
@pytest.mark.parametrize("cluster", [pytest.param(False, marks=slow, id="a server"), pytest.param(True, marks=long, id="a cluster")])
def test_after_fifteen_faults_nothing_is_lost_doubled_or_divergent(cluster: bool, short_directory: Path, tmp_path: Path) -> None:
    outcome = tortured(15, FAULTS, short_directory / "torture" / str(cluster), tmp_path, lambda _: None, cluster=cluster)
    assert sum(outcome.faults.values()) == FAULTS
    assert outcome.acknowledged > 50
    assert outcome.games > 3
    assert outcome.seasons > 0
    assert outcome.well, summary([outcome])
