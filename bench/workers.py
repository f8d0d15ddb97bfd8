"""Measures the time from append to verdict with RQ's two kinds of worker. One runs jobs in its own process; the other forks for each job.

python -m bench.workers

One worker and one relay run as processes on a durable server. First, one game gets one event at a time. Then many games wait for their
verdict at the same time, and the time of each is measured. The results are in docs/decisions/workers-queue.md.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from uuid import uuid4

from rq import Worker as ForkingWorker

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, OpenerChosen, Seating, TokenId
from domain.record.batch import Draft
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from service.store.streams.hints import listening
from tests.servers import RunningServer, packaged_valkey, start_server
from workers import main as worker_process

RUNS, BACKLOG = 50, 200


class Forking(ForkingWorker):
    asked_to_stop = True


KINDS = {"in its process": worker_process.Worker, "forking": Forking}


@contextmanager
def running(server: RunningServer, kind: str) -> Iterator[None]:
    env = os.environ | Config(Path(server.directory), redis_url=f"unix://{server.socket}").as_env()
    commands = (["-m", "bench.workers", kind], ["-m", "workers.cli", "relay"])
    processes = [subprocess.Popen([sys.executable, *command], env=env) for command in commands]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def opened(records: Records) -> GameId:
    rules = SYSTEMS["high-card"].rules_with({}, 3)
    act = GameOpened("high-card", rules, tuple(Seating(Seat(seat)) for seat in range(3)))
    return records.open(HOME, Draft(act, EventId(str(uuid4()))), TokenId("bench")).game


def verdict_seconds(server: RunningServer, records: Records) -> list[float]:
    game, results = opened(records), []
    with write_client(server.socket) as redis, listening(redis) as hearing:
        for _ in range(RUNS + 5):
            began = time.perf_counter()
            version = records.append(game, None, [Draft(OpenerChosen(Seat(0)), EventId(str(uuid4())))], TokenId("bench")).version
            while not any(change.kind == "verdict" and change.version == version for change in hearing.heard(5)):
                pass
            results.append(time.perf_counter() - began)
            time.sleep(0.02)
    return results[5:]


def backlog_seconds(records: Records, verdicts: Verdicts) -> float:
    began = time.perf_counter()
    for _ in range(BACKLOG):
        opened(records)
    while verdicts.dirty(HOME):
        time.sleep(0.01)
    return (time.perf_counter() - began) / BACKLOG


def main() -> None:
    for kind in KINDS:
        with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
            server = start_server(packaged_valkey(), Path(folder))
            with write_client(server.socket) as redis, running(server, kind):
                Clubs(redis, now_ms).found(HOME)
                records, verdicts = Records(redis, now_ms), Verdicts(redis, now_ms)
                seconds, each = verdict_seconds(server, records), backlog_seconds(records, verdicts)
            server.stop()
        print(f"{kind:15} append to verdict: median {1000 * median(seconds):5.1f} ms; backlog: {1 / each:4.0f} games a second")


if __name__ == "__main__":
    if len(sys.argv) == 2:  # this process is a worker of the kind in the argument
        worker_process.Worker = KINDS[sys.argv[1]]
        worker_process.run(Config.from_env(os.environ))
    else:
        main()
