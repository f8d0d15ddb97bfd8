"""Makes sure that at most one job of a kind is in flight: sent, and not known to be over.

A job is over when its end is announced, or when the queue no longer has it. If a job is not over after LEASE_SECONDS, the queue is asked
about it. A job that still waits in the queue is not sent again: the workers are busy. A job whose worker died, or that runs far too long,
counts as over.
"""

from collections.abc import Callable
from typing import Final

from workers.queue import Jobs

LEASE_SECONDS: Final = 2.0


class SingleJob:
    """Keeps track of the job in flight (sent, and not known to be over), if there is one. `clock`: returns seconds that never go back.
    `seconds`: the longest time of a job; None for the longest time that `jobs` gives. Every method may raise RedisError."""

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
