"""Every process of the product is killed (kill -9) while people record. No acknowledged event is lost or doubled, and every record
verifies.

The whole product runs as `faceup serve` starts it. Clients record without pause and repeat each request until it is acknowledged. The API,
the relay, workers that have a job, and the Redis server are killed again and again.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import httpx
import pytest
from redis import RedisError

from domain.files.verify import verify
from domain.record.fold import read
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.engine import ENGINE
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from tests.crash.recording import Recorder, Watcher
from tests.ops.processes import below, until
from tests.ops.serving import Serving, configured, serving
from tests.speeds import slow
from tests.waiting import WITHIN

ROUNDS = 3
"""How often each part is killed."""
RUNNING_REGISTRY = "rq:wip:faceup"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Serving]:
    config = replace(configured(tmp_path / "data"), processes=2, workers=2)
    with serving(config, tmp_path / "printed") as server:
        until(server.ready)
        yield server


def pids(running: Serving, mark: str) -> list[int]:
    """Return the ids of this installation's processes whose command line contains `mark`."""
    mine = below(running.process.pid)
    listed = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    lines = (line.strip().partition(" ") for line in listed.splitlines())
    return [int(pid) for pid, _, args in lines if int(pid) in mine and mark in args]


def kill(victims: Sequence[int]) -> bool:
    """Send kill -9. Returns whether there was a process to kill."""
    for pid in victims:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return bool(victims)


def kill_server(running: Serving) -> bool:
    try:
        return kill([running.server()])
    except RedisError:
        return False


def kill_workers_in_the_middle_of_a_job(running: Serving) -> bool:
    """Pause and continue the workers again and again. If a worker is in the middle of a job during a pause, kill all workers. Returns False
    if no worker began a job in time."""
    with suppress(RedisError), write_client(running.config.store_url) as redis:
        for _ in range(200):
            workers = pids(running, " worker")
            signalled(workers, signal.SIGSTOP)
            try:
                if redis.zcard(RUNNING_REGISTRY):
                    return kill(workers)
            finally:
                signalled(workers, signal.SIGCONT)
    return False


def signalled(processes: Sequence[int], number: signal.Signals) -> None:
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


KILLS: dict[str, Callable[[Serving], bool]] = {
    "a process of the API": lambda running: kill(pids(running, "gunicorn")[-1:]),
    "the relay": lambda running: kill(pids(running, " relay")),
    "the workers": kill_workers_in_the_middle_of_a_job,
    "the server": kill_server,
    "the API": lambda running: kill(pids(running, "gunicorn")),
}


def storm(running: Serving) -> None:
    """ROUNDS times, kill each part of the product, one after the other. A part that does not run at that moment is killed as soon as it
    runs again."""
    for _ in range(ROUNDS):
        for strike in KILLS.values():
            time.sleep(0.8)
            until(partial(strike, running))


@dataclass
class Recorded:
    """The clients that recorded, and the clients that watched, while processes were killed. The recorders know which events were
    acknowledged."""

    recorders: list[Recorder]
    watchers: list[Watcher]

    def acknowledged(self) -> dict[str, dict[str, int]]:
        """Return the version of each acknowledged event, by game and event id."""
        by_game: dict[str, dict[str, int]] = {}
        for recorder in self.recorders:
            by_game.setdefault(recorder.game, {}).update(recorder.acknowledged)
        return by_game


def record_through_a_storm(running: Serving) -> Recorded:
    """Record while processes are killed. Three recorders record in games of their own and send the expected version. Three more record in
    one shared game. A watcher follows each game. Returns the recorders and watchers."""
    stopping, done = threading.Event(), threading.Event()
    url, token = f"{running.url}/api/v1/", running.owner()
    opener = Recorder(url, token, 100, stopping)
    opener.open()
    recorders = [Recorder(url, token, seed, stopping, opener.game if seed >= 3 else "") for seed in range(6)]
    for recorder in recorders:
        recorder.start()
    until(lambda: all(len(recorder.acknowledged) > 5 for recorder in recorders))
    watchers = [Watcher(url, token, game, done) for game in sorted({recorder.game for recorder in recorders})]
    for watcher in watchers:
        watcher.start()
    until(lambda: all(watcher.began for watcher in watchers))
    storm(running)
    until(lambda: all(watcher.began > 1 for watcher in watchers))
    stopping.set()
    for recorder in recorders:
        recorder.join(WITHIN)
        assert not recorder.is_alive()
        assert recorder.faults == []
    recorded = Recorded([opener, *recorders], watchers)
    until(lambda: all_validated(running, recorded.acknowledged()))
    until(lambda: all(seen_to_the_end(running, watcher) for watcher in watchers))
    done.set()
    for watcher in watchers:
        watcher.join(WITHIN)
    return recorded


def all_validated(running: Serving, games: Iterable[str]) -> bool:
    with suppress(httpx.TransportError), running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        answers = [api.get(f"/api/v1/games/{game}/findings") for game in games]
        return all(answer.status_code == 200 and answer.json()["validated"] == answer.json()["version"] for answer in answers)
    return False


def seen_to_the_end(running: Serving, watcher: Watcher) -> bool:
    """Return whether the watcher has received the state and the findings that the API now gives."""
    with running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        state = api.get(f"/api/v1/games/{watcher.game}").json()
        findings = api.get(f"/api/v1/games/{watcher.game}/findings").json()
    standing = [finding["id"] for finding in findings["findings"] if finding["status"] == "standing"]
    seen = watcher.last
    return bool(seen) and seen["game"] == state and [finding["id"] for finding in seen["findings"]] == standing


@slow
def test_no_acknowledged_event_is_lost_or_doubled(running: Serving) -> None:
    recorded = record_through_a_storm(running)
    assert sum(recorder.repeated for recorder in recorded.recorders) > 0
    acknowledged = recorded.acknowledged()
    with write_client(running.config.store_url) as redis:
        records, verdicts = Records(redis, now_ms), Verdicts(redis, now_ms)
        assert {head.game for head in records.games(HOME, limit=100)} == set(acknowledged)
        assert verdicts.parked(HOME) == []
        for game in map(GameId, acknowledged):
            events = records.events(game, verify=True)  # checks the hash chain and every commitment
            assert {event.id: event.version for event in events} == acknowledged[game]
            assert len(events) == len(acknowledged[game])
            reading, standing = read(SYSTEMS["high-card"], events), verdicts.state(game)
            assert (standing.validated, standing.engine) == (len(events), ENGINE)
            assert {entry.finding for entry in standing.findings} == set(reading.findings)
            assert len(standing.findings) > 0
    with running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        for game in acknowledged:
            verified = verify(api.get(f"/api/v1/games/{game}/export?format=json").content)
            assert verified.valid, verified.faults
