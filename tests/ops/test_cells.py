"""Cells: machines with a relay, workers and a queue of their own share the clubs of one store. When one dies, the others take over."""

import os
import signal
import subprocess
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, OpenerChosen, Seating, TokenId
from domain.record.batch import Draft
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.projections import FOLD
from service.running import doctor
from service.running.backlog import LOOKED_AT, late
from service.running.cells import ROLES, QueueServer, queue_server_of
from service.running.server import client
from service.store import relays
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId
from service.store.relays import Queue, RelayRow, Relays, owner_of
from tests.ops.processes import below, lives
from tests.ops.serving import FACEUP, commanded, configured
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.verdicts import judged
from tests.waiting import WITHIN, until

BY = TokenId("t1")
CLUBS = [Club(f"club{number}") for number in range(12)]
WITHIN_SECONDS = 10
"""A dead cell's clubs must be served by another one after so many seconds."""


@pytest.fixture(scope="module")
def records(short_directory: Path) -> Iterator[RunningServer]:
    running = start_server(packaged_valkey(), short_directory / "cells-records")
    yield running
    running.stop()


def opened(records: Records, club: Club) -> GameId:
    seats = (Seating(Seat(0)), Seating(Seat(1)))
    opening = GameOpened("high-card", SYSTEMS["high-card"].rules_with({}, 2), seats)
    return records.open(club, Draft(opening, EventId(str(uuid4()))), BY).game


@contextmanager
def cell(config: Config) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a cell while the block runs, which may kill it."""
    process = subprocess.Popen([*FACEUP, "serve", "--roles", "work"], env=os.environ | config.as_env())
    try:
        yield process
    finally:
        process.terminate()
        process.wait(WITHIN)


def die(config: Config, process: "subprocess.Popen[bytes]") -> None:
    """Kill every process of a cell at once, as if its machine lost its power."""
    with client(QueueServer(config.data / "queue", "").url) as queue:
        server = int(queue.info("server")["process_id"])
    family = [process.pid, server, *below(process.pid)]
    for pid in family:
        os.kill(pid, signal.SIGKILL)
    process.wait(WITHIN)
    until(lambda: not any(map(lives, family)))


@pytest.mark.parametrize(
    ("store", "queue", "roles", "own"),
    [
        (None, None, ROLES, False),
        (None, None, ["work"], False),
        ("redis://records", None, ROLES, False),  # also for `faceup worker` on other machines
        ("redis://records", None, ["work"], True),
        ("redis://records", None, ["web"], False),
        ("redis://records", "redis://queue", ["work"], False),
        ("redis+cluster://records", None, ROLES, True),
        ("redis+cluster://records", None, ["web"], False),
        ("redis+cluster://records", "redis://queue", ROLES, False),
    ],
)
def test_a_cell_starts_a_server_for_its_queue_only_where_none_is_known(
    store: str | None, queue: str | None, roles: Collection[str], own: bool, tmp_path: Path
) -> None:
    config = replace(configured(tmp_path / "data"), redis_url=store, rq_redis_url=queue)
    assert (queue_server_of(config, roles) is not None) is own


@pytest.mark.slow
def test_the_clubs_of_a_killed_cell_are_validated_by_the_other_one(records: RunningServer, short_directory: Path) -> None:
    one, two = (replace(configured(short_directory / name), redis_url=f"unix://{records.socket}") for name in ("cell-1", "cell-2"))
    with write_client(records.socket) as store:
        streams, verdicts, rows = Records(store, now_ms), Verdicts(store, now_ms), Relays(store)
        for club in CLUBS:
            Clubs(store, now_ms).found(club)
        with cell(one) as first, cell(two):
            until(lambda: len({row.queue.server for row in rows.living() if row.queue.workers == 1}) == 2)
            games = [opened(streams, club) for club in CLUBS]
            until(lambda: verdicts.backlog(CLUBS) == (0, 0))
            die(one, first)
            began = time.monotonic()
            for game in games:
                streams.append(game, None, [Draft(OpenerChosen(Seat(0)), EventId(str(uuid4())))], BY)
            until(lambda: verdicts.backlog(CLUBS) == (0, 0))
            assert time.monotonic() - began < WITHIN_SECONDS
            until(lambda: len(rows.living()) == 1)
        assert rows.living() == []  # a cell that is asked to stop leaves its clubs to the others at once


def test_the_doctor_sees_cells_whose_queues_it_cannot_reach_and_unequal_versions(
    records: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relays, "LIVES_MS", 3_600_000)  # the rows live until the doctor has looked at them
    config = replace(configured(tmp_path / "data"), redis_url=f"unix://{records.socket}")
    with write_client(records.socket) as store:
        for name, code in (("1", FOLD), ("2", "older")):
            Relays(store).renewed(RelayRow(name, code, Queue(f"queue {name}", 0, 2)))
        said = commanded(config, "doctor").stdout
        for name in "12":
            Relays(store).left(name)
    assert "ok    Workers    4 running\n" in said
    assert f"WRONG Relay      Another relay runs another version of Faceup (older, this is {FOLD}): install the same one on all" in said


def test_the_doctor_names_a_relay_that_lives_but_makes_no_verdicts(
    records: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relays, "LIVES_MS", 3_600_000)
    monkeypatch.setattr(doctor, "now_ms", lambda: now)
    now = now_ms()
    config = replace(configured(tmp_path / "data"), redis_url=f"unix://{records.socket}")
    with write_client(records.socket) as store:
        store.flushall()
        for club in CLUBS:
            Clubs(store, now_ms).found(club)
        rows = [RelayRow("a", FOLD, Queue("1", 7, 2), host="oak"), RelayRow("b", FOLD, Queue("2", 0, 2), host="ash")]
        idler = RelayRow("c", FOLD, Queue("3", 0, 0), works=False, host="elm")
        theirs = {row.relay: [club for club in CLUBS if owner_of(club, frozenset("ab")) == row.relay] for row in rows}
        for row in (*rows, idler):
            Relays(store).renewed(row)
        records = Records(store, lambda: now - 61_000)
        waits, checked = opened(records, theirs["a"][0]), opened(records, theirs["b"][0])
        Records(store, now_ms).append(waits, None, [Draft(OpenerChosen(Seat(0)), EventId(str(uuid4())))], BY)  # it waits no shorter
        monkeypatch.setattr(doctor, "sleep", lambda _: judged(Verdicts(store, now_ms), checked, 0, 1, ENGINE, "open", [], []))
        said = commanded(config, "doctor").stdout
        store.flushall()
    wrong = [line for line in said.splitlines() if line.startswith("WRONG Relay")]
    assert wrong == [
        f"WRONG Relay      The relay a on oak lives, but has made no verdict in 5 seconds, though a record of the club {theirs['a'][0]} "
        "waits for one. Start Faceup there again; if its jobs pile up again (now 7), give it more workers (FACEUP_WORKERS).",
        "WRONG Relay      The relay c on elm lives, but nobody does its jobs: its workers do not run, or its queue takes no writes. Start "
        "Faceup there again.",
    ]


def test_a_relay_is_not_named_because_of_a_record_that_is_young(records: RunningServer) -> None:
    now = now_ms()
    with write_client(records.socket) as store:
        store.flushall()
        Relays(store).renewed(RelayRow("a", FOLD, Queue("1", 0, 2), host="oak"))
        opened(Records(store, lambda: now - 50_000), CLUBS[0])
        assert not late(store, CLUBS, now)
        assert {relay: len(some) for relay, some in late(store, CLUBS, now + 20_000).items()} == {"a": 1}
        store.flushall()


def test_a_club_in_which_many_records_wait_hides_no_other_relay(records: RunningServer) -> None:
    now = now_ms()
    with write_client(records.socket) as store:
        store.flushall()
        for name in "ab":
            Relays(store).renewed(RelayRow(name, FOLD, Queue(name, 0, 2)))
        theirs = {name: next(club for club in CLUBS if owner_of(club, frozenset("ab")) == name) for name in "ab"}
        streams = Records(store, lambda: now - 61_000)
        for _ in range(3 * LOOKED_AT):
            opened(streams, theirs["a"])
        opened(streams, theirs["b"])
        assert {relay: len(some) for relay, some in late(store, [theirs["a"], theirs["b"]], now).items()} == {"a": LOOKED_AT, "b": 1}
        store.flushall()
