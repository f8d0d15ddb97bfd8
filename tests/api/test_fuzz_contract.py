"""Schemathesis sends random requests as visitors of every scope, and finds no failure. These short runs are always the same. `make fuzz`
searches longer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.api.fuzzing import SCOPES, Target, fuzzed, target
from tests.servers import RunningServer
from tests.speeds import long, slow


@pytest.fixture(scope="module")
def served(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with Redis(unix_socket_path=server.socket) as client:
        client.flushall()
    with target(server, tmp_path_factory.mktemp("fuzzed")) as running:
        yield running


@pytest.mark.parametrize(
    ("scope", "number"), [pytest.param("link", 1, marks=slow), *(pytest.param(scope, 5, marks=long) for scope in SCOPES)]
)
def test_random_requests_are_answered_as_the_api_contract_says(served: Target, scope: str, number: int, tmp_path: Path) -> None:
    run = fuzzed(served, scope, served.config(tmp_path), "--phases", "fuzzing", "--max-examples", str(number))
    assert run.returncode == 0, run.stdout + run.stderr


@slow
@pytest.mark.long
def test_requests_with_extreme_values_are_answered_as_the_api_contract_says(served: Target, tmp_path: Path) -> None:
    """The visitor is a director, who has the most rights."""
    run = fuzzed(served, "direct", served.config(tmp_path), "--phases", "coverage")
    assert run.returncode == 0, run.stdout + run.stderr
