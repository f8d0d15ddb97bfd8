"""Compares WSGI servers, each with 2,000 viewers on one process while events are appended: docs/decisions/ops-server.md.

python -m bench.servers [--viewers N]

The servers are gunicorn with greenlets, gunicorn with a thread for each connection, and granian with as many threads (if it is installed:
`pip install granian`; it is not a dependency). Relay and workers do not run: without verdicts, each event sends only one message.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from bench.load import Plan, loaded, post
from bench.served import GUNICORN, draft, resident
from bench.sse import EVENT
from bench.viewers import Crowd, Watching, watching
from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, OpenerChosen, Seating, TokenId
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME, GameId
from service.store.layout import KEY, LAYOUT
from tests.ops.processes import below, until
from tests.ops.serving import Serving, free_port
from tests.servers import packaged_valkey, start_server

ROUNDS: Final = 12
CONNECTIONS: Final = 16
BY: Final = TokenId("bench")


def commands(port: int, viewers: int) -> dict[str, Sequence[str]]:
    threads = str(viewers + 100)
    commands: dict[str, Sequence[str]] = {
        "gunicorn, gevent": GUNICORN,
        "gunicorn, gthread": (*GUNICORN, "--worker-class", "gthread", "--threads", threads),
    }
    granian = shutil.which("granian", path=str(Path(sys.executable).parent))
    if granian:
        place = ("--interface", "wsgi", "--factory", "--host", "127.0.0.1", "--port", str(port), "--workers", "1", "--no-log")
        limits = ("--blocking-threads", threads, "--backlog", "4096", "--backpressure", threads)
        commands["granian"] = (granian, *place, *limits, "service.serving.api:application")
    return commands


class Table:
    """Records games directly in the store, without the API, so that only the sending to the viewers is measured."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def opened(self) -> GameId:
        rules = SYSTEMS["high-card"].rules_with({}, 3)
        opening = GameOpened("high-card", rules, tuple(Seating(Seat(seat)) for seat in range(3)), "public")
        return self._records.open(HOME, draft(opening), BY).game

    def append(self, game: GameId) -> int:
        return self._records.append(game, None, [draft(OpenerChosen(Seat(0)))], BY).version


@contextmanager
def running(command: Sequence[str], config: Config, folder: Path) -> Iterator[list[int]]:
    """Run the server while the block runs. Yields the process ids of the server and its children."""
    env = os.environ | config.as_env() | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    try:
        until(Serving(process, config, folder).ready)  # type: ignore[arg-type]
        yield [process.pid, *below(process.pid)]
    finally:
        process.terminate()
        process.wait(30)


def measure(name: str, viewers: int) -> str:
    """Measure one server. Returns its line of the table."""
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as place:
        folder = Path(place)
        server = start_server(packaged_valkey(), folder / "redis")
        config = Config(folder / "data", port=free_port(), redis_url=f"unix://{server.socket}", processes=1)
        with write_client(server.socket) as redis:
            clubs, table = Clubs(redis, now_ms), Table(Records(redis, now_ms))
            redis.set(KEY, LAYOUT)
            clubs.found(HOME)
            secret = clubs.issue(HOME, "bench", "direct")[1]
            with running(commands(config.port, viewers)[name], config, folder) as pids:
                games = [table.opened() for _ in range(CONNECTIONS)]
                posts = tuple(post(f"/api/v1/games/{game}/events", secret, json.dumps(EVENT), "*", 1, 1) for game in games)
                appends = Plan(config.port, 2, posts)
                alone, before, game = loaded(appends).rate, _resident(pids), table.opened()
                began = time.perf_counter()
                with watching(Crowd(config.port, f"/api/v1/games/{game}/live", secret, 1, viewers)) as crowd:
                    held, size = time.perf_counter() - began, (_resident(pids) - before) / 1024 / viewers
                    beside = loaded(appends).rate
                    last = [_last(crowd, table, game) for _ in range(ROUNDS)]
        server.stop()
    spread = f"{median(last):.0f} ({min(last):.0f}–{max(last):.0f})"
    return f"| {name} | {held:.1f} s | {size:.0f} | {spread} ms | {alone:,.0f} | {beside:,.0f} |"


def _last(crowd: Watching, table: Table, game: GameId) -> float:
    began = time.perf_counter()
    _, last = crowd.served(table.append(game))
    time.sleep(0.3)
    return 1000 * (last - began)


def _resident(pids: Sequence[int]) -> int:
    return sum(map(resident, pids))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.servers")
    parser.add_argument("--viewers", type=int, default=2000)
    viewers = parser.parse_args().viewers
    print(f"| | {viewers:,} seated in | KiB each | last one served | appends/s before | and beside them |\n|---|---|---|---|---|---|")
    for name in commands(0, viewers):
        print(measure(name, viewers), flush=True)


if __name__ == "__main__":
    main()
