"""Attackers, and the service that they attack: gunicorn with the application, as `faceup web` runs it."""

import os
import resource
import select
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import httpx

from service.config import Config
from tests.waiting import WITHIN, until

HALF = b"GET /livez HTTP/1.1\r\nHost: faceup\r\nX-Half: "
"""The first half of a request."""
WHOLE = b"GET /livez HTTP/1.1\r\nHost: faceup\r\n\r\n"
Address = tuple[str, int]


@contextmanager
def attacked(config: Config) -> Iterator[str]:
    """Run the API while the block runs. Yields its URL. Fails at the end if one of its processes was replaced."""
    config.secret_key()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.serving.api"]
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
    """Return the figures of `/metrics`, by name."""
    lines = httpx.get(f"{url}/metrics", timeout=WITHIN).text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))}


def dialled(to: Address, sent: bytes = b"") -> socket.socket:
    """Open a connection and send something."""
    connection = socket.create_connection(to, timeout=WITHIN)
    connection.sendall(sent)
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the other end has closed the connection. The bytes that the other end sent are thrown away."""
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
    """Keeps many connections open, and sends the same bytes on each. `most`: how many. `sent`: the bytes. A new connection replaces each
    one that is closed."""

    def __init__(self, to: Address, most: int, sent: bytes) -> None:
        self._to, self._most, self._sent = to, most, sent
        self._open: dict[int, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self.opened = 0

    def go_on(self) -> None:
        """Open the connections that are missing. On the open connections, send what is still to be sent, and notice which of them the
        service has closed."""
        for _ in range(min(200, self._most - len(self._open))):
            self._dial()
        for key, ready in self._selector.select(0.05):
            self._see(self._open[key.fd], ready)

    def _dial(self) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        with suppress(BlockingIOError):
            connection.connect(self._to)
        self._open[connection.fileno()] = connection
        self._selector.register(connection, selectors.EVENT_WRITE)
        self.opened += 1

    def _see(self, connection: socket.socket, ready: int) -> None:
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


@contextmanager
def crowd(to: Address, most: int, sent: bytes = HALF) -> Iterator[list[int]]:
    """Run a Crowd, which keeps connections open, in a process of its own while the block runs. The block begins after every connection was
    opened once. Yields a list, which gets the number of opened connections at the end."""
    command = [sys.executable, "-m", "tests.attacks.strangers", to[0], str(to[1]), str(most), sent.hex()]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    opened: list[int] = []
    assert process.stdout.readline() == "all\n"
    yield opened
    said, _ = process.communicate(timeout=WITHIN)
    opened.append(int(said))


def run_crowd(host: str, port: str, most: str, sent: str) -> None:
    """Keep the connections of a Crowd open until the standard input ends. Prints the word "all" when every connection was opened,
    and at the end how many were opened."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = int(most) + 100
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    people, told = Crowd((host, int(port)), int(most), bytes.fromhex(sent)), False
    while not select.select([sys.stdin], [], [], 0)[0]:
        people.go_on()
        if not told and people.opened >= int(most):
            sys.stdout.write("all\n")
            sys.stdout.flush()
            told = True
    sys.stdout.write(f"{people.opened}\n")


def timed(request: Callable[[], object], seconds: float, pause: float = 0.05) -> list[float]:
    """Repeat a request for `seconds`. Returns how long each answer took, in milliseconds."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        request()
        took.append((time.perf_counter() - began) * 1000)
        time.sleep(pause)
    return took


def p99(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.99)]


if __name__ == "__main__":
    run_crowd(*sys.argv[1:])
