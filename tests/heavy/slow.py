"""An application with requests that cost a heavy worker its whole budget, or that stop it. Only tests and benches run it."""

import os
import signal
import time
from collections.abc import Callable
from typing import Final

from flask import Flask, Response

from service.config import Config
from service.memory.work import TooLong
from service.serving.budgeted import Budgeted
from service.serving.budgeted import application as budgeted
from service.wiring import wired
from tests.api.callers import API


def _spin() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)  # however loaded the machine is, the processor time ends first
    while True:
        pass


SLOW: Final[dict[str, Callable[[], None]]] = {
    "spin": _spin,
    "sleep": lambda: time.sleep(600),
    "stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "die": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "abort": lambda: os.kill(os.getpid(), signal.SIGABRT),  # as gunicorn does it when a process has not answered in time
}
"""What a request `/games/{game}/slow/{how}` does in a heavy worker. An API process sends it there."""


def slowed(app: Flask) -> Flask:
    """Add the slow requests to an application."""

    def slow(game: str, how: str) -> Response:
        if wired().work.bounded:
            raise TooLong
        SLOW[how]()
        return Response(f"{game}: {how}")

    app.add_url_rule(f"{API}/games/<game>/slow/<how>", view_func=slow)
    return app


def application() -> Budgeted:
    made = budgeted(Config.from_env(os.environ))
    slowed(made.app)
    return made
