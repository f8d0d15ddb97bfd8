"""Measures whether pairing a large Swiss round slows the API: reading a page of standings, and recording events in a game.

python -m bench.pairing

The API, the relay and two workers run as processes. Two clients send requests without a pause: one reads the page, one records in a game.
First they do so alone. Then, at the same time, a third client requests the pairing of round 11 again and again. Each request is a dry run,
so each job does the same work. The bench reads the progress of a job from its row in Redis, so it sends no further requests to the API.

After that, large rounds whose points are widely spread are paired in this process. Nearly all entries have different points, so there are
hundreds of different gaps between the points of two entries. The figure is the processor time of the pairing.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from random import Random
from threading import Event
from typing import Final, NamedTuple

import httpx

from bench.cup import acts, stored
from bench.figures import Part, Progress, Row, alone, percentile
from bench.projected import Product, running
from domain.kernel.events import TournamentAct
from domain.kernel.events.tournaments import RoundPaired, Scoring, Settings
from domain.tournament.formats.kinds import Asked, Paired
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History, Line
from service.clock import now_ms
from service.store.keys import HOME, StreamId
from service.store.tournaments.pairings import PairingJobs
from service.store.tournaments.tournaments import TournamentStreams

ENTRIES: Final = 500
ROUNDS: Final = 11
SECONDS: Final = 6.0
"""How many seconds a turn lasts. In a turn, both clients send requests. In some turns nothing else happens; in the other turns rounds are
paired at the same time."""
TURNS: Final = 3
LOOK_SECONDS: Final = 0.01
"""Seconds between two readings of the row of a job."""
SPREAD: Final = ((ENTRIES, ROUNDS), (1000, 9))
"""The number of entries and the number of the paired round, for each tournament with widely spread points."""
MOST_POINTS: Final = (50, 1000)
"""For each tournament of SPREAD: in each round, an entry gets a random number of points between 0 and this number."""
CUPS: Final = 3


class Turn(NamedTuple):
    """What was measured in SECONDS seconds: milliseconds of each request of the two clients."""

    page: list[float]
    game: list[float]


class Job(NamedTuple):
    """A pairing. `ms`: the time from the answer to the request until the pairing was done. `told`: how many different percentages of
    progress the row of the job showed until then."""

    ms: float
    told: int


def turn(product: Product, cup: StreamId) -> Turn:
    """Let both clients send requests for SECONDS seconds. The game is a new one each time, because long games are slower."""
    game = product.posted("games", {"system": "high-card", "seats": [{}, {}, {}]})["game"]
    note = {"events": [{"type": "NoteWritten", "data": {"note": "a card fell to the floor"}}]}
    end = time.perf_counter() + SECONDS

    def asked(request: Callable[[httpx.Client], httpx.Response]) -> list[float]:
        figures = []
        with httpx.Client(base_url=product.url, headers=product.api.headers, timeout=30) as api:
            while time.perf_counter() < end:
                began = time.perf_counter()
                request(api).raise_for_status()
                figures.append(1e3 * (time.perf_counter() - began))
        return figures

    with ThreadPoolExecutor(2) as pool:
        page = pool.submit(asked, lambda api: api.get(f"tournaments/{cup}/standings?page=2"))
        events = pool.submit(asked, lambda api: api.post(f"games/{game}/events", json=note, headers={"If-Match": "*"}))
        return Turn(page.result(), events.result())


def job(product: Product, pairings: PairingJobs, cup: StreamId, version: int, seed: int) -> Job:
    """Request the pairing of the next round, and wait until it is done."""
    asked = product.posted(f"tournaments/{cup}/rounds?dry_run=true", {"seed": seed}, f'"{version}"')
    began = time.perf_counter()
    seen: set[int] = set()
    while True:
        row = pairings.get(HOME, asked["pairing"])
        assert row is not None
        if row.ended:
            assert row.state == "done", row.reason
            return Job(1e3 * (time.perf_counter() - began), len(seen - {0}))
        seen.add(row.percent)
        time.sleep(LOOK_SECONDS)


def beside_pairing(product: Product, pairings: PairingJobs, cup: StreamId, version: int) -> tuple[Turn, list[Job]]:
    """Measure one turn (SECONDS seconds of requests) while pairings run one after the other. Return the turn and these pairings."""
    over = Event()

    def paired() -> list[Job]:
        jobs: list[Job] = []
        while not (over.is_set() and jobs):
            jobs.append(job(product, pairings, cup, version, len(jobs)))
        return jobs

    with ThreadPoolExecutor(1) as pool:
        jobs = pool.submit(paired)
        measured = turn(product, cup)
        over.set()
        return measured, jobs.result()


def not_last(act: TournamentAct) -> bool:
    """Return False if this act is the pairing of the last round, and True for every other act."""
    return not (isinstance(act, RoundPaired) and act.round == ROUNDS)


def spread(entries: int, number: int, most: int, seed: int) -> float:
    """Return how many milliseconds of processor time the pairing of round `number` takes. The earlier rounds are made up: in each, every
    entry gets a random number of points. Its opponent is the entry with the nearest points, if possible one that it has not met."""
    dice, lines, met = Random(seed), {entry: list[Line]() for entry in range(1, entries + 1)}, set[tuple[int, int]]()
    for earlier in range(1, number):
        left = sorted(lines, key=lambda entry: -sum(line.points for line in lines[entry]))
        while left:
            one = left.pop(0)
            other = left.pop(next((at for at, other in enumerate(left) if (one, other) not in met), 0))
            for mine, theirs in ((one, other), (other, one)):
                met.add((mine, theirs))
                lines[mine].append(Line(earlier, "played", dice.randint(0, most), opponents=(theirs,)))
    history = History(Scoring(), number - 1, {entry: tuple(mine) for entry, mine in lines.items()})
    asked = Asked(number, Settings(), tuple(lines), history, seed)
    began = time.process_time()
    assert isinstance(SWISS.pair(asked, lambda _: None), Paired)
    return 1e3 * (time.process_time() - began)


def spread_rows() -> Iterator[Row]:
    for entries, number in SPREAD:
        for most in MOST_POINTS:
            what = f"pairing round {number} of {entries} entries, 0 to {most} points in each round, processor time"
            yield Row(what, "ms", [spread(entries, number, most, seed) for seed in range(CUPS)], limit=5000)


def rows(progress: Progress) -> list[Row]:
    quiet, beside, jobs = [], [], []
    with running() as product:
        streams, pairings = TournamentStreams(product.redis, now_ms), PairingJobs(product.redis)
        cup = stored(streams, [*takewhile(not_last, acts(ENTRIES, ROUNDS))])
        head = streams.head(cup)
        assert head is not None
        job(product, pairings, cup, head.version, 0)  # the first job also imports modules, so it is not counted
        for number in range(TURNS):
            quiet.append(turn(product, cup))
            measured, made = beside_pairing(product, pairings, cup, head.version)
            beside.append(measured)
            jobs += made
            progress((number + 1) / TURNS)
    return [
        *_compared("GET a page of standings", [each.page for each in beside], [each.page for each in quiet]),
        *_compared("POST an event to a game", [each.game for each in beside], [each.game for each in quiet]),
        Row(f"pairing round {ROUNDS} of {ENTRIES} entries", "ms", [each.ms for each in jobs], limit=5000),
        Row("… how often its progress was told", "times", [each.told for each in jobs]),
        *spread_rows(),
    ]


def _compared(what: str, beside: Sequence[list[float]], quiet: Sequence[list[float]]) -> Iterator[Row]:
    for name, at in (("median", 50), ("p99", 99)):
        ours, against = ([percentile(each, at) for each in turns] for turns in (beside, quiet))
        yield Row(f"{what}, beside pairing (against: without), {name}", "ms", ours, against)


PART: Final = Part(
    "Requests while a large round is paired",
    f"Through real processes (API, relay, two workers). Two clients send requests without a pause for {SECONDS:g} seconds, {TURNS} times "
    f"alone and {TURNS} times while round {ROUNDS} of a Swiss with {ENTRIES} entries is paired again and again. A ratio of 1 means that "
    "pairing slows nothing. The last rows have no processes and no requests.",
    2 * TURNS * SECONDS + 40,
    rows,
)

if __name__ == "__main__":
    alone(PART)
