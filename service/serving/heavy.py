"""The settings of gunicorn for the heavy workers (`--config python:service.serving.heavy`)."""

import os

from service.config import Config
from service.serving.api import worker_tmp_dir as worker_tmp_dir  # noqa: PLC0414 - gunicorn reads it here
from service.serving.budgeted import PATIENCE, Budgeted, give_way
from service.serving.budgeted import application as budgeted

os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # requests are counted by the API, not here
_config = Config.from_env(os.environ)

bind = f"unix:{_config.heavy_socket}"
umask = 0o077
workers = max(1, _config.heavy)
worker_class = "sync"
preload_app = True
"""The modules are loaded once, before the processes are forked. So an ended process is replaced in milliseconds, and all processes share
this memory."""
wsgi_app = "service.serving.heavy:application()"
timeout = (PATIENCE + 1) * _config.heavy_seconds
"""A process that does not answer for this many seconds is killed. Long requests end before that: their budget of processor time is used up,
or they have taken PATIENCE times as long."""
graceful_timeout = 2
loglevel = "warning"
control_socket_disable = True


def post_fork(_server: object, _worker: object) -> None:
    give_way(_config)


def application() -> Budgeted:
    return budgeted(_config)
