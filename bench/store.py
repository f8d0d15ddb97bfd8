"""Measures the store alone, compared with the Python library `eventsourcing` on SQLite and, if PostgreSQL is installed, on PostgreSQL.

python -m bench.store

All stores are on the same disk, and every commit is on disk before it is acknowledged (synchronous=FULL, synchronous_commit=on, appendfsync
always).
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random
from typing import Final, Protocol
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.figures import Part, Progress, Row, alone, between, in_turn
from bench.played import acts, choosing
from bench.served import draft
from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlaced, TokenId
from domain.kernel.shapes import Sealed
from domain.record.fold import fold
from domain.system import Table
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME, GameId
from tests.ops.processes import until
from tests.servers import packaged_valkey, start_server

ROUNDS: Final = 5
APPENDS: Final = 400
CLIENTS: Final = 16
EVENTS: Final = 200
LOADS: Final = 20
BY: Final = TokenId("bench")
LONG_GAME: Final = acts(SYSTEMS["high-card"], choosing(Random(1), 1 / 3), EVENTS)
MADE: Final = {"CREATE_TABLE": "no"}
"""With this setting, clients of the library do not make the database tables. If all clients made the tables at the same time, they would
fail."""
POSTGRES_BINARIES: Final = "/usr/lib/postgresql/*/bin"


class Store(Protocol):
    """The operations that are measured. Both stores keep a record in memory between two appends, as a server does."""

    def opened(self, events: int) -> object:
        """Write a new record of `events` events. Returns the record, which `append` and `load` take."""

    def append(self, record: object) -> None:
        """Append one event, and return when it is on disk."""

    def load(self, record: object) -> object:
        """Read the record and fold it (compute its state from the events). Returns the state."""


class Faceup:
    """The store of the product. A record is a game of High Card. Folding a record (computing its state) gives a table with every card, call
    and turn."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def opened(self, events: int) -> GameId:
        opening, *others = LONG_GAME[:events]
        game = self._records.open(HOME, draft(opening), BY).game
        if others:
            self._records.append(game, None, [draft(act) for act in others], BY)
        return game

    def append(self, record: GameId) -> None:
        self._records.append(record, None, [draft(CardPlaced(Seat(1), "highest", Sealed("", Card("TS"))))], BY)

    def load(self, record: GameId) -> Table:
        return fold(SYSTEMS["high-card"], self._records.events(record))


class Game(Aggregate):
    """A record of the library `eventsourcing`. The events have the same fields as those of the product. Folding a record (computing its
    state) only puts its cards into a list."""

    def __init__(self) -> None:
        self.cards: list[tuple[int, str, str]] = []

    @event("Placed")
    def place(self, seat: int, call: str, card: str) -> None:
        self.cards.append((seat, call, card))


class Eventsourcing:
    def __init__(self, env: dict[str, str]) -> None:
        self.application = Application[UUID](env=env)

    def opened(self, events: int) -> Game:
        game = Game()
        for _ in range(events - 1):
            game.place(seat=1, call="highest", card="TS")
        self.application.save(game)
        return game

    def append(self, record: Game) -> None:
        record.place(seat=1, call="highest", card="TS")
        self.application.save(record)

    def load(self, record: Game) -> Game:
        loaded: Game = self.application.repository.get(record.id)
        return loaded


def rate(make: Callable[[], Store], clients: int) -> float:
    """Return the appends a second. Each client is a process and appends to its own record."""
    processes = get_context("fork")
    appends, ready = APPENDS // (4 if clients == 1 else clients), processes.Barrier(clients + 1)
    crowd = [processes.Process(target=_client, args=(make, appends, ready)) for _ in range(clients)]
    for process in crowd:
        process.start()
    ready.wait()
    began = time.perf_counter()
    ready.wait()
    seconds = time.perf_counter() - began
    for process in crowd:
        process.join()
    if any(process.exitcode for process in crowd):
        raise RuntimeError("a client failed")
    return appends * clients / seconds


def _client(make: Callable[[], Store], appends: int, ready: Barrier) -> None:
    try:
        store = make()
        record = store.opened(1)
        store.append(record)
        ready.wait()
        for _ in range(appends):
            store.append(record)
        ready.wait()
    except BaseException:
        ready.abort()
        raise


def loads(store: Store, record: object) -> float:
    began = time.perf_counter()
    for _ in range(LOADS):
        store.load(record)
    return LOADS / (time.perf_counter() - began)


def compared(
    mine: Callable[[], Store],
    theirs: Callable[[], Store],
    name: str,
    progress: Progress,
    crowd: int,
    targets: tuple[float, float, float] | None = None,
) -> list[Row]:
    """Measure both stores. `targets`: the least ratios for appends by one client, for appends by `crowd` clients, and for loads. None: no
    target."""
    one, many, load = targets or (None, None, None)
    results = []
    for clients, ratio, begin in ((1, one, 0.0), (crowd, many, 0.3)):
        stores = [partial(rate, make, clients) for make in (mine, theirs)]
        figures = in_turn(ROUNDS, between(progress, begin, begin + 0.3), *stores)
        results.append(Row(f"append 1 event, {clients} client{'s' if clients > 1 else ''}, against {name}", "/s", *figures, ratio=ratio))
    figures = in_turn(ROUNDS, between(progress, 0.6, 1), *[partial(loads, store, store.opened(EVENTS)) for store in (mine(), theirs())])
    results.append(Row(f"load and fold {EVENTS} events, against {name}", "/s", *figures, ratio=load))
    return results


def rows(progress: Progress) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as name:
        folder = Path(name)
        server = start_server(packaged_valkey(), folder / "redis")
        try:
            mine, theirs = partial(ours, server.socket), sqlite(folder)
            results = compared(mine, theirs, "eventsourcing on SQLite", between(progress, 0, 0.5), CLIENTS, (0.6, 2.0, 3.0))
            with postgres(folder) as others:
                if others is not None:
                    results += compared(mine, others, "eventsourcing on PostgreSQL", between(progress, 0.5, 1), CLIENTS)
        finally:
            server.stop()
    return results


def ours(socket: Path) -> Faceup:
    return Faceup(Records(write_client(str(socket)), now_ms))


def sqlite(folder: Path) -> Callable[[], Store]:
    path = folder / "events.sqlite"
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path), "SQLITE_LOCK_TIMEOUT": "30"}
    Eventsourcing(env).application.close()  # makes the database tables
    with sqlite3.connect(path) as looking:
        assert looking.execute("PRAGMA synchronous").fetchone() == (2,), "SQLite is not built to be durable"
    return partial(Eventsourcing, env | MADE)


@contextmanager
def postgres(folder: Path) -> Iterator[Callable[[], Store] | None]:
    """Run PostgreSQL on a unix socket. Yields a function that makes a store of the library there, or None if PostgreSQL is not
    installed."""
    programs = _postgres_programs()
    if programs is None:
        yield None
        return
    data = folder / "postgres"
    data.mkdir()
    as_user = _not_root(data, folder)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([*as_user, programs / "initdb", "-D", data, "-U", "bench", "-A", "trust"], check=True, **quiet)  # type: ignore[call-overload]
    serve = [*as_user, programs / "postgres", "-D", data, "-k", data, "-c", "listen_addresses="]
    process = subprocess.Popen(serve, **quiet)  # type: ignore[call-overload]
    try:
        until((data / ".s.PGSQL.5432").exists)
        env = {"HOST": str(data), "PORT": "5432", "DBNAME": "postgres", "USER": "bench", "PASSWORD": "none", "POOL_SIZE": "2"}
        named = {f"POSTGRES_{name}": value for name, value in env.items()}
        settings = {"PERSISTENCE_MODULE": "eventsourcing.postgres", **named}
        Eventsourcing(settings).application.close()  # makes the database tables
        yield partial(Eventsourcing, settings | MADE)
    finally:
        process.terminate()
        process.wait()


def _postgres_programs() -> Path | None:
    postgres = shutil.which("postgres")
    places = [Path(postgres).resolve().parent] if postgres else sorted(Path("/").glob(POSTGRES_BINARIES.lstrip("/")))
    return places[-1] if places else None


def _not_root(data: Path, folder: Path) -> list[str]:
    """Return the words to put before PostgreSQL's command, which refuses to run as root. If we are root, the user `postgres`
    gets the folder and runs the command."""
    if os.geteuid() != 0:
        return []
    folder.chmod(0o755)
    shutil.chown(data, "postgres", "postgres")
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


PART: Final = Part(
    "The store alone",
    "One durable append, and a load with its fold, against the library eventsourcing. Our fold is a table of High Card, theirs a list. "
    "Clients are processes.",
    60,
    rows,
)

if __name__ == "__main__":
    alone(PART)
