"""Pairings of large tournaments: which jobs the relay sends, and what happens when a worker is killed while it pairs."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from redis import Redis

from domain.kernel.events import EventId
from domain.kernel.events.tournaments import RoundPaired
from service.clock import now_ms
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME, Club, StreamId
from service.store.streams.hints import Change, Ended
from service.store.tournaments.pairings import HINT, PairingJob, PairingJobs
from service.store.tournaments.tournaments import TournamentStreams
from tests.ops.serving import configured, serving
from tests.servers import RunningServer
from tests.speeds import slow
from tests.store.bench import new_id
from tests.tournament.stream import entries, opened
from tests.waiting import WITHIN, gate, until
from tests.workers.conftest import BY, Store
from workers.queue import PAIR_SECONDS, Jobs, queue_on
from workers.relay.loop import Relay
from workers.relay.single import PairingsWanted

MANY = 300


def wanted(job: str, tournament: str = "home-taaaaaaaaaaaaaaaa", at: int = 0) -> PairingJob:
    return PairingJob(job, StreamId(tournament), BY, at, MANY + 1)


@pytest.fixture
def pairings(store: Store) -> PairingJobs:
    return PairingJobs(store.redis)


# --- the relay without workers ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def relay(store: Store, pairings: PairingJobs) -> PairingsWanted:
    return PairingsWanted(pairings, store.clubs.names_of_clubs, Jobs(store.redis), time.monotonic)


def queued(redis: Redis) -> list[list[str]]:
    return [list(job.args) for job in queue_on(redis).get_jobs()]


def test_the_relay_sends_a_pairing_job_immediately_after_a_message(store: Store, pairings: PairingJobs, relay: PairingsWanted) -> None:
    job = pairings.request(wanted("a"))
    relay.take(Change("events", job.tournament, 1))
    assert queued(store.redis) == []
    relay.take(Change(HINT, job.tournament, job.expected))
    assert queued(store.redis) == [[HOME, "a"]]


def test_the_relay_finds_a_requested_pairing_even_if_the_message_was_lost(
    store: Store, pairings: PairingJobs, relay: PairingsWanted
) -> None:
    pairings.request(wanted("a"))
    relay.sweep(store.clubs.names_of_clubs())
    relay.sweep(store.clubs.names_of_clubs())
    assert queued(store.redis) == [[HOME, "a"]]
    (job,) = queue_on(store.redis).get_jobs()
    assert (job.func_name, job.timeout, job.result_ttl) == ("workers.pair.pair", PAIR_SECONDS, 0)


def test_pairings_are_made_one_at_a_time_in_the_order_of_their_requests(store: Store, pairings: PairingJobs, relay: PairingsWanted) -> None:
    store.clubs.found(Club("away"))
    pairings.request(wanted("late", at=2))
    pairings.request(wanted("early", "away-taaaaaaaaaaaaaaaa", at=1))
    relay.sweep(store.clubs.names_of_clubs())
    assert queued(store.redis) == [["away", "early"]]
    relay.ended(Ended("another job"))
    assert queued(store.redis) == [["away", "early"]]
    (job,) = queue_on(store.redis).get_jobs()
    pairings.cancel(wanted("early", "away-taaaaaaaaaaaaaaaa"))
    job.delete()
    relay.ended(Ended(job.id))
    assert queued(store.redis) == [["home", "late"]]


def test_the_pairings_of_several_clubs_take_turns(store: Store, pairings: PairingJobs, relay: PairingsWanted) -> None:
    """One club asks for four pairings. After that, another club asks for one pairing, which does not have to wait for all four."""
    store.clubs.found(Club("away"))
    for number in range(4):
        pairings.request(wanted(f"home{number}", at=number))
    pairings.request(wanted("away", "away-taaaaaaaaaaaaaaaa", at=9))
    made = []
    relay.sweep(store.clubs.names_of_clubs())
    while queued(store.redis):
        ((club, name),) = queued(store.redis)
        made.append(name)
        tournament = f"{club}-taaaaaaaaaaaaaaaa"
        pairings.cancel(wanted(name, tournament))
        (job,) = queue_on(store.redis).get_jobs()
        job.delete()
        relay.ended(Ended(job.id))
    assert made == ["home0", "away", "home1", "home2", "home3"]


# --- a worker that is killed --------------------------------------------------------------------------------------------------------------


def worker(data: Path, store: str, server: RunningServer) -> subprocess.Popen[bytes]:
    """Start a worker. `store`: the socket through which it connects to the store. The worker connects to the queue directly."""
    urls = {"REDIS_URL": f"unix://{store}", "RQ_REDIS_URL": f"unix://{server.socket}", "FACEUP_DATA": str(data)}
    return subprocess.Popen([sys.executable, "-m", "workers.cli", "worker"], env={**os.environ, **urls}, stderr=subprocess.DEVNULL)


KILLED: list[tuple[str, Callable[[PairingJob, int], bool]]] = [
    ("while it pairs", lambda row, _: row.state == "running" and row.percent > 0),
    ("before it records", lambda row, _: row.recording),
    ("after it recorded", lambda _, version: version > MANY + 1),
]


@slow
@pytest.mark.parametrize("reached", [row[1] for row in KILLED], ids=[row[0] for row in KILLED])
def test_a_pairing_records_one_round_even_if_a_worker_is_killed(
    reached: Callable[[PairingJob, int], bool],
    store: Store,
    pairings: PairingJobs,
    server: RunningServer,
    relaying: Callable[..., Relay],
    short_directory: Path,
    redis: Redis,
) -> None:
    """At a given point, the test holds back the worker's requests to the store, and the worker waits. The waiting worker is killed, and
    another worker continues."""
    streams = TournamentStreams(store.redis, now_ms)
    opening, *people = [opened(), *entries(MANY)]
    cup = streams.open(HOME, TournamentDraft(opening, EventId(new_id())), BY).stream
    streams.append(cup, 1, [TournamentDraft(act, EventId(new_id())) for act in people], BY)
    watching = PairingJobs(Redis(unix_socket_path=server.socket))
    heads = TournamentStreams(Redis(unix_socket_path=server.socket), now_ms)

    def now() -> bool:
        row, head = watching.get(HOME, "a"), heads.head(cup)
        return row is not None and head is not None and reached(row, head.version)

    relaying()
    with gate(server.socket, short_directory / "gate", now) as stopped:
        first = worker(short_directory / "one", stopped.path, server)
        pairings.request(wanted("a", cup))
        stopped.wait()
        first.kill()
        first.wait(WITHIN)
    second = worker(short_directory / "two", server.socket, server)
    try:
        until(lambda: ended(watching))
    finally:
        second.terminate()
        second.wait(WITHIN)
    row = watching.get(HOME, "a")
    rounds = [event for event in streams.events(cup) if isinstance(event.act, RoundPaired)]
    assert row is not None
    assert (row.state, row.round, row.version) == ("done", 1, MANY + 2)
    assert [(event.version, len(event.act.tables)) for event in rounds] == [(MANY + 2, MANY // 2)]  # type: ignore[union-attr]


def ended(pairings: PairingJobs) -> bool:
    row = pairings.get(HOME, "a")
    return row is not None and row.ended


@slow
def test_a_pairing_of_500_entries_by_real_processes_reports_its_progress(tmp_path: Path) -> None:
    with serving(configured(tmp_path / "data"), tmp_path / "printed") as running:
        until(running.ready)
        headers = {"Authorization": f"Bearer {running.owner()}", "If-Match": "*"}
        with httpx.Client(base_url=f"{running.url}/api/v1", timeout=WITHIN, headers=headers) as api:
            opening = {"title": "Open", "system": "high-card", "format": "swiss"}
            cup = api.post("/tournaments", json=opening).json()["tournament"]
            people = [{"type": "EntryMade", "data": {"entry": n, "people": [], "name": f"E{n}"}} for n in range(1, 501)]
            assert api.post(f"/tournaments/{cup}/events", json={"events": people}).json()["version"] == 501
            asked = api.post(f"/tournaments/{cup}/rounds", json={}, headers={"If-Match": '"501"'})
            assert asked.status_code == 202
            where = f"{running.url}{asked.headers['Location']}"
            until(lambda: api.get(where).json()["state"] not in ("waiting", "running"))
            done = api.get(where).json()
            assert (done["state"], done["percent"], done["round"], done["version"]) == ("done", 100, 1, 502)
            assert len(api.get(f"/tournaments/{cup}/rounds/1").json()["tables"]) == 250
