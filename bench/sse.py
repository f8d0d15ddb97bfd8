"""Measures how fast one API process sends events to two thousand viewers of a game, while another game is recorded.

python -m bench.sse

The whole product runs. The clock starts when an append is sent, and stops when the last viewer has the event. The verdict on each event is
also sent to all viewers, which may delay the next event.
"""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx

from bench.figures import Figures, Part, Progress, Row, alone
from bench.served import resident
from bench.viewers import Crowd, Watching, watching
from tests.ops.processes import below
from tests.ops.serving import Serving, configured, serving

VIEWERS: Final = 2000
STUCK: Final = 20
ROUNDS: Final = 15
EVENT: Final = {"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}
BESIDE_SECONDS: Final = 0.025
"""Seconds between two appends to a game that nobody watches."""


class Tables:
    def __init__(self, running: Serving) -> None:
        self.secret = running.owner()
        self._api = httpx.Client(base_url=f"{running.url}/api/v1/", headers={"Authorization": f"Bearer {self.secret}"}, timeout=30)

    def opened(self) -> str:
        answer = self._api.post("games", json={"system": "high-card", "seats": [{}, {}, {}], "visibility": "public"})
        return str(answer.raise_for_status().json()["game"])

    def append(self, game: str) -> int:
        """Append EVENT to the record. Returns the version of the event."""
        answer = self._api.post(f"games/{game}/events", json=EVENT, headers={"If-Match": "*"})
        version: int = answer.raise_for_status().json()["version"]
        return version


def served(crowd: Watching, tables: Tables, game: str, progress: Progress) -> tuple[Figures, Figures]:
    """Append ROUNDS events. Returns two lists, with the ms of each event until the first viewer had it and until the last viewer had it."""
    first, last = [], []
    for number in range(ROUNDS):
        began = time.perf_counter()
        arrived = crowd.served(tables.append(game))
        first.append(1000 * (arrived[0] - began))
        last.append(1000 * (arrived[1] - began))
        progress((number + 1) / ROUNDS)
        time.sleep(0.3)  # wait for the verdict on this event
    return first, last


@contextmanager
def appends_beside(running: Serving) -> Iterator[list[float]]:
    """Append to another game while the block runs. Yields a list that grows by the milliseconds of each append."""
    results: list[float] = []
    stopped, tables = threading.Event(), Tables(running)
    game = tables.opened()

    def record() -> None:
        while not stopped.wait(BESIDE_SECONDS):
            began = time.perf_counter()
            tables.append(game)
            results.append(1000 * (time.perf_counter() - began))

    recorder = threading.Thread(target=record)
    recorder.start()
    try:
        yield results
    finally:
        stopped.set()
        recorder.join()


def api_process(running: Serving) -> int:
    """Return the id of the only API process, a child of gunicorn's main process."""
    ids = [pid for pid in below(running.process.pid) if b"gunicorn" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return next(pid for pid in ids if not below(pid))


def rows(progress: Progress) -> list[Row]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        running = stack.enter_context(serving(configured(folder / "data"), folder / "printed"))
        tables, process = Tables(running), api_process(running)
        tables.append(warm := tables.opened())
        assert warm
        results: list[Row] = []
        for stuck, share in ((0, 0.5), (STUCK, 1.0)):
            results += _rows(running, tables, process, stuck, lambda done, share=share: progress(share - 0.5 + done / 2))  # type: ignore[misc]
    return results


def _rows(running: Serving, tables: Tables, process: int, stuck: int, progress: Progress) -> list[Row]:
    """Measure with VIEWERS viewers who read and `stuck` viewers who stop reading."""
    game, before = tables.opened(), resident(process)
    crowd = Crowd(running.config.port, f"/api/v1/games/{game}/live", tables.secret, 1, VIEWERS, stuck)
    began = time.perf_counter()
    with watching(crowd) as watchers:
        seated = time.perf_counter() - began
        size = (resident(process) - before) / 1024 / (VIEWERS + stuck)
        with appends_beside(running) as beside:
            first, last = served(watchers, tables, game, progress)
    if stuck:
        return [Row(f"the last of {VIEWERS:,} has the event, with {stuck} more who stop reading", "ms", last, limit=150)]
    return [
        Row(f"{VIEWERS:,} viewers connect and are served", "s", [seated]),
        Row("memory for each of them", "KiB", [size]),
        Row("the first has the event", "ms", first),
        Row("the last has the event", "ms", last, limit=150),
        Row("an append to another game meanwhile", "ms", beside),
    ]


PART: Final = Part(
    f"{VIEWERS:,} viewers on one process",
    "From sending an append to the moment the first and the last viewer have the event, through the whole product, while somebody records "
    "another game, forty events a second at most.",
    35,
    rows,
)

if __name__ == "__main__":
    alone(PART)
