"""The part of the relay that sends the jobs for exports of whole clubs.

Each export has a row in Redis that says how far it is. An export that is unfinished or has expired needs a job, which works on it for a
short time (a slice). At most one of these jobs is in flight (sent, and not known to be over), and the exports take turns. So at least half
of a worker's time is left for validating games.
"""

from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.keys import Club
from workers.queue import Jobs
from workers.relay.single import SingleJob


class ArchiveJobs:
    """Sends the jobs for exports of whole clubs. `job`: keeps track of the job that was sent. Every method may raise RedisError or
    StoreUnavailable."""

    def __init__(self, exports: Exports, clubs: Clubs, jobs: Jobs, job: SingleJob) -> None:
        self._exports = exports
        self._clubs = clubs
        self._jobs = jobs
        self._job = job
        self._last: tuple[Club, str] | None = None

    def forget(self) -> None:
        """Forget the job that was sent. Called when the connection to the queue was lost, because then nobody knows what has happened to
        the job."""
        self._job.forget()

    def sweep(self) -> None:
        """If no earlier job is under way, send a job for the next export that needs one."""
        self._job.look()
        if self._job.in_flight:
            return
        due = sorted(self._exports.due(self._clubs.names_of_clubs()))
        if due:
            self._last = next((export for export in due if self._last is None or export > self._last), due[0])
            self._job.sent(self._jobs.send_archive(*self._last))
