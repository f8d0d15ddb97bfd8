"""The store on each server that Faceup supports: the packaged Valkey, and Debian's redis-server 7.0, the oldest supported version."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.clubs.members import Members
from service.store.keys import HOME
from tests.cluster import RunningCluster, start_cluster
from tests.servers import RunningServer, debian_redis, packaged_valkey, start_server
from tests.store.bench import BY, Store
from tests.store.members import ANN, BEN, another

FLAVOURS = ("valkey", "redis")
CLUSTERS = [pytest.param(f"{flavour} cluster", marks=pytest.mark.slow) for flavour in FLAVOURS]

on_clusters = pytest.mark.parametrize("store_server", CLUSTERS, indirect=True)
one_server = pytest.mark.parametrize("store_server", FLAVOURS, indirect=True)
"""For tests that cannot run on a cluster."""


def binary_of(flavour: str) -> Path:
    """Return the path of the server program. If Debian's redis-server is not installed, its tests fail in CI and are skipped elsewhere."""
    if flavour == "valkey":
        return packaged_valkey()
    program = debian_redis()
    if program is None:
        reason = "NOT CHECKED ON REDIS: no redis-server on PATH (Debian: apt-get install redis-server)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return program


@pytest.fixture(scope="session", params=[*FLAVOURS, *CLUSTERS])
def store_server(request: pytest.FixtureRequest, short_directory: Path) -> Iterator[RunningServer | RunningCluster]:
    flavour, _, many = request.param.partition(" ")
    start = start_cluster if many else start_server
    running = start(binary_of(flavour), short_directory / "-".join(("store", flavour, many)))
    yield running
    running.stop()


@pytest.fixture
def store(store_server: RunningServer | RunningCluster) -> Iterator[Store]:
    redis = store_server.client()
    redis.flushall()
    made = Store(store_server, redis)
    yield made
    made.close()


@pytest.fixture
def members(store: Store) -> Members:
    made = another(store)
    made.people.register(HOME, {ANN: "Annabel", BEN: "Benedict"}, BY)
    return made
