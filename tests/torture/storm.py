"""`make storm SCHEDULES=2`: nodes of a Redis Cluster are lost while clients write. Then the clients' ledgers are compared with the store.

In each schedule one node is lost, a replica takes over, and the node comes back. *kill*: its process is killed. *crash*: the other nodes
hear nothing more from it, and LAG_SECONDS later it is killed, as when a machine is lost with its network. *partition*: it is cut off from
the other nodes, while clients still reach it, and comes back with what it has. Clients ask again with the same ids, another API process
each time. One client of a club appends to a game; another enters and approves results of a tournament, confirms results of the game, and
wants tokens, PINs and people.

If all replicas of a node confirm each write, nothing that was acknowledged may be lost, and no event doubled. If none does, or if WAIT
stands alone behind a write, without the fence, a storm must lose something: one that loses nothing proves nothing. Exit code 1: it was
otherwise. 2: this machine gives us no network of our own, in which nodes can be cut off.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from typing import Final, Literal, NamedTuple

from service.store.connect import CANNOT
from service.store.errors import StoreUnavailable
from service.store.keys import Club
from tests.cluster import MASTERS, RunningCluster, start_cluster
from tests.servers import debian_redis, packaged_valkey
from tests.store.deeds import Deed, Office, Room, without_fence
from tests.torture import network
from tests.waiting import until

Kind = Literal["kill", "crash", "partition"]
CLUBS_OF_A_NODE: Final = 2
LAG_SECONDS: Final = 0.1
LONGER_SECONDS: Final = 1.0
"""How long a node stays cut off after another has taken over."""
PACE_SECONDS: Final = 0.004
CALM_SECONDS: Final = 2.0
"""How long clients write before a node is lost, and after it has come back."""
NODE_TIMEOUT_MS: Final = 2000
"""After so long a node counts as lost. It is longer than a write waits to be confirmed: a node that is cut off still takes writes then."""


class Way(NamedTuple):
    """What happens to a node. `copies`: how many replicas each node has, and how many confirm a write: all or, if not `confirmed`, none.
    `fenced`: whether the fence stands between a write and what confirms it."""

    kind: Kind
    copies: int
    confirmed: bool = True
    fenced: bool = True

    @property
    def is_safe(self) -> bool:
        return self.confirmed and self.fenced

    def __str__(self) -> str:
        return self.kind + ("" if self.is_safe else ", no fence" if self.confirmed else ", unconfirmed")


SAFE: Final = tuple(Way(kind, copies) for copies in (1, 2) for kind in ("kill", "crash", "partition"))
UNSAFE: Final = (Way("crash", 1, confirmed=False), Way("partition", 1, confirmed=False))
FENCELESS: Final = (Way("partition", 1, fenced=False),)
"""Only for Valkey: Redis 7.0 lets WAIT count after a command that only reads."""
SHORT: Final = (Way("partition", 1), Way("partition", 1, confirmed=False))


@dataclass
class Ledger:
    """What one client was told. `refused`: how often it had to ask again. `answered`: when it got each answer, and after how many seconds
    of asking."""

    room: Room
    acknowledged: list[Deed] = field(default_factory=list)
    refused: int = 0
    answered: list[tuple[float, float]] = field(default_factory=list)
    failure: Exception | None = None

    def longest_pause(self) -> float:
        times = [at for at, _ in self.answered]
        return max((after - before for before, after in pairwise(times)), default=0.0)


@dataclass
class Outcome:
    """What came of schedules. The pauses are the longest of a club of a lost node, and of another club. `calm`: how many seconds each
    answer took before the loss."""

    acknowledged: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    doubled: int = 0
    refused: int = 0
    pause: float = 0.0
    pause_of_others: float = 0.0
    calm: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, ledgers: Iterable[Ledger], struck: set[Club], at: float, office: Office) -> None:
        """Compare the ledgers of a schedule with what an office finds now. `struck`: the clubs of the node that was lost at the time
        `at`."""
        for ledger in ledgers:
            self.acknowledged.update(deed.name for deed in ledger.acknowledged)
            self.lost.update(deed.name for deed in ledger.acknowledged if not deed.is_kept(office))
            self.refused += ledger.refused
            self.calm += [took for when, took in ledger.answered if when < at]
            self.failures += [repr(ledger.failure)] if ledger.failure else []
            if ledger.room.club in struck:
                self.pause = max(self.pause, ledger.longest_pause())
            else:
                self.pause_of_others = max(self.pause_of_others, ledger.longest_pause())
        for room in {ledger.room for ledger in ledgers}:
            self.doubled += sum(len(ids) - len({*ids}) for ids in map(office.ids, room.streams()))

    def is_as_promised(self, way: Way) -> bool:
        return not self.doubled and not self.failures and bool(self.lost) == (not way.is_safe)


def schedule(cluster: RunningCluster, way: Way, number: int, outcome: Outcome) -> None:
    """Let one node be lost, the next one in each schedule."""

    def office() -> Office:
        return Office(cluster.socket, way.copies if way.confirmed else 0)

    first, done = office(), Event()
    rooms = [Room.open(first, club) for club in _clubs(cluster, f"c{os.urandom(3).hex()}x")]
    ledgers = [Ledger(room) for room in rooms for _ in range(2)]
    threads = [
        Thread(target=_write, args=(ledger, ledger.room.papers() if place % 2 else ledger.room.moves(), (office(), office()), done))
        for place, ledger in enumerate(ledgers)
    ]
    for thread in threads:
        thread.start()
    time.sleep(CALM_SECONDS)
    lost = cluster.master_of(rooms[number % MASTERS * CLUBS_OF_A_NODE].club)
    place = cluster.nodes.index(lost)
    struck = {room.club for room in rooms if cluster.master_of(room.club) is lost}
    others = [host for host in cluster.hosts if host != cluster.hosts[place]]
    at = time.monotonic()
    if way.kind != "kill":
        network.cut(cluster.hosts[place], others)
        time.sleep(LAG_SECONDS)
    if way.kind != "partition":
        lost.kill()
    until(lambda: all(cluster.master_of(club, lost) is not lost for club in struck))
    if way.kind == "partition":
        time.sleep(LONGER_SECONDS)
    if way.kind != "kill":
        network.cut(cluster.hosts[place], others, again=True)
    if way.kind != "partition":
        cluster.start_again(lost)
    until(cluster.is_whole)
    time.sleep(CALM_SECONDS)
    done.set()
    for thread in threads:
        thread.join()
    first.close()
    last = office()
    outcome.add(ledgers, struck, at, last)
    last.close()


def _clubs(cluster: RunningCluster, front: str) -> list[Club]:
    """Return the names of CLUBS_OF_A_NODE new clubs of each node, one node after the other."""
    found: dict[int, list[Club]] = {}
    number = 0
    while len(found) < MASTERS or any(len(clubs) < CLUBS_OF_A_NODE for clubs in found.values()):
        club = Club(f"{front}{number}")
        found.setdefault(cluster.nodes.index(cluster.master_of(club)), []).append(club)
        number += 1
    return [club for _, clubs in sorted(found.items()) for club in clubs[:CLUBS_OF_A_NODE]]


def _write(ledger: Ledger, deeds: Iterator[Deed], offices: tuple[Office, Office], done: Event) -> None:
    asked = cycle(offices)
    office = next(asked)
    while not done.is_set():
        deed, began = next(deeds), time.monotonic()
        while True:
            try:
                deed.ask(office)
                break
            except (StoreUnavailable, *CANNOT):
                ledger.refused += 1
                office = next(asked)
                time.sleep(0.02)
            except Exception as failure:
                ledger.failure = failure
                return
        ledger.acknowledged.append(deed)
        ledger.answered.append((time.monotonic(), time.monotonic() - began))
        time.sleep(PACE_SECONDS)
    for each in offices:
        each.close()


HEADS: Final = ("server", "fault", "copies", "acknowledged", "lost", "doubled", "refused", "pause s", "others s", "p50 ms", "p99 ms")
TABLE: Final = "{:>6}  {:>22}  {:>6}  {:>12}  {:>4}  {:>7}  {:>7}  {:>7}  {:>8}  {:>6}  {:>6}  {}\n"


def line(*columns: object) -> None:
    """Print a line of the table. Columns that are missing stay empty."""
    shown = [f"{column:.2f}" if isinstance(column, float) else str(column) for column in columns]
    sys.stdout.write(TABLE.format(*shown, *[""] * (len(HEADS) + 1 - len(shown))))
    sys.stdout.flush()


def shown(server: str, way: Way, outcome: Outcome) -> None:
    """Print a line: how many things were acknowledged of each kind and, if some are lost, how many of each kind."""
    kinds = " ".join(f"{name} {f'{lost} of ' if (lost := outcome.lost[name]) else ''}{all_}" for name, all_ in outcome.acknowledged.items())
    line(
        server,
        way,
        way.copies,
        outcome.acknowledged.total(),
        outcome.lost.total(),
        outcome.doubled,
        outcome.refused,
        outcome.pause,
        outcome.pause_of_others,
        median(outcome.calm) * 1000,
        quantiles(outcome.calm, n=100)[98] * 1000,
        "; ".join([kinds, *outcome.failures]),
    )


def storm(server: str, binary: Path, ways: Iterable[Way], schedules: int) -> bool:
    """Lose nodes of a cluster in these ways. Returns whether it was as promised."""
    sound = True
    for copies in sorted({way.copies for way in ways}):
        hosts = [f"{network.FRONT}.{last}" for last in range(1, MASTERS * (1 + copies) + 1)]
        with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
            cluster = start_cluster(binary, Path(folder), hosts, replicas=copies, cluster_node_timeout=str(NODE_TIMEOUT_MS))
            try:
                for way in ways:
                    if way.copies == copies:
                        outcome = _stormed(cluster, way, schedules)
                        shown(server, way, outcome)
                        sound = sound and outcome.is_as_promised(way)
            finally:
                cluster.stop()
    return sound


def _stormed(cluster: RunningCluster, way: Way, schedules: int) -> Outcome:
    outcome = Outcome()
    for number in range(schedules):
        if way.fenced:
            schedule(cluster, way, number, outcome)
        else:
            with without_fence():
                schedule(cluster, way, number, outcome)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="make storm", description=__doc__)
    parser.add_argument("--schedules", type=int, default=2, help="how many nodes are lost in each way")
    parser.add_argument("--short", action="store_true", help="only one schedule with and one without confirmation")
    parser.add_argument("--in-a-network", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.in_a_network:
        if not network.can_be_made():
            sys.stderr.write("make storm needs Linux with `unshare` and `ip`, and leave to make a network namespace.\n")
            return 2
        os.execvp(network.ALONE[0], [*network.ALONE, sys.executable, "-m", "tests.torture.storm", "--in-a-network", *sys.argv[1:]])
    network.set_up(MASTERS * 3)
    line(*HEADS)
    valkey, redis = packaged_valkey(), debian_redis()
    if asked.short:
        sound = storm("valkey", valkey, SHORT, 1)
    else:
        sound = storm("valkey", valkey, SAFE + UNSAFE + FENCELESS, asked.schedules)
        sound = (redis is None or storm("redis", redis, SAFE + UNSAFE, asked.schedules)) and sound
    sys.stdout.write("as promised\n" if sound else "NOT as promised\n")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
