"""The settings of gunicorn, which runs the API (`--config python:service.serving.api`), and the application that gunicorn serves.

With gevent a few processes serve thousands of live pages. gevent replaces Python's sockets only after this file was imported. So this file
must not import, at its top, a module that uses sockets.
"""

import os
import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from service import directory
from service.config import Config
from service.running import capacity

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.workers.base import Worker  # type: ignore[import-untyped]

_config = Config.from_env(os.environ)
capacity.raise_open_files()

_host = f"[{_config.host}]" if ":" in _config.host else _config.host
bind = [f"{_host}:{port}" for port in (_config.port, _config.https_port) if port]
workers = _config.processes
worker_class = "service.running.connections.Worker"
logger_class = "service.running.lines.Log"
worker_connections = capacity.most_connections()
wsgi_app = "service.serving.api:application()"
graceful_timeout = 10
"""Seconds after which a process that was asked to stop is killed. It ends before that by itself: `Worker` gives requests in progress two
seconds."""
keepalive = _config.limits.idle_seconds + _config.limits.header_seconds
"""How many seconds gunicorn waits for a request. It has only this one limit for idle connections and incomplete headers together; our
worker class adds a limit for each."""
if _config.proxies and not os.environ.get("FORWARDED_ALLOW_IPS"):
    forwarded_allow_ips = ",".join(map(str, _config.proxies))
loglevel = "warning"
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if sys.platform == "linux" and os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()  # noqa: S108
"""The folder in which gunicorn's workers report that they are alive. The folder is in memory, because on a slow disk a worker could look
dead."""

_named_figures = os.environ.get("PROMETHEUS_MULTIPROC_DIR")


def on_starting(_server: object) -> None:
    """Make an empty folder for the metrics, and put its path into the environment. gunicorn calls this before it starts a worker.

    The processes map the files of that folder into their memory. A process would die if the disk with these files were full. So the folder
    is in memory, unless PROMETHEUS_MULTIPROC_DIR names another one.
    """
    figures = Path(_named_figures) if _named_figures else directory.private_folder(Path(worker_tmp_dir)) / _installation()
    figures.mkdir(mode=0o700, parents=True, exist_ok=True)
    for former in figures.glob("*.db"):
        former.unlink()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(figures)


def on_exit(_server: object) -> None:
    """Remove the folder for the metrics, unless PROMETHEUS_MULTIPROC_DIR named it. gunicorn calls this when it stops."""
    if not _named_figures:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)


def _installation() -> str:
    """Return a name for the folder of metrics. It depends on the data directory, the address and the port, so no other installation on
    this machine uses it."""
    return f"figures-{sha256(os.fsencode(_config.data)).hexdigest()[:16]}-{_config.host}-{_config.port}"


def child_exit(_server: object, worker: "Worker") -> None:
    """Keep the counters of a worker that has ended, and drop its gauges. gunicorn calls this."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def application() -> "Flask":
    """Make the application for one process. gunicorn calls this after gevent has replaced the sockets."""
    from service.app import create_app  # noqa: PLC0415

    return create_app(_config)
