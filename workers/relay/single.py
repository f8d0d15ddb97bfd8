"""Jobs of which at most one is in flight: sent, and not known to be over. Exports of clubs and pairings of large tournaments are sent like
this, so that other workers are free for the games. Each has a row in Redis that says how far it is.

A job is over when its end is announced, or when the queue no longer has it. If a job is not over after LEASE_SECONDS, the queue is asked
about it. A job that still waits in the queue is not sent again: the workers are busy. A job whose worker died, or that runs far too long,
counts as over."""

from collections.abc import Callable, Sequence
from typing import Final

from service.store.clubs.archives import Exports
from service.store.keys import Club
from service.store.streams.hints import Change, Ended
from service.store.tournaments.pairings import HINT, PairingJobs
from workers.queue import PAIR_SECONDS, Jobs

LEASE_SECONDS: Final = 2.0


class SingleJob:
    """Keeps track of the job in flight (sent, and not known to be over), if there is one. `seconds`: the longest time of a job; None for
    the longest time that `jobs` gives. Every method may raise RedisError."""

    def __init__(self, jobs: Jobs, clock: Callable[[], float], seconds: int | None = None) -> None:
        self._jobs = jobs
        self._clock = clock
        self._seconds = jobs.seconds if seconds is None else seconds
        self._job = ""
        self._since = 0.0

    @property
    def in_flight(self) -> bool:
        return bool(self._job)

    def sent(self, job: str) -> None:
        """Remember that a job with the id `job` was put into the queue."""
        self._job, self._since = job, self._clock()

    def ended(self, job: str) -> bool:
        """Process the announcement that the job with the id `job` has ended. Returns whether it is the job that was sent."""
        over = bool(self._job) and job == self._job
        if over:
            self._job = ""
        return over

    def forget(self) -> None:
        """Forget the job that was sent. Called when nobody knows what has happened to it."""
        self._job = ""

    def look(self) -> None:
        """Ask the queue whether the job that was sent is over. If it is, the next job may be sent."""
        if self._job and self._is_over():
            self._job = ""

    def _is_over(self) -> bool:
        if self._jobs.is_gone(self._job):
            return True
        waited = self._clock() - self._since
        if waited < LEASE_SECONDS:
            return False
        match self._jobs.fate(self._job):
            case "waits":
                self._since = self._clock()
                return False
            case "taken":  # a worker has taken the job, but has not begun it
                if waited > 2 * LEASE_SECONDS:
                    self._jobs.drop(self._job)
                return False
            case "runs":
                return waited > self._seconds + LEASE_SECONDS
            case _:
                return True


class ArchiveJobs:
    """Sends the jobs for exports of whole clubs. `job`: keeps track of the job that was sent. Every method may raise RedisError or
    StoreUnavailable."""

    def __init__(self, exports: Exports, jobs: Jobs, job: SingleJob) -> None:
        self._exports = exports
        self._jobs = jobs
        self._job = job
        self._last: tuple[Club, str] | None = None

    def forget(self) -> None:
        """Forget the job that was sent. Called when the connection to the queue was lost, because then nobody knows what has happened to
        the job."""
        self._job.forget()

    def sweep(self, clubs: Sequence[Club]) -> None:
        """If no earlier job is under way, send a job for the next export of all `clubs` that needs one."""
        self._job.look()
        if self._job.in_flight:
            return
        due = sorted(self._exports.due(clubs))
        if due:
            self._last = next((export for export in due if self._last is None or export > self._last), due[0])
            self._job.sent(self._jobs.send_archive(*self._last))


class PairingsWanted:
    """Sends the jobs for pairings of the clubs that `clubs` returns. Every method may raise RedisError or StoreUnavailable."""

    def __init__(self, pairings: PairingJobs, clubs: Callable[[], list[Club]], jobs: Jobs, clock: Callable[[], float]) -> None:
        self._pairings = pairings
        self._clubs = clubs
        self._jobs = jobs
        self._job = SingleJob(jobs, clock, PAIR_SECONDS)
        self._served = 0
        self._turns: dict[Club, int] = {}

    def forget(self) -> None:
        """Forget the job that was sent. Called when the connection was lost, because then nobody knows what has happened to the job."""
        self._job.forget()

    def take(self, change: Change) -> None:
        """If a hint (a message about a change) says that a pairing is wanted, and no job is under way, send the next job."""
        if change.kind == HINT and not self._job.in_flight:
            self._send(self._clubs())

    def ended(self, ended: Ended) -> None:
        """Process the announcement that a job has ended. If it is the job that was sent last, send the next one."""
        if self._job.ended(ended.job):
            self._send(self._clubs())

    def sweep(self, clubs: Sequence[Club]) -> None:
        """Ask the queue whether the job that was sent is over. Then, if no job is under way, send the next one of all `clubs`."""
        self._job.look()
        if not self._job.in_flight:
            self._send(clubs)

    def _send(self, clubs: Sequence[Club]) -> None:
        due = self._pairings.due(clubs)
        if due:
            # The next job is for the club whose last job was sent longest ago.
            club, pairing = min(due, key=lambda each: self._turns.get(each[0], 0))
            self._served += 1
            self._turns[club] = self._served
            self._job.sent(self._jobs.send_pairing(club, pairing))
