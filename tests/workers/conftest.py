"""A store, two worker processes and a relay on one real server."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from redis import Redis

from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, IrregularityCalled, Retracted, Seating, TokenId
from domain.record.batch import Draft
from service.clock import now_ms
from service.engine import ENGINE
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Parked, Verdicts
from service.store.keys import HOME, Club, GameId, keys_of
from tests.servers import RunningServer
from tests.waiting import WITHIN, until
from tests.workers import poison
from workers.queue import Jobs
from workers.relay.loop import Relay

__all__ = ["until"]

BY = TokenId("t1")


@dataclass
class Store:
    """The parts of the store, with short methods for the acts that tests do often."""

    redis: Redis
    records: Records
    verdicts: Verdicts
    clubs: Clubs

    def open(self, system: str = "poisoned", club: Club = HOME) -> GameId:
        opened = GameOpened(system, {}, (Seating(Seat(0)), Seating(Seat(1))))
        return self.records.open(club, Draft(opened, EventId(str(uuid4()))), BY).game

    def append(self, game: GameId, *acts: Act) -> int:
        return self.records.append(game, None, [Draft(act, EventId(str(uuid4()))) for act in acts], BY).version

    def happens(self, game: GameId, *kinds: str) -> int:
        return self.append(game, *(IrregularityCalled(kind) for kind in kinds))

    def retract(self, game: GameId, target: int) -> int:
        return self.append(game, Retracted(target))

    def standing(self, game: GameId) -> list[str]:
        return [entry.finding.id for entry in self.verdicts.state(game).findings]

    def validated(self, game: GameId) -> bool:
        """Return whether the current rules have validated the record up to its last event, and the game does not wait for validation any
        more."""
        head = self.records.head(game)
        clean = self.redis.zscore(keys_of(game).dirty, game) is None
        return head is not None and clean and (head.validated, head.engine) == (head.version, ENGINE)

    def parked(self, game: GameId) -> Parked | None:
        return self.verdicts.parked_at(game)


@pytest.fixture
def store(redis: Redis, server: RunningServer) -> Iterator[Store]:
    with write_client(server.socket) as client, poison.known():
        made = Store(client, Records(client, now_ms), Verdicts(client, now_ms), Clubs(client, now_ms))
        made.clubs.found(HOME)
        yield made


class Workers:
    """Runs worker processes on one server. Restarts a process that ends, as the supervisor does."""

    def __init__(self, server: RunningServer, directory: Path, number: int, module: str = "tests.workers.poison") -> None:
        self._module = module
        self._env = {**os.environ, "REDIS_URL": f"unix://{server.socket}", "FACEUP_DATA": str(directory), "RQ_REDIS_URL": ""}
        self._directory = directory
        self._number = number
        self.processes: list[subprocess.Popen[bytes]] = []
        self.ended: list[int] = []
        self._stopping = threading.Event()
        self._keeper = threading.Thread(target=self._keep)

    def __enter__(self) -> "Workers":
        self.processes = [self._started() for _ in range(self._number)]
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._keeper.join()
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(WITHIN)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """While this block runs, no worker can finish the check of a `held` event."""
        self._directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        hold = self._directory / poison.HOLD
        hold.touch()
        try:
            yield
        finally:
            hold.unlink()

    def kill(self) -> None:
        for process in self.processes:
            process.kill()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", self._module], env=self._env)

    def _keep(self) -> None:
        while not self._stopping.wait(0.05):
            for place, process in enumerate(self.processes):
                code = process.poll()
                if code is not None:
                    self.ended.append(code)
                    self.processes[place] = self._started()


@pytest.fixture(scope="module")
def workers(server: RunningServer, short_directory: Path) -> Iterator[Workers]:
    with Workers(server, short_directory / "workers", 2) as running:
        yield running


@pytest.fixture
def relaying(server: RunningServer, store: Store) -> Iterator[Callable[..., Relay]]:
    """A function `relaying(engine=…, job_seconds=…, clock=…, kind=…)` that starts a relay in a thread. If the clock stands still, the relay
    searches for changes only once."""
    started: list[tuple[Relay, threading.Thread, list[Redis]]] = []

    def start(engine: str = ENGINE, job_seconds: int = 10, clock: Callable[[], float] = time.monotonic, kind: type[Relay] = Relay) -> Relay:
        clients = [write_client(server.socket), write_client(server.socket)]
        jobs = Jobs(clients[1], job_seconds)
        relay = kind(clients[0], jobs, Clubs(clients[0], now_ms), Verdicts(clients[0], now_ms), engine, clock)
        thread = threading.Thread(target=relay.run)
        thread.start()
        started.append((relay, thread, clients))
        return relay

    yield start
    for relay, _, _ in started:
        relay.stop()
    for _, thread, clients in started:
        thread.join()
        for client in clients:
            client.close()
