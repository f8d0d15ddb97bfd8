"""A real server that loses its newest data, as after a restore of an older copy, or when a replica takes over that lacks them."""

import shutil
from pathlib import Path

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
