"""The worker process. It takes jobs off the queue and does them one at a time, in this process (docs/decisions/workers-simple.md).

Its exit code is 0 if it was asked to stop. Otherwise the exit code is 1, and the supervisor starts the worker again.
"""

import logging
from types import FrameType
from typing import Final
from uuid import uuid4

from redis import Redis, RedisError
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service.config import Config
from workers.archive import exporter
from workers.logs import log_lines
from workers.pair import pairer
from workers.project import projector
from workers.queue import queue_on
from workers.take import taker
from workers.validate import validator

ALIVE_SECONDS: Final = 60
"""If a worker gives no sign of life for this many seconds, RQ counts it as dead. So a worker waits for a job at most 15 seconds less.
Then it cleans RQ's lists of jobs and workers, which is a sign of life."""

log = logging.getLogger(__name__)


class Worker(SimpleWorker):
    """RQ's worker. It also remembers whether it was asked to stop, and tries to reach a lost server every second."""

    max_connection_wait_time = 1.0
    asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run(config: Config) -> None:
    """Do jobs until SIGTERM or SIGINT. Raises SystemExit(1) if the work ends for another reason."""
    log_lines()
    name = uuid4().hex
    validator(), projector(), taker(), exporter(), pairer()  # These calls import all modules that the jobs need.
    # The relay recognises a living worker by the name of its connection. Commands are not retried, because a second BLMOVE would take a
    # second job.
    redis = Redis.from_url(config.queue_url, client_name=name, retry=None, socket_connect_timeout=5)
    worker = None
    try:
        worker = Worker([queue_on(redis)], name=name, connection=redis, serializer=JSONSerializer, worker_ttl=ALIVE_SECONDS)
        worker.log_result_lifespan = False
        worker.work(logging_level="WARNING")
    except RedisError as lost:
        log.warning("the worker lost its queue: %s", type(lost).__name__)
    if worker is None or not worker.asked_to_stop:
        raise SystemExit(1)
