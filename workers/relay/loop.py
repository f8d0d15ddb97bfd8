"""The relay: the only process that puts jobs into the queue.

The dirty set of each club says which games need a job: those whose head is ahead of their verdict. The scripts that write events and
verdicts update it. A game that another engine parked needs a job too, for this engine may be able to read it. Every second the relay sweeps
the dirty sets and the parked games. Hints on the channel of changes, which may be lost, only make it send jobs sooner.

A game has one job in flight at a time, its *flight*. The worker validates until the head no longer moves, so events that arrive meanwhile
need no further job. A `verdict` hint may end the flight without a race: the script that writes a verdict returns the head, the worker goes
on if the head is further, and one server publishes in the order in which its scripts ran. So an event that the worker did not see was
appended after the verdict was written. Its hint comes after the verdict's, when there is no flight, and starts one. An event whose hint
came before the verdict raised `Flight.version`; a verdict below `Flight.version` does not end the flight, since its worker has seen the
further head and goes on.

The relay looks into a flight without news for LEASE_SECONDS. A job that still waits in the queue is left alone: the workers are busy. A job
that is gone, or was taken two LEASE_SECONDS ago and never begun, is sent again. A job whose worker died, or that runs far beyond its time,
counts as a death: after MOST_DEATHS of them the game is parked.

The relay also sends the jobs for the projected rows of the clubs (workers/relay/projections.py) and for the archives of whole clubs
(workers/relay/archives.py).
"""

import logging
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from redis import Redis, RedisError

from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.projections import FOLD, PROJECTIONS
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.verdicts import Verdicts
from service.store.keys import JOBS, GameId
from service.store.outcomes import StoreUnavailable
from service.store.projected import Projected
from service.store.streams.hints import RELAY, Change, Ended, Hearing, listening
from workers.logs import log_lines
from workers.queue import Jobs
from workers.relay.archives import ArchiveJobs
from workers.relay.projections import ProjectionJobs
from workers.relay.single import SingleJob

SWEEP_SECONDS: Final = 1.0
LEASE_SECONDS: Final = 2.0
MOST_LOOKS: Final = 100
"""The most late flights that one sweep looks into, those without news for longest first. When the queue is long, thousands of flights are
late although nothing is wrong."""
MOST_DEATHS: Final = 5
LONGEST_PAUSE: Final = 1.0
"""Longest wait, in seconds, between two attempts to reach a lost server."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Flight:
    """A game with a job in flight. `version`: the newest known head of the game; `job`: the job's id, empty until the job is sent; `since`:
    when the job was sent or last seen waiting; `taken`: whether the job was seen taken from the queue but not begun; `deaths`: how often a
    worker died or hung on the game."""

    version: int
    job: str = ""
    since: float = 0.0
    taken: bool = False
    deaths: int = 0


class Relay:
    """The relay of one installation. `store`: a client that does not reconnect by itself (`service.store.streams.hints`); `engine`: the
    engine of the workers; `clock`: seconds that never go back."""

    def __init__(self, store: Redis, jobs: Jobs, clubs: Clubs, verdicts: Verdicts, engine: str, clock: Callable[[], float]) -> None:
        self._store = store
        self._jobs = jobs
        self._clubs = clubs
        self._verdicts = verdicts
        self._engine = engine
        self._clock = clock
        self._projections = ProjectionJobs(Projected(store, tuple(PROJECTIONS)), clubs, jobs, FOLD, clock)
        self._archives = ArchiveJobs(Exports(store, now_ms), clubs, jobs, SingleJob(jobs, clock))
        self._flights: dict[GameId, Flight] = {}
        self._unsent: list[GameId] = []
        self._pause = 0.0
        self._stopping = False

    def stop(self) -> None:
        """Make `run` end within a second. A signal handler may call it."""
        self._stopping = True

    def run(self) -> None:
        """Relay until `stop`. Waits for a server that is lost."""
        while not self._stopping:
            try:
                self._listen()
            except (RedisError, StoreUnavailable) as lost:
                self._pause = min(max(2 * self._pause, 0.05), LONGEST_PAUSE)
                log.warning("the relay lost a server and will try again: %s", type(lost).__name__)
                time.sleep(self._pause)

    def _listen(self) -> None:
        with listening(self._store, self._clock, (JOBS,)) as hearing:
            # While a server was lost, jobs may have died without any fault of their games. So all flights are forgotten, and the sweep
            # starts new ones.
            self._flights.clear()
            self._unsent.clear()
            self._projections.forget()
            self._archives.forget()
            swept = -SWEEP_SECONDS
            while not self._stopping:
                if self._clock() - swept >= SWEEP_SECONDS:
                    swept = self._clock()
                    self.sweep()
                    self._projections.sweep()
                    self._archives.sweep()
                self.send()
                self._projections.send()
                self._pause = 0.0
                self._hear(hearing, swept + SWEEP_SECONDS - self._clock())

    def _hear(self, hearing: Hearing, seconds: float) -> None:
        """Receive hints and announcements for at most `seconds`, and only until a job may be sent."""
        patience = self._projections.patience()
        for change in hearing.heard(seconds if patience is None else min(seconds, patience)):
            self.take(change)
            self._projections.take(change)
        for ended in hearing.ended():
            self.ended(ended)

    def ended(self, ended: Ended) -> None:
        """Note that a job has ended, as one announcement says."""
        self._projections.ended(ended)

    def take(self, change: Change) -> None:
        """Note that a game has changed, as one hint says."""
        flight = self._flights.get(change.game)
        if change.kind == "events":
            self._need(change.game, change.version)
        elif flight is not None and change.version >= flight.version:
            del self._flights[change.game]
        elif flight is not None and change.kind == "parked":
            self._unsent.append(change.game)

    def sweep(self) -> None:
        """Forget the flights of games that no longer wait, look into the flights that are late, and start a flight for each other game that
        waits."""
        waiting = dict(self._waiting())
        for game in self._flights.keys() - waiting.keys():
            del self._flights[game]
        since = self._clock() - LEASE_SECONDS
        late = [game for game, flight in self._flights.items() if flight.job and flight.since <= since]
        for game in sorted(late, key=lambda game: self._flights[game].since)[:MOST_LOOKS]:
            self._look_into(game, self._flights[game])
        for game, version in waiting.items():
            self._need(game, version)

    def send(self) -> None:
        """Send a job for each game that was noted as needing one."""
        games = [game for game in dict.fromkeys(self._unsent) if game in self._flights]
        self._unsent.clear()
        if not games:
            return
        for game, job in zip(games, self._jobs.send(games), strict=True):
            flight = self._flights[game]
            flight.job, flight.taken, flight.since = job, False, self._clock()

    def _waiting(self) -> Iterator[tuple[GameId, int]]:
        """Every game that needs a verdict, with the version of its head; for a parked game, the version that failed."""
        for club in self._clubs.names_of_clubs():
            yield from ((parked.game, parked.version) for parked in self._verdicts.parked(club) if parked.engine != self._engine)
            yield from self._verdicts.dirty(club)

    def _need(self, game: GameId, version: int) -> None:
        flight = self._flights.get(game)
        if flight is None:
            self._flights[game] = Flight(version)
            self._unsent.append(game)
        else:
            flight.version = max(flight.version, version)

    def _look_into(self, game: GameId, flight: Flight) -> None:
        """Look up the fate of a late job: keep waiting, send the job again, or park the game."""
        match self._jobs.fate(flight.job):
            case "waits":
                flight.since = self._clock()
            case "taken" if not flight.taken:
                flight.taken, flight.since = True, self._clock()
            case "taken":
                self._jobs.drop(flight.job)
                self._unsent.append(game)
            case "gone":
                self._unsent.append(game)
            case "runs" if self._clock() - flight.since <= self._jobs.seconds + LEASE_SECONDS:
                pass
            case "runs" | "died":
                flight.deaths += 1
                self._unsent.append(game)
        if flight.deaths >= MOST_DEATHS:
            self._verdicts.park(game, flight.version, flight.deaths, "the worker died or hung", self._engine)
            del self._flights[game]


def run(config: Config) -> None:
    """Relay for this installation until SIGTERM or SIGINT."""
    log_lines()
    store = write_client(config.store_url, RELAY)
    jobs = Jobs(write_client(config.queue_url))
    relay = Relay(store, jobs, Clubs(store, now_ms), Verdicts(store, now_ms), ENGINE, time.monotonic)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: relay.stop())
    relay.run()
