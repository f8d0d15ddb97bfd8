"""Sends as many requests to a server as it can answer. It runs in a process of its own. Every connection sends its next request as soon as
it has the answer to the previous one.

python -m bench.load      reads a Plan as JSON from the standard input, writes a Load as JSON

The load generator uses plain sockets and ready-made requests. It must need less time than the server, because otherwise the bench would
measure the generator.
"""

import json
import os
import selectors
import socket
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from statistics import median
from typing import Final

WARM_UP: Final = 0.15
"""Seconds at the beginning of a measurement in which answers are not counted."""
PATIENCE: Final = 30.0
"""Seconds without an answer after which the generator gives up."""


@dataclass(frozen=True, slots=True)
class Request:
    """The request that one connection repeats. When it is sent, `{version}` in `head` becomes the record's version."""

    head: str
    body: str = ""
    version: int = 0
    step: int = 0
    """How many events one request adds. The version grows by the same number."""


@dataclass(frozen=True, slots=True)
class Plan:
    port: int
    seconds: float
    requests: tuple[Request, ...]
    """The requests, one for each connection."""
    core: int | None = None
    """The core on which the load generator runs; None for any core."""


@dataclass(frozen=True, slots=True)
class Load:
    """The result of a plan. `rate`: how many answers came in a second. `median`: the median time from a request to its answer, in
    seconds."""

    rate: float
    median: float


def loaded(plan: Plan) -> Load:
    """Run the plan in a new process, and return its result. Raises RuntimeError if any answer is not a success."""
    ran = subprocess.run([sys.executable, "-m", "bench.load"], input=json.dumps(asdict(plan)), capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return Load(**json.loads(ran.stdout))


def get(path: str, secret: str) -> Request:
    return Request(f"GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {secret}\r\n\r\n")


def post(path: str, secret: str, body: str, if_match: str, version: int, step: int) -> Request:
    """Return a request that appends to a record. `if_match`: the header of this name: `*` (any version), or `"{version}"`, which is
    replaced by the record's version when the request is sent."""
    lines = (f"POST {path} HTTP/1.1", "Host: bench", f"Authorization: Bearer {secret}", "Content-Type: application/json")
    return Request("\r\n".join((*lines, f"If-Match: {if_match}", f"Content-Length: {len(body)}", "", "")), body, version, step)


class Connection:
    """One connection: its socket, its request, and the part of the answer that has arrived."""

    def __init__(self, port: int, request: Request) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.version = request.version
        self._request = request
        self._body = request.body.encode()
        self._parts: list[bytes] = []
        self._missing = 0
        self.began = 0.0

    def send(self) -> None:
        self.began = time.perf_counter()
        self.socket.sendall(self._request.head.replace("{version}", str(self.version)).encode() + self._body)

    def receive(self) -> bool:
        """Read the bytes that have arrived. Returns whether the answer is complete."""
        part = self.socket.recv(1 << 18)
        if not part:
            raise RuntimeError("the server closed the connection")
        if self._missing == 0:
            part = b"".join((*self._parts, part))
            end = part.find(b"\r\n\r\n")
            if end < 0:
                self._parts = [part]
                return False
            self._begin(part[:end], part)
            self._missing = _length(part[:end]) + end + 4 - len(part)
            self._parts = []
        else:
            self._missing -= len(part)
        return self._missing == 0

    def _begin(self, head: bytes, part: bytes) -> None:
        if head[9:10] != b"2":
            raise RuntimeError(part.decode(errors="replace"))
        self.version += self._request.step


def _length(head: bytes) -> int:
    at = head.lower().find(b"content-length:")
    return int(head[at + 15 :].split(b"\r\n", 1)[0])


def run(plan: Plan) -> Load:
    if plan.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {plan.core})
    connections = [Connection(plan.port, request) for request in plan.requests]
    with selectors.DefaultSelector() as ready:
        for connection in connections:
            ready.register(connection.socket, selectors.EVENT_READ, connection)
            connection.send()
        began = time.perf_counter() + WARM_UP
        seconds = _until(ready, began + plan.seconds, began)
        lasted = time.perf_counter() - began
    return Load(len(seconds) / lasted, median(seconds))


def _until(ready: selectors.BaseSelector, end: float, began: float) -> list[float]:
    """Send requests until `end`, and wait for the last answers. Returns, for each answer that arrived after `began`, the seconds from its
    request to the answer."""
    seconds: list[float] = []
    open_ones = len(ready.get_map())
    while open_ones:
        answered = ready.select(PATIENCE)
        if not answered:
            raise RuntimeError(f"{open_ones} requests have no answer")
        for key, _ in answered:
            connection: Connection = key.data
            if not connection.receive():
                continue
            now = time.perf_counter()
            if now > began:
                seconds.append(now - connection.began)
            if now < end:
                connection.send()
            else:
                open_ones -= 1
    return seconds


if __name__ == "__main__":
    given = json.load(sys.stdin)
    planned = Plan(given["port"], given["seconds"], tuple(Request(**request) for request in given["requests"]), given["core"])
    print(json.dumps(asdict(run(planned))))
