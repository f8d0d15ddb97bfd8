"""The part of the relay that sends the jobs for the projected rows of all clubs. Projected rows are tables that are computed from a club's
feed of changes, such as player statistics (workers/project.py).

Every second a sweep finds the clubs whose rows are out of date. Hints only make the relay send jobs sooner. Hints of new events are
ignored, because rows count only validated events.

At most one job is in flight, so other workers are free to validate games. It updates all clubs whose rows are out of date, in the order in
which that was noticed. At least PAUSE_SECONDS pass between two jobs: fifty new verdicts at once need only a few jobs. A club for which a
job left something to do waits for the next sweep. So rows that are made from nothing leave the worker free for about half of the time.
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
"""The fewest seconds between two jobs."""


class ProjectionJobs:
    """Sends the jobs for projected rows. `fold`: the version of the code that must make them. `clock`: returns seconds that never go back.
    Every method may raise RedisError or StoreUnavailable."""

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
        """Forget which clubs are due, and the job in flight. Called when the connection was lost: nobody knows what became of the job."""
        self._due.clear()
        self._job.forget()

    def take(self, change: Change) -> None:
        """If a hint is about a verdict or a parked game, note that the club's rows are due."""
        if change.kind != "events":
            self._due[club_of(change.game)] = None

    def ended(self, ended: Ended) -> None:
        """Process the announcement that a job has ended. If it was in flight, the next job may be sent."""
        if self._job.ended(ended.job):
            self._resting = frozenset(ended.left)

    def sweep(self) -> None:
        """Ask the store which clubs have rows that are out of date, and the queue whether the job in flight is over."""
        behind = self._projected.behind(self._clubs.names_of_clubs(), self._fold)
        self._due = {club: None for club in [*self._due, *behind] if club in behind}
        self._resting = frozenset()
        self._job.look()

    def patience(self) -> float | None:
        """Return the seconds until the next job may be sent; None if there is no job to send."""
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
