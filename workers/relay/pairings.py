"""The part of the relay that sends the jobs for pairings of large tournaments.

Each requested pairing has a row in Redis (service/store/tournaments/pairings.py). The relay sends the next job when a hint announces a new
row, when a job has ended, and at each sweep (once a second). At most one job is in flight (sent, and not known to be over), so that other
workers are free for the games. Clubs take turns, so that many requests of one club delay no other club by more than one job.
"""

from collections.abc import Callable

from service.store.clubs.clubs import Clubs
from service.store.keys import Club
from service.store.streams.hints import Change, Ended
from service.store.tournaments.pairings import HINT, PairingJobs
from workers.queue import PAIR_SECONDS, Jobs
from workers.relay.single import SingleJob


class PairingsWanted:
    """Sends the jobs for pairings. `clock`: returns seconds that never go back. Every method may raise RedisError or StoreUnavailable."""

    def __init__(self, pairings: PairingJobs, clubs: Clubs, jobs: Jobs, clock: Callable[[], float]) -> None:
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
        if change.kind == HINT:
            self._send()

    def ended(self, ended: Ended) -> None:
        """Process the announcement that a job has ended. If it is the job that was sent last, send the next one."""
        if self._job.ended(ended.job):
            self._send()

    def sweep(self) -> None:
        """Ask the queue whether the job that was sent is over. Then, if no job is under way, send the next one."""
        self._job.look()
        self._send()

    def _send(self) -> None:
        if self._job.in_flight:
            return
        due = self._pairings.due(self._clubs.names_of_clubs())
        if due:
            # The next job is for the club whose last job was sent longest ago.
            club, pairing = min(due, key=lambda each: self._turns.get(each[0], 0))
            self._served += 1
            self._turns[club] = self._served
            self._job.sent(self._jobs.send_pairing(club, pairing))
