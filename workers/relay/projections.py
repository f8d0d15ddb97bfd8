"""The part of the relay that keeps the projected rows of all clubs on their way.

The truth is each club's feed beside the position of its rows; the sweep compares them every second. Hints only make that faster, and only
those of verdicts and parkings count: a record is projected once it is validated.

One job is in flight at a time, for all clubs that are behind, first come, first served. So however much is recorded, at most one worker is
kept from validating, and a hundred verdicts within a second cost one job or two.
"""

from collections.abc import Callable
from typing import Final

from service.store.clubs.clubs import Clubs
from service.store.keys import Club, club_of
from service.store.projected import Projected
from service.store.streams.hints import Change
from workers.queue import Jobs
from workers.relay.single import SingleJob

MOST_CLUBS: Final = 50
"""In one job, which takes a step of each: well below the time that a job may take."""


class Projecting:
    """`fold`: the one by which rows are to be made; `clock`: seconds that never go back. Every method may raise RedisError or
    StoreUnavailable."""

    def __init__(self, projected: Projected, clubs: Clubs, jobs: Jobs, fold: str, clock: Callable[[], float]) -> None:
        self._projected = projected
        self._clubs = clubs
        self._jobs = jobs
        self._fold = fold
        self._due: dict[Club, None] = {}
        self._job = SingleJob(jobs, clock)

    def forget(self) -> None:
        """Begin anew: what became of the job is not known."""
        self._due.clear()
        self._job.forget()

    def take(self, change: Change) -> None:
        """Take one hint."""
        if change.kind != "events":
            self._due[club_of(change.game)] = None

    def sweep(self) -> None:
        """Look at the truth: which clubs are behind, and whether the job is done."""
        behind = self._projected.behind(self._clubs.names_of_clubs(), self._fold)
        self._due = {club: None for club in [*self._due, *behind] if club in behind}
        self._job.look()

    def send(self) -> None:
        """Send the job that is needed."""
        if self._due and not self._job.in_flight:
            clubs = list(self._due)[:MOST_CLUBS]
            self._job.sent(self._jobs.send_projecting(self._fold, clubs))
            for club in clubs:
                del self._due[club]
