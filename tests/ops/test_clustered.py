"""`faceup serve` with its records on a Redis Cluster, and its job queue on a plain server."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.crc import key_slot

from service.app import create_app
from service.running.backlog import SCRATCH
from tests.cluster import HOST, MASTERS, SLOTS, RunningCluster, start_cluster
from tests.ops.processes import until
from tests.ops.serving import Serving, commanded, configured, serving
from tests.servers import packaged_valkey, start_server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster(short_directory: Path) -> Iterator[RunningCluster]:
    running = start_cluster(packaged_valkey(), short_directory / "clustered")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def running(cluster: RunningCluster, short_directory: Path) -> Iterator[Serving]:
    queue = start_server(packaged_valkey(), short_directory / "queue")
    config = replace(
        configured(short_directory / "clustered-data"), redis_url=cluster.socket, rq_redis_url=f"unix://{queue.socket}", copies=1
    )
    with serving(config, short_directory / "printed") as started:
        yield started
    queue.stop()


def test_a_game_is_recorded_validated_and_listed(running: Serving, tmp_path: Path) -> None:
    until(running.ready)
    with running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        opened = api.post(
            "/api/v1/games", json={"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Bea"}], "visibility": "public"}
        )
        game = opened.json()["game"]
        act = {"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}
        recorded = api.post(f"/api/v1/games/{game}/events", json=act, headers={"If-Match": opened.headers["ETag"]})
        assert recorded.status_code == 201, recorded.text
        until(lambda: api.get(f"/api/v1/games/{game}/findings").json()["validated"] == 2)
        assert api.post("/api/v1/clubs", json={"club": "away", "name": "Away"}).status_code == 201
        assert [each["game"] for each in api.get("/api/v1/games").json()["games"]] == [game]
    file = tmp_path / "game.ndjson"
    assert commanded(running.config, "export", game, "--format", "ndjson", "-o", str(file)).returncode == 0
    assert commanded(running.config, "verify", str(file)).stdout.startswith(f"OK {game} 2 events, head ")


def test_the_doctor_asks_every_node_and_verifies_the_records_of_all(running: Serving, cluster: RunningCluster) -> None:
    until(running.ready)
    result = commanded(running.config, "doctor", "--records")
    lines = [line.split(maxsplit=2) for line in result.stdout.splitlines()]
    assert {mark for mark, topic, _ in lines if topic not in ("Statistics", "Offline")} == {"ok"}, result.stdout
    assert [topic for _, topic, _ in lines].count("Memory") == len(cluster.nodes) / 2
    assert ["ok", "Copies", "1 must confirm a write; the fewest replicas of a node: 1"] in lines
    assert ["ok", "Durability", "every node and replica has appendonly yes, appendfsync always"] in lines


def test_the_doctor_names_nodes_and_replicas_with_wrong_settings(running: Serving, cluster: RunningCluster) -> None:
    until(running.ready)
    wrong = {"cluster-require-full-coverage": "yes", "maxmemory-policy": "allkeys-lru", "appendonly": "no"}
    replica = next(node for node in cluster.nodes if node.asked("INFO", "replication")["role"] == "slave")
    before = {name: replica.asked("CONFIG GET", name)[name] for name in wrong}
    for name, value in wrong.items():
        replica.asked("CONFIG SET", name, value)
    try:
        said = commanded(replace(running.config, copies=2), "doctor").stdout
    finally:
        for name, value in before.items():
            replica.asked("CONFIG SET", name, value)
    at = f"{HOST}:{cluster.ports[cluster.nodes.index(replica)]}"
    assert "WRONG Copies     2 must confirm a write; the fewest replicas of a node: 1\n" in said
    assert f"WRONG Durability not appendonly yes, appendfsync always: {at}\n" in said
    assert f"WRONG Memory     as masters, replicas would DROP RECORDS: set maxmemory-policy noeviction at {at}\n" in said
    assert f"WRONG Nodes      one node that hangs stops the clubs of all others: set cluster-require-full-coverage no at {at}\n" in said


def test_a_command_whose_write_no_replica_confirms_ends_with_a_sentence(running: Serving) -> None:
    result = commanded(replace(running.config, copies=9), "link")
    assert result.returncode == 1
    assert result.stderr == "Error: The store cannot do that now (Unconfirmed). Try again.\n"


def test_a_backup_of_one_cluster_is_restored_into_another(running: Serving, short_directory: Path, tmp_path: Path) -> None:
    with running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        game = api.post("/api/v1/games", json={"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Bea"}]}).json()["game"]
    folder = str(tmp_path / "backup")
    assert commanded(running.config, "backup", folder).returncode == 0
    assert "Faceup is running" in commanded(running.config, "restore", folder).stderr
    other = start_cluster(packaged_valkey(), short_directory / "other-cluster")
    config = replace(running.config, data=short_directory / "other-data", redis_url=other.socket)
    restored = commanded(config, "restore", folder)
    assert restored.returncode == 0, restored.stderr
    assert [commanded(each, "replay", game).stdout for each in (config, running.config)] == [commanded(config, "replay", game).stdout] * 2
    other.stop()


def test_the_api_is_ready_and_the_doctor_goes_on_while_a_node_and_its_replica_are_lost(short_directory: Path, tmp_path: Path) -> None:
    broken = start_cluster(packaged_valkey(), short_directory / "broken")
    queue = start_server(packaged_valkey(), short_directory / "its-queue")
    config = replace(configured(tmp_path / "data"), redis_url=broken.socket, rq_redis_url=f"unix://{queue.socket}", copies=1)
    api = create_app(config).test_client()
    assert api.get("/readyz").json["warnings"] == []
    number = MASTERS * key_slot(SCRATCH.encode()) // SLOTS
    for node in (broken.nodes[number + MASTERS], broken.nodes[number]):
        node.kill()
    answer, metrics = api.get("/readyz"), api.get("/metrics")
    assert (answer.status_code, metrics.status_code) == (200, 200), answer.json
    assert answer.json["warnings"] == [f"The node {HOST}:{broken.ports[number]} of the cluster does not answer."]
    said = commanded(config, "doctor").stdout
    assert said.count(" Memory     ") == MASTERS - 1, said
    assert "ok    Copies     1 must confirm a write; the fewest replicas of a node: 1\n" in said
    assert f"WRONG Nodes      2 of {2 * MASTERS} servers are away\n" in said
    broken.stop()
    queue.stop()
