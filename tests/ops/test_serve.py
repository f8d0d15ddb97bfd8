"""`faceup serve` as people start it, with all its processes. The tests stop and kill them in several ways."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from service.clock import now_ms
from service.directory import socket_url
from service.running.server import client
from service.store.clubs.people import People
from service.store.keys import HOME
from tests.crash.test_crash import pids
from tests.ops.processes import below, lives, until
from tests.ops.serving import FACEUP, Serving, commanded, configured, faceup, serving
from tests.speeds import slow
from tests.waiting import WITHIN

pytestmark = slow


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("serve")
    with serving(configured(folder / "data"), folder / "printed") as server:
        yield server


def test_the_command_serve_prints_its_store_server_and_a_link_at_the_start(running: Serving) -> None:
    assert running.output.startswith(f"Records: started Valkey 9.1.2 in {running.config.data}.\n")
    assert f"Faceup serves at {running.url}\n" in running.output
    assert "warning" not in running.output.lower()
    with running.api() as api:
        assert api.post("/api/v1/session", json={"token": running.owner()}).status_code == 204
        assert api.get("/livez").json() == {"live": True}


def test_the_first_start_of_serve_founds_the_club_home(running: Serving) -> None:
    with client(socket_url(running.config.data)) as redis:
        assert People(redis, now_ms).directory(HOME).called == HOME


def test_the_command_link_prints_a_link_that_signs_in(running: Serving) -> None:
    made = faceup(running.config, "link")
    assert made.returncode == 0, made.stderr
    where, _, token = made.stdout.strip().partition("/join#")
    assert where == running.url
    with running.api() as api:
        answer = api.get("/api/v1/tokens", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200


def test_the_command_doctor_finds_no_fault_while_running_and_prints_no_secret(running: Serving) -> None:
    until(lambda: commanded(running.config, "doctor").returncode == 0)
    result = commanded(running.config, "doctor")
    assert result.returncode == 0, result.stdout + result.stderr
    marks = {line.split()[1]: line.split()[0] for line in result.stdout.splitlines()}
    assert list(marks) == [
        "Faceup",
        "Data",
        "Disk",
        "Key",
        "Offline",
        "Server",
        "Layout",
        "Memory",
        "Durability",
        "Club",
        "Statistics",
        "API",
        "Beside",
        "Relay",
        "Workers",
    ]
    assert {mark for topic, mark in marks.items() if topic not in ("Statistics", "Offline")} == {"ok"}
    assert marks["Offline"] in ("ok", "-"), "it is built while Faceup serves"
    assert marks["Statistics"] in ("ok", "-"), "there are none before the first game"
    assert "joined the running Valkey 9.1.2" in result.stdout
    assert "appendonly yes, appendfsync always" in result.stdout
    assert "fu_home" not in result.stdout


def test_a_game_recorded_over_http_is_validated_exported_and_verified(running: Serving, tmp_path: Path) -> None:
    with running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        opened = api.post("/api/v1/games", json={"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Bea"}]})
        game = opened.json()["game"]
        recorded = api.post(
            f"/api/v1/games/{game}/events",
            json={"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]},
            headers={"If-Match": opened.headers["ETag"]},
        )
        assert recorded.status_code == 201, recorded.text
        until(lambda: api.get(f"/api/v1/games/{game}/findings").json()["validated"] == 2)
    file = tmp_path / "game.ndjson"
    assert commanded(running.config, "export", game, "--format", "ndjson", "-o", str(file)).returncode == 0
    assert commanded(running.config, "verify", str(file)).stdout.startswith(f"OK {game} 2 events, head ")
    from_the_file, from_the_store = (commanded(running.config, "replay", what).stdout.splitlines() for what in (str(file), game))
    assert (from_the_file[2], from_the_store[2]) == ("   2  Seat 1 opens.  [seat 1: 0, seat 2: 0]", "   2  Anna opens.  [Anna: 0, Bea: 0]")
    assert commanded(running.config, "replay", f"home-{'a' * 16}").stderr == f"Error: There is no game home-{'a' * 16}.\n"
    assert commanded(running.config, "export", f"home-{'a' * 16}").stderr == f"Error: There is no game home-{'a' * 16}.\n"


def test_the_command_serve_names_the_faceup_that_already_uses_its_port(running: Serving) -> None:
    second = faceup(running.config, "serve")
    assert second.returncode == 1
    assert second.stderr.startswith(f"Error: Faceup already serves at {running.url}: open that page;")


def test_a_second_serve_process_on_another_port_serves_the_same_records(running: Serving, tmp_path: Path) -> None:
    server = running.server()
    with serving(configured(running.config.data), tmp_path / "printed") as second:
        assert second.output.startswith("Records: joined the running Valkey 9.1.2")
        assert "/join#" not in second.output
        with second.api() as api:
            assert api.post("/api/v1/session", json={"token": running.owner()}).status_code == 204
    assert second.process.returncode == 0
    assert running.server() == server
    assert running.ready()


def test_a_killed_store_server_is_restarted_and_has_every_record(running: Serving) -> None:
    server = running.server()
    os.kill(server, signal.SIGKILL)
    until(lambda: "The server died and was started again." in running.output and running.ready())
    assert running.server() != server
    with running.api() as api:
        assert api.post("/api/v1/session", json={"token": running.owner()}).status_code == 204


def test_child_processes_are_restarted_when_all_are_killed_at_once(running: Serving) -> None:
    killed = below(running.process.pid)
    for child in killed:
        with suppress(ProcessLookupError):  # ended with its parent
            os.kill(child, signal.SIGKILL)
    until(lambda: not any(map(lives, killed)) and running.ready())
    until(lambda: commanded(running.config, "doctor").returncode == 0)
    until(lambda: all(pids(running, program) for program in ("running.guard", "gunicorn", "cli relay", "cli worker")))


def test_the_command_serve_explains_bad_settings_in_sentences(tmp_path: Path) -> None:
    environ = os.environ | {"PORT": "http", "REDIS_URL": "localhost"}
    result = subprocess.run([*FACEUP, "serve"], env=environ, capture_output=True, text=True, timeout=WITHIN, check=False)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "Error: PORT must be a whole number from 1 to 65535, not 'http'",
        "REDIS_URL must be a URL such as redis://host:6379/0, rediss://… or unix:///path/of/socket",
    ]


def test_a_data_directory_that_needs_another_server_is_refused_and_not_changed(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text('{"flavour": "valkey", "version": "99.0.0"}')
    result = faceup(configured(tmp_path), "serve")
    assert result.returncode == 1
    written = f"The records in {tmp_path} were written by Valkey 99.0.0"
    assert result.stderr.startswith(f"Error: {written}, but this machine has only Valkey 9.1.2")
    assert not (tmp_path / "appendonlydir").exists()


def test_after_sigterm_no_process_remains_and_the_next_start_has_every_record(tmp_path: Path) -> None:
    config = configured(tmp_path / "data")
    with serving(config, tmp_path / "first") as first:
        everyone = {*below(first.process.pid), first.server()}
        first.process.terminate()
        assert first.process.wait(WITHIN) == 0
        assert not list(filter(lives, everyone))
    assert "Stopping: the API, then the relay, then the workers, then the server.\nStopped.\n" in first.output
    with serving(config, tmp_path / "second") as second:
        assert second.output.startswith("Records: started Valkey 9.1.2")
        assert "/join#" not in second.output
        with second.api() as api:
            assert api.post("/api/v1/session", json={"token": first.owner()}).status_code == 204


def test_a_new_serve_process_joins_the_store_server_of_a_killed_serve_process(tmp_path: Path) -> None:
    config = configured(tmp_path / "data")
    with serving(config, tmp_path / "first") as first:
        server, children = first.server(), below(first.process.pid)
        first.process.kill()
        first.process.wait()
        with serving(config, tmp_path / "second") as second:
            assert second.output.startswith("Records: joined the running Valkey 9.1.2")
            assert second.server() == server
            until(lambda: len(list(filter(lives, children))) <= 1)  # the guard may still run: it looks for the supervisor for ten seconds
    assert not lives(server)
