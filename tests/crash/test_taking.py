"""Workers are killed (kill -9) and stopped (SIGSTOP) while they take results of games into tournaments. No result is lost or taken twice,
and in the end every table has the newest result.

Real workers and a relay run on a real server. Meanwhile the results of random tables are confirmed, corrected and annulled. First a worker
is killed at a named point (dying.py), then some workers are killed after a random time, whether they have a job or not. These two ways of
killing take turns. Other workers are stopped at the named points for seconds; when they continue, they work with data that they read before
they were stopped.

A test ends after its number of kills and stops, however long that takes. Each order names a certain point, and results change until a
worker comes to this point. So chance does not decide whether an order is carried out.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from domain.kernel.events.tournaments import ResultTaken
from domain.record.open_deals import asks, may_be_taken
from domain.tournament.fold import result_of
from tests.crash.dying import DIED, KILL, ORDERS, POINTS, STOP, STOPPED
from tests.crash.forked import Forked
from tests.servers import RunningServer
from tests.speeds import first, long, slow
from tests.taking.conftest import Cup, cup
from tests.waiting import until
from tests.workers.conftest import Store, relaying, store
from workers.relay.loop import Relay
from workers.take import BY

__all__ = ["cup", "relaying", "store"]

TABLES = 12
WORKERS = 3
JOB_SECONDS = 2
STOP_EVERY = 4
"""For this many orders to kill a worker, there is one order to stop a worker."""
LONGEST_WAIT = 0.4
"""When random workers are to be killed, they are killed after a random time of at most this many seconds."""
HURRY = 5
"""The clock of the relay runs this many times too fast, so the relay soon gives up the jobs of killed and stopped workers."""


Dying = tuple[Forked, Path]
"""Worker processes, and the data folder that they use."""


class Storm:
    """Kills and stops workers. `folder`: the data folder of the workers. `meanwhile`: a function that makes work for the workers; it is
    called again and again until a worker has come to the named point. `seconds`: for how long a worker stays stopped."""

    def __init__(self, workers: Forked, folder: Path, dice: Random, seconds: float, meanwhile: Callable[[], None]) -> None:
        self._workers = workers
        self._folder = folder
        self._dice = dice
        self._seconds = seconds
        self._meanwhile = meanwhile
        self._since: dict[int, float] = {}
        self.woken = 0
        (folder / ORDERS).mkdir(parents=True, mode=0o700)

    @property
    def kills(self) -> int:
        return sum(code == -signal.SIGKILL for code in self._workers.ended)

    def noted(self, name: str) -> list[list[str]]:
        """Return [process id, point] of every order that was carried out. `name`: DIED or STOPPED."""
        with suppress(FileNotFoundError):
            return [line.split(maxsplit=1) for line in (self._folder / name).read_text().splitlines()]
        return []

    def kill_at(self, point: str) -> None:
        """Order that the next worker that comes to this point kills itself."""
        before = self.kills
        self._order(KILL, point)
        self._until(lambda: self.kills > before)

    def kill_any(self, most: int) -> None:
        """After a random time, kill random workers, whatever they are doing: at least one, and at most `most`. Stopped workers are not
        killed, because each of them must continue later."""
        end = time.monotonic() + self._dice.uniform(0, LONGEST_WAIT)
        self._until(lambda: time.monotonic() >= end and self._running())
        running, before = self._running(), self.kills
        killed = self._dice.sample(running, min(len(running), most, self._dice.randint(1, WORKERS)))
        for process in killed:
            os.kill(process, signal.SIGKILL)
        self._until(lambda: self.kills == before + len(killed))

    def stop_at(self, point: str) -> None:
        """Order that the next worker that comes to this point stops itself. If only one worker runs, first wait until a stopped
        worker continues, so that there is always a worker at work."""
        self._until(lambda: len(self._since) < WORKERS - 1)
        before = len(self.noted(STOPPED))
        self._order(STOP, point)
        self._until(lambda: len(self.noted(STOPPED)) > before)
        process = int(self.noted(STOPPED)[-1][0])
        self._until(lambda: stopped(process))
        self._since[process] = time.monotonic()

    def _order(self, order: str, point: str) -> None:
        (self._folder / ORDERS / f"{order} {point}").touch()

    def _running(self) -> list[int]:
        return [process for process in self._workers.processes if process not in self._since]

    def _until(self, happened: Callable[[], object]) -> None:
        def tried() -> object:
            self.wake(self._seconds)
            self._meanwhile()
            time.sleep(0.01)  # leave the workers some processor time
            return happened()

        until(tried)

    def wake(self, seconds: float) -> None:
        """Continue the workers that have been stopped for at least `seconds`."""
        for process in [process for process, since in self._since.items() if time.monotonic() - since >= seconds]:
            os.kill(process, signal.SIGCONT)
            del self._since[process]
            self.woken += 1


def stopped(process: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    return False


@pytest.fixture
def dying(server: RunningServer, short_directory: Path) -> Iterator[Dying]:
    folder = short_directory / f"dying-{uuid4().hex[:6]}"
    with Forked(server, folder, WORKERS, "tests.crash.dying") as running:
        yield running, folder


def something_happens(cup: Cup, dice: Random) -> None:
    table = dice.randint(1, TABLES)
    scores = dice.sample(range(12), 2)
    reading = cup.parts.readings.of(cup.games[table])
    if reading.version > 60:  # a long game is replaced by a new one, because long games are slow
        cup.games[table] = cup.game()
        cup.link((table, cup.games[table]))
    elif reading.result.state == "annulled" or reading.result.decided:
        cup.annulled(table) if dice.random() < 0.2 else cup.corrected(table, *scores)
    else:
        cup.played(table, *scores)


def nothing_is_wrong(cup: Cup) -> None:
    """Assert that every table has the newest result of its game. Also assert that no result was taken twice, and that no result was taken
    after a result of a later version."""
    taken = [event.act for event in cup.reading.events if isinstance(event.act, ResultTaken) and event.by == BY]
    assert taken
    assert max(Counter((act.table, act.game, act.version) for act in taken).values()) == 1
    for table, game in cup.games.items():
        versions = [act.version for act in taken if (act.table, act.game) == (table, game)]
        assert versions == sorted(versions)
        reading, seated = cup.parts.readings.of(game), cup.table(table)
        newest = seated.change or seated.result
        if may_be_taken(reading, "confirmed", asks=asks(reading, reading.findings)):
            scores = tuple(score for _, score in sorted(reading.result.scores.items()))
            assert newest is not None
            assert (newest.scores, newest.annulled) == (scores, False)
        elif reading.result.state == "annulled" and seated.result is not None and seated.result.game == game:
            assert newest is not None
            assert newest.annulled
        for act in taken:
            assert result_of(act).scores is not None or act.annulled


def storm(cup: Cup, relaying: Callable[..., Relay], dying: Dying, kills: int, seconds: float) -> Storm:
    """Kill workers `kills` times, and stop some workers. In the end, assert that every table has the newest result of its game."""
    dice = Random(kills)
    storming = Storm(*dying, dice, seconds, lambda: something_happens(cup, dice))
    cup.begin(TABLES, accept_changes=bool(kills % 2))
    relaying(job_seconds=JOB_SECONDS, clock=lambda: HURRY * time.monotonic())
    stops = 0
    for number, point in enumerate(cycle(POINTS), 1):
        storming.kill_at(point)
        if number % STOP_EVERY == 1:
            storming.stop_at(dice.choice(POINTS))
            stops += 1
        if storming.kills < kills:
            storming.kill_any(kills - storming.kills)
        if storming.kills == kills:
            break
    storming.wake(0)
    until(lambda: all_taken(cup))
    nothing_is_wrong(cup)
    assert storming.kills == kills
    assert storming.woken == stops == len(storming.noted(STOPPED))
    return storming


def all_taken(cup: Cup) -> bool:
    heads = cup.parts.records.heads(list(cup.games.values()))
    return all(head is not None and head.validated == head.version for head in heads) and cup.idle()


@slow
def test_no_result_is_lost_when_workers_are_killed_and_stopped(
    cup: Cup, store: Store, relaying: Callable[..., Relay], dying: Dying
) -> None:
    storming = storm(cup, relaying, dying, kills=12, seconds=0.5)
    assert storming.woken


@first
@pytest.mark.parametrize("kills", [pytest.param(kills, marks=marks) for kills, marks in ((60, slow), (61, slow), (250, long), (251, long))])
def test_no_result_is_lost_or_doubled_by_hundreds_of_kills_of_workers(
    cup: Cup, store: Store, relaying: Callable[..., Relay], dying: Dying, kills: int
) -> None:
    """If the number of kills is even, changed results wait for a decision of the director. If it is odd, they count immediately."""
    storming = storm(cup, relaying, dying, kills=kills, seconds=4)
    died = Counter(point for _, point in storming.noted(DIED))
    assert set(died) == set(POINTS)
    assert sum(died.values()) >= kills / (1 + WORKERS)
    assert storming.woken
