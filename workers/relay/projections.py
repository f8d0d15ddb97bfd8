"""The part of the relay that sends the jobs for the projected rows of all clubs. Projected rows are tables, such as player statistics, that
are computed from a club's feed of changes (workers/project.py).

Every second a sweep finds the clubs whose rows are out of date. Hints of changes only make the relay send jobs sooner. Hints of new events
are ignored, because rows count only validated events.

At most one job is in flight. It updates all clubs whose rows are out of date, in the order in which that was noticed. So even if much is
recorded, at most one worker is kept from validating games. When the job's end is announced, the next job may be sent at once, with two
exceptions. At least PAUSE_SECONDS pass between two jobs, so that fifty new verdicts at once need only a few jobs. And if a job left
something to do for a club, that club waits for the next sweep: while rows are made from nothing, other jobs have the worker for about half
of the time.
"""

from collections.abc import Callable
from typing import Final

from service.store.clubs.clubs import Clubs
from service.store.keys import Club, club_of
from service.store.projected import Projected
from service.store.streams.hints import Change, Ended
from workers.queue import Jobs
from workers.relay.single import SingleJob

MOST_CLUBS: Final = 50
"""The most clubs in one job. The job works one step for each club, and must end well before the time limit of jobs."""
PAUSE_SECONDS: Final = 0.03
"""The fewest seconds between sending one job and sending the next."""


class ProjectionJobs:
    """Sends the jobs for projected rows. `fold`: the version of the code that must make the rows; `clock`: returns seconds that never go
    back. Every method may raise RedisError or StoreUnavailable."""

    def __init__(self, projected: Projected, clubs: Clubs, jobs: Jobs, fold: str, clock: Callable[[], float]) -> None:
        self._projected = projected
        self._clubs = clubs
        self._jobs = jobs
        self._fold = fold
        self._clock = clock
        self._due: dict[Club, None] = {}
        self._resting: frozenset[Club] = frozenset()
        self._job = SingleJob(jobs, clock)
        self._next = clock()

    def forget(self) -> None:
        """Forget which clubs are due, and the job in flight. Called when the connection was lost, because nobody knows what became of the
        job."""
        self._due.clear()
        self._job.forget()

    def take(self, change: Change) -> None:
        """Process a hint: if it is about a verdict or a parked game, note that the club's rows are due."""
        if change.kind != "events":
            self._due[club_of(change.game)] = None

    def ended(self, ended: Ended) -> None:
        """Process an announcement that a job has ended. If it was the job in flight, the next job may be sent."""
        if self._job.ended(ended.job):
            self._resting = frozenset(ended.left)

    def sweep(self) -> None:
        """Ask the store which clubs have rows that are out of date, and the queue whether the job in flight is over."""
        behind = self._projected.behind(self._clubs.names_of_clubs(), self._fold)
        self._due = {club: None for club in [*self._due, *behind] if club in behind}
        self._resting = frozenset()
        self._job.look()

    def patience(self) -> float | None:
        """Seconds until the next job may be sent; None when there is no job to send before a hint, an announcement or the next sweep."""
        return max(0.0, self._next - self._clock()) if self._ready() else None

    def send(self) -> None:
        """Send the next job, if one is needed and may be sent now."""
        if self.patience() == 0:
            clubs = self._ready()[:MOST_CLUBS]
            self._job.sent(self._jobs.send_projection(self._fold, clubs))
            self._next = self._clock() + PAUSE_SECONDS
            for club in clubs:
                del self._due[club]

    def _ready(self) -> list[Club]:
        return [] if self._job.in_flight else [club for club in self._due if club not in self._resting]
