"""The settings of gunicorn for the processes beside the API (`--config python:service.beside.serving`)."""

import os

from service.beside.application import Budgeted, give_way
from service.beside.application import application as budgeted
from service.config import Config
from service.running.directory import beside_socket
from service.running.serving import worker_tmp_dir as worker_tmp_dir  # noqa: PLC0414 - gunicorn reads it here

os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # requests are counted by the API, not here
_config = Config.from_env(os.environ)

bind = f"unix:{beside_socket(_config.data, _config.port)}"
umask = 0o077
workers = max(1, _config.beside)
worker_class = "sync"
preload_app = True
"""The modules are loaded once, before the processes are forked. So an ended process is replaced in milliseconds, and all processes share
this memory."""
wsgi_app = "service.beside.serving:application()"
timeout = 3 * _config.beside_seconds
"""A process that does not answer for this many seconds is killed. Nearly all long requests end before that, because their budget of
processor time is used up."""
graceful_timeout = 2
loglevel = "warning"
control_socket_disable = True


def post_fork(_server: object, _worker: object) -> None:
    give_way(_config)


def application() -> Budgeted:
    return budgeted(_config)
