"""Measures the public page with the standings of large tournaments in three cases: the standings are known, they are made again from all
events, and 50 tables finish at the same time.

python -m bench.tournament_page

The API, two heavy workers, the relay and two workers run as processes. Somebody follows the tournament live. There are also a game
whose validation failed, and a game that keeps a worker busy. The clock of a result starts when its request is sent. It stops at the first
answer for the page that has the result's version or a later version.
"""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any, Final

import httpx

from bench.cup import BY, acts, person, stored
from bench.figures import Part, Progress, Row, alone, in_turn, percentile, silent
from bench.projected import Product, running
from domain.tournament.reading import tournament_read
from service.caches.standings import made
from service.clock import now_ms
from service.store.clubs.people import People
from service.store.keys import HOME, StreamId
from service.store.tournaments.tournaments import TournamentStreams
from tests.ops.processes import until

SIZES: Final = ((500, 11, 10), (2000, 9, 20))
"""For each size: entries, rounds, and the most milliseconds that a page may take when its standings are known."""
ROUNDS: Final = 200
REBUILDS: Final = 5
TABLES: Final = 50
BURSTS: Final = 5
LONGEST: Final = 5.0
AT_ONCE: Final = 400


def timed(api: httpx.Client, url: str) -> float:
    """Request the address and return the milliseconds until the answer."""
    began = time.perf_counter()
    api.get(url).raise_for_status()
    return 1e3 * (time.perf_counter() - began)


def rebuilt(streams: TournamentStreams, cup: StreamId) -> float:
    """Read a tournament and make its standings, as a worker does if it has just started. Returns the milliseconds that this took."""
    began = time.perf_counter()
    made(tournament_read(streams.events(cup)))
    return 1e3 * (time.perf_counter() - began)


def burst(product: Product, cup: StreamId, number: int, tables: Sequence[int], token: str) -> list[float]:
    """Record a ruling for each of these tables of round `number`, all at the same time. Returns, for each table, the milliseconds until the
    page shows its result."""
    begin = Barrier(len(tables) + 1)

    def sent(table: int) -> tuple[float, int]:
        ruled = {"type": "ForfeitRuled", "data": {"round": number, "table": table, "winners": [0]}}
        with httpx.Client(base_url=product.url, headers={"Authorization": f"Bearer {token}"}, timeout=10) as api:
            begin.wait()
            began = time.perf_counter()
            answer = api.post(f"tournaments/{cup}/events", json={"events": [ruled]}, headers={"If-Match": "*"}).raise_for_status()
            return began, int(answer.json()["version"])

    with ThreadPoolExecutor(len(tables)) as pool:
        results = [pool.submit(sent, table) for table in tables]
        begin.wait()
        seen = _seen(product, cup, results)
    return [1e3 * (min(at for at, version in seen if version >= made) - began) for began, made in (result.result() for result in results)]


def _seen(product: Product, cup: StreamId, results: Sequence["Future[tuple[float, int]]"]) -> list[tuple[float, int]]:
    """Ask for the page again and again until it shows all results. Returns (time, version) of each answer."""
    seen: list[tuple[float, int]] = []
    until_ = time.perf_counter() + LONGEST
    while time.perf_counter() < until_:
        body: Any = product.got(f"tournaments/{cup}/standings")
        seen.append((time.perf_counter(), body["version"]))
        if all(result.done() for result in results) and body["version"] >= max(result.result()[1] for result in results):
            return seen
    return [*seen, (time.perf_counter(), 10**9)]


def _known(product: Product, entries: int) -> None:
    """Add the people of all entries to the club's directory."""
    people = People(product.redis, now_ms)
    for first in range(1, entries + 1, AT_ONCE):
        people.register(HOME, {person(entry): f"Person {entry}" for entry in range(first, min(entries + 1, first + AT_ONCE))}, BY)


def measured(product: Product, streams: TournamentStreams, size: tuple[int, int, int], token: str) -> list[Row]:
    cup = stored(streams, list(acts(*size[:2], open_last=True)))
    with product.api.stream("GET", f"tournaments/{cup}/live", timeout=None) as viewer:
        next(viewer.iter_bytes())
        return _followed(product, streams, cup, size, token)


def _followed(product: Product, streams: TournamentStreams, cup: StreamId, size: tuple[int, int, int], token: str) -> list[Row]:
    entries, rounds, limit = size
    what = f"{entries} entries, {rounds} rounds"
    head = streams.head(cup)
    assert head is not None
    page, livez = f"tournaments/{cup}/standings?page=2", product.url.replace("/api/v1/", "/livez")
    cold = timed(product.api, page)
    warm, floor = in_turn(ROUNDS, silent, partial(timed, product.api, page), partial(timed, product.api, livez))
    earlier = [timed(product.api, f"tournaments/{cup}/standings?known_at={head.version - step}") for step in range(1, REBUILDS + 1)]
    tables = range(1, BURSTS * TABLES + 1)
    shown = [each for at in range(BURSTS) for each in burst(product, cup, rounds, tables[at * TABLES : (at + 1) * TABLES], token)]
    return [
        Row(f"{what}: the page, warm (against: GET /livez)", "ms", warm, floor, limit=limit),
        Row(f"{what}: the page, warm, p99", "ms", [percentile(warm, 99)], [percentile(floor, 99)]),
        Row(f"{what}: the first page of a process", "ms", [cold]),
        Row(f"{what}: the page at an earlier version, the first time", "ms", earlier, limit=150 if entries == 500 else None),
        Row(f"{what}: read and made from nothing", "ms", [rebuilt(streams, cup) for _ in range(REBUILDS)], limit=1000),
        Row(f"{what}: result to page, {TABLES} tables together, median", "ms", [percentile(shown, 50)]),
        Row(f"{what}: result to page, {TABLES} tables together, p99", "ms", [percentile(shown, 99)], limit=1000),
    ]


def rows(progress: Progress) -> list[Row]:
    results = []
    with running(heavy=2) as product:
        parked = product.disturbed("raise")
        until(lambda: product.verdicts.parked_at(parked))
        streams, token = TournamentStreams(product.redis, now_ms), product.clubs.issue(HOME, "bench", "direct")[1]
        _known(product, max(entries for entries, *_ in SIZES))
        for place, size in enumerate(SIZES):
            product.waiting()
            results += measured(product, streams, size, token)
            progress((place + 1) / len(SIZES))
        assert product.verdicts.parked_at(parked)
    return results


PART: Final = Part(
    "The public page of large standings",
    "Through real processes (API, two heavy workers, relay, two workers), while somebody follows the tournament, beside a parked "
    "game and one "
    f"that occupies a worker. A page has 100 rows. {TABLES} tables finish at the same moment, {BURSTS} times; the clock of a result runs "
    "from sending it to the first page with its version.",
    40,
    rows,
)

if __name__ == "__main__":
    alone(PART)
