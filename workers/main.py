"""The worker process: takes jobs off the queue and does them one at a time, in this process (docs/decisions/workers-simple.md).

It ends with exit code 0 when it was told to stop, else with 1: whoever supervises it starts it again.
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
"""For so long a worker counts as alive without a sign of it. It waits for a job 15 seconds less, and looks after the registries then."""

log = logging.getLogger(__name__)


class Worker(SimpleWorker):
    """RQ's worker; knows whether it was asked to stop, and tries a lost server every second."""

    max_connection_wait_time = 1.0
    asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run(config: Config) -> None:
    """Work for this installation until SIGTERM or SIGINT. Raises SystemExit(1) where it ended for any other reason."""
    log_lines()
    name = uuid4().hex
    validator(), projector(), exporter()  # so that the first jobs find everything imported
    # All connections carry the worker's name: by that the relay sees whether it lives. A lost reply of BLMOVE must not take a second job.
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
