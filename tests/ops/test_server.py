"""The embedded server: the first process that uses the server starts it, later processes share it, and the last process stops it. A server
that was killed is started again."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.config import Config
from service.running.server import Embedded, Given, ServerFailed, client, entered, server_of
from service.running.server_settings import SETTINGS
from tests.servers import DURABLE
from tests.waiting import WITHIN

PATH = os.environ["PATH"]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "data"
    joined = Embedded(tmp_path / "data", PATH)
    joined.enter()
    joined.leave()
    assert not is_running(tmp_path / "data")


def is_running(data: Path) -> bool:
    return Embedded(data, PATH).lives()


def kill(url: str) -> None:
    with client(url) as redis:
        server = redis.info("server")["process_id"]
    os.kill(server, signal.SIGKILL)


def answering(url: str) -> Redis:
    deadline = time.monotonic() + WITHIN
    while True:
        redis = client(url)
        try:
            redis.ping()
        except Exception:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return redis


def test_the_embedded_server_runs_as_long_as_any_process_uses_it(data: Path) -> None:
    first, second = Embedded(data, PATH), Embedded(data, PATH)
    assert first.enter().startswith("started Valkey 9.1.2")
    assert second.enter().startswith("joined the running Valkey 9.1.2")
    first.leave()
    assert is_running(data)
    second.leave()
    assert not is_running(data)


def test_asking_whether_a_server_runs_leaves_its_folder_as_it_is(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    assert not is_running(tmp_path / "missing")
    assert [*tmp_path.iterdir()] == []


def test_acknowledged_writes_survive_when_the_embedded_server_is_killed(data: Path) -> None:
    server = Embedded(data, PATH)
    server.enter()
    with client(server.url) as redis:
        for number in range(50):
            redis.xadd("{home}:game:x", {"n": number}, id=f"{number + 1}-0")
    kill(server.url)
    while not server.keep():
        time.sleep(0.01)
    with answering(server.url) as redis:
        assert redis.xlen("{home}:game:x") == 50
    assert not server.keep()
    server.leave()


def test_a_new_process_joins_an_embedded_server_whose_only_user_was_killed(data: Path) -> None:
    orphaned = Embedded(data, PATH)
    orphaned.enter()
    assert orphaned._users is not None
    orphaned._users.close()  # when a process is killed, the kernel closes this file
    later = Embedded(data, PATH)
    assert later.enter().startswith("joined")
    later.leave()
    assert not is_running(data)


def test_the_settings_of_the_embedded_server_are_durable_and_private(data: Path) -> None:
    with entered(Config(data=data)) as url, client(url) as redis:
        wanted = {
            "port": "0",
            "appendonly": "yes",
            "appendfsync": "always",
            "aof-use-rdb-preamble": "no",
            "maxmemory-policy": "noeviction",
            "save": "",
            "stream-node-max-bytes": "16384",
            "stream-node-max-entries": "200",
        }
        assert {name: redis.config_get(name)[name] for name in wanted} == wanted
        assert redis.info("server")["tcp_port"] == 0
    assert data.stat().st_mode & 0o777 == 0o700


def test_the_embedded_server_works_in_a_folder_with_a_long_and_odd_name(tmp_path: Path) -> None:
    data = tmp_path / ('a "quoted" \\ name ' * 8)
    with entered(Config(data=data)) as url, client(url) as redis:
        redis.set("k", "v")
    with entered(Config(data=data)) as url, client(url) as redis:
        assert redis.get("k") == b"v"


def test_the_error_about_an_unreadable_log_says_up_to_which_byte_it_is_readable(tmp_path: Path) -> None:
    with entered(Config(data=tmp_path)) as url, client(url) as redis:
        redis.set("k", "v" * 1000)
    log = next((tmp_path / "appendonlydir").glob("*.incr.aof"))
    log.write_bytes(b"nonsense" + log.read_bytes())
    server = Embedded(tmp_path, PATH)
    with pytest.raises(ServerFailed, match="is readable up to byte 0 of "):
        server.enter()
    server.leave()


def test_an_external_server_is_used_as_it_is_and_never_started_or_changed(data: Path) -> None:
    with entered(Config(data=data)) as url:
        given = server_of(Config(data=data, redis_url=url))
        assert isinstance(given, Given)
        assert given.enter() == f"using Valkey 9.1.2 at {url}"
        given.leave()
        assert is_running(data)


def test_an_external_server_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(ServerFailed, match=r"The server at redis://:…@127\.0\.0\.1:1 does not answer: ") as refusal:
        Given("redis://:hunter2@127.0.0.1:1").enter()
    assert "hunter2" not in str(refusal.value)


def test_the_servers_used_in_tests_have_the_settings_of_the_embedded_server() -> None:
    """Only the settings for file paths and for starting the server may differ."""
    own = {"dir", "unixsocket", "unixsocketperm", "daemonize", "pidfile", "logfile"}
    lines = [line.split(maxsplit=1) for line in SETTINGS.splitlines() if not line.startswith("#")]
    assert {name: value.strip('"') for name, value in lines if name not in own} == DURABLE
