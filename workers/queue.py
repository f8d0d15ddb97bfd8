"""The job queue (RQ): the form of the jobs that the relay sends and the workers run, and what happened to a job.

Jobs are JSON, not pickle, so that a person who can write to the queue's server cannot run code here. Jobs have random ids, and leave
nothing in the queue when they are done. The queue may lose or double any job (docs/decisions/workers-queue.md).
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal

from redis import Redis
from redis.exceptions import ResponseError
from rq import Queue, Retry
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service.store.keys import Club, GameId

QUEUE: Final = "faceup"
VALIDATE: Final = "workers.validate.validate"
PROJECT: Final = "workers.project.project"
TAKE: Final = "workers.take.take"
EXPORT: Final = "workers.archive.export"
PAIR: Final = "workers.pair.pair"
JOB_SECONDS: Final = 10
"""The longest time of a job, in seconds; a job that takes longer has failed. Validating a thousand events takes about 20 ms."""
PAIR_SECONDS: Final = 120
"""The longest time of a job that pairs a round, in seconds. Pairing 500 entries takes up to 5 seconds."""
RETRIES: Final = 2
"""How many times a failed job is tried again, without a pause. After that the game is parked: it is not validated before its next event or
a new version of the rules."""
FAILED_JOB_SECONDS: Final = 60
"""RQ keeps the data of a failed job for this many seconds."""

Fate = Literal["waits", "taken", "runs", "gone", "died"]
"""What has happened to a job.

* `waits`: it is still in the queue
* `taken`: a worker has taken it but not begun it; this lasts a few milliseconds, or without end if the worker died
* `runs`: a living worker runs it
* `gone`: it is done, failed or lost
* `died`: its worker died while it ran
"""


def queue_on(redis: Redis) -> Queue:
    """Return the queue on the server of `redis`, a client that must not decode replies."""
    return Queue(QUEUE, connection=redis, serializer=JSONSerializer)


class Jobs:
    """Sends jobs for the relay, and finds out what has happened to them. `seconds`: the longest time of a job. Every method may raise
    RedisError."""

    def __init__(self, redis: Redis, seconds: int = JOB_SECONDS) -> None:
        self.redis = redis
        self._queue = queue_on(redis)
        self.seconds = seconds

    def send(self, games: Sequence[GameId]) -> list[str]:
        """Put a job for each of `games` into the queue in one request. Returns the ids of the jobs, in the order of the games."""
        wanted = [
            Queue.prepare_data(
                VALIDATE,
                (game,),
                timeout=self.seconds,
                result_ttl=0,
                failure_ttl=FAILED_JOB_SECONDS,
                retry=Retry(max=RETRIES),
            )
            for game in games
        ]
        return [job.id for job in self._queue.enqueue_many(wanted)]

    def send_projection(self, fold: str, clubs: Sequence[Club]) -> str:
        """Send one job that updates the projected rows of `clubs`. A worker does it only if its code has the version `fold`. Returns the
        job's id."""
        return self._send_one(PROJECT, fold, list(clubs))

    def send_taking(self, fold: str, clubs: Sequence[Club]) -> str:
        """Send one job that takes results of games into the tournaments of `clubs`. A worker does it only if its code has the version
        `fold`. Returns the job's id."""
        return self._send_one(TAKE, fold, list(clubs))

    def send_archive(self, club: Club, export: str) -> str:
        """Send one job that works on a club's export for a short time. `export`: the export's id. Returns the job's id."""
        return self._send_one(EXPORT, club, export)

    def _send_one(self, name: str, *arguments: object) -> str:
        return self._queue.enqueue_call(name, arguments, timeout=self.seconds, result_ttl=0, failure_ttl=FAILED_JOB_SECONDS).id

    def send_pairing(self, club: Club, pairing: str) -> str:
        """Send one job that pairs a round. `pairing`: the id of the request. Returns the job's id."""
        return self._queue.enqueue_call(PAIR, (club, pairing), timeout=PAIR_SECONDS, result_ttl=0, failure_ttl=FAILED_JOB_SECONDS).id

    def is_gone(self, job_id: str) -> bool:
        """Return whether the queue no longer has the job, because it is done or lost."""
        return not Job.exists(job_id, self.redis)

    def fate(self, job_id: str) -> Fate:
        """Return what has happened to a job that was sent a while ago."""
        try:
            job = Job.fetch(job_id, self.redis, self._queue.serializer)
        except NoSuchJobError:
            return "gone"
        match job.get_status(refresh=False):
            case JobStatus.QUEUED:
                if job_id in self._queue.get_job_ids():
                    return "waits"
                # The job is in neither list: the queue was lost but not the job's data, or a worker has just begun the job.
                # In both cases it does no harm to send the job again.
                return "taken" if job_id in self._queue.intermediate_queue.get_job_ids() else "gone"
            case JobStatus.STARTED:
                return "runs" if self._connected(job.worker_name) else "died"
            case _:
                return "gone"

    def drop(self, job_id: str) -> None:
        """Delete a job that a worker took but never began. Without this, RQ would notice the job after a minute and try it again."""
        self._queue.intermediate_queue.remove(job_id)
        with suppress(NoSuchJobError):
            Job.fetch(job_id, self.redis, self._queue.serializer).delete()

    def _connected(self, worker: str | None) -> bool:
        """Return whether the worker with this name is connected to the server. If the server does not list its clients, return True."""
        try:
            return any(client["name"] == worker for client in self.redis.client_list())
        except ResponseError:
            return True
