"""Measures appends to clusters of one, two and three masters, and what it costs that a replica confirms each.

python -m bench.masters
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count, product
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bench.figures import Part, Progress, Row, alone, percentile
from service.clock import now_ms
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import Club
from tests.cluster import RunningCluster, start_cluster
from tests.servers import packaged_valkey
from tests.store.bench import BY, chosen, opening

MASTERS: Final = (1, 2, 3)
CLIENTS: Final = 6
"""How many processes append at once, each to a game of a club of its own. The clubs are spread evenly over the masters."""
SECONDS: Final = 3.0
ROUNDS: Final = 7

Way = tuple[int, int]
"""How many masters there are, and how many replicas confirm an append."""


@contextmanager
def running(masters: int) -> Iterator[RunningCluster]:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        cluster = start_cluster(packaged_valkey(), Path(folder), masters=masters)
        try:
            yield cluster
        finally:
            cluster.stop()


def spread(cluster: RunningCluster, masters: int) -> Sequence[Club]:
    """Return a club for each client."""
    found: dict[int, list[Club]] = {number: [] for number in range(masters)}
    for number in count():
        club = Club(f"c{number}")
        found[cluster.nodes.index(cluster.master_of(club))].append(club)
        if min(map(len, found.values())) >= CLIENTS // masters:
            break
    return [club for clubs in found.values() for club in clubs[: CLIENTS // masters]]


def appended(address: str, club: Club, copies: int) -> list[float]:
    """Append for SECONDS. Returns how many milliseconds each append took."""
    with write_client(address, copies=copies) as redis:
        records, took = Records(redis, now_ms), list[float]()
        game = records.open(club, opening(), BY).game
        end = time.perf_counter() + SECONDS
        while (began := time.perf_counter()) < end:
            records.append(game, None, [chosen()], BY)
            took.append((time.perf_counter() - began) * 1000)
    return took


def rows(progress: Progress) -> list[Row]:
    ways = list(product(MASTERS, (0, 1)))
    rates: dict[Way, list[float]] = {way: [] for way in ways}
    slowest: dict[Way, list[float]] = {way: [] for way in ways}
    with ExitStack() as entered:
        clusters = {masters: entered.enter_context(running(masters)) for masters in MASTERS}
        clubs = {masters: spread(cluster, masters) for masters, cluster in clusters.items()}
        pool = entered.enter_context(get_context("spawn").Pool(CLIENTS))
        for number in range(ROUNDS):
            for masters, copies in ways:
                asked = [(clusters[masters].socket, club, copies) for club in clubs[masters]]
                took = [each for times in pool.starmap(appended, asked, chunksize=1) for each in times]
                rates[masters, copies].append(len(took) / SECONDS)
                slowest[masters, copies].append(percentile(took, 99))
            progress((number + 1) / ROUNDS)
    made = list[Row]()
    for copies, masters in product((0, 1), MASTERS[1:]):
        what = f"{masters} masters against one, {copies} {'copies' if copies != 1 else 'copy'}"
        made.append(Row(f"appends: {what}", "/s", rates[masters, copies], rates[1, copies]))
        made.append(Row(f"p99: {what}", "ms", slowest[masters, copies], slowest[1, copies]))
    for masters in MASTERS:
        what = f"{masters} {'masters' if masters > 1 else 'master'}, confirmed against not"
        made.append(Row(f"appends: {what}", "/s", rates[masters, 1], rates[masters, 0]))
        made.append(Row(f"p99: {what}", "ms", slowest[masters, 1], slowest[masters, 0]))
    return made


PART: Final = Part(
    "Clusters",
    f"Appends by {CLIENTS} processes, each to a club of its own, to one, two and three masters of Valkey, each with one replica, all on one"
    " machine: with few processors only the ratios count, and they say what the processors leave, not what machines would do.",
    180.0,
    rows,
)

if __name__ == "__main__":
    alone(PART)
