"""A real server that loses its newest data, as after a restore of an older copy, or when a replica takes over that lacks them."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.servers import RunningServer, packaged_valkey, start_server


class TurnedBack:
    """A server whose data can be put back to an earlier moment."""

    def __init__(self, directory: Path) -> None:
        self.server: RunningServer = start_server(packaged_valkey(), directory / "now")
        self._kept = directory / "kept"

    @property
    def socket(self) -> str:
        return self.server.socket

    def keep(self) -> None:
        """Remember the data of this moment."""
        shutil.rmtree(self._kept, ignore_errors=True)
        shutil.copytree(self.server.directory, self._kept, ignore=lambda *_: ["s", "log"])

    def turn_back(self) -> None:
        """Kill the server, and start it with the data that were kept."""
        self.server.kill()
        shutil.rmtree(self.server.directory)
        shutil.copytree(self._kept, self.server.directory)
        self.server = start_server(packaged_valkey(), self.server.directory)

    def stop(self) -> None:
        self.server.kill()


@pytest.fixture
def data(short_directory: Path) -> Iterator[TurnedBack]:
    made = TurnedBack(short_directory / uuid4().hex[:8])
    yield made
    made.stop()


def once_before(monkeypatch: pytest.MonkeyPatch, target: Any, name: str, act: Callable[[], object]) -> None:
    """Call `act` once, just before the first call of a method."""
    method = getattr(target, name)

    def called(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(target, name, method)
        act()
        return method(*args, **kwargs)

    monkeypatch.setattr(target, name, called)
