"""Two applications on the store server of the session: one answers everything itself, the other lets heavy workers answer long
requests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.config import Config
from service.directory import prepared
from service.store.keys import HOME
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.heavy.slow import slowed
from tests.ops.processes import until
from tests.servers import RunningServer
from tests.streams import end_streams
from tests.waiting import WITHIN

GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "python:service.serving.heavy"]


@dataclass
class Installation:
    """Two applications on the same store. `alone` answers everything itself. `helped` has heavy workers. `config`: the settings of
    `helped`. `master`: the process that has started the heavy workers."""

    config: Config
    alone: Flask
    helped: Flask
    master: int

    @property
    def helper(self) -> Wiring:
        parts: Wiring = self.helped.extensions[EXTENSION]
        return parts


@contextmanager
def started(config: Config, *application: str, **settings: str) -> Iterator[Installation]:
    """Start the heavy workers. `application`: the WSGI application that they run instead of the usual one, and options of
    gunicorn. `settings`: other settings for them than for the API."""
    process = subprocess.Popen([*GUNICORN, *application], env=os.environ | config.as_env() | settings)
    made = Installation(config, create_app(replace(config, heavy_socket="")), create_app(config), process.pid)
    until(lambda: process.poll() is not None or made.helper.heavy.ready())
    assert process.poll() is None
    yield made
    process.terminate()
    assert process.wait(WITHIN) == 0


@pytest.fixture(scope="session")
def running(server: RunningServer, short_directory: Path) -> Iterator[Installation]:
    data = prepared(short_directory / "heavy")
    socket = str(short_directory / "heavy.sock")
    with started(Config(data=data, redis_url=f"unix://{server.socket}", heavy=1, heavy_socket=socket)) as made:
        yield made


@pytest.fixture(scope="module")
def slowing(server: RunningServer, short_directory: Path) -> Iterator[Installation]:
    """Two heavy workers, each with one second for a request, and with requests that need longer (tests/heavy/slow.py). Nobody
    kills them soon."""
    data = prepared(short_directory / "slow")
    socket = str(short_directory / "slow.sock")
    config = Config(data=data, redis_url=f"unix://{server.socket}", heavy=2, heavy_seconds=100, heavy_socket=socket)
    with started(config, "--timeout=400", "tests.heavy.slow:application()", FACEUP_HEAVY_SECONDS="1") as made:
        slowed(made.helped)
        yield made


@pytest.fixture
def both(running: Installation, redis: Redis) -> Iterator[Installation]:
    yield from _emptied(running)


@pytest.fixture
def slow(slowing: Installation, redis: Redis) -> Iterator[Installation]:
    yield from _emptied(slowing)


def _emptied(made: Installation) -> Iterator[Installation]:
    made.helper.clubs.found(HOME)
    yield made
    for app in (made.alone, made.helped):
        end_streams(app)


@pytest.fixture
def secret(both: Installation) -> str:
    return both.helper.clubs.issue(HOME, "director", "direct")[1]


@pytest.fixture
def director(both: Installation, secret: str) -> Caller:
    """A director who sends requests to the application with heavy workers."""
    return Caller(both.helped, secret)


def shown(card: str = "AS") -> dict[str, object]:
    return {"type": "CardsShown", "data": {"seat": 0, "cards": [card]}}


@pytest.fixture
def long_game(director: Caller) -> str:
    """A public game of 402 events. The last event withdraws one of the first events."""
    game = director.opened(visibility="public")
    for _ in range(2):
        director.recorded(game, *[shown()] * 200)
    director.recorded(game, {"type": "Retracted", "data": {"target": 20, "reason": "slip"}})
    return game
