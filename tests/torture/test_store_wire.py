"""The proxy between processes and their store server. For a while, the proxy listens at the path of the server's socket."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.servers import RunningServer, packaged_valkey, start_server
from tests.torture.store_wire import StoreWire


@pytest.fixture
def store(short_directory: Path) -> Iterator[RunningServer]:
    made = start_server(packaged_valkey(), short_directory / uuid4().hex[:6])
    yield made
    made.stop()


@pytest.fixture
def wire(store: RunningServer) -> Iterator[StoreWire]:
    made = StoreWire(Path(store.socket))
    yield made
    if made.is_there():
        made.close()


def client(store: RunningServer) -> Redis:
    return Redis(unix_socket_path=store.socket, retry=None, socket_timeout=5)


def test_commands_reach_the_server_through_the_proxy_and_also_after_the_proxy_is_removed(store: RunningServer, wire: StoreWire) -> None:
    with client(store) as redis:
        assert redis.incr("n") == 1
        assert wire.cut() == 2
    wire.close()
    with client(store) as redis:
        assert redis.incr("n") == 2
    assert not (store.directory / "behind.sock").exists()


def test_the_proxy_can_lose_the_answer_to_a_command_that_was_carried_out(store: RunningServer, wire: StoreWire) -> None:
    with client(store) as redis:
        assert redis.incr("n") == 1
        wire.no_answers = True
        with pytest.raises(RedisError):
            redis.incr("n")
        wire.heal()
        assert redis.get("n") == b"2"


def test_a_half_forwarded_command_has_no_effect(store: RunningServer, wire: StoreWire) -> None:
    with client(store) as redis:
        assert redis.incr("n") == 1
        wire.half_requests = True
        with pytest.raises(RedisError):
            redis.incr("n")
        wire.heal()
        assert redis.get("n") == b"1"


def test_a_restarted_server_is_reached_without_the_proxy(store: RunningServer, wire: StoreWire) -> None:
    with client(store) as redis:
        redis.incr("n")
    store.stop()
    again = start_server(packaged_valkey(), store.directory)
    try:
        wire.close()
        with client(again) as redis:
            assert redis.get("n") == b"1"
    finally:
        again.stop()


def test_the_proxy_cannot_be_started_without_a_server(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        StoreWire(tmp_path / "server.sock")
