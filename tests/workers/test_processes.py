"""`faceup relay` and `faceup worker` as processes: they survive a restart of the server and stop on a signal."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.clock import now_ms
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME
from service.store.layout import KEY, LAYOUT
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.speeds import slow
from tests.waiting import WITHIN, until
from tests.workers.conftest import Store, Workers

COMMANDS = {"relay": ("workers.cli", "relay"), "worker": ("workers.cli", "worker")}


def started(command: str, url: str, data: Path) -> subprocess.Popen[bytes]:
    env = {**os.environ, "REDIS_URL": url, "FACEUP_DATA": str(data), "RQ_REDIS_URL": ""}
    return subprocess.Popen([sys.executable, "-m", *COMMANDS[command]], env=env, stderr=subprocess.PIPE)


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[bytes]]]:
    running: list[subprocess.Popen[bytes]] = []
    yield running
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def unused(short_directory: Path) -> Iterator[RunningServer]:
    """A server on which nobody else listens, unlike the server of the session."""
    running = start_server(packaged_valkey(), short_directory / "unused")
    running.client().set(KEY, LAYOUT)
    yield running
    running.stop()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=slow)])
def test_relay_and_worker_end_on_a_signal_without_error_or_output(
    command: str, how: signal.Signals, unused: RunningServer, tmp_path: Path, processes: list[subprocess.Popen[bytes]]
) -> None:
    client = unused.client()
    there = {
        "relay": lambda: client.pubsub_shardnumsub("faceup:changes")[0][1],
        "worker": lambda: client.info("clients")["blocked_clients"],  # a worker that waits for a job already handles signals
    }
    process = started(command, f"unix://{unused.socket}", tmp_path)
    processes.append(process)
    until(lambda: there[command]() == 1)
    process.send_signal(how)
    _, output = process.communicate(timeout=WITHIN)
    assert (process.returncode, output) == (0, b"")


@pytest.fixture
def nowhere(short_directory: Path) -> str:
    return f"unix://{short_directory}/nowhere"


def test_a_worker_exits_with_status_1_if_there_is_no_server(nowhere: str, tmp_path: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    process = started("worker", nowhere, tmp_path)
    processes.append(process)
    _, output = process.communicate(timeout=WITHIN)
    assert process.returncode == 1
    assert json.loads(output)["message"] == "the worker lost its queue: ConnectionError"


def test_a_relay_waits_for_the_server_if_there_is_none(nowhere: str, tmp_path: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    process = started("relay", nowhere, tmp_path)
    processes.append(process)
    assert process.stderr is not None
    lines = [json.loads(process.stderr.readline()) for _ in range(3)]
    assert {line["message"] for line in lines} == {"the relay lost a server and will try again: ConnectionError"}
    process.terminate()
    process.communicate(timeout=WITHIN)
    assert process.returncode == 0


@slow
def test_relay_and_worker_survive_a_restart_of_the_server(short_directory: Path) -> None:
    directory = short_directory / "survived"
    server = start_server(packaged_valkey(), directory)
    data = directory / "data"
    env = {**os.environ, "REDIS_URL": f"unix://{server.socket}", "FACEUP_DATA": str(data), "RQ_REDIS_URL": ""}
    relay = subprocess.Popen([sys.executable, "-m", "workers.cli", "relay"], env=env, stderr=subprocess.DEVNULL)
    with Workers(server, data, 1), write_client(server.socket) as client:
        store = Store(client, Records(client, now_ms), Verdicts(client, now_ms), Clubs(client, now_ms))
        client.set(KEY, LAYOUT)
        store.clubs.found(HOME)
        game = store.open()
        until(lambda: store.validated(game))
        server.kill()
        time.sleep(0.3)
        again = start_server(packaged_valkey(), directory)
        store.happens(game, "breach")
        until(lambda: store.validated(game))
        assert store.standing(game) == ["breach@2"]
    relay.terminate()
    assert relay.wait(WITHIN) == 0
    again.stop()
