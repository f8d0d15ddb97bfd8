"""The worker process. It takes jobs off the queue and does them one at a time, in this process (docs/decisions/workers-queue.md).

Its exit code is 0 if it was asked to stop. Otherwise the exit code is 1, and the supervisor starts the worker again.
"""

import logging
import time
from types import FrameType
from typing import Final
from uuid import uuid4

from redis import Redis, RedisError
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.config import Config
from service.store.connect import refuses_writes
from workers.archive import exporter
from workers.logs import log_lines
from workers.pair import pairer
from workers.project import projector
from workers.queue import queue_on
from workers.take import taker
from workers.validate import validator

ALIVE_SECONDS: Final = 60
"""If a worker gives no sign of life for this many seconds, RQ counts it as dead. So a worker waits for a job for at most this time minus 15
seconds. After that it cleans RQ's lists of jobs and workers, which is a sign of life."""

LOOK_SECONDS: Final = 1.0
NOTHING: Final = "faceup:nothing"
"""A key that does not exist. Its deletion is a write that changes nothing, which tests whether the server takes writes."""

log = logging.getLogger(__name__)


class Worker(SimpleWorker):
    """RQ's worker. It also remembers whether it was asked to stop, and tries to reach a lost server every second."""

    max_connection_wait_time = 1.0
    asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(self, timeout: int | None, max_idle_time: int | None = None) -> tuple[Job, Queue] | None:
        """Wait for a job and return it. While the queue's server takes no writes, nobody can take a job: wait for the server first."""
        while True:
            try:
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except RedisError as failure:
                if not refuses_writes(failure):
                    raise
            wait_for_writes(self.connection)


def wait_for_writes(redis: Redis) -> None:
    """Wait until the queue's server takes writes. While it waits, the process has no job, so a stop signal ends it at once. Raises
    RedisError."""
    waits = False
    while True:
        try:
            redis.delete(NOTHING)
        except RedisError as failure:
            if not refuses_writes(failure):
                raise
        else:
            return
        if not waits:
            log.warning("the worker waits: the queue's server takes no writes, its disk may be full")
            waits = True
        time.sleep(LOOK_SECONDS)


def run(config: Config) -> None:
    """Do jobs until SIGTERM or SIGINT. Raises SystemExit(1) if the work ends for another reason."""
    queue = config.required_queue_url()
    log_lines()
    name = uuid4().hex
    validator(), projector(), taker(), exporter(), pairer()  # These calls import all modules that the jobs need.
    # The relay recognises a living worker by the name of its connection.
    # Commands are not retried, because a second BLMOVE would take a second job.
    redis = Redis.from_url(queue, client_name=name, retry=None, socket_connect_timeout=5)
    worker = None
    try:
        wait_for_writes(redis)
        worker = Worker([queue_on(redis)], name=name, connection=redis, serializer=JSONSerializer, worker_ttl=ALIVE_SECONDS)
        worker.log_result_lifespan = False
        worker.work(logging_level="WARNING")
    except RedisError as lost:
        log.warning("the worker lost its queue: %s", type(lost).__name__)
    if worker is None or not worker.asked_to_stop:
        raise SystemExit(1)
