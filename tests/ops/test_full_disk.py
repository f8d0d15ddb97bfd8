"""A full disk: no event can be recorded, but every record can be read. Recording works again as soon as there is room."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from flask import Flask
from redis import Redis
from redis.exceptions import ResponseError

from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.running import room
from service.running.room import MIB, Room, RoomWatch
from service.running.server import Embedded, client, entered
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from tests.ops.disks import Disk, Limited, Taken, can_mount, mounted
from tests.ops.processes import until
from tests.ops.serving import Serving, configured, faceup, serving
from tests.speeds import slow
from workers.cli import main

HIGH_CARD = {"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Bea"}]}
ANY_SIZE = 2**62
"""More bytes than any disk has."""


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return configured(tmp_path / "data")


@pytest.fixture
def redis(config: Config) -> Iterator[Redis]:
    """A client of a new server for this test."""
    with entered(config) as url, client(url) as redis:
        yield redis


@pytest.fixture
def app(config: Config, redis: Redis) -> Flask:
    return create_app(config)


# --- the server -------------------------------------------------------------------------------------------------------------------------


def test_a_server_that_starts_without_its_reserve_of_disk_space_is_read_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with entered(Config(data)) as url, client(url) as redis:
        redis.set("recorded", 1)
    server = Embedded(data, os.environ["PATH"], Room(data, ANY_SIZE))
    server.enter()
    with client(server.url) as redis:
        assert redis.get("recorded") == b"1"
        for write in (lambda: redis.set("recorded", 2), lambda: redis.eval("redis.call('SET', 'recorded', 2)", 0)):
            with pytest.raises(ResponseError, match="NOREPLICAS"):
                write()
        assert redis.config_get("appendfsync") == {"appendfsync": "everysec"}, "an expired key must not end the server"
    server.leave()


def test_a_running_server_is_read_only_while_less_than_the_reserve_is_free(config: Config, redis: Redis) -> None:
    disk, said = Room(config.data, MIB), list[str]()
    subscription = RoomWatch(disk, lambda: client(config.store_url), said.append, lambda: 0.0)
    subscription.tend()
    assert (redis.set("a", 1), said) == (True, [])
    disk.reserve = ANY_SIZE
    subscription.tend()
    assert said.pop().startswith("The disk is almost full: ")
    with pytest.raises(ResponseError, match="NOREPLICAS"):
        redis.set("a", 2)
    disk.reserve = MIB
    subscription.tend()
    assert said.pop().startswith("There is room on the disk again: recording goes on")
    assert redis.set("a", 3)
    assert redis.config_get("appendfsync") == {"appendfsync": "always"}


def test_recording_starts_again_when_a_quarter_more_than_the_reserve_is_free(tmp_path: Path) -> None:
    disk = Room(tmp_path, ANY_SIZE)
    assert disk.is_short()
    disk.reserve = disk.free() * 9 // 10
    assert disk.is_short()
    disk.reserve = disk.free() // 2
    assert not disk.is_short()


def test_a_folder_in_which_no_file_can_be_written_counts_as_full(tmp_path: Path) -> None:
    assert not room.takes_writes(tmp_path / "missing")
    assert Room(tmp_path / "missing", MIB).is_short_at_start()
    assert room.takes_writes(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("reserve", "log", "said"),
    [
        (1, 0, None),
        (1, ANY_SIZE, "The disk has too little room for a copy of the log"),
        (ANY_SIZE, 0, "The disk is almost full: "),
    ],
)
def test_low_disk_space_is_reported_with_numbers(tmp_path: Path, reserve: int, log: int, said: str | None) -> None:
    warning = Room(tmp_path, reserve).warning(log)
    assert (warning is None) is (said is None)
    assert said is None or (warning and warning.startswith(said) and "recording stops when less than" in warning)


def test_low_disk_space_is_reported_before_recording_stops(tmp_path: Path) -> None:
    disk = Room(tmp_path)
    disk.reserve = disk.free() // 2
    assert not disk.is_short()
    assert str(disk.warning()).startswith("The disk is becoming full: ")


# --- the API ----------------------------------------------------------------------------------------------------------------------------


WRITES = [
    ("POST", "/api/v1/games", HIGH_CARD),
    ("POST", "/api/v1/games/{game}/events", {"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}),
    ("POST", "/api/v1/tokens", {"label": "phone", "scopes": ["read"]}),
    ("POST", "/api/v1/clubs", {"club": "rivals", "name": "Rivals"}),
    ("POST", "/api/v1/people", {"name": "Cleo"}),
    ("POST", "/api/v1/tournaments", {"title": "Cup", "system": "high-card", "format": "swiss"}),
]
READS = ["/api/v1/games", "/api/v1/games/{game}", "/api/v1/games/{game}/replay", "/api/v1/people", "/api/v1/tokens", "/games", "/metrics"]


def test_on_a_full_disk_every_write_is_refused_with_507_and_every_read_is_answered(app: Flask, redis: Redis) -> None:
    _, secret = Clubs(redis, now_ms).issue(HOME, "owner", "own")
    headers = {"Authorization": f"Bearer {secret}", "If-Match": "*"}
    web = app.test_client()
    opened = web.post("/api/v1/games", json=HIGH_CARD, headers=headers)
    game = opened.json["game"]
    room.make_read_only(redis)
    for method, path, body in WRITES:
        answer = web.open(path.format(game=game), method=method, json=body, headers=headers)
        assert (answer.status_code, answer.json and answer.json["type"]) == (507, "/problems/disk-full"), (path, answer.text)
        assert answer.headers["Retry-After"] == "10"
        assert "reading goes on" in answer.json["detail"].lower()
    for path in READS:
        assert web.get(path.format(game=game), headers=headers).status_code == 200, path
    ready = web.get("/readyz").json
    assert ready["checks"]["writable"] == {"ok": False, "told": "failed: the store takes no writes now"}
    assert ready["checks"]["durability"]["ok"] is True
    assert room.make_writable(redis)
    assert web.post(f"/api/v1/games/{game}/events", json=WRITES[1][2], headers=headers).status_code == 201


def test_the_readiness_answer_warns_of_low_disk_space(tmp_path: Path, config: Config, redis: Redis) -> None:
    web = create_app(replace(config, reserve_mb=1_000_000)).test_client()
    ready = web.get("/readyz")
    assert ready.status_code == 503
    assert ready.json["checks"]["disk"]["ok"] is False
    assert ready.json["warnings"][0].startswith("The disk is almost full: ")


def test_doctor_on_a_full_disk_says_that_nothing_can_be_recorded_and_shows_no_traceback(config: Config, redis: Redis) -> None:
    room.make_read_only(redis)
    result = CliRunner(env=config.as_env()).invoke(main, ["doctor"])
    assert (result.exit_code, result.stderr) == (1, "")
    assert "WRONG Recording  refused: the server's disk has too little room" in result.stdout
    assert "Durability not measured: the server is read-only" in result.stdout


def test_a_command_that_writes_says_that_the_disk_is_full(config: Config, redis: Redis) -> None:
    Clubs(redis, now_ms).found(HOME)
    room.make_read_only(redis)
    result = CliRunner(env=config.as_env()).invoke(main, ["link"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: The server takes no writes now: its disk may be full. Nothing was recorded; reading goes on.\n"


# --- the whole product ------------------------------------------------------------------------------------------------------------------


@contextmanager
def disk_of(way: str, folder: Path) -> Iterator[Disk]:
    with mounted(folder / "disk") if way == "file system" else nullcontext(Limited(folder)) as disk:
        yield disk


def ways(folder: Path) -> list[str]:
    """Return the ways in which this machine can fill a disk. The first one works on every machine."""
    return ["limit", *(["file system"] if can_mount(folder / "probe") else [])]


@contextmanager
def asleep(running: Serving) -> Iterator[None]:
    """The supervisor sleeps while the block runs."""
    os.kill(running.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(running.process.pid, signal.SIGCONT)


class Scorekeeper:
    """Records notes in one game over HTTP, and counts the acknowledged notes."""

    def __init__(self, running: Serving, api: httpx.Client) -> None:
        self.api = api
        self.api.headers["Authorization"] = f"Bearer {running.owner()}"
        self.game = self.api.post("/api/v1/games", json=HIGH_CARD).json()["game"]
        self.acknowledged = 0

    def record(self) -> int:
        """Send one note. Returns the status of the answer; 0 if no answer came."""
        body = {"events": [{"type": "NoteWritten", "data": {"note": "x" * 400}}]}
        try:
            status = self.api.post(f"/api/v1/games/{self.game}/events", json=body, headers={"If-Match": "*"}).status_code
        except httpx.TransportError:
            return 0
        self.acknowledged += status == 201
        return status

    def read(self) -> int:
        return self.api.get(f"/api/v1/games/{self.game}").status_code


@slow
def test_a_server_that_died_on_a_full_disk_reads_again_and_records_again_when_there_is_room(short_directory: Path) -> None:
    for way in ways(short_directory):
        folder = short_directory / way.replace(" ", "-")
        folder.mkdir()
        with disk_of(way, folder) as disk:
            config = replace(configured(disk.folder / "data"), reserve_mb=8)
            with serving(config, folder / "printed") as running:
                _filled_and_cleared(running, disk)
            assert faceup(config, "doctor").returncode == 0


def _filled_and_cleared(running: Serving, disk: Disk) -> None:
    until(running.ready)
    with running.api() as api:
        _filled(running, disk, Scorekeeper(running, api))


def _filled(running: Serving, disk: Disk, keeper: Scorekeeper) -> None:
    server = running.server()
    assert keeper.record() == 201
    with asleep(running):  # so that the server fails to write before it is made read-only
        disk.fill(running.process.pid, server)
        until(lambda: keeper.record() in (0, 503))
    until(lambda: keeper.record() == 507)
    assert running.server() != server
    assert keeper.read() == 200
    doctor = faceup(running.config, "doctor")
    assert (doctor.returncode, doctor.stderr) == (1, "")
    assert "WRONG Recording" in doctor.stdout
    assert keeper.api.get("/livez").status_code == 200
    disk.clear(running.process.pid, running.server())
    until(lambda: keeper.record() == 201)
    until(running.ready)
    answer = keeper.api.get(f"/api/v1/games/{keeper.game}", params={"at_least": 1 + keeper.acknowledged})
    assert answer.json()["version"] == 1 + keeper.acknowledged
    with client(running.config.store_url) as redis:
        assert redis.config_get("appendfsync") == {"appendfsync": "always"}


@slow
def test_recording_stops_before_the_server_fails_to_write_to_a_full_disk(short_directory: Path) -> None:
    disk = Taken(short_directory)
    config = replace(configured(short_directory / "filling"), reserve_mb=disk.reserve_mb)
    with serving(config, short_directory / "filling.printed") as running, running.api() as api:
        until(running.ready)
        keeper, server = Scorekeeper(running, api), running.server()
        assert keeper.record() == 201
        try:
            if not disk.take():  # this file system cannot reserve blocks, so a limit of file sizes makes the kernel refuse writes
                Limited(short_directory).fill(running.process.pid, server)
            until(lambda: keeper.record() == 507)
            assert keeper.read() == 200
        finally:
            disk.clear()
            Limited(short_directory).clear(running.process.pid, server)
        until(lambda: keeper.record() == 201)
        assert "The disk is almost full: " in running.output
        assert "There is room on the disk again" in running.output
        assert running.server() == server, "it never died"


@slow
def test_a_read_only_server_survives_when_other_programs_fill_the_disk(short_directory: Path) -> None:
    """The server has already been made read-only when other programs fill the disk."""
    with disk_of(ways(short_directory)[-1], short_directory) as disk:
        config = replace(configured(disk.folder / "filled"), reserve_mb=8)
        with serving(config, short_directory / "filled.printed") as running, running.api() as api:
            until(running.ready)
            keeper, server = Scorekeeper(running, api), running.server()
            with client(running.config.store_url) as redis, asleep(running):  # an awake supervisor might make it writable again
                room.make_read_only(redis)
                disk.fill(running.process.pid, server)
                assert [keeper.read(), keeper.record(), keeper.read()] == [200, 507, 200]
                disk.clear(running.process.pid, server)
                room.make_writable(redis)
            until(lambda: keeper.record() == 201)
            assert running.server() == server, "it never died"
