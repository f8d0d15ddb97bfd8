"""Fixtures that every test may use: a real store server for the whole session, and a client of that server. The server is emptied before
each test."""

import gc
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from redis import Redis

from service.store.layout import KEY, LAYOUT
from tests.servers import RunningServer, packaged_valkey, start_server

settings.register_profile("patient", deadline=None)  # by default, an example fails after 200 ms; a busy machine needs longer
settings.load_profile("patient")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude the collected tests from garbage collection. Each collection would take half a second to go through all their objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def short_directory() -> Iterator[Path]:
    """A directory whose path is short enough for unix sockets (108 bytes on Linux)."""
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def server(short_directory: Path) -> Iterator[RunningServer]:
    """Start the packaged Valkey with the settings of production."""
    running = start_server(packaged_valkey(), short_directory / "valkey")
    yield running
    running.stop()


@pytest.fixture
def redis(server: RunningServer) -> Iterator[Redis]:
    """Empty the session's server except for the layout key. Returns a client."""
    with Redis(unix_socket_path=server.socket) as client:
        client.flushall()
        client.set(KEY, LAYOUT)
        yield client
