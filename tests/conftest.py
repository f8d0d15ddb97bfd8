"""Fixtures that every test may use: a real store server for the whole session, and a client of that server. The server is emptied before
each test."""

import gc
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from shutil import disk_usage
from typing import Any, Final
from weakref import ReferenceType, ref

import pytest
from hypothesis import settings
from redis import ConnectionPool, Redis

from service.store.layout import KEY, LAYOUT
from tests.servers import RunningServer, packaged_valkey, start_server

settings.register_profile("patient", deadline=None)  # by default, an example fails after 200 ms; a busy machine needs longer
settings.load_profile("patient")

MEMORY: Final = Path("/dev/shm")
"""Linux's file system in memory. A container gives it 64 MiB by default, which is too little."""
ROOM: Final = 2 << 30
"""How many bytes it must have for the store servers of all test processes."""

_made: list[ReferenceType[ConnectionPool]] = []
_make = ConnectionPool.__init__


def _noted(pool: ConnectionPool, *values: Any, **options: Any) -> None:
    _make(pool, *values, **options)
    _made.append(ref(pool))


ConnectionPool.__init__ = _noted  # type: ignore[assignment, method-assign]


@pytest.fixture(autouse=True)
def connections() -> Iterator[None]:
    """Close the connections of every client that a test makes and leaves open, such as that of a second application. An application is a
    cycle of objects; the garbage collector may take its socket first, which warns (ResourceWarning), in whatever test runs by then."""
    _made.clear()
    yield
    for made in _made:
        if (pool := made()) is not None:
            pool.disconnect()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude the collected tests from garbage collection. Each collection would take half a second to go through all their objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the longest tests begin first. The order of the others stays."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each reason for skipped tests once, with their number. Pytest itself prints a line for every place in the tests."""
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", []))
    for reason, number in sorted(reasons.items()):
        terminalreporter.write_line(f"SKIPPED [{number}] {reason}")


@pytest.fixture(scope="session")
def short_directory() -> Iterator[Path]:
    """A directory whose path is short enough for unix sockets (108 bytes on Linux)."""
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """Start the packaged Valkey with the settings of production. Its files are in memory if there is room: it syncs after each write, and
    a test of the API would otherwise wait for the disk more than half of its time."""
    in_memory = MEMORY.is_dir() and disk_usage(MEMORY).free >= ROOM
    with tempfile.TemporaryDirectory(prefix="fu-", dir=MEMORY if in_memory else "/tmp") as directory:
        running = start_server(packaged_valkey(), Path(directory) / "valkey")
        yield running
        running.stop()


@pytest.fixture
def redis(server: RunningServer) -> Iterator[Redis]:
    """Empty the session's server except for the layout key. Returns a client."""
    with Redis(unix_socket_path=server.socket) as client:
        client.flushall()
        client.set(KEY, LAYOUT)
        yield client
