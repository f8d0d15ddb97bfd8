"""The part of the relay that sends the jobs for the projected rows of all clubs.

Every second a sweep compares each club's rows with its feed and verdicts. Hints only make the relay send jobs sooner, and only hints of
verdicts and parkings matter: a game counts up to the version of its verdict.

At most one job is in flight; it serves all clubs whose rows are out of date, in the order in which that was noticed. So however much is
recorded, at most one worker is kept from validating. The end of the job is announced, and the next one may go at once, with two exceptions.
PAUSE_SECONDS pass between two jobs, so that fifty verdicts at once cost a few jobs. And a club whose last job left something to do waits
for the sweep: while rows are made again, other jobs have every other half second for themselves.
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
"""The most clubs in one job. The job makes one step for each club, and must stay well below the time that a job may take."""
PAUSE_SECONDS: Final = 0.03
"""The least seconds from sending one job to sending the next."""


class ProjectionJobs:
    """Sends the jobs for projected rows. `fold`: the fold that must make the rows; `clock`: seconds that never go back. Every method may
    raise RedisError or StoreUnavailable."""

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
        """Forget what is due and the job in flight, whose fate is not known."""
        self._due.clear()
        self._job.forget()

    def take(self, change: Change) -> None:
        """Note that the rows of a club are due, if a hint says so."""
        if change.kind != "events":
            self._due[club_of(change.game)] = None

    def ended(self, ended: Ended) -> None:
        """Note that the job has ended, if an announcement says so."""
        if self._job.ended(ended.job):
            self._resting = frozenset(ended.left)

    def sweep(self) -> None:
        """Read which clubs have rows that are out of date, and whether the job is over."""
        behind = self._projected.behind(self._clubs.names_of_clubs(), self._fold)
        self._due = {club: None for club in [*self._due, *behind] if club in behind}
        self._resting = frozenset()
        self._job.look()

    def patience(self) -> float | None:
        """Seconds until a job may be sent; None when it must wait for a hint or the next sweep."""
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
