"""The worker process: takes jobs off the queue and does them one at a time, in this process (docs/decisions/workers-simple.md).

It ends with exit code 0 when it was asked to stop, otherwise with 1, and its supervisor starts it again.
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
from workers.project import projector
from workers.queue import queue_on
from workers.validate import validator

ALIVE_SECONDS: Final = 60
"""How long a worker counts as alive without a sign of life. It waits for a job for 15 seconds less than that, and then cleans RQ's
registries."""

log = logging.getLogger(__name__)


class Worker(SimpleWorker):
    """RQ's worker. It remembers whether it was asked to stop, and tries a lost server again every second."""

    max_connection_wait_time = 1.0
    asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run(config: Config) -> None:
    """Work for this installation until SIGTERM or SIGINT. Raises SystemExit(1) when it ends for any other reason."""
    log_lines()
    name = uuid4().hex
    validator(), projector(), exporter()  # so that everything is imported before the first job
    # All connections carry the worker's name, by which the relay sees whether the worker is alive. No command is retried: when the reply of
    # BLMOVE is lost, a second BLMOVE would take a second job.
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
