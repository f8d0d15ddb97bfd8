"""The job queue: what the relay and the workers agree on, and what becomes of a job.

Jobs are JSON, never pickle: whoever can write to the queue's server must not be able to run code here. They have random ids and leave
nothing behind; the queue may lose or double any of them (docs/decisions/workers-queue.md).
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
EXPORT: Final = "workers.archive.export"
JOB_SECONDS: Final = 10
"""A job that takes longer has failed. A thousand events are validated in some 20 ms."""
RETRIES: Final = 2
"""How often a failed job is tried again, at once, before its game is parked."""
FAILED_JOB_SECONDS: Final = 60
"""How long RQ keeps what is left of a failed job."""

Fate = Literal["waits", "taken", "runs", "gone", "died"]
"""waits: in the queue. taken: off the queue and not begun, which lasts a few milliseconds, or for ever if the worker died just then.
runs: a living worker has it. gone: done, failed or lost. died: its worker did, with the job in hand."""


def queue_on(redis: Redis) -> Queue:
    """The queue on this server; `redis` must leave replies as bytes."""
    return Queue(QUEUE, connection=redis, serializer=JSONSerializer)


class Jobs:
    """The queue as the relay uses it. `seconds`: what a job may take. Every method raises RedisError."""

    def __init__(self, redis: Redis, seconds: int = JOB_SECONDS) -> None:
        self._redis = redis
        self._queue = queue_on(redis)
        self.seconds = seconds

    def send(self, games: Sequence[GameId]) -> list[str]:
        """Put a job for each of `games` into the queue, at one stroke; the ids of the jobs, in their order."""
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
        """Put one job into the queue that brings the projected rows of `clubs` up to their feeds; its id."""
        arguments = (fold, list(clubs))
        return self._queue.enqueue_call(PROJECT, arguments, timeout=self.seconds, result_ttl=0, failure_ttl=FAILED_JOB_SECONDS).id

    def send_archive(self, club: Club, export: str) -> str:
        """Put one job into the queue that carries the export of a club on by a slice; its id."""
        return self._queue.enqueue_call(EXPORT, (club, export), timeout=self.seconds, result_ttl=0, failure_ttl=FAILED_JOB_SECONDS).id

    def is_gone(self, job_id: str) -> bool:
        """Whether nothing is left of a job: it is done, or lost."""
        return not Job.exists(job_id, self._redis)

    def fate(self, job_id: str) -> Fate:
        """What became of a job that was sent a while ago."""
        try:
            job = Job.fetch(job_id, self._redis, self._queue.serializer)
        except NoSuchJobError:
            return "gone"
        match job.get_status(refresh=False):
            case JobStatus.QUEUED:
                return "taken" if job_id in self._queue.intermediate_queue.get_job_ids() else "waits"
            case JobStatus.STARTED:
                return "runs" if self._connected(job.worker_name) else "died"
            case _:
                return "gone"

    def drop(self, job_id: str) -> None:
        """Forget a job that was taken and never begun. RQ itself would notice after a minute, and try it again."""
        self._queue.intermediate_queue.remove(job_id)
        with suppress(NoSuchJobError):
            Job.fetch(job_id, self._redis, self._queue.serializer).delete()

    def _connected(self, worker: str | None) -> bool:
        """Whether the worker has a connection; of a server that will not tell, every worker is believed to."""
        try:
            return any(client["name"] == worker for client in self._redis.client_list())
        except ResponseError:
            return True
