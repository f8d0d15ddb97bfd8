"""Starts the servers for measurements over HTTP: one durable Redis server, and the product and the floor, each under the same WSGI server.

Only the API runs, without relay and workers, because the floor has none either. Benches of the whole product start `faceup serve`.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

import httpx
from redis import Redis

from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, Seating, TokenId
from domain.record.batch import Draft
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME, GameId
from service.store.layout import KEY, LAYOUT
from service.store.streams.append import MOST_EVENTS
from tests.ops.processes import until
from tests.ops.serving import free_port
from tests.servers import packaged_valkey, start_server

GUNICORN: Final = (sys.executable, "-m", "gunicorn", "--config", "python:service.serving.api")
CONNECTIONS: Final = (1, 16)
PROCESSES: Final = 1
"""The number of processes of the product, and of the floor (the least code that does the same work). The machine has two cores, and the
load generator and Redis need room too."""


@dataclass(frozen=True, slots=True)
class Served:
    """The running servers of the product and of the floor. `product`, `floor`: their ports. `redis`: a client of their Redis server.
    `records`, `clubs`: the store on that server. `secret`: the bearer token of a director."""

    redis: Redis
    records: Records
    clubs: Clubs
    secret: str
    product: int
    floor: int
    pids: tuple[int, ...]
    """The ids of these processes: Redis, both servers, and the children of both servers."""

    @property
    def by(self) -> TokenId:
        """Events that the bench records directly in the store, without HTTP, have this token id."""
        return TokenId("bench")

    def opened(self) -> GameId:
        """Open a game of High Card for three players. Returns its id."""
        rules = SYSTEMS["high-card"].rules_with({}, 3)
        return self.opened_by([GameOpened("high-card", rules, tuple(Seating(Seat(seat)) for seat in range(3)))])

    def opened_by(self, acts: Sequence[Act]) -> GameId:
        """Open a game and record these acts; the first one is the opening. Returns its id."""
        game = self.records.open(HOME, draft(acts[0]), self.by).game
        for start in range(1, len(acts), MOST_EVENTS):
            self.records.append(game, None, [draft(act) for act in acts[start : start + MOST_EVENTS]], self.by)
        return game


def counted(connections: int) -> str:
    return "1 connection" if connections == 1 else f"{connections} connections"


def draft(act: Act) -> Draft:
    return Draft(act, EventId(str(uuid4())))


@contextmanager
def both(processes: int = PROCESSES) -> Iterator[Served]:
    """Serve the product, and the floor (the least code that does the same work), while the block runs."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        server = start_server(packaged_valkey(), folder / "redis")
        stack.callback(server.stop)
        redis, url = stack.enter_context(write_client(server.socket)), f"unix://{server.socket}"
        redis.set(KEY, LAYOUT)
        clubs = Clubs(redis, now_ms)
        clubs.found(HOME)
        secret = clubs.issue(HOME, "bench", "direct")[1]
        servers = [
            stack.enter_context(_running(Config(folder / name, port=free_port(), redis_url=url, processes=processes), app))
            for name, app in (("product", "service.serving.api:application()"), ("floor", "bench.floor:application()"))
        ]
        pids = (server.pid, *(pid for process, _ in servers for pid in family(process.pid)))
        yield Served(redis, Records(redis, now_ms), clubs, secret, servers[0][1], servers[1][1], pids)


@contextmanager
def _running(config: Config, app: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    config.data.mkdir(mode=0o700)
    process = subprocess.Popen([*GUNICORN, app], env=os.environ | config.as_env())
    try:
        until(lambda: _answers(config.port) or process.poll() is not None)
        assert process.poll() is None
        yield process, config.port
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/livez", timeout=1).status_code in (200, 404)
    except httpx.TransportError:
        return False


def family(pid: int) -> tuple[int, ...]:
    """Return the ids of the process and its children. Without /proc, return only the id of the process."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return (pid, *map(int, children.read_text().split())) if children.exists() else (pid,)


@contextmanager
def placed(served: Served, connections: int) -> Iterator[int | None]:
    """Place the servers on cores while the block runs. Yields the core for the load generator; None: any core.

    With one connection only one process has work at a time, so everything runs on one core if the system allows that. On one core, the next
    process can go on immediately. On two cores, the time until the next process goes on varies by chance.
    """
    if connections > 1 or not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = [os.sched_getaffinity(pid) for pid in served.pids]
    core = min(before[0])
    for pid in served.pids:
        _set_affinity(pid, {core})
    try:
        yield core
    finally:
        for pid, cores in zip(served.pids, before, strict=True):
            _set_affinity(pid, cores)


def _set_affinity(pid: int, cores: set[int]) -> None:
    for task in Path(f"/proc/{pid}/task").iterdir():  # each thread is placed: Redis writes its log in a second thread
        os.sched_setaffinity(int(task.name), cores)


def resident(pid: int) -> int:
    """Return how many bytes of memory the process uses (Linux only)."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024
