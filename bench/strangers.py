"""Measures how long an owner waits for a replay while an anonymous visitor keeps the heavy workers busy.

python -m bench.strangers

Each request of the visitor costs a process its whole budget (tests/heavy/slow.py) and is about another game, so that no answer is
remembered. The heavy workers are real ones; the API itself answers in this process."""

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event
from typing import Final

from bench.figures import Part, Progress, Row, alone, percentile
from service.config import Config
from service.store.connect import write_client
from service.store.keys import HOME
from service.store.layout import KEY, LAYOUT
from tests.api.callers import API, Caller
from tests.heavy.conftest import Installation, shown, started
from tests.heavy.slow import slowed
from tests.servers import packaged_valkey, start_server

CONNECTIONS: Final = 4
PROCESSES: Final = 2
BUDGET: Final = 5
"""The seconds of processor time that a request may use in a heavy worker."""
REPLAYS: Final = 40
GAMES: Final = 100


@contextmanager
def running() -> Iterator[Installation]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        server = start_server(packaged_valkey(), folder / "redis")
        stack.callback(server.stop)
        stack.enter_context(write_client(server.socket)).set(KEY, LAYOUT)
        (folder / "data").mkdir(mode=0o700)
        store, socket = f"unix://{server.socket}", str(folder / "beside.sock")
        config = Config(folder / "data", redis_url=store, heavy=PROCESSES, heavy_seconds=100, heavy_socket=socket)
        application = "tests.heavy.slow:application()"
        made = stack.enter_context(started(config, "--timeout=400", application, FACEUP_HEAVY_SECONDS=str(BUDGET)))
        slowed(made.helped)
        made.helper.clubs.found(HOME)
        yield made


def asking(made: Installation, games: list[str], ended: Event, number: int) -> list[str]:
    """Ask for costly answers, one after another, until `ended`. Returns the types of the problems that came back."""
    client, told = made.helped.test_client(), list[str]()
    for turn in count(number, CONNECTIONS):
        if ended.is_set():
            return told
        told.append(client.get(f"{API}/games/{games[turn % GAMES]}/slow/spin").json["type"])  # type: ignore[index]
    raise AssertionError


def waits(owner: Caller, games: list[str], progress: Progress) -> list[float]:
    """Return how many ms each of REPLAYS replays takes. Each is of a version that was not asked for before."""

    def one(number: int) -> float:
        began = time.perf_counter()
        answer = owner.get(f"/games/{games[0]}/replay?at={350 - number}")
        assert answer.status_code == 200, answer.json
        return 1000 * (time.perf_counter() - began)

    results = []
    for number in range(REPLAYS):
        results.append(one(number))
        progress(number / REPLAYS)
        time.sleep(0.1)
    return results


def rows(progress: Progress) -> list[Row]:
    with running() as made, ThreadPoolExecutor(CONNECTIONS) as pool:
        owner = Caller(made.helped, made.helper.clubs.issue(HOME, "owner", "own")[1])
        games = [owner.opened(visibility="public") for _ in range(GAMES)]
        for _ in range(2):
            owner.recorded(games[0], *[shown()] * 200)
        ended = Event()
        ask: Callable[[int], list[str]] = lambda number: asking(made, games, ended, number)  # noqa: E731
        strangers = [pool.submit(ask, number) for number in range(CONNECTIONS)]
        try:
            time.sleep(1)
            figures = waits(owner, games, progress)
        finally:
            ended.set()
        told = [problem for stranger in strangers for problem in stranger.result()]
    assert "/problems/too-costly" in told
    return [
        Row("replay for the owner, 402 events: median", "ms", [median(figures)]),
        Row("replay for the owner, 402 events: p99", "ms", [percentile(figures, 99)], limit=2000),
    ]


PART: Final = Part(
    "A member beside strangers",
    f"An owner reads replays while {CONNECTIONS} anonymous connections send requests that each cost a heavy worker its whole "
    f"budget, {BUDGET} s. {PROCESSES} such processes.",
    30,
    rows,
)

if __name__ == "__main__":
    alone(PART)
