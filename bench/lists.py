"""Measures the processor time of lists and filters in clubs of 10, 1,000 and 10,000 games. Each request is the first one of a new process,
whose caches are empty.

python -m bench.lists [--games 10 1000 10000] [--behind]

Games of 200 and of 20 events are played and validated once, and then copied in the store. The rows that workers keep are made before the
requests are measured. With --behind, the rows are not made, and the figures are the cost of a request before the workers have made them.
"""

import argparse
import gc
import multiprocessing
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final
from uuid import uuid4

from redis import Redis

from bench.played import LASTING, acts, choosing
from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, PersonId, ResultStated, Seating, TokenId
from domain.record.batch import Draft
from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.keys import HOME, GameId, Keys, game_id, set_of, short_name
from service.store.layout import KEY, LAYOUT
from tests.servers import packaged_valkey, start_server
from workers.project import Projector
from workers.validate import validator_with
from workers.wiring import Wiring, wired_to

EVENTS: Final = 200
LONG: Final = 600
"""How many of the newest games have EVENTS events. The other games have SHORT events, so that the workers need less time to make their
rows."""
SHORT: Final = 20
ROUNDS: Final = 3
COMMON: Final = [PersonId(f"p-common{seat}") for seat in range(4)]
RARE: Final = PersonId("p-rare")
BY: Final = TokenId("bench")
AT_ONCE: Final = 200
PATHS: Final = (
    "/games",
    "/games?state=open",
    "/games?state=finished",
    "/games?state=annulled",
    f"/games?player={COMMON[0]}",
    f"/games?player={RARE}",
    f"/games?player={COMMON[0]}&state=open",
    "/games?system=one-up",
    "stranger /games",
    "stranger /public",
    f"/clubs/home/games?player={RARE}",
    "/clubs/home/players",
    "/clubs/home/feed",
    "/people",
    "/tournaments",
)


@dataclass(frozen=True, slots=True)
class Copied:
    """A validated game whose keys are copied. `keys`: the value of each key, as the Redis command DUMP returns it, by kind of key."""

    game: GameId
    keys: dict[str, bytes]


def names(game: GameId) -> dict[str, str]:
    keys = Keys(HOME)
    return {
        "stream": keys.stream(game),
        "head": keys.head(game),
        "ids": keys.ids(game),
        "sealed": keys.sealed(game),
        "verdict": keys.verdict(game),
    }


def recorded(parts: Wiring, played: Sequence[Act], people: Sequence[PersonId], visibility: str = "private", *, ends: bool = True) -> Copied:
    """Record, validate and dump one game. `ends`: whether a result is stated at the end, after the acts."""
    first = played[0]
    assert isinstance(first, GameOpened)
    seats = tuple(Seating(Seat(seat), person) for seat, person in enumerate(people))
    opened = GameOpened(first.system, first.rules, seats, visibility)  # type: ignore[arg-type]
    game = parts.records.open(HOME, Draft(opened, EventId(str(uuid4()))), BY).game
    rest: list[Any] = [*played[1:], *([ResultStated((Seat(0),), {Seat(seat): 4 - seat for seat in range(4)})] if ends else [])]
    if rest:
        parts.records.append(game, None, [Draft(act, EventId(str(uuid4()))) for act in rest], BY)
    validator_with(parts).validate(game, 1)
    dumped = {kind: parts.store.dump(key) for kind, key in names(game).items()}
    parts.store.delete(*names(game).values())
    parts.store.zrem(Keys(HOME).games, game)
    return Copied(game, {kind: value for kind, value in dumped.items() if value})


def club_of(parts: Wiring, count: int) -> None:
    """Fill the club `home` with `count` games. One person plays only in the oldest game. Five games are in play, and five are public."""
    dice = choosing(Random(1), 0.3)
    played = [acts(system, dice, EVENTS) for system in LASTING]
    rare = recorded(parts, played[0], [RARE, *COMMON[1:]])
    usual, short = ([recorded(parts, each[:events], COMMON) for each in played] for events in (EVENTS, SHORT))
    still = [recorded(parts, each, COMMON, "public", ends=False) for each in played]
    parts.store.delete(Keys(HOME).feed)
    kinds = [short if number < count - LONG else usual for number in range(count - 6)]
    made = [rare, *(kind[n % len(kind)] for n, kind in enumerate(kinds)), *(still[n % len(still)] for n in range(5))]
    began = now_ms() - 1000 * len(made)
    for start in range(0, len(made), AT_ONCE):
        with parts.store.pipeline(transaction=False) as pipe:
            for number, copied in enumerate(made[start : start + AT_ONCE], start):
                game = game_id(HOME, EventId(str(uuid4())))
                for kind, value in copied.keys.items():
                    pipe.restore(names(game)[kind], 0, value)
                opened = began + 1000 * number
                pipe.hset(Keys(HOME).head(game), "opened_at", opened)
                pipe.zadd(Keys(HOME).games, {game: opened})
                pipe.xadd(Keys(HOME).feed, {"g": b"e" + short_name(game)}, id=f"{number + 1}-{EVENTS}")
            pipe.execute()


@dataclass(frozen=True, slots=True)
class Filled:
    """A store with a club of many games. `secret`: the secret of a director's token."""

    redis: Redis
    url: str
    data: str
    secret: str

    def asked(self, path: str) -> tuple[float, int, bool]:
        """Request `path` in a new process. Returns milliseconds of processor time, how many lines the answer has, and whether the list has
        another page."""
        forks = multiprocessing.get_context("fork")
        answers = forks.SimpleQueue()
        child = forks.Process(target=self._one, args=(path, answers))
        child.start()
        child.join()
        took, lines, more = answers.get()
        return took, lines, more

    def _one(self, path: str, answers: Any) -> None:
        app = create_app(Config(data=Path(self.data), redis_url=self.url))
        client = app.test_client(use_cookies=False)
        client.get("/livez")
        gc.collect()
        gc.freeze()  # the garbage collector skips the objects of the parent process, which belong to the bench
        who, _, asked = path.rpartition(" ")
        headers = {} if who else {"Authorization": f"Bearer {self.secret}"}
        began = time.process_time()
        answer = client.get(f"/api/v1{asked}", headers=headers)
        spent = (time.process_time() - began) * 1000
        assert answer.status_code == 200, answer.get_data(as_text=True)
        body = answer.get_json(silent=True) or {}
        answers.put((spent, sum(len(value) for value in body.values() if isinstance(value, list)), "Link" in answer.headers))

    def measured(self, path: str) -> str:
        spent, server, said = [], [], ""
        for _ in range(ROUNDS):
            before = self._server_ms()
            took, lines, more = self.asked(path)
            spent.append(took)
            server.append(self._server_ms() - before)
            said = f"{lines} lines{', more' if more else ''}"
        return f"{median(spent):8.1f} ms   server {median(server):6.1f} ms   {said}"

    def _server_ms(self) -> float:
        cpu = self.redis.info("cpu")
        return 1000.0 * (cpu["used_cpu_user"] + cpu["used_cpu_sys"])


def _fill(socket: str, count: int, behind: bool, answers: Any) -> None:
    """Fill the club, and make its rows. Puts the secret of a director's token into the queue `answers`."""
    redis = write_client(socket)
    redis.set(KEY, LAYOUT)
    redis.sadd(set_of(HOME), HOME)
    parts, clubs = wired_to(redis), Clubs(redis, now_ms)
    clubs.found(HOME)
    club_of(parts, count)
    projector = Projector(parts)
    while not behind and not projector.project(HOME):
        pass
    answers.put(clubs.issue(HOME, "bench", "direct")[1])


@contextmanager
def filled(count: int, *, behind: bool = False) -> Iterator[Filled]:
    """Run a server with a club of `count` games. `behind`: the workers have not made the club's rows yet."""
    forks = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        server = start_server(packaged_valkey(), Path(folder) / "store")
        try:
            answers = forks.SimpleQueue()
            child = forks.Process(target=_fill, args=(str(server.socket), count, behind, answers))
            child.start()
            child.join()
            yield Filled(write_client(server.socket), f"unix://{server.socket}", f"{folder}/data", answers.get())
        finally:
            server.stop()


def report(count: int, *, behind: bool) -> None:
    began = time.perf_counter()
    with filled(count, behind=behind) as club:
        print(f"{count} games; made in {time.perf_counter() - began:.1f} s", flush=True)
        for path in PATHS:
            print(f"  {path:44} {club.measured(path)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.lists")
    parser.add_argument("--games", type=int, nargs="*", default=[10, 1000, 10_000])
    parser.add_argument("--behind", action="store_true")
    given = parser.parse_args()
    for count in given.games:
        report(count, behind=given.behind)


if __name__ == "__main__":
    main()
