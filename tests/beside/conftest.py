"""Two applications on the store server of the session: one answers everything itself, the other lets processes beside it answer long
requests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.config import Config
from service.running.directory import prepared
from service.store.keys import HOME
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.ops.processes import until
from tests.servers import RunningServer
from tests.streams import end_streams
from tests.waiting import WITHIN

GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "python:service.beside.serving"]


@dataclass
class Installation:
    """Two applications on the same store. `alone` answers everything itself. `helped` has processes beside it. `config`: the settings of
    `helped`."""

    config: Config
    alone: Flask
    helped: Flask

    @property
    def helper(self) -> Wiring:
        parts: Wiring = self.helped.extensions[EXTENSION]
        return parts


@pytest.fixture(scope="session")
def running(server: RunningServer, short_directory: Path) -> Iterator[Installation]:
    data = prepared(short_directory / "beside")
    config = Config(data=data, redis_url=f"unix://{server.socket}", beside=1)
    process = subprocess.Popen(GUNICORN, env=os.environ | config.as_env())
    made = Installation(config, create_app(replace(config, beside=0)), create_app(config))
    until(lambda: process.poll() is not None or made.helper.beside.ready())
    assert process.poll() is None
    yield made
    process.terminate()
    assert process.wait(WITHIN) == 0


@pytest.fixture
def both(running: Installation, redis: Redis) -> Iterator[Installation]:
    running.helper.clubs.found(HOME)
    yield running
    for app in (running.alone, running.helped):
        end_streams(app)


@pytest.fixture
def secret(both: Installation) -> str:
    return both.helper.clubs.issue(HOME, "director", "direct")[1]


@pytest.fixture
def director(both: Installation, secret: str) -> Caller:
    """A director who sends requests to the application with processes beside it."""
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
