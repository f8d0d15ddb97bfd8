"""Attackers, and the service that they attack: gunicorn with the application, as `faceup web` runs it."""

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import httpx

from service.config import Config
from tests.waiting import WITHIN, until

HALF = b"GET /livez HTTP/1.1\r\nHost: faceup\r\nX-Half: "
"""The first half of a request."""
Address = tuple[str, int]


@contextmanager
def attacked(config: Config) -> Iterator[str]:
    """Run the API while the block runs. Yields its URL. At the end all its processes must still be those that it began with."""
    config.secret_key()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.running.serving"]
    process = subprocess.Popen(command, env={**os.environ, **config.as_env()}, stderr=subprocess.PIPE, text=True)
    url = f"http://127.0.0.1:{config.port}"
    try:
        until(lambda: process.poll() is not None or lives(url))
        before = children(process.pid)
        yield url
        assert children(process.pid) == before, "a process was killed"
    finally:
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=WITHIN)
    assert said == "", said


def children(pid: int) -> set[int]:
    with open(f"/proc/{pid}/task/{pid}/children") as file:  # noqa: PTH123 - Path cannot read it: the file has no size
        return {int(child) for child in file.read().split()}


def lives(url: str) -> bool:
    try:
        return httpx.get(f"{url}/livez", timeout=WITHIN).status_code == 200
    except httpx.TransportError:
        return False


def told(url: str) -> dict[str, float]:
    """The figures of `/metrics`, by name."""
    lines = httpx.get(f"{url}/metrics", timeout=WITHIN).text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))}


def dialled(to: Address, sent: bytes = b"") -> socket.socket:
    """Open a connection and send something."""
    connection = socket.create_connection(to, timeout=WITHIN)
    connection.sendall(sent)
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the other end has closed the connection. What it sent is thrown away."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


class Crowd:
    """Holds `most` connections on which it has sent only `sent`. When one is closed, it opens another. Runs in a thread of its own."""

    def __init__(self, to: Address, most: int, sent: bytes = HALF) -> None:
        self._to, self._most, self._sent = to, most, sent
        self._stop = Event()
        self._thread = Thread(target=self._run)
        self._open: dict[int, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self.opened = self.closed = 0

    def __enter__(self) -> "Crowd":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        for connection in self._open.values():
            connection.close()
        self._selector.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            for _ in range(min(200, self._most - len(self._open))):
                self._dial()
            for key, ready in self._selector.select(0.05):
                self._go_on(self._open[key.fd], ready)

    def _dial(self) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        with suppress(BlockingIOError):
            connection.connect(self._to)
        self._open[connection.fileno()] = connection
        self._selector.register(connection, selectors.EVENT_WRITE)
        self.opened += 1

    def _go_on(self, connection: socket.socket, ready: int) -> None:
        try:
            if ready & selectors.EVENT_WRITE:
                connection.send(self._sent)
                self._selector.modify(connection, selectors.EVENT_READ)
            elif not connection.recv(4096):
                raise ConnectionResetError
        except OSError:
            self._selector.unregister(connection)
            del self._open[connection.fileno()]
            connection.close()
            self.closed += 1


def timed(request: Callable[[], object], seconds: float, pause: float = 0.05) -> list[float]:
    """Repeat a request for so many seconds. Returns how long each took, in milliseconds."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        request()
        took.append((time.perf_counter() - began) * 1000)
        time.sleep(pause)
    return took


def p99(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.99)]
