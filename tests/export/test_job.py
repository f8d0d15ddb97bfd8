"""The job that exports a whole club. It works in slices, may be killed, and may run twice at the same time. Its archive expires."""

import fcntl
import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from redis import Redis
from redis.client import Pipeline

from domain.kernel.events import TokenId
from service.files import bulk
from service.files.archive import Progress
from service.files.importing import read_file
from service.store.clubs.archives import KEPT_MS, MOST_KEPT, AllUnfinished, BulkExport, Exports
from service.store.keys import HOME, Club, GameId, StreamId
from tests.servers import RunningServer
from tests.speeds import slow
from tests.workers.conftest import Store, Workers, until
from workers.archive import MOST_ATTEMPTS, MOST_IN_VAIN, SLICE_SECONDS, Exporter
from workers.queue import queue_on
from workers.relay.loop import Relay
from workers.wiring import wired_to

BY = TokenId("t-anna")
ONE_AT_A_TIME = SLICE_SECONDS + 0.1


class Clock:
    """Two clocks in one object. Calling the object advances the first clock by `step` seconds and returns its time in seconds. `now` is the
    time of the second clock, in ms UTC. Only the test changes it."""

    def __init__(self, step: float = 0.0) -> None:
        self.step, self.seconds, self.now = step, 0.0, 1_763_700_000_000

    def __call__(self) -> float:
        self.seconds += self.step
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock(step=ONE_AT_A_TIME)


@pytest.fixture
def exports(store: Store, clock: Clock) -> Exports:
    return Exports(store.redis, lambda: clock.now)


@pytest.fixture
def exporter(store: Store, exports: Exports, clock: Clock, tmp_path: Path) -> Exporter:
    return Exporter(wired_to(store.redis), exports, tmp_path / "data", clock)


def test_a_club_is_exported_in_several_short_slices_of_work(store: Store, exports: Exports, exporter: Exporter, tmp_path: Path) -> None:
    games = [store.open("high-card") for _ in range(5)]
    store.clubs.found(Club("away"))
    store.open("high-card", Club("away"))
    asked = exports.request(HOME, BY)
    assert list(exports.due([HOME, Club("away")])) == [(HOME, asked.id)]
    seen = []
    while (row := exports.get(HOME, asked.id)) is not None and row.unfinished:
        exporter.export(HOME, asked.id)
        after = exports.get(HOME, asked.id)
        assert after is not None
        seen.append((after.state, after.done, after.total, after.attempts))
    assert seen == [*(("running", done, 5, 0) for done in range(1, 5)), ("done", 5, 5, 0)]
    assert list(exports.due([HOME])) == []

    path = bulk.archive_path(tmp_path / "data", HOME, asked.id)
    assert row is not None
    assert path.stat().st_size == row.size
    assert [entry.stat().st_mode & 0o777 for entry in (path.parents[2], path.parents[1], path.parent, path)] == [0o700] * 3 + [0o600]
    with ZipFile(path) as archive:
        assert sorted(archive.namelist()) == sorted([*(f"{game}.faceup.ndjson" for game in games), "manifest.json"])
        for game in games:
            head = store.records.restore(Club("again"), read_file(archive.read(f"{game}.faceup.ndjson")).record, lambda _: None)
            assert head.game == game.replace("home-", "again-")


def test_a_second_request_during_an_export_of_a_club_returns_the_running_export(exports: Exports, exporter: Exporter, clock: Clock) -> None:
    first = exports.request(HOME, BY)
    assert exports.request(HOME, TokenId("t-bea")) == first
    assert exports.request(Club("away"), BY) != first
    exporter.export(HOME, first.id)
    clock.now += 1
    assert exports.request(HOME, BY).id != first.id


def test_expired_exports_are_deleted(exports: Exports, exporter: Exporter, clock: Clock, tmp_path: Path) -> None:
    asked = exports.request(HOME, BY)
    exporter.export(HOME, asked.id)
    folder = bulk.archive_path(tmp_path / "data", HOME, asked.id).parent
    assert folder.exists()
    clock.now += KEPT_MS
    assert exports.of(HOME) == []
    assert list(exports.due([HOME])) == [(HOME, asked.id)]
    for _ in range(2):
        exporter.export(HOME, asked.id)
    assert not folder.exists()
    assert list(exports.due([HOME])) == []


@pytest.mark.parametrize("outcome", ["progress", "failure", "busy"])
def test_an_archive_that_expires_during_a_job_does_not_come_back(
    store: Store, exports: Exports, exporter: Exporter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: str
) -> None:
    """A person is erased while the job works, just before the job stores its result. So the export expires at this moment."""
    store.open("high-card")
    asked, move = exports.request(HOME, BY), exports.move
    moved = []

    def slow(club: Club, export: BulkExport) -> None:
        moved.append(export.state)
        if len(moved) == 2:
            exports.expire(HOME)
        move(club, export)

    def fails(*_: object) -> Progress:
        raise OSError(28, "No space left on device") if outcome == "failure" else BlockingIOError

    monkeypatch.setattr(exports, "move", slow)
    if outcome != "progress":
        monkeypatch.setattr(exporter, "_slice", fails)
    exporter.export(HOME, asked.id)
    assert len(moved) == 2
    row = exports.get(HOME, asked.id)
    assert row is not None
    assert exports.has_expired(row)
    monkeypatch.undo()
    exporter.export(HOME, asked.id)
    assert exports.get(HOME, asked.id) is None
    assert not bulk.archive_path(tmp_path / "data", HOME, asked.id).parent.exists()


def test_an_archive_that_expires_while_it_is_stored_does_not_come_back(exports: Exports, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction reads the export and then writes it. In between, the export is marked as expired."""
    asked, execute = exports.request(HOME, BY), Pipeline.execute
    begun = []

    def slow(pipe: Pipeline, *arguments: Any, **options: Any) -> Any:
        begun.append(pipe)
        if len(begun) == 1:
            exports.expire(HOME)
        return execute(pipe, *arguments, **options)

    monkeypatch.setattr(Pipeline, "execute", slow)
    exports.move(HOME, replace(asked, done=1))
    row = exports.get(HOME, asked.id)
    assert row is not None
    assert (exports.has_expired(row), row.done, len(begun)) == (True, 1, 2)


def test_only_the_newest_exports_of_a_club_are_kept(exports: Exports, exporter: Exporter, clock: Clock) -> None:
    made = []
    for _ in range(MOST_KEPT + 2):
        clock.now += 1
        made.append(exports.request(HOME, BY).id)
        exporter.export(HOME, made[-1])
    assert [export.id for export in exports.of(HOME)] == made[: -1 - MOST_KEPT : -1]
    assert [name for _, name in exports.due([HOME])] == made[:2]


def test_an_archive_that_is_still_being_made_never_goes_for_a_newer_one(exports: Exports, clock: Clock) -> None:
    """The third of five archives of tournaments is finished. So it goes for the sixth, and the seventh is refused."""
    made = []
    for number in range(MOST_KEPT):
        clock.now += 1
        made.append(exports.request(HOME, BY, StreamId(f"home-t{number}"), 1))
    exports.move(HOME, replace(made[2], state="done"))
    clock.now += 1
    sixth = exports.request(HOME, BY, StreamId("home-t6"), 1)
    kept = [sixth, *(made[number] for number in (4, 3, 1, 0))]
    assert [export.id for export in exports.of(HOME)] == [export.id for export in kept]
    with pytest.raises(AllUnfinished):
        exports.request(HOME, BY, StreamId("home-t7"), 1)
    assert exports.request(HOME, BY, StreamId("home-t0"), 1) == made[0]
    assert exports.request(HOME, BY).tournament is None


def test_a_second_job_for_the_same_export_does_nothing(store: Store, exports: Exports, exporter: Exporter, tmp_path: Path) -> None:
    for _ in range(3):
        store.open("high-card")
    asked = exports.request(HOME, BY)
    exporter.export(HOME, asked.id)
    path = bulk.archive_path(tmp_path / "data", HOME, asked.id)
    with path.with_name("games.zip.games").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = path.with_name("games.zip.part").read_bytes()
        exporter.export(HOME, asked.id)
        assert path.with_name("games.zip.part").read_bytes() == before
    row = exports.get(HOME, asked.id)
    assert row is not None
    assert (row.state, row.done, row.attempts) == ("running", 1, 0)


def test_the_archive_of_a_club_notes_a_game_that_cannot_be_read(store: Store, exports: Exports, exporter: Exporter, tmp_path: Path) -> None:
    good, poisoned = store.open("high-card"), store.open()
    store.happens(poisoned, "raise")
    asked = exports.request(HOME, BY)
    for _ in range(2):
        exporter.export(HOME, asked.id)
    row = exports.get(HOME, asked.id)
    assert row is not None
    assert (row.state, row.done, row.failed) == ("done", 2, 1)
    assert manifest(tmp_path / "data", asked.id)[poisoned].get("failed", "").startswith("KeyError at ")
    assert "sha256" in manifest(tmp_path / "data", asked.id)[good]


def manifest(data: Path, export: str, club: Club = HOME) -> dict[str, dict[str, str]]:
    with ZipFile(bulk.archive_path(data, club, export)) as archive:
        assert archive.testzip() is None
        return {line["game"]: line for line in json.loads(archive.read("manifest.json"))["games"]}


def test_an_export_fails_if_its_folder_cannot_be_written(exports: Exports, exporter: Exporter, tmp_path: Path) -> None:
    asked = exports.request(HOME, BY)
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "exports").write_text("in the way")
    exporter.export(HOME, asked.id)
    row = exports.get(HOME, asked.id)
    assert row is not None
    assert (row.state, row.reason) == ("failed", "File exists")
    assert list(exports.due([HOME])) == []


def test_an_export_fails_for_good_after_too_many_failed_attempts(exports: Exports, exporter: Exporter, tmp_path: Path) -> None:
    asked = exports.request(HOME, BY)
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "data" / "photographs").touch()
    for _ in range(MOST_IN_VAIN):
        exporter.export(HOME, asked.id)
    row = exports.get(HOME, asked.id)
    assert row is not None
    assert (row.state, row.attempts) == ("failed", MOST_IN_VAIN)
    assert row.reason.startswith("DirectoryRefused at ")


def test_an_export_skips_a_game_that_kills_the_worker(store: Store, exports: Exports, exporter: Exporter, tmp_path: Path) -> None:
    """The worker counts an attempt before it packs each game. A slice of work that succeeds sets the count back to 0."""
    first = store.open("high-card")
    time.sleep(0.002)  # the opening times in ms, which order the games, must differ
    second = store.open("high-card")
    asked = exports.request(HOME, BY)
    exports.put(HOME, replace(asked, attempts=MOST_ATTEMPTS))
    exporter.export(HOME, asked.id)
    exporter.export(HOME, asked.id)
    assert "failed" in manifest(tmp_path / "data", asked.id)[first]
    assert "sha256" in manifest(tmp_path / "data", asked.id)[second]


# --- with a relay and workers in processes of their own ----------------------------------------------------------------------------------


def ended(redis: Redis, club: Club, export: str) -> bool:
    export_now = Exports(redis, lambda: int(time.time() * 1000)).get(club, export)
    return export_now is not None and not export_now.unfinished


@pytest.fixture
def asked(store: Store) -> str:
    return Exports(store.redis, lambda: int(time.time() * 1000)).request(HOME, BY).id


@slow
def test_the_relay_sends_one_export_job_at_a_time(store: Store, redis: Redis, relaying: Callable[..., Relay], asked: str) -> None:
    relaying()
    until(lambda: bool(queue_on(redis).get_jobs()))
    time.sleep(2.5)
    assert [(job.func_name, job.args) for job in queue_on(redis).get_jobs()] == [("workers.archive.export", [HOME, asked])]


@slow
def test_an_export_is_finished_even_if_its_workers_are_killed_on_the_way(
    store: Store, relaying: Callable[..., Relay], workers: Workers, short_directory: Path
) -> None:
    """The workers are killed in the middle of a job: twice while they are stopped at a game, then six times at random."""
    games = {store.open("high-card") for _ in range(600)}
    games.add(held := store.open())
    store.happens(held, "held")
    games |= {store.open("high-card") for _ in range(600)}
    settle(store)
    export = Exports(store.redis, lambda: int(time.time() * 1000)).request(HOME, BY).id
    with workers.holding():
        relaying(job_seconds=600)
        begun = at_work(store.redis)
        for _ in range(2):
            until(lambda: at_work(store.redis) - begun)  # noqa: B023 (not called after `begun` is bound again)
            begun = at_work(store.redis)
            workers.kill()
    dice = random.Random(1)
    for _ in range(6):
        time.sleep(dice.uniform(0.1, 0.6))
        workers.kill()
    until(lambda: ended(store.redis, HOME, export))
    export_now = manifest(short_directory / "workers", export)
    assert export_now.keys() == games
    assert not any("failed" in line for line in export_now.values())


def at_work(redis: Redis) -> set[bytes]:
    """Return the jobs that a worker has begun and not finished, including jobs of dead workers."""
    return set(redis.zrange("rq:wip:faceup", 0, -1))


def settle(store: Store) -> None:
    """Empty the set of games to validate, so that the workers only export."""
    store.redis.delete("{home}:dirty")


@slow
def test_an_archive_has_all_games_except_one_that_kills_every_worker(
    store: Store, relaying: Callable[..., Relay], workers: Workers, short_directory: Path, server: RunningServer
) -> None:
    good: list[GameId] = [store.open("high-card") for _ in range(3)]
    deadly = store.open()
    store.happens(deadly, "die")
    good.append(store.open("high-card"))
    settle(store)
    export = Exports(store.redis, lambda: int(time.time() * 1000)).request(HOME, BY).id
    relaying()
    until(lambda: ended(store.redis, HOME, export))
    export_now = manifest(short_directory / "workers", export)
    assert export_now[deadly]["failed"] == f"given up after {MOST_ATTEMPTS} attempts"
    assert all("sha256" in export_now[game] for game in good)
