"""The relay: the only process that puts jobs into the queue. Relays share the clubs (workers/relay/share.py); each has its own queue or
shares one.

The *dirty set* of each club lists the games with events that are not validated yet. The scripts that write events and verdicts update it. A
*parked* game is one whose validation failed. It needs a new job if it was parked by another engine (version of the rules) than the current
one. Every second, a *sweep* reads the dirty sets and the parked games. Hints on the Redis channel of changes, which may be lost, only make
the relay send jobs sooner.

At most one job for a long game (more than LONG events) is in flight; others wait. So long games never keep all workers busy.

A *lease* is a job for a game that was sent and is not known to be over. A game has at most one. The worker goes on until it has validated
all events, so later events need no other job. The hint of a verdict ends the lease. No event is overlooked, because hints come in the
order in which the scripts ran:

    event after the verdict     its hint comes later, finds no lease, and begins one
    event before the verdict    its hint comes first and raises `Lease.version`; the older verdict does not end the lease,
                                and the worker goes on, because the verdict's script returned the newer version

If a lease has had no news for LEASE_SECONDS, the relay asks the queue about its job:

    still in the queue                          left alone: the workers are busy
    gone                                        sent again
    taken, not begun after two LEASE_SECONDS    sent again
    its worker died, or it runs far too long    counts as a death of a worker; after MOST_DEATHS deaths the game is parked

The relay also sends the jobs for projected rows and for results of tournaments (workers/relay/following.py), for archives of whole clubs
(workers/relay/single.py), and for pairings of large tournaments (workers/relay/single.py). It clears practice tables whose time is over
(service/store/clubs/practice.py): that is a few deletions, and needs no job.
"""

import logging
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from redis import Redis, RedisError

from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.projections import FOLD, PROJECTIONS
from service.store.asking import passing_over_hanging
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.clubs.practice import PracticeTables
from service.store.connect import refuses_writes, write_client
from service.store.errors import StoreUnavailable
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, Club, GameId, club_of, is_practice
from service.store.projected import Projected
from service.store.relays import Relays
from service.store.rewriting import settle
from service.store.streams.hints import RELAY, Change, Ended, Hearing, listening
from service.store.tournaments.pairings import PairingJobs
from service.store.tournaments.tournaments import TournamentStreams
from workers.links import FOLD as TAKING
from workers.links import LINKS
from workers.logs import log_lines
from workers.queue import Jobs
from workers.relay.following import FollowingJobs, Projecting, Taking
from workers.relay.share import Share, name_of
from workers.relay.single import ArchiveJobs, PairingsWanted, SingleJob
from workers.validated import LONG

SWEEP_SECONDS: Final = 1.0
LEASE_SECONDS: Final = 2.0
SETTLE_SECONDS: Final = 30.0
"""How often the relay that has the first club looks at servers that owe a rewrite of their log. A rewrite is much work."""
MOST_LOOKS: Final = 100
"""The most jobs that one sweep asks the queue about. The sweep begins with the jobs that have been without news longest. If the queue is
long, thousands of jobs have no news."""
MOST_DEATHS: Final = 5
LONGEST_PAUSE: Final = 1.0
"""The longest wait, in seconds, between two attempts to reach a lost server."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Lease:
    """The lease of one game: the job that was sent for it. `version`: the game's newest known version. `job`: the job's id; empty until it
    is sent. `since`: when the job was sent, or last seen waiting. `taken`: whether a worker was seen to have taken the job without
    beginning it. `deaths`: how many times a worker died or hung while it validated the game."""

    version: int
    job: str = ""
    since: float = 0.0
    taken: bool = False
    deaths: int = 0


class Relay:
    """One relay. `store`: a client that does not reconnect by itself (`service.store.streams.hints`). `engine`: the version of the rules of
    the workers. `name`: the id of this relay among those that share the clubs."""

    def __init__(
        self,
        store: Redis,
        jobs: Jobs,
        clubs: Clubs,
        verdicts: Verdicts,
        engine: str,
        clock: Callable[[], float],
        name: str = "relay",
    ) -> None:
        self._store = store
        self._jobs = jobs
        self._clubs = clubs
        self._share = Share(name, Relays(store), jobs.redis, clock)
        self._own: list[Club] = []
        self._served: list[Club] = []
        self._verdicts = verdicts
        self._engine = engine
        self._clock = clock
        projecting = Projecting(Projected(store, tuple(PROJECTIONS)), jobs, FOLD)
        taking = Taking(Projected(store, LINKS), TournamentStreams(store, now_ms), jobs, TAKING)
        self._following = tuple(FollowingJobs(kind, SingleJob(jobs, clock), clock) for kind in (taking, projecting))
        self._archives = ArchiveJobs(Exports(store, now_ms), jobs, SingleJob(jobs, clock))
        self._practice = PracticeTables(store, clubs, now_ms)
        self._pairings = PairingsWanted(PairingJobs(store), lambda: self._own, jobs, clock)
        self._leases: dict[GameId, Lease] = {}
        self._unsent: list[GameId] = []
        self._settled = -SETTLE_SECONDS
        self._pause = 0.0
        self._stopping = False

    def stop(self) -> None:
        """Make `run` end within a second. A signal handler may call it."""
        self._stopping = True

    def run(self) -> None:
        """Send jobs until `stop` is called, then leave the clubs to other relays. If a server is lost or takes no writes, wait until that
        is over."""
        said = ""
        while not self._stopping:
            try:
                self._listen()
            except (RedisError, StoreUnavailable) as lost:
                full = refuses_writes(lost)
                self._pause = LONGEST_PAUSE if full else min(max(2 * self._pause, 0.05), LONGEST_PAUSE)
                before, said = said, type(lost).__name__
                if not full:
                    log.warning("the relay lost a server and will try again: %s", said)
                elif said != before:
                    log.warning("the relay waits: a server takes no writes, its disk may be full")
                time.sleep(self._pause)
        with suppress(StoreUnavailable):  # then the row ends by itself
            self._share.leave()

    def _listen(self) -> None:
        with listening(self._store, self._clock, self._jobs.redis) as hearing:
            # The jobs may have been lost with the server. They are forgotten, so that no game is blamed for the loss.
            # The next sweep finds these games again, and new jobs are sent.
            self._leases.clear()
            self._unsent.clear()
            for jobs in self._following:
                jobs.forget()
            self._archives.forget()
            self._pairings.forget()
            swept = -SWEEP_SECONDS
            while not self._stopping:
                if self._clock() - swept >= SWEEP_SECONDS:
                    swept = self._clock()
                    self.sweep()
                    if hearing.follow(lambda: self._served):  # these may have changed before anything was heard of them
                        self.sweep()
                self.send()
                for jobs in self._following:
                    jobs.send()
                self._pause = 0.0
                self._hear(hearing, swept + SWEEP_SECONDS - self._clock())

    def _hear(self, hearing: Hearing, seconds: float) -> None:
        """Receive hints (messages about changes), and announcements that jobs have ended. Stop after `seconds`, or when a job may be
        sent."""
        patience = [each for each in (jobs.patience() for jobs in self._following) if each is not None]
        for change in hearing.heard(min([seconds, *patience])):
            club = club_of(change.stream)
            if not self._share.has(club):
                continue
            self.take(change)
            if is_practice(club):  # nothing counts the games of practice tables
                continue
            for jobs in self._following:
                jobs.take(change)
            self._pairings.take(change)
        for ended in hearing.ended():
            self.ended(ended)

    def ended(self, ended: Ended) -> None:
        for jobs in self._following:
            jobs.ended(ended)
        self._pairings.ended(ended)

    def take(self, change: Change) -> None:
        """Process a hint (a message about a change). It may say that a game needs a job, that a job is over, or that a game with a job has
        a newer version."""
        lease = self._leases.get(change.game)
        if change.kind == "events":
            self._need(change.game, change.version)
        elif lease is not None and change.version >= lease.version:
            del self._leases[change.game]
        elif lease is not None and change.kind == "parked":
            self._unsent.append(change.game)

    @passing_over_hanging()
    def sweep(self) -> None:
        """Clear practice tables, and look for what the relay has to do in its clubs."""
        self._share.renew()
        practice: list[Club] = []
        with suppress(StoreUnavailable):  # the node with the list of the tables is lost, or the only server: then the next line fails too
            self._practice.sweep()
            practice = [club for club in self._practice.clubs() if self._share.has(club)]
        self._share.hold()
        self._own = self._share.of(self._clubs.names_of_clubs())
        self._served = [*self._own, *practice]
        self._share.hold()
        self._look_for_games(self._served)
        for look in (*(jobs.sweep for jobs in self._following), self._archives.sweep, self._pairings.sweep):
            self._share.hold()
            look(self._own)
        self._share.hold()
        if self._share.has(HOME) and self._clock() - self._settled >= SETTLE_SECONDS:
            self._settled = self._clock()
            with suppress(RedisError, StoreUnavailable):
                settle(self._store)

    def _look_for_games(self, clubs: Sequence[Club]) -> None:
        """Forget the jobs of games that no longer need one. Ask the queue about jobs that have had no news for LEASE_SECONDS, at most
        MOST_LOOKS of them. Note each game of `clubs` that needs a job and has none."""
        waiting = dict(self._verdicts.unvalidated(clubs, self._engine))
        for game in self._leases.keys() - waiting.keys():
            del self._leases[game]
        since = self._clock() - LEASE_SECONDS
        late = [game for game, lease in self._leases.items() if lease.job and lease.since <= since]
        for game in sorted(late, key=lambda game: self._leases[game].since)[:MOST_LOOKS]:
            self._look_into(game, self._leases[game])
        for game, version in waiting.items():
            self._need(game, version)

    def send(self) -> None:
        """Put a job into the queue for each game that needs one and has none yet."""
        wanted = [game for game in dict.fromkeys(self._unsent) if game in self._leases]
        waiting = self._long_ones(wanted)
        games = [game for game in wanted if game not in waiting]
        self._unsent[:] = waiting
        if not games:
            return
        for game, job in zip(games, self._jobs.send(games), strict=True):
            lease = self._leases[game]
            lease.job, lease.taken, lease.since = job, False, self._clock()

    def _long_ones(self, wanted: Sequence[GameId]) -> Sequence[GameId]:
        """Return those of the games in `wanted` that must wait, because they are long and a job for another long game is in flight."""
        long = [game for game in wanted if self._leases[game].version > LONG]
        leased = any(lease.job and lease.version > LONG for game, lease in self._leases.items() if game not in wanted)
        return long if leased else long[1:]

    def _need(self, game: GameId, version: int) -> None:
        lease = self._leases.get(game)
        if lease is None:
            self._leases[game] = Lease(version)
            self._unsent.append(game)
        else:
            lease.version = max(lease.version, version)

    def _look_into(self, game: GameId, lease: Lease) -> None:
        """Ask the queue what has happened to a game's job, and decide: wait on, send the job again, or park the game."""
        match self._jobs.fate(lease.job):
            case "waits":
                lease.since = self._clock()
            case "taken" if not lease.taken:
                lease.taken, lease.since = True, self._clock()
            case "taken":
                self._jobs.drop(lease.job)
                self._unsent.append(game)
            case "gone":
                self._unsent.append(game)
            case "runs" if self._clock() - lease.since <= self._jobs.seconds + LEASE_SECONDS:
                pass
            case "runs" | "died":
                lease.deaths += 1
                self._unsent.append(game)
        if lease.deaths >= MOST_DEATHS:
            self._verdicts.park(game, lease.version, lease.deaths, "the worker died or hung", self._engine)
            del self._leases[game]


def run(config: Config) -> None:
    """Run the relay of this installation until SIGTERM or SIGINT."""
    jobs = Jobs(write_client(config.required_queue_url()))
    log_lines()
    store = write_client(config.store_url, RELAY)
    relay = Relay(store, jobs, Clubs(store, now_ms), Verdicts(store, now_ms), ENGINE, time.monotonic, name_of(config))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: relay.stop())
    relay.run()
