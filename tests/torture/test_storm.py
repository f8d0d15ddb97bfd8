"""A small part of the storm: one partition of a cluster with confirmed writes, and one without, which must lose something."""

import subprocess
import sys

import pytest

from tests.speeds import slow
from tests.torture import network


@slow
def test_what_a_replica_has_confirmed_outlives_a_partition_and_what_none_has_does_not() -> None:
    if not network.can_be_made():
        pytest.skip("no network namespace can be made here")
    storm = subprocess.run([sys.executable, "-m", "tests.torture.storm", "--short"], check=False, capture_output=True, text=True)
    assert storm.returncode == 0, storm.stdout + storm.stderr
