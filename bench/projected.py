"""Measures the time from the confirmation of a result until the club's table of players counts the game. The API, the relay and two workers
run as processes.

python -m bench.projected

The clock starts at the answer to `POST …/confirmation`. Then the bench repeats `GET /clubs/{club}/games` until the answer shows the game
as confirmed. Then it requests `GET /clubs/{club}/players`, and the clock stops when the answer counts the game. One script updates both
lists (of games and of players) at the same time.

For comparison, the time of a validation alone is measured in the same game. Both times are measured in a quiet club, and then in a club
with two bad games. The validation of the first bad game has failed. The validation of the second keeps a worker busy for a long time.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

import httpx
from redis import Redis

from bench.figures import Part, Progress, Row, alone
from bench.served import GUNICORN, draft
from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, IrregularityCalled, Seating, TokenId
from service.clock import now_ms
from service.config import Config
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from service.store.layout import KEY, LAYOUT
from tests.ops.processes import until
from tests.ops.serving import free_port
from tests.servers import packaged_valkey, start_server
from tests.workers import poison

RUNS: Final = 40
PROCESSES: Final = ((*GUNICORN, "service.serving.api:application()"), *((sys.executable, "-m", "workers.cli", "relay"),))
HEAVY: Final = (sys.executable, "-m", "gunicorn", "--config", "python:service.serving.heavy")
WORKERS: Final = 2
LONGEST: Final = 5.0
"""The longest wait in seconds. If the tables have not changed after this time, this time counts as the result."""
LOOK_SECONDS: Final = 0.01
BY: Final = TokenId("bench")


@dataclass(frozen=True, slots=True)
class Product:
    redis: Redis
    api: httpx.Client
    url: str
    clubs: Clubs
    records: Records
    verdicts: Verdicts

    def disturbed(self, kind: str, times: int = 1) -> GameId:
        """Open a game that cannot be validated, and append `times` bad events to it. `kind`: how the validation fails
        (tests/workers/poison.py). Returns the game's id."""
        opened = GameOpened("poisoned", {}, (Seating(Seat(0)), Seating(Seat(1))))
        game = self.records.open(HOME, draft(opened), BY).game
        self.records.append(game, None, [draft(IrregularityCalled(kind)) for _ in range(times)], BY)
        return game

    def waiting(self) -> GameId:
        """Open a game whose validation takes about eight seconds, which is less than the time limit of a job. Returns the game's id."""
        return self.disturbed("slow", 24)

    def waits(self, game: GameId) -> bool:
        return game in dict(self.verdicts.dirty(HOME))

    def seconds_until(self, seen: Callable[[], bool]) -> float:
        """Wait until `seen` returns True, at most LONGEST seconds. Returns how many seconds that took."""
        began = time.perf_counter()
        while not seen() and time.perf_counter() - began < LONGEST:
            time.sleep(LOOK_SECONDS)
        return time.perf_counter() - began

    def posted(self, path: str, body: Any, match: str = "*", token: str = "") -> Any:
        headers = {"If-Match": match} | ({"Authorization": f"Bearer {token}"} if token else {})
        return self.api.post(path, json=body, headers=headers).raise_for_status().json()

    def got(self, path: str) -> Any:
        return self.api.get(path).raise_for_status().json()


def one_run(product: Product, number: int) -> tuple[float, float]:
    """Record a game and confirm its result. Returns two times in seconds: for a validation alone, and from the confirmation until the table
    of players counts the game."""
    people = [f"b{number}-{seat}" for seat in range(2)]
    seats = [{"name": person} for person in people]
    game = product.posted("games", {"system": "high-card", "seats": seats})["game"]
    version = product.posted(f"games/{game}/events", {"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]})["version"]
    bare = product.seconds_until(lambda: product.got(f"games/{game}/findings")["validated"] >= version)
    stated = {"type": "ResultStated", "data": {"winners": [0], "scores": {"0": 4, "1": 2}}}
    version = product.posted(f"games/{game}/events", {"events": [stated]})["version"]
    guest = product.clubs.issue(HOME, "bench", "read", game=game, seat=Seat(1))[1]
    product.posted(f"games/{game}/confirmation", {"seat": 1}, f'"{version}"', guest)

    def shown() -> bool:
        if not any(line["game"] == game and line["state"] == "confirmed" for line in product.got("clubs/home/games?limit=2")["games"]):
            return False
        return any(line["name"] == people[0] and line["wins"] == 1 for line in product.got("clubs/home/players?limit=200")["players"])

    return bare, product.seconds_until(shown)


def runs(product: Product, dice: Random, first: int, progress: Progress) -> list[tuple[float, float]]:
    results = []
    for number in range(RUNS):
        time.sleep(dice.uniform(0, 0.2))
        results.append(one_run(product, first + number))
        progress(number / RUNS)
    return results


def beside_bad_games(product: Product, dice: Random, first: int, progress: Progress) -> list[tuple[float, float]]:
    """Measure RUNS times. All the time, one game cannot be validated; in each run, another game waits for its validation. Returns the two
    times of each run."""
    parked = product.disturbed("raise")
    until(lambda: product.verdicts.parked_at(parked))
    results, waiting = [], product.waiting()
    for number in range(RUNS):
        if not product.waits(waiting):
            waiting = product.waiting()
        time.sleep(dice.uniform(0, 0.2))
        results.append(one_run(product, first + number))
        progress(number / RUNS)
    assert product.verdicts.parked_at(parked)
    return results


@contextmanager
def running(heavy: int = 0) -> Iterator[Product]:
    """Run the product. `heavy`: how many processes answer long requests; 0: the API answers them."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        server = start_server(packaged_valkey(), folder / "redis")
        stack.callback(server.stop)
        config = Config(folder / "data", port=free_port(), redis_url=f"unix://{server.socket}", processes=1, heavy=heavy)
        if heavy:
            config = replace(config, heavy_socket=str(folder / "heavy"))
        config.data.mkdir(mode=0o700)
        redis = stack.enter_context(write_client(server.socket))
        stack.enter_context(poison.known())
        redis.set(KEY, LAYOUT)
        clubs = Clubs(redis, now_ms)
        clubs.found(HOME)
        rights = {"Authorization": f"Bearer {clubs.issue(HOME, 'bench', 'direct')[1]}"}
        env = os.environ | config.as_env()
        for command in (*PROCESSES, *[HEAVY][:heavy], *[(sys.executable, "-m", "tests.workers.poison")] * WORKERS):
            process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
        url = f"http://127.0.0.1:{config.port}/api/v1/"
        api = stack.enter_context(httpx.Client(base_url=url, headers=rights, timeout=10))
        until(lambda: redis.scard("rq:workers") == WORKERS and _answers(url), 60)
        yield Product(redis, api, url, clubs, Records(redis, now_ms), Verdicts(redis, now_ms))


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}systems", timeout=5).is_success
    except httpx.TransportError:
        return False


def of(what: str, seconds: list[float], limit: float | None = None) -> list[Row]:
    """Return rows for `seconds`, in ms: the median, the 90th percentile and the 99th percentile."""
    cuts = quantiles([1000 * each for each in seconds], n=100, method="inclusive")
    return [Row(f"{what}: {name}", "ms", [cuts[at - 1]], limit=limit if at == 50 else None) for name, at in SHOWN]


SHOWN: Final = (("median", 50), ("p90", 90), ("p99", 99))


def rows(progress: Progress) -> list[Row]:
    dice = Random(2711)
    with running() as product:
        quiet = runs(product, dice, 1000, lambda share: progress(share / 2))
        disturbed = beside_bad_games(product, dice, 2000, lambda share: progress((1 + share) / 2))
    results = []
    for where, figures in (("", quiet), (", a game parked and one waiting", disturbed)):
        bare, shown = zip(*figures, strict=True)
        results += of(f"append to verdict{where}", list(bare))
        results += of(f"confirmation to players' table{where}", list(shown), 200)
    return results


PART: Final = Part(
    "From a confirmed result to the players' table, over HTTP",
    f"Through real processes (API, relay, {WORKERS} workers), {RUNS} runs each: in a quiet club, and in one with a parked game and "
    "a game that waits for its verdict and occupies a worker. For comparison, the bare round trip of a validation in the same games. Times "
    "of five seconds or more count as five.",
    60,
    rows,
)

if __name__ == "__main__":
    alone(PART)
