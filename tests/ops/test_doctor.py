"""`faceup doctor` reports what is wrong and prints no secret. test_serve.py runs it while Faceup serves."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner
from redis import Redis
from werkzeug.serving import make_server

from service.app import create_app
from service.config import Config
from service.offline import engine
from service.running.doctor import MOST_CLUBS
from service.running.server import client, entered
from service.store.keys import HOME, Club, Keys, set_of
from tests.ops.serving import free_port
from tests.speeds import slow
from workers.cli import main

GAME = "home-aaaaaaaaaaaaaaaa"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(data=tmp_path / "data", port=free_port())


@pytest.fixture
def redis(config: Config) -> Iterator[Redis]:
    with entered(config) as url, client(url) as redis:
        yield redis


def report(config: Config, exit_code: int) -> dict[str, tuple[str, str]]:
    """Run the doctor and expect this exit code. Returns a mapping from topic to the mark and the text of its line."""
    result = CliRunner(env=config.as_env()).invoke(main, ["doctor"])
    assert result.exit_code == exit_code, result.output
    lines = [line.split(None, 2) for line in result.output.splitlines()]
    return {topic: (mark, text) for mark, topic, text in lines}


def test_the_command_doctor_finds_no_fault_in_a_new_installation(config: Config) -> None:
    lines = report(config, 0)
    assert lines["Server"] == ("ok", f"started Valkey 9.1.2 in {config.data}")
    assert lines["Club"] == ("-", "none yet; `faceup serve` creates the first")
    assert lines["API"] == ("-", f"nothing answers at http://127.0.0.1:{config.port}")
    assert lines["Relay"] == ("-", "does not run")
    assert lines["Workers"] == ("-", "0 running")


def test_the_command_doctor_says_whether_tables_can_go_on_without_a_network(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MADE", tmp_path / "made")
    assert report(config, 0)["Offline"] == ("-", "the engine of the browser is not built yet; `faceup serve` builds it")
    monkeypatch.setattr(engine, "find_spec", lambda _: None)
    without = "no engine for the browser: the engine is not built yet, and that needs Node: pip install 'faceup[offline]'"
    assert report(config, 0)["Offline"] == ("-", without)
    (tmp_path / "made" / engine.name()).mkdir(parents=True)
    mark, text = report(config, 0)["Offline"]
    assert (mark, engine.name() in text) == ("ok", True)


def test_the_command_doctor_reports_a_game_that_failed_validation_with_the_reason(config: Config, redis: Redis) -> None:
    redis.sadd(set_of(HOME), HOME)
    redis.zadd(Keys(Club("home")).games, {GAME: 1})
    redis.zadd(Keys(Club("home")).dirty, {GAME: 7})
    story = {"version": 7, "attempts": 3, "reason": "KeyError at domain.record.fold:81", "engine": "0a1b2c3d", "at": 1}
    redis.hset(Keys(Club("home")).parked, GAME, json.dumps(story))
    lines = report(config, 1)
    assert lines["Club"] == ("ok", "home: 1 games, 1 of them waiting for their verdict")
    assert lines["Parked"] == ("WRONG", f"{GAME} at version 7, after 3 attempts by engine 0a1b2c3d: KeyError at domain.record.fold:81")


def test_the_command_doctor_names_of_many_clubs_only_those_with_something_to_do(config: Config, redis: Redis) -> None:
    config.secret_key()
    clubs = [Club(f"c{number}") for number in range(MOST_CLUBS + 1)]
    for club in clubs:
        redis.sadd(set_of(club), club)
    redis.zadd(Keys(clubs[7]).games, {f"c7-{'a' * 16}": 1})
    redis.zadd(Keys(clubs[7]).dirty, {f"c7-{'a' * 16}": 7})
    lines = report(config, 0)
    assert lines["Clubs"][1].startswith(f"{MOST_CLUBS + 1}: 1 games, 1 of them waiting for their verdict. ")
    assert lines["Club"] == ("ok", "c7: 1 games, 1 of them waiting for their verdict")


@pytest.mark.parametrize(
    ("setting", "value", "topic", "words"),
    [
        pytest.param("appendfsync", "everysec", "Durability", "Acknowledged events of the last second are lost when", marks=slow),
        pytest.param("appendonly", "no", "Durability", "An acknowledged event is in memory only", marks=slow),
        ("maxmemory-policy", "allkeys-lru", "Memory", "DROPS RECORDS"),
    ],
)
def test_the_command_doctor_reports_a_server_setting_that_can_lose_records(
    config: Config, redis: Redis, setting: str, value: str, topic: str, words: str
) -> None:
    redis.config_set(setting, value)
    mark, text = report(config, 1)[topic]
    assert mark == "WRONG"
    assert words in text


def test_the_command_doctor_names_the_redis_servers_without_their_passwords(config: Config, redis: Redis, tmp_path: Path) -> None:
    redis.acl_setuser("app", enabled=True, passwords=["+hunter2"], keys=["*"], channels=["*"], categories=["+@all"])
    url = f"unix://app:hunter2@{config.data}/server.sock"
    given = Config(data=tmp_path / "other", port=config.port, redis_url=url, rq_redis_url=url)
    lines = report(given, 0)
    assert lines["Server"] == ("ok", f"using Valkey 9.1.2 at unix://app:…@{config.data}/server.sock")
    assert lines["Queue"] == ("ok", f"Valkey 9.1.2 at unix://app:…@{config.data}/server.sock")
    assert lines["Durability"][1].startswith("The server says that an acknowledged event is on disk; the time it takes does not prove it")
    assert not given.data.exists()


@pytest.mark.parametrize(
    ("socket", "line"),
    [
        ("nobody.sock", ("WRONG", "no heavy worker answers")),
        ("", ("ok", "the API answers long requests itself")),
    ],
)
def test_the_command_doctor_reports_an_api_whose_long_requests_nobody_answers(
    config: Config, redis: Redis, socket: str, line: tuple[str, str]
) -> None:
    api = make_server(config.host, config.port, create_app(replace(config, heavy=1, heavy_socket=socket)))
    thread = Thread(target=api.serve_forever)
    thread.start()
    try:
        lines = report(config, 1)  # no relay and no worker runs
    finally:
        api.shutdown()
        thread.join()
        api.server_close()
    assert lines["Beside"] == line
