"""Child processes (parts) are restarted when they end, and stopped in the order in which they are listed. They end when their supervisor is
killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from service.running.crew import LONGEST, Backoff, Crew, Part
from tests.ops.processes import lives, pid_in, until

WRITES_ITS_PID = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + WRITES_ITS_PID
SAYS_WHEN_STOPPED = """
import pathlib, signal, sys, time
def stopped(*_):
    with open(sys.argv[2], "a") as order:
        order.write(pathlib.Path(sys.argv[1]).name + "\\n")
    sys.exit()
signal.signal(signal.SIGTERM, stopped)
pathlib.Path(sys.argv[1]).write_text("up")
time.sleep(600)
"""


def python(code: str, *arguments: object) -> tuple[str, ...]:
    return (sys.executable, "-c", code, *map(str, arguments))


@pytest.fixture
def crews() -> Iterator[Callable[..., Crew]]:
    made: list[Crew] = []

    def crew(*parts: Part, say: Callable[[str], None] = lambda _: None, now: Callable[[], float] = time.monotonic) -> Crew:
        made.append(Crew(parts, os.environ, say, now))
        return made[-1]

    yield crew
    for one in made:
        one.stop()


def test_a_process_that_keeps_ending_is_restarted_after_longer_and_longer_pauses() -> None:
    backoff, now, waits = Backoff(), 0.0, []
    for lived in [1, 1, 1, 1, 1, 1, 1, 1, 60, 1]:
        backoff.started(now)
        now += lived
        waits.append(backoff.after_end(now))
        now += waits[-1]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, LONGEST, LONGEST, 0.0, 0.5]


def test_a_process_that_is_killed_after_a_long_run_is_restarted_immediately(crews: Callable[..., Crew], tmp_path: Path) -> None:
    collected: list[str] = []
    clock = count(0, 60)
    crew = crews(Part("Worker 1", python(WRITES_ITS_PID, tmp_path / "pid")), say=collected.append, now=lambda: next(clock))
    crew.tend()
    first = pid_in(tmp_path / "pid")
    os.kill(first, signal.SIGKILL)
    until(lambda: crew.tend() or pid_in(tmp_path / "pid") != first)
    assert collected == ["Worker 1 was ended by SIGKILL; it starts again at once."]


def test_a_process_that_fails_at_its_start_is_not_restarted_forever(crews: Callable[..., Crew]) -> None:
    collected: list[str] = []
    crew = crews(Part("The API", python("raise SystemExit(3)")), say=collected.append)
    until(lambda: crew.tend() or collected)
    assert collected == ["The API ended with exit code 3; it starts again in 0.5 s."]
    crew.tend()
    assert len(collected) == 1


def test_processes_are_stopped_one_after_another_in_the_order_of_the_list(crews: Callable[..., Crew], tmp_path: Path) -> None:
    order = tmp_path / "order"
    names = ["api", "relay", "worker"]
    crew = crews(*(Part(name, python(SAYS_WHEN_STOPPED, tmp_path / name, order)) for name in names))
    crew.tend()
    until(lambda: all((tmp_path / name).exists() for name in names))
    crew.stop()
    assert order.read_text().split() == names


def test_a_process_that_does_not_stop_in_time_is_killed(crews: Callable[..., Crew], tmp_path: Path) -> None:
    crew = crews(Part("Worker 1", python(STUBBORN, tmp_path / "pid"), grace=0.2))
    crew.tend()
    stubborn = pid_in(tmp_path / "pid")
    crew.stop()
    assert not lives(stubborn)


def test_child_processes_end_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    code = f"""
import os, time
from service.running.crew import Crew, Part
crew = Crew([Part("Worker 1", {python(WRITES_ITS_PID, tmp_path / "pid")!r})], os.environ, print, time.monotonic)
crew.tend()
time.sleep(600)
"""
    with subprocess.Popen(python(code)) as supervisor:
        child = pid_in(tmp_path / "pid")
        supervisor.kill()
    until(lambda: not lives(child))


def test_the_guard_of_the_child_processes_is_replaced_when_it_is_killed(crews: Callable[..., Crew], tmp_path: Path) -> None:
    crew = crews(Part("Worker 1", python(WRITES_ITS_PID, tmp_path / "pid")))
    crew.tend()
    child = pid_in(tmp_path / "pid")
    guard = os.getpgid(child)
    os.kill(guard, signal.SIGKILL)
    until(lambda: crew.tend() or not lives(guard))
    crew.tend()
    assert lives(child)
    assert os.getpgid(crew._guard.pid) == guard
