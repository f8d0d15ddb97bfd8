"""`faceup rebuild`: its output, and what remains when the command or its server is interrupted or killed halfway."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from service.projections import FOLD, PROJECTIONS, digested
from service.store.connect import write_client
from service.store.keys import HOME, Club, Keys, set_of
from service.store.layout import KEY, LAYOUT
from service.store.projected import Generation, Projected
from tests.projections.conftest import Evening
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.speeds import slow
from tests.waiting import gate
from workers.cli import main
from workers.commands.rebuild import waiting_lines
from workers.project import STEP_ENTRIES
from workers.wiring import wired_to


def environment(server: RunningServer, socket: str = "") -> dict[str, str]:
    return {"REDIS_URL": f"unix://{socket or server.socket}", "FACEUP_DATA": str(server.directory), "RQ_REDIS_URL": ""}


@pytest.fixture
def own(short_directory: Path) -> Iterator[RunningServer]:
    running = start_server(packaged_valkey(), short_directory / uuid4().hex[:8])
    yield running
    running.stop()


def rebuild(server: RunningServer, *words: str) -> Result:
    return CliRunner(env=environment(server)).invoke(main, ["rebuild", *words])


STARTED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from workers.cli import main; main()"
"""A program that runs `faceup` so that SIGINT interrupts it. Without this program, `faceup` would ignore SIGINT when a shell starts the
tests in the background."""


def started(server: RunningServer, socket: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", STARTED, "rebuild"]
    return subprocess.Popen(
        command, env=os.environ | environment(server, socket), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_rebuild_prints_the_digest_of_the_rows_and_whether_the_rows_changed(evening: Evening, server: RunningServer) -> None:
    evening.at_random(10)
    first = rebuild(server)
    assert first.exit_code == 0, first.output
    generation, digest = evening.live(), evening.digest()
    rows = ", ".join(f"{generation.rows[name]} rows of {name}" for name in PROJECTIONS)
    line = f"Club home: {rows}, up to entry {generation.position} of its feed; digest {digest}"
    assert first.stdout == f"{line}.\n"  # no worker runs, so the rebuild validated the games
    assert evening.up_to_date()
    assert rebuild(server, "--club", "home").stdout == f"{line}, as before.\n"
    assert evening.live().id != generation.id


def test_a_rebuild_reports_if_the_old_rows_were_different(evening: Evening, server: RunningServer) -> None:
    evening.at_random(5)
    rebuild(server)
    true, live = evening.digest(), evening.live()
    evening.parts.projected.move(live, live.position, {"games": {next(iter(evening.rows("games"))): b"[]"}})
    wrong = evening.digest()
    assert rebuild(server).stdout.endswith(f"; digest {true}, which DIFFERS from the digest before: {wrong}.\n")


def test_a_rebuild_deletes_the_rows_of_tables_that_a_former_version_kept(evening: Evening, server: RunningServer) -> None:
    evening.at_random(2)
    former = Keys(HOME).rows("live", "standings")
    evening.parts.store.hset(former, "x", b"[]")
    assert rebuild(server).exit_code == 0
    assert not evening.parts.store.exists(former)


def test_rebuilding_the_rows_of_an_unknown_club_is_refused(evening: Evening, server: RunningServer) -> None:
    evening.played(1)
    refused = rebuild(server, "--club", "nowhere")
    assert refused.exit_code == 2
    assert "there is no club 'nowhere'; there are: home" in refused.output


def test_the_rows_of_a_club_without_games_can_be_rebuilt(evening: Evening, server: RunningServer) -> None:
    done = rebuild(server)
    rows = ", ".join(f"0 rows of {name}" for name in PROJECTIONS)
    assert done.stdout.startswith(f"Club home: {rows}, up to entry 0 of its feed; digest ")


def test_the_command_doctor_prints_the_same_digest_as_a_rebuild(evening: Evening, server: RunningServer) -> None:
    evening.at_random(5)
    rebuild(server)
    end, digest = evening.live().position, evening.digest()
    output = CliRunner(env=environment(server)).invoke(main, ["doctor"]).output
    assert f"Statistics home: up to entry {end} of {end}, digest {digest}" in output


def test_the_output_of_a_rebuild_names_games_that_wait_for_a_verdict(evening: Evening, server: RunningServer) -> None:
    first, second = sorted([evening.played(0), evening.played(0)])
    evening.projected()
    lines = waiting_lines(evening.parts.projected, evening.live())
    assert lines == [f"Club home: {game} waits for its verdict." for game in (first, second)]
    output = CliRunner(env=environment(server)).invoke(main, ["doctor"]).output
    assert f"digest {evening.digest()}; waiting for their verdict: 2" in output


# --- killed ------------------------------------------------------------------------------------------------------------------------------


@contextmanager
def halfway(server: RunningServer, after: int) -> "Iterator[tuple[subprocess.Popen[str], Generation]]":
    """Start a rebuild, and pause it when its new rows include entries of the feed after the position `after`. Yields the process and the
    new rows."""
    shadows: list[Generation] = []
    with write_client(server.socket) as redis:
        projected = Projected(redis, tuple(PROJECTIONS))

        def reached() -> bool:
            shadow = projected.generation(HOME, "shadow")
            shadows.extend([shadow] if shadow is not None and shadow.position > after else [])
            return bool(shadows)

        with gate(server.socket, server.directory / "gate", reached) as held:
            process = started(server, held.path)
            held.wait()
            yield process, shadows[0]


@pytest.fixture
def large(own: RunningServer) -> tuple[RunningServer, str]:
    """Set up a club whose rebuild takes five steps. Returns its server and the digest of its rows."""
    with write_client(own.socket) as redis:
        redis.set(KEY, LAYOUT)
        redis.sadd(set_of(HOME), HOME)
        evening = Evening(wired_to(redis), Random(7))
        for _ in range(140):
            evening.played(16)
        evening.validated()
        evening.projected()
        assert evening.live().position > 4 * STEP_ENTRIES
        digest = evening.digest()
    return own, digest


@slow
def test_a_killed_rebuild_keeps_the_old_rows_and_the_next_rebuild_continues(large: tuple[RunningServer, str]) -> None:
    server, digest = large
    reached = 0
    for _ in range(3):
        with halfway(server, reached) as (process, shadow):
            process.kill()
            process.communicate()
            assert shadow.position > reached  # this rebuild continued where the killed one stopped
            reached = shadow.position
        assert live(server) == digest
    assert rebuild(server).exit_code == 0
    assert live(server) == digest
    with write_client(server.socket) as redis:
        assert Projected(redis, tuple(PROJECTIONS)).generation(HOME, "shadow") is None


@slow
def test_the_old_rows_and_those_of_an_unfinished_rebuild_survive_a_server_crash(large: tuple[RunningServer, str]) -> None:
    server, digest = large
    with halfway(server, 0) as (process, shadow):
        server.kill()
    _, output = process.communicate()
    assert process.returncode == 1
    assert "Error" in output
    again = start_server(packaged_valkey(), server.directory)
    try:
        with write_client(again.socket) as redis:
            kept = Projected(redis, tuple(PROJECTIONS)).generation(HOME, "shadow")
            assert kept is not None
            assert kept.position >= shadow.position
        assert live(again) == digest
        assert rebuild(again).stdout.endswith(f"; digest {digest}, as before.\n")
    finally:
        again.stop()


@slow
def test_an_interrupted_rebuild_prints_that_nothing_is_lost(large: tuple[RunningServer, str]) -> None:
    server, digest = large
    with halfway(server, 0) as (process, shadow):
        process.send_signal(signal.SIGINT)
        _, output = process.communicate()
    assert process.returncode == 1
    assert "Stopped in club home. The old tables stay in use; the next rebuild continues from here." in output
    assert "Traceback" not in output
    assert live(server) == digest
    with write_client(server.socket) as redis:
        assert Projected(redis, tuple(PROJECTIONS)).shadow(HOME, FOLD).position == shadow.position


def live(server: RunningServer) -> str:
    with write_client(server.socket) as redis:
        digest = Projected(redis, tuple(PROJECTIONS), digested=digested).digest(Club("home"))
        assert digest is not None
        return digest[1]
