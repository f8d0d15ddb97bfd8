"""Waiting for processes without races: `until` waits for a condition, and a gate stops a process at a known point."""

import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread

WITHIN = 300.0
"""Seconds after which a waiting test fails. The limit is for tests that hang, not for tests that are slow."""


def until(happened: Callable[[], object], within: float = WITHIN) -> None:
    """Wait until `happened()` is true. Raises AssertionError if that takes longer than `within` seconds."""
    end = time.monotonic() + within
    while not happened():
        assert time.monotonic() < end, "did not happen in time"
        time.sleep(0.005)


class Gate:
    """Forwards requests and answers until `reached()` is true. After that it holds back all requests, and the processes that sent them
    wait. `reached` is called before each request is forwarded, so that even a fast process is stopped at its first request after
    `reached()` is true."""

    def __init__(self, server: str, path: Path, reached: Callable[[], bool]) -> None:
        self.path = str(path)
        self._server = server
        self._reached = reached
        self._held, self._closed, self._asking = Event(), Event(), Lock()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        self._threads = [Thread(target=self._accept)]
        self._threads[0].start()

    def wait(self) -> None:
        """Wait until the gate holds a request. Raises AssertionError if no request comes."""
        assert self._held.wait(WITHIN), "nobody came to the gate"

    def close(self) -> None:
        """Close the gate. If the gate holds a request, the sender of the request loses the connection."""
        self._closed.set()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while not self._closed.is_set():
            if select.select([self._listener], [], [], 0.05)[0]:
                client, _ = self._listener.accept()
                self._threads.append(Thread(target=self._pass, args=(client,)))
                self._threads[-1].start()

    def _pass(self, client: socket.socket) -> None:
        """Forward the bytes of one connection both ways, until one side closes it or the gate holds a request."""
        with client, socket.socket(socket.AF_UNIX) as server:
            try:
                server.connect(self._server)
                while not self._closed.is_set():
                    for end in select.select([client, server], [], [], 0.05)[0]:
                        data = end.recv(1 << 20)
                        if not data:
                            return
                        if end is client and self._holds():
                            self._closed.wait()
                            return
                        (server if end is client else client).sendall(data)
            except OSError:
                return  # one of the two processes was killed

    def _holds(self) -> bool:
        with self._asking:
            if not self._held.is_set() and self._reached():
                self._held.set()
            return self._held.is_set()


@contextmanager
def gate(server: str, path: Path, reached: Callable[[], bool]) -> Iterator[Gate]:
    """A gate at the socket `path`, in front of the server at the socket `server`."""
    made = Gate(server, path, reached)
    try:
        yield made
    finally:
        made.close()
        path.unlink(missing_ok=True)
