"""A server that is no cluster, with a replica that confirms what is acknowledged (FACEUP_COPIES=1)."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.app import wiring_of
from service.config import Config
from service.running.backlog import backlog
from service.store import routed
from service.store.connect import confirming, write_client
from service.store.errors import StoreUnavailable
from service.store.games.records import Records
from service.store.keys import HOME
from service.store.nodes import Nodes
from service.store.routed import fence_of
from tests.cluster import HOST, free_ports
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.store.bench import BY, Clock, chosen, opening
from tests.waiting import until


@pytest.fixture
def replica(server: RunningServer, redis: Redis, short_directory: Path) -> Iterator[RunningServer]:
    (port,) = free_ports(1)
    redis.config_set("bind", HOST)
    redis.config_set("repl-diskless-sync-delay", 0)
    redis.config_set("port", port)
    running = start_server(packaged_valkey(), short_directory / "replica", replicaof=f"{HOST} {port}")
    until(lambda: running.asked("INFO", "replication")["master_link_status"] == "up")
    yield running
    running.kill()
    redis.config_set("port", 0)


def test_a_replica_of_a_single_server_confirms_what_is_acknowledged(
    server: RunningServer, replica: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with write_client(server.socket, copies=1) as sure, write_client(server.socket) as plain:
        records, game = Records(sure, Clock()), Records(plain, Clock()).open(HOME, opening(), BY).game
        batch = [chosen()]
        replica.process.send_signal(signal.SIGSTOP)
        with monkeypatch.context() as hurried:
            hurried.setattr(routed, "CONFIRM_MS", 100)
            with pytest.raises(StoreUnavailable):
                records.append(game, 1, batch, BY)
        assert Records(plain, Clock()).append(game, 2, [chosen()], BY).version == 3  # without copies nothing waits for the replica
        replica.process.send_signal(signal.SIGCONT)
        until(lambda: replica.asked("HGET", f"{{home}}:head:{game}", "version") == b"3")
        assert records.append(game, 1, batch, BY).outcome == "already-there"
        assert Nodes(sure).all() == [Nodes(sure).of(HOME)]
        assert confirming(plain) is plain


def test_the_job_queue_of_such_a_server_is_asked_like_any_other(server: RunningServer, tmp_path: Path) -> None:
    config = Config(data=tmp_path, redis_url=f"unix://{server.socket}", copies=1)
    parts = wiring_of(config, config.secret_key())
    waits = backlog(parts.redis, parts.queue, parts.clubs.names_of_clubs(), 0)
    assert (waits.queued, waits.workers) == (0, 0)


@pytest.mark.parametrize(
    ("key", "fence"),
    [
        (b"{home}:feed", b"{home}:fence"),
        (b"faceup:layout", b"{faceup:layout}:fence"),
        (b"faceup:clubs:{3f}", b"{3f}:fence"),
    ],
)
def test_a_fence_is_in_the_slot_of_the_key_beside_it(key: bytes, fence: bytes) -> None:
    assert fence_of(key) == fence
