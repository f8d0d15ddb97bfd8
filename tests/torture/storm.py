"""`make storm SCHEDULES=3`: nodes of a Redis Cluster are lost while clients append. Then the clients' ledgers are compared with the store.

In each schedule one node is lost, its replica takes over, and the node comes back. *kill*: its process is killed. *crash*: its replica
hears nothing more from it, and LAG_SECONDS later it is killed, as when a machine is lost with its network. Clients ask again with the
same ids.

If one replica confirms each write, nothing that was acknowledged may be lost or doubled. If none does, a crash must lose something: a storm
that loses nothing then proves nothing. Exit code 1: it was otherwise.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from typing import Final, Literal, NamedTuple

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from domain.kernel.events import EventId
from service.clock import now_ms
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.games.records import Records
from service.store.keys import Club, GameId
from service.store.routed import Routed
from service.store.slots import Address, Slots
from tests.cluster import HOST, MASTERS, RunningCluster, free_ports, start_cluster
from tests.servers import debian_redis, packaged_valkey
from tests.store.bench import BY, chosen, opening
from tests.torture.wire import Wire
from tests.waiting import until

Kind = Literal["kill", "crash"]
CLUBS_OF_A_NODE: Final = 2
LAG_SECONDS: Final = 0.1
PACE_SECONDS: Final = 0.002
CALM_SECONDS: Final = 3.0
"""How long clients append before a node is lost, and after it has come back."""


@dataclass
class Ledger:
    """What one client was told. `acknowledged`: ids and versions of its events. `refused`: how often it had to ask again. `answered`: when
    it got each answer, and after how many seconds of asking."""

    club: Club
    game: GameId
    acknowledged: list[tuple[EventId, int]] = field(default_factory=list)
    refused: int = 0
    answered: list[tuple[float, float]] = field(default_factory=list)
    failure: Exception | None = None

    def longest_pause(self) -> float:
        times = [at for at, _ in self.answered]
        return max((after - before for before, after in pairwise(times)), default=0.0)


class Outcome(NamedTuple):
    """What came of a schedule. The pauses are the longest of a club of the lost node, and of another club."""

    acknowledged: int
    lost: int
    doubled: int
    refused: int
    pause: float
    pause_of_others: float
    p50_ms: float
    p99_ms: float
    failures: list[str]


@contextmanager
def wired_cluster(binary: Path) -> Iterator[tuple[RunningCluster, list[Wire]]]:
    """Start a cluster whose nodes reach each other's data through wires that can be cut."""
    wires: list[Wire] = []
    nodes: list[int] = []
    for number, port in enumerate(free_ports(2 * MASTERS)):
        wires.append(Wire(port, lambda number=number: nodes[number : number + 1]))  # type: ignore[misc]
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        cluster = start_cluster(binary, Path(folder), [wire.port for wire in wires], nodes.extend)
        try:
            yield cluster, wires
        finally:
            cluster.stop()
            for wire in wires:
                wire.close()


def client_of(cluster: RunningCluster, copies: int) -> Routed:
    """Make a client that reaches the nodes without the wires."""

    def made(address: Address, timeout: float) -> Redis:
        redis = write_client(cluster.nodes[cluster.ports.index(address[1])].socket)
        redis.connection_pool.connection_kwargs |= {"socket_timeout": timeout, "socket_connect_timeout": timeout}
        return redis

    return Routed(Slots([(HOST, port) for port in cluster.ports], made), Retry(NoBackoff(), 0), copies)


def schedule(cluster: RunningCluster, wires: list[Wire], kind: Kind, copies: int, number: int) -> Outcome:
    """Let one node be lost, the next one in each schedule."""
    client, done = client_of(cluster, copies), Event()
    records = Records(client, now_ms)
    ledgers = [Ledger(club, records.open(club, opening(), BY).game) for club in _clubs(cluster, f"{kind}{copies}n{number}x")]
    threads = [Thread(target=_append, args=(ledger, client_of(cluster, copies), done)) for ledger in ledgers]
    for thread in threads:
        thread.start()
    time.sleep(CALM_SECONDS)
    lost = cluster.master_of(ledgers[number % MASTERS * CLUBS_OF_A_NODE].club)
    struck = {ledger.club for ledger in ledgers if cluster.master_of(ledger.club) is lost}
    wire, at = wires[cluster.nodes.index(lost)], time.monotonic()
    if kind == "crash":
        wire.delay = 3600.0
        time.sleep(LAG_SECONDS)
    lost.kill()
    wire.cut()
    wire.heal()
    until(lambda: all(cluster.master_of(club) is not lost for club in struck))
    cluster.start_again(lost)
    until(cluster.is_whole)
    time.sleep(CALM_SECONDS)
    done.set()
    for thread in threads:
        thread.join()
    stored = {ledger.game: [event.id for event in records.events(ledger.game, verify=True)] for ledger in ledgers}
    client.close()
    calm = [took for ledger in ledgers for when, took in ledger.answered if when < at]
    return Outcome(
        acknowledged=sum(len(ledger.acknowledged) for ledger in ledgers),
        lost=sum(stored[ledger.game][version - 1 : version] != [event] for ledger in ledgers for event, version in ledger.acknowledged),
        doubled=sum(len(ids) - len(set(ids)) for ids in stored.values()),
        refused=sum(ledger.refused for ledger in ledgers),
        pause=max(ledger.longest_pause() for ledger in ledgers if ledger.club in struck),
        pause_of_others=max(ledger.longest_pause() for ledger in ledgers if ledger.club not in struck),
        p50_ms=median(calm) * 1000,
        p99_ms=quantiles(calm, n=100)[98] * 1000,
        failures=[repr(ledger.failure) for ledger in ledgers if ledger.failure],
    )


def _clubs(cluster: RunningCluster, front: str) -> list[Club]:
    """Return the names of CLUBS_OF_A_NODE new clubs of each node, one node after the other."""
    found: dict[int, list[Club]] = {}
    number = 0
    while len(found) < MASTERS or any(len(clubs) < CLUBS_OF_A_NODE for clubs in found.values()):
        club = Club(f"{front}{number}")
        found.setdefault(cluster.nodes.index(cluster.master_of(club)), []).append(club)
        number += 1
    return [club for _, clubs in sorted(found.items()) for club in clubs[:CLUBS_OF_A_NODE]]


def _append(ledger: Ledger, client: Redis, done: Event) -> None:
    records = Records(client, now_ms)
    while not done.is_set():
        event, began = chosen(), time.monotonic()
        while True:
            try:
                appended = records.append(ledger.game, None, [event], BY)
                break
            except StoreUnavailable:
                ledger.refused += 1
                time.sleep(0.02)
            except Exception as failure:
                ledger.failure = failure
                return
        ledger.acknowledged.append((event.id, appended.version))
        ledger.answered.append((time.monotonic(), time.monotonic() - began))
        time.sleep(PACE_SECONDS)
    client.close()


HEADS: Final = ("server", "fault", "copies", "acknowledged", "lost", "doubled", "refused", "pause s", "others s", "p50 ms", "p99 ms")
TABLE: Final = "{:>6}  {:>5}  {:>6}  {:>12}  {:>4}  {:>7}  {:>7}  {:>7}  {:>8}  {:>6}  {:>6}  {}\n"


def line(*columns: object) -> None:
    """Print a line of the table. Columns that are missing stay empty."""
    shown = [f"{column:.2f}" if isinstance(column, float) else str(column) for column in columns]
    sys.stdout.write(TABLE.format(*shown, *[""] * (len(HEADS) + 1 - len(shown))))
    sys.stdout.flush()


def storm(server: str, binary: Path, schedules: int) -> bool:
    """Lose nodes of a cluster in every way. Returns whether it was as promised."""
    sound = True
    with wired_cluster(binary) as (cluster, wires):
        for kind, copies in (("kill", 1), ("crash", 1), ("crash", 0)):
            outcomes = [schedule(cluster, wires, kind, copies, number) for number in range(schedules)]
            for outcome in outcomes:
                line(server, kind, copies, *outcome[:-1], "; ".join(outcome.failures))
            sound = sound and not any(outcome.doubled or outcome.failures for outcome in outcomes)
            sound = sound and any(outcome.lost for outcome in outcomes) == (copies == 0)
    return sound


def main() -> int:
    parser = argparse.ArgumentParser(prog="make storm", description=__doc__)
    parser.add_argument("--schedules", type=int, default=3, help="how many nodes are lost in each way")
    asked = parser.parse_args()
    line(*HEADS)
    programs = {"valkey": packaged_valkey(), "redis": debian_redis()}
    sound = [storm(server, program, asked.schedules) for server, program in programs.items() if program is not None]
    sys.stdout.write("as promised\n" if all(sound) else "NOT as promised\n")
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main())
