"""How the API runs: the settings of gunicorn (`--config python:service.running.serving`), and the application it serves.

gunicorn uses gevent, because each live page keeps a connection open and a few processes must hold thousands. gevent replaces the sockets
of a process when the process starts, so no module that is imported here may use sockets.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from service.config import Config
from service.running import capacity

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.workers.base import Worker  # type: ignore[import-untyped]

_config = Config.from_env(os.environ)
capacity.raise_open_files()

bind = f"[{_config.host}]:{_config.port}" if ":" in _config.host else f"{_config.host}:{_config.port}"
workers = _config.processes
worker_class = "gevent"
worker_connections = capacity.most_connections()
wsgi_app = "service.running.serving:application()"
graceful_timeout = 2
"""Seconds for requests in progress at a stop. Live streams do not end by themselves; their readers reconnect and resume."""
keepalive = 75
loglevel = "warning"
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if sys.platform == "linux" and os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()  # noqa: S108
"""Where workers report that they are alive: in memory, so that a slow disk does not look like a dead worker."""

_figures = Path(os.environ.get("PROMETHEUS_MULTIPROC_DIR") or _config.data / f"metrics-{_config.port}")
"""Where the processes collect their metrics (service.running.metrics); emptied at every start. Machines that share a data folder
each need their own."""


def on_starting(_server: object) -> None:
    """Make an empty folder for the metrics and put its path into the environment. gunicorn calls this before it starts any process."""
    _figures.mkdir(mode=0o700, parents=True, exist_ok=True)
    for former in _figures.glob("*.db"):
        former.unlink()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_figures)


def child_exit(_server: object, worker: "Worker") -> None:
    """Keep the counters of a process and drop its gauges. gunicorn calls this after the process ended."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def application() -> "Flask":
    """Make the application of one process, after gevent has replaced the sockets."""
    from service.app import create_app  # noqa: PLC0415

    return create_app(_config)
