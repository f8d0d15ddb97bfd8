"""The part of the relay that sends jobs which follow the feeds of all clubs. A feed is the list of a club's changes. There are two kinds of
these jobs: one updates projected rows, which are tables such as player statistics (workers/project.py); the other takes results of games
into tournaments (workers/take.py).

A club is *due* if one of these jobs has something to do for it. Every second, a *sweep* asks the store which clubs are due. Hints, the
messages about changes, only make the relay send jobs sooner. Two kinds of hints are ignored: new events of games, because only validated
events count; and new standings, because these jobs made them.

At most one job of each kind is in flight (sent, and not known to be over), so other workers are free to validate games. The job is for all
clubs that are due, in the order in which the relay noticed them. At least PAUSE_SECONDS pass between two jobs of a kind, so that fifty new
verdicts at once need only a few jobs.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from service.store.keys import Club, club_of
from service.store.projected import Projected
from service.store.seasons.seasons import SEASON
from service.store.streams.hints import Change, Ended
from service.store.tournaments.pairings import HINT as PAIRING_HINT
from service.store.tournaments.tournaments import TOURNAMENT, TournamentStreams
from workers.links import PLACE
from workers.queue import Jobs
from workers.relay.single import SingleJob

MOST_CLUBS: Final = 50
"""The most clubs in one job. A job works at least one step for each club, and must end well before the time limit of jobs."""
PAUSE_SECONDS: Final = 0.03
"""The fewest seconds between two jobs of a kind."""


class Following(Protocol):
    """A kind of job. `rests`: what happens to a club for which a job left something to do: if True, the club waits for the next sweep; if
    False, it is due immediately."""

    rests: bool

    def behind(self, clubs: Sequence[Club]) -> list[Club]:
        """Return those of `clubs` for which a job of this kind has something to do."""

    def concerns(self, change: Change) -> bool:
        """Return whether a hint (a message about a change) may mean that a job of this kind has something to do for the club."""

    def send(self, clubs: Sequence[Club]) -> str:
        """Send a job for `clubs`. Returns the job's id."""


class Projecting:
    """The jobs for projected rows. `fold`: the version of the code that must make the rows.

    If a job left something to do for a club, the club waits for the next sweep. So a worker is free for about half of the time, even while
    all rows of a club are made from nothing.
    """

    rests = True

    def __init__(self, projected: Projected, jobs: Jobs, fold: str) -> None:
        self._projected = projected
        self._jobs = jobs
        self._fold = fold

    def behind(self, clubs: Sequence[Club]) -> list[Club]:
        return self._projected.behind(clubs, self._fold)

    def concerns(self, change: Change) -> bool:
        return change.kind not in ("events", PAIRING_HINT)

    def send(self, clubs: Sequence[Club]) -> str:
        return self._jobs.send_projection(self._fold, clubs)


class Taking:
    """The jobs that take results of games into tournaments. They are only for clubs that have tournaments. `fold`: the version of the code
    that must take the results.

    If a job left something to do for a club, the club is due immediately, because such a job is short. Validations that were sent during
    the job come before the next such job.
    """

    rests = False

    def __init__(self, rows: Projected, tournaments: TournamentStreams, jobs: Jobs, fold: str) -> None:
        self._rows = rows
        self._tournaments = tournaments
        self._jobs = jobs
        self._fold = fold
        self._clubs: set[Club] = set()

    def behind(self, clubs: Sequence[Club]) -> list[Club]:
        playing = self._tournaments.clubs_with(clubs)
        self._clubs = set(playing)
        return self._rows.behind(playing, self._fold, PLACE)

    def concerns(self, change: Change) -> bool:
        if change.kind == TOURNAMENT.hint:
            self._clubs.add(club_of(change.stream))
        return change.kind in ("verdict", "parked", TOURNAMENT.hint, SEASON.hint) and club_of(change.stream) in self._clubs

    def send(self, clubs: Sequence[Club]) -> str:
        return self._jobs.send_taking(self._fold, clubs)


class FollowingJobs:
    """Sends the jobs of one kind that follow the clubs' feeds. Every method may raise RedisError or StoreUnavailable."""

    def __init__(self, kind: Following, job: SingleJob, clock: Callable[[], float]) -> None:
        self._kind = kind
        self._clock = clock
        self._due: dict[Club, None] = {}
        self._resting: frozenset[Club] = frozenset()
        self._job = job
        self._next = clock()

    def forget(self) -> None:
        """Forget which clubs are due (need a job), and forget the job that was sent. Called when the connection was lost, because then
        nobody knows what has happened to the job."""
        self._due.clear()
        self._job.forget()

    def take(self, change: Change) -> None:
        """If a hint (a message about a change) may mean that there is something to do, note that the club is due."""
        if self._kind.concerns(change):
            self._due[club_of(change.stream)] = None

    def ended(self, ended: Ended) -> None:
        """Process the announcement that a job has ended. If it is the job that was sent last, the next one may be sent."""
        if self._job.ended(ended.job):
            if self._kind.rests:
                self._resting = frozenset(ended.left)
            else:
                self._due.update(dict.fromkeys(ended.left))

    def sweep(self, clubs: Sequence[Club]) -> None:
        """Ask the store which of all `clubs` are due (need a job), and the queue whether the job that was sent is over."""
        behind = dict.fromkeys(self._kind.behind(clubs))
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
            self._job.sent(self._kind.send(clubs))
            self._next = self._clock() + PAUSE_SECONDS
            for club in clubs:
                del self._due[club]

    def _ready(self) -> list[Club]:
        return [] if self._job.in_flight else [club for club in self._due if club not in self._resting]
