"""The application that the tests call, on the store server of the test session. The club `home` is founded again for each test."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from redis import Redis
from werkzeug.security import generate_password_hash

from service.app import Faceup, create_app
from service.config import Config
from service.store.clubs.clubs import Scope
from service.store.keys import HOME, Club
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.contract import ContractClient
from tests.servers import RunningServer
from tests.streams import end_streams

Faceup.test_client_class = ContractClient


@pytest.fixture(scope="session")
def the_app(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application. It hashes PINs with a fast function, because many tests set PINs. tests/store/test_pins.py tests the slow one."""
    data: Path = tmp_path_factory.mktemp("api") / "data"
    app = create_app(Config(data=data, redis_url=f"unix://{server.socket}"))
    parts: Wiring = app.extensions[EXTENSION]
    parts.pins._hashed = parts.entry_pins._hashed = lambda pin: generate_password_hash(pin, "pbkdf2:sha256:1")
    return app


@pytest.fixture
def app(the_app: Flask, redis: Redis) -> Iterator[Flask]:
    parts: Wiring = the_app.extensions[EXTENSION]
    parts.clubs.found(HOME)
    parts.people.lately.forget(HOME)
    yield the_app
    end_streams(the_app)
    for client in (parts.redis, parts.records._redis):
        client.connection_pool.disconnect()


@pytest.fixture
def parts(app: Flask) -> Wiring:
    made: Wiring = app.extensions[EXTENSION]
    return made


@dataclass
class Callers:
    """Creates visitors: holders of a new token, or anonymous ones."""

    app: Flask
    parts: Wiring

    def holder(self, scope: Scope, *, club: str = HOME, **limits: Any) -> Caller:
        """Return the holder of a token with this scope. `limits` are passed to `Clubs.issue`, such as `game` or `expires`."""
        _, secret = self.parts.clubs.issue(Club(club), f"{scope} token", scope, **limits)
        return Caller(self.app, secret)

    def anonymous(self) -> Caller:
        return Caller(self.app)


@pytest.fixture
def callers(app: Flask, parts: Wiring) -> Callers:
    return Callers(app, parts)


@pytest.fixture
def director(callers: Callers) -> Caller:
    return callers.holder("direct")


@pytest.fixture
def scorekeeper(callers: Callers) -> Caller:
    return callers.holder("record")


@pytest.fixture
def stranger(callers: Callers) -> Caller:
    return callers.anonymous()
