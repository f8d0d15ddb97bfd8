"""Measures the server's memory for each event, by kind of key. By default it records 500 games of 200 events. The systems take turns.

python -m bench.memory [--events N] [--sealed SHARE …] [--binary PATH …]

Half of the games are appended event by event, half in batches of 5 to 10. Every tenth game states a wrong score, so that there are
findings. Every record is validated. The total is the growth of the server's `used_memory`, which includes what the allocator rounds up.
The figure of a kind of key is the sum of `MEMORY USAGE` of its keys. *The rest* is the part of the total that belongs to no key. SHARE:
the share of the face-down cards that the scorekeeper knows.
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

from redis import Redis

from bench.played import LASTING, acts, choosing
from domain.kernel.events import Act, EventId, TokenId
from domain.record.batch import Draft
from domain.record.fold import read
from domain.system import System, Table
from service.running.server import identity
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from tests.servers import debian_redis, packaged_valkey, start_server

EVENTS_A_GAME: Final = 200
SHARES: Final = (1 / 3, 0.0, 1.0)
NOON: Final = 1_763_726_400_000


@dataclass
class Bench:
    """Puts games into a store. `sealed`: the share of the face-down cards whose value is recorded. `clock`: ms UTC."""

    redis: Redis
    sealed: float
    dice: Random = field(default_factory=lambda: Random(7))
    clock: int = NOON
    batches: int = 0

    def __post_init__(self) -> None:
        self.records = Records(self.redis, lambda: self.clock, lambda: self.dice.randbytes(16))
        self.verdicts = Verdicts(self.redis, lambda: self.clock)

    def record(self, system: System[Table], number: int) -> GameId:
        """Record game `number`. If `number` is even, it is recorded event by event, otherwise in batches."""
        by = TokenId(f"k{self.dice.randrange(10**9):09d}")
        played = acts(system, choosing(self.dice, self.sealed), EVENTS_A_GAME, wrong=number % 10 == 0)
        game = self.records.open(HOME, self._draft(played[0]), by).game
        at = 1
        while at < len(played):
            batch = played[at : at + (self.dice.randint(5, 10) if number % 2 else 1)]
            self.clock += self.dice.randrange(500, 30_000) * len(batch)
            self.records.append(game, None, [self._draft(act) for act in batch], by)
            self.batches += 1
            at += len(batch)
        return game

    def settle(self, system: System[Table], game: GameId) -> None:
        reading = read(system, self.records.events(game))
        self.verdicts.record(game, 0, reading.version, "0badcafe", system.outcome(reading.table).state, reading.findings, [])

    def _draft(self, act: Act) -> Draft:
        """Return a new event, ready to be recorded, that happened at most three seconds ago."""
        event_id = EventId(str(UUID(bytes=self.dice.randbytes(16), version=4)))
        return Draft(act, event_id, at=self.clock - self.dice.randrange(3_000), offset=60)


def settled(redis: Redis) -> int:
    """Wait until the server has freed the memory that its clients needed. Returns the server's `used_memory` in bytes."""
    time.sleep(3)
    memory: dict[str, Any] = redis.info("memory")
    return int(memory["used_memory"])


def by_kind(redis: Redis) -> Iterator[tuple[str, int, int]]:
    """Return (kind of key, number of keys, bytes) for each kind of key; the kind with the most bytes comes first."""
    keys, sizes = Counter[str](), Counter[str]()
    for key in redis.scan_iter(count=1000):
        kind = key.decode().split(":")[1]
        keys[kind] += 1
        sizes[kind] += redis.memory_usage(key, samples=0) or 0
    return ((kind, keys[kind], size) for kind, size in sizes.most_common())


def measure(binary: Path, events: int, sealed: float) -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        server = start_server(binary, Path(folder))
        try:
            redis = write_client(server.socket)
            redis.config_set("appendonly", "no")  # a log of appends would only slow the bench down; it takes no memory
            bench = Bench(redis, sealed)
            systems = LASTING
            bench.settle(systems[0], bench.record(systems[0], 0))  # not measured: this first game loads scripts and makes buffers grow
            redis.flushall()
            before = settled(redis)
            made = [(system, bench.record(system, n)) for n, system in _numbered(systems, events // EVENTS_A_GAME)]
            waiting = settled(redis) - before
            for system, game in made:
                bench.settle(system, game)
            _report(redis, len(made) * EVENTS_A_GAME, sealed, bench, waiting, settled(redis) - before)
        finally:
            server.stop()


def _numbered(systems: Sequence[System[Table]], games: int) -> Iterator[tuple[int, System[Table]]]:
    """Yield the number and the system of each game. The systems take turns, with two games each: the first is recorded event by event, the
    second in batches."""
    return ((n, systems[n // 2 % len(systems)]) for n in range(games))


def _report(redis: Redis, events: int, sealed: float, bench: Bench, waiting: int, total: int) -> None:
    name, version = identity(redis)
    print(f"\n{name} {version}: {events:,} events in {bench.batches:,} batches, {sealed:.0%} of the face-down cards recorded")
    rest = total
    for kind, keys, size in by_kind(redis):
        rest -= size
        print(f"  {kind:12} {keys:6,} keys {size:12,} bytes {size / events:7.1f} an event")
    print(f"  {'the rest':12} {rest:24,} bytes {rest / events:7.1f}")
    print(
        f"  {'TOTAL':12} {total:24,} bytes {total / events:7.1f} an event; {waiting / events:.1f} while every record waits to be validated"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.memory", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=100_000, help="how many (default 100,000)")
    parser.add_argument("--sealed", type=float, nargs="+", default=SHARES, help="shares of face-down cards recorded (default 1/3, 0 and 1)")
    parser.add_argument("--binary", type=Path, nargs="+", help="servers (default: the packaged Valkey, and redis-server on PATH)")
    chosen = parser.parse_args()
    for binary in chosen.binary or [server for server in (packaged_valkey(), debian_redis()) if server]:
        for sealed in chosen.sealed:
            measure(binary, chosen.events, sealed)


if __name__ == "__main__":
    main()
