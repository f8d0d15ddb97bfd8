"""The wire between clients and the API: a proxy on a port of its own, whose connections can be cut, delayed and damaged."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final

PIECE: Final = 1 << 16
HOST: Final = "127.0.0.1"


class Wire:
    """Forwards each connection to the first port of `targets()` that accepts the connection. `port`: where clients connect.

    `closed`: new connections are refused. `delay`: seconds by which all data is delayed. `no_answers`: the next answer on a connection is
    not forwarded, and the connection is cut. The request of this answer was carried out, but the client gets no answer. `half_requests`:
    half of the next piece of a request is forwarded, then the connection is cut. Any thread may set these attributes.
    """

    def __init__(self, port: int, targets: Callable[[], Sequence[int]]) -> None:
        self.port = port
        self.heal()
        self._targets = targets
        self._open: set[StreamWriter] = set()
        self._work = asyncio.new_event_loop()
        self._thread = Thread(target=self._work.run_forever, name="wire", daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listening(), self._work).result()

    async def _listening(self) -> asyncio.Server:
        return await asyncio.start_server(self._carry, HOST, self.port, backlog=200)

    def heal(self) -> None:
        self.closed, self.delay, self.no_answers, self.half_requests = False, 0.0, False, False

    def cut(self) -> int:
        """Cut every connection. Returns how many ends were cut."""
        return asyncio.run_coroutine_threadsafe(self._cut(), self._work).result()

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._work).result()
        self._work.call_soon_threadsafe(self._work.stop)
        self._thread.join()
        self._work.close()

    async def _cut(self) -> int:
        number = len(self._open)
        for end in self._open:
            end.transport.abort()
        return number

    async def _end(self) -> None:
        """Accept no more, and end all connections. No task is cancelled: one of asyncio that has not begun would leave the socket open that
        it accepted, and so would one that begins after `Server.close()`."""
        self.closed = True
        for listener in self._server.sockets:
            self._work.remove_reader(listener.fileno())
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await self._cut()
            await asyncio.wait(others)
        self._server.close()

    async def _carry(self, from_client: StreamReader, to_client: StreamWriter) -> None:
        ends = {to_client}
        done: list[asyncio.Task[None]] = []
        try:
            if self.closed or (found := await self._reached()) is None:
                return
            from_api, to_api = found
            ends.add(to_api)
            if self.closed:
                return
            self._open |= ends
            done = [asyncio.create_task(self._pump(from_client, to_api, True)), asyncio.create_task(self._pump(from_api, to_client, False))]
            await asyncio.wait(done, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in done:
                task.cancel()
            await asyncio.gather(*done, return_exceptions=True)
            for end in ends:
                end.close()
            await asyncio.gather(*(end.wait_closed() for end in ends), return_exceptions=True)
            self._open -= ends

    async def _reached(self) -> tuple[StreamReader, StreamWriter] | None:
        for port in self._targets():
            with suppress(OSError):
                return await asyncio.open_connection(HOST, port)
        return None

    async def _pump(self, source: StreamReader, sink: StreamWriter, asks: bool) -> None:
        """Forward the bytes of one direction. `asks`: whether the bytes are requests (and not answers)."""
        with suppress(OSError):
            while piece := await source.read(PIECE):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if asks and self.half_requests:
                    sink.write(piece[: len(piece) // 2])
                    await sink.drain()
                    return
                if not asks and self.no_answers:
                    return
                sink.write(piece)
                await sink.drain()
