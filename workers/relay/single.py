"""Makes sure that at most one job of a kind is in flight: sent, and not known to be over.

A job is over when its end is announced, or when the queue no longer has it. After LEASE_SECONDS the queue is asked about a job. A job that
still waits is left alone: the workers are busy. A job whose worker died, or that runs far too long, is over.
"""

from collections.abc import Callable
from typing import Final

from workers.queue import Jobs

LEASE_SECONDS: Final = 2.0


class SingleJob:
    """Keeps track of the job in flight, if any. `clock`: returns seconds that never go back. Every method may raise RedisError."""

    def __init__(self, jobs: Jobs, clock: Callable[[], float]) -> None:
        self._jobs = jobs
        self._clock = clock
        self._job = ""
        self._since = 0.0

    @property
    def in_flight(self) -> bool:
        return bool(self._job)

    def sent(self, job: str) -> None:
        """Note that a job with the id `job` was put into the queue."""
        self._job, self._since = job, self._clock()

    def ended(self, job: str) -> bool:
        """Note that the end of the job with the id `job` was announced. Returns whether it was in flight."""
        over = bool(self._job) and job == self._job
        if over:
            self._job = ""
        return over

    def forget(self) -> None:
        """Forget the job in flight. Called when nobody knows what became of it."""
        self._job = ""

    def look(self) -> None:
        """Ask the queue whether the job in flight is over. If it is, the next job may be sent."""
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
            case "taken":  # by a worker that has not begun it
                if waited > 2 * LEASE_SECONDS:
                    self._jobs.drop(self._job)
                return False
            case "runs":
                return waited > self._jobs.seconds + LEASE_SECONDS
            case _:
                return True
