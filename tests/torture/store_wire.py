"""A proxy between the processes of an installation and its store server, for the time of one fault. The proxy listens at the path of the
server's socket, so processes that connect during this time reach the server only through the proxy."""

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from pathlib import Path

from tests.torture.wire import Wire


class StoreWire(Wire):
    """The proxy. `place`: the path of the server's socket. Raises FileNotFoundError if there is no socket. A server that is restarted
    while the proxy runs makes a new socket at this path. New connections then bypass the proxy."""

    def __init__(self, place: Path) -> None:
        self._place, self._behind = place, place.with_name("behind.sock")
        place.rename(self._behind)
        super().__init__(0, list)
        self._own = place.stat().st_ino

    async def _listening(self) -> asyncio.Server:
        return await asyncio.start_unix_server(self._carry, self._place, backlog=200)

    async def _reached(self) -> tuple[StreamReader, StreamWriter] | None:
        with suppress(OSError):
            return await asyncio.open_unix_connection(self._behind)
        return None

    def is_there(self) -> bool:
        """Whether the proxy runs."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Put the server's socket back, and cut every connection through the proxy."""
        with suppress(FileNotFoundError):
            if self._place.stat().st_ino == self._own:
                self._behind.rename(self._place)
        self._behind.unlink(missing_ok=True)
        super().close()
