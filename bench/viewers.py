"""Runs thousands of viewers of a live page in their own process.

python -m bench.viewers      reads a Crowd as JSON from the standard input

The process writes `held <seconds>` when every viewer has received the first message (a whole view of the game). For each later version of
the game it writes `<version> <first> <last>`: when the first and the last viewer had this version. The times are seconds of
`time.perf_counter`, the same clock in every process of a machine.
"""

import json
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Final

AT_ONCE: Final = 100
"""How many viewers connect at the same time."""
PATIENCE: Final = 30.0
_ID: Final = re.compile(rb"\nid: ([0-9]+)\.")


@dataclass(frozen=True, slots=True)
class Crowd:
    """The viewers of `path`. `viewers`: how many read all messages. `stuck`: how many others stop reading after the first message of the
    live stream (a whole view of the game). `version`: the game's current version."""

    port: int
    path: str
    secret: str
    version: int
    viewers: int
    stuck: int = 0


class Watching:
    """Reads the lines that the process with the viewers writes (see the module's docstring)."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def line(self) -> list[str]:
        """Wait for the next line of the process and return its words. Raises RuntimeError if the process ends instead."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the viewers left: {self._process.wait()}")
        return line.split()

    def served(self, version: int) -> tuple[float, float]:
        """Wait until every viewer has that version. Returns the times at which the first and the last viewer had it."""
        while (words := self.line())[0] != str(version):
            pass
        return float(words[1]), float(words[2])


@contextmanager
def watching(crowd: Crowd) -> Iterator[Watching]:
    """Run the process of the crowd. Yields its reader when every viewer has received a whole view of the game."""
    command = [sys.executable, "-m", "bench.viewers"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(crowd)))
            process.stdin.close()
            crowd_process = Watching(process)
            crowd_process.line()
            yield crowd_process
        finally:
            process.kill()


def _connected(crowd: Crowd, *, stuck: bool) -> socket.socket:
    client = socket.socket()
    if stuck:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", crowd.port))
    client.sendall(f"GET {crowd.path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {crowd.secret}\r\n\r\n".encode())
    return client


@dataclass(slots=True)
class Viewer:
    socket: socket.socket
    seen: int = -1
    rest: bytes = b""

    def receive(self) -> None:
        """Read the bytes that have arrived. Sets `seen` to the version of the last complete view of the game."""
        part = self.socket.recv(1 << 16)
        if not part:
            raise RuntimeError(f"a stream ended: {self.rest!r:.300}")
        self.rest += part
        end = self.rest.rfind(b"\n\n")
        if end >= 0:
            if ids := _ID.findall(self.rest, 0, end):
                self.seen = int(ids[-1])
            self.rest = self.rest[end + 1 :]


def run(crowd: Crowd) -> None:
    began = time.perf_counter()
    with selectors.DefaultSelector() as ready:
        viewers = _seated(crowd, ready)
        stuck = [_connected(crowd, stuck=True) for _ in range(crowd.stuck)]
        print("held", time.perf_counter() - began, flush=True)
        _watch(crowd, ready, len(viewers))
    assert len(stuck) == crowd.stuck


def _seated(crowd: Crowd, ready: selectors.BaseSelector) -> list[Viewer]:
    """Connect the viewers, a few at a time, and wait until each has a view of the game."""
    viewers: list[Viewer] = []
    waiting = 0
    while len(viewers) < crowd.viewers or waiting:
        while len(viewers) < crowd.viewers and waiting < AT_ONCE:
            viewers.append(Viewer(_connected(crowd, stuck=False)))
            ready.register(viewers[-1].socket, selectors.EVENT_READ, viewers[-1])
            waiting += 1
        for key, _ in _news(ready):
            new = key.data.seen < 0
            key.data.receive()
            waiting -= new and key.data.seen >= 0
    return viewers


def _news(ready: selectors.BaseSelector) -> list[tuple[selectors.SelectorKey, int]]:
    """Wait until some streams send something, and return these streams. Raises RuntimeError if all stay silent for PATIENCE seconds."""
    streams = ready.select(PATIENCE)
    if not streams:
        raise RuntimeError(f"no stream has sent anything for {PATIENCE:g} s")
    return streams


def _watch(crowd: Crowd, ready: selectors.BaseSelector, viewers: int) -> None:
    target, having, first = crowd.version + 1, 0, 0.0
    while True:
        for key, _ in _news(ready):
            viewer: Viewer = key.data
            had = viewer.seen >= target
            viewer.receive()
            if viewer.seen >= target and not had:
                first = first or time.perf_counter()
                having += 1
        while having == viewers:
            print(target, first, time.perf_counter(), flush=True)
            target, first = target + 1, 0.0
            having = sum(key.data.seen >= target for key in ready.get_map().values())


if __name__ == "__main__":
    run(Crowd(**json.load(sys.stdin)))
