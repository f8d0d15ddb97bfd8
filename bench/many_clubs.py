"""Measures what every second and every landing page cost when an installation has many clubs.

python -m bench.many_clubs
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Final
from uuid import uuid4

from flask.testing import FlaskClient
from redis import Redis

from bench.cup import BY, acts
from bench.figures import Part, Progress, Row, alone, between, in_turn
from bench.served import draft
from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, Seating
from domain.record.batch import StreamDraft
from domain.systems import SYSTEMS
from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.projections import FOLD
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, Keys, Place
from service.store.layout import KEY, LAYOUT
from service.store.tournaments.tournaments import TournamentStreams
from tests.servers import packaged_valkey, start_server
from workers.links import FOLD as TAKING
from workers.queue import Jobs
from workers.relay.loop import Relay

SIZES: Final = {1_000: 50.0, 10_000: 500.0}
"""How many clubs there are, and how many milliseconds a sweep may take."""
PLAYING: Final = 300
"""How many clubs have a public game in play and a public tournament."""
WITH_TOURNAMENTS: Final = 10
"""One club of this many has a tournament."""
LANDING: Final = "/api/v1/public"
LANDING_MS: Final = 20.0
ROUNDS: Final = 7


@dataclass(frozen=True, slots=True)
class Clubhouse:
    """An installation with many clubs. `clubs`: their names."""

    redis: Redis
    clubs: Sequence[Club]
    relay: Relay
    api: FlaskClient


@contextmanager
def installed(number: int) -> Iterator[Clubhouse]:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as place:
        folder = Path(place)
        server = start_server(packaged_valkey(), folder / "redis")
        with write_client(server.socket) as redis:
            redis.config_set("appendfsync", "no")  # only reading is measured
            clubs = filled(redis, number)
            relay = Relay(redis, Jobs(redis), Clubs(redis, now_ms), Verdicts(redis, now_ms), ENGINE, monotonic)
            (folder / "data").mkdir(mode=0o700)
            api = create_app(Config(folder / "data", redis_url=f"unix://{server.socket}")).test_client()
            yield Clubhouse(redis, clubs, relay, api)
        server.stop()


def filled(redis: Redis, number: int) -> Sequence[Club]:
    """Make clubs whose rows are up to date, and games in play in some of them."""
    redis.set(KEY, LAYOUT)
    clubs, known = [Club(f"c{each:05}") for each in range(number)], Clubs(redis, now_ms)
    with redis.pipeline(transaction=False) as pipe:
        for place, keys in enumerate(map(Keys, clubs)):
            known.found(keys.club)
            pipe.xadd(keys.feed, {"g": "c"}, id="5-1")
            for rows, fold in (("live", FOLD), ("taking", TAKING)):
                pipe.hset(keys.generation(rows), mapping={"fold": fold, "position": 5, "moves": 1})
            if place % WITH_TOURNAMENTS == 0:
                pipe.zadd(keys.index("tournaments"), {f"{keys.club}-t{'a' * 16}": 1})
        pipe.execute()
    records, tournaments = Records(redis, now_ms), TournamentStreams(redis, now_ms)
    for club in clubs[-PLAYING:]:
        tournaments.open(club, StreamDraft(next(acts(2, 1)), EventId(str(uuid4()))), BY)
        rules = SYSTEMS["high-card"].rules_with({}, 3)
        opened = GameOpened("high-card", rules, tuple(Seating(Seat(seat)) for seat in range(3)), "public")
        game = records.open(club, draft(opened), BY).game
        redis.delete(Keys(club).dirty)
        redis.zadd(Keys(club).waiting("live"), {game: 1})
    return clubs


def swept(house: Clubhouse) -> float:
    began = perf_counter()
    house.relay.sweep()
    return 1000 * (perf_counter() - began)


def with_pipelines(house: Clubhouse) -> float:
    """Ask the questions of a sweep with redis-py's pipeline."""
    began = perf_counter()
    redis, clubs = house.redis, house.clubs
    behind = _behind(redis, clubs, "live"), _behind(redis, clubs[::WITH_TOURNAMENTS], "taking")
    with redis.pipeline(transaction=False) as pipe:
        for keys in map(Keys, clubs):
            pipe.hgetall(keys.parked)
            pipe.zrange(keys.dirty, 0, -1, withscores=True)
            pipe.exists(keys.index("tournaments"))
            pipe.hvals(keys.exports)
            pipe.zrange(keys.pairings, 0, -1, withscores=True)
        found = pipe.execute()
    assert len(found) == 5 * len(clubs)
    assert len(behind) == 2
    return 1000 * (perf_counter() - began)


def _behind(redis: Redis, clubs: Sequence[Club], place: Place) -> list[Any]:
    with redis.pipeline(transaction=False) as pipe:
        for keys in map(Keys, clubs):
            pipe.hmget(keys.generation(place), "fold", "position")
            pipe.xrevrange(keys.feed, count=1)
            pipe.zdiff([keys.waiting(place), keys.dirty])
        return pipe.execute()


def got(house: Clubhouse, path: str) -> float:
    began = perf_counter()
    answer = house.api.get(path)
    assert answer.status_code == 200, answer.text
    return 1000 * (perf_counter() - began)


def rows(progress: Progress) -> list[Row]:
    found, step = [], 1 / len(SIZES)
    for number, (clubs, limit) in enumerate(SIZES.items()):
        with installed(clubs) as house:
            ask = (partial(swept, house), partial(with_pipelines, house), *(partial(got, house, path) for path in (LANDING, "/metrics")))
            ours, theirs, landing, metrics = in_turn(ROUNDS, between(progress, number * step, (number + 1) * step), *ask)
        found += [
            Row(f"one sweep of {clubs:,} clubs, against redis-py's pipeline", "ms", ours, theirs, limit=limit),
            Row(f"the landing page's list with {clubs:,} clubs", "ms", landing, limit=LANDING_MS),
            Row(f"the metrics with {clubs:,} clubs", "ms", metrics),
        ]
    return found


PART: Final = Part("Many clubs", "What the relay asks every second when all clubs are quiet, and what everybody may watch.", 40, rows)

if __name__ == "__main__":
    alone(PART)
