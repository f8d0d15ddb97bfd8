"""Waiting for processes without races: until something has happened, or with a gate that holds a process at a known point."""

import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread

WITHIN = 300.0
"""Seconds after which waiting fails a test. The limit ends a test that hangs; it does not judge speed."""


def until(happened: Callable[[], object], within: float = WITHIN) -> None:
    """Wait until `happened()` is true. Raises AssertionError when it does not become true in time."""
    end = time.monotonic() + within
    while not happened():
        assert time.monotonic() < end, "did not happen in time"
        time.sleep(0.005)


class Gate:
    """Passes requests and answers on until `reached()` is true. After that no request gets to the server, and its sender waits. `reached`
    is called before each request is passed on, so a process is held at its first request after that point, however fast it is.
    """

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
        """Wait until a request is held. Raises AssertionError when none comes."""
        assert self._held.wait(WITHIN), "nobody came to the gate"

    def close(self) -> None:
        """Close the gate; a held sender loses its connection."""
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
        """Pass one connection's bytes on in both directions until an end closes or the gate holds it."""
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
                return  # either end was killed

    def _holds(self) -> bool:
        with self._asking:
            if not self._held.is_set() and self._reached():
                self._held.set()
            return self._held.is_set()


@contextmanager
def gate(server: str, path: Path, reached: Callable[[], bool]) -> Iterator[Gate]:
    """A gate at the socket `path` before the server at the socket `server`."""
    made = Gate(server, path, reached)
    try:
        yield made
    finally:
        made.close()
        path.unlink(missing_ok=True)
