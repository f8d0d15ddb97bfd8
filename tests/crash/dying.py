"""A worker that kills or stops itself at named points while it takes results of games into tournaments. `python -m tests.crash.dying N`
keeps N of them alive.

An order is a file in the folder ORDERS of the worker's data folder. Its name says what to do and at which point, such as `kill after the
list is changed`. The first worker that comes to this point removes the file and carries out the order: it kills itself, or stops itself
(SIGSTOP). Just before it does so, it adds a line with its process id and the point to the file `DIED` or `STOPPED`.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from service.config import Config
from tests.crash.forked import keep
from workers.main import run
from workers.wiring import Wiring, wired

ORDERS, DIED, STOPPED = "orders", "died", "stopped"
POINTS: Final = (
    "before results are appended",
    "after results are appended",
    "before the list is changed",
    "after the list is changed",
)


KILL, STOP = "kill", "stop"


class Obeying:
    """Carries out the orders in the data folder `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def at(self, point: str) -> None:
        for order, line, number in ((KILL, DIED, signal.SIGKILL), (STOP, STOPPED, signal.SIGSTOP)):
            try:
                (self._folder / ORDERS / f"{order} {point}").unlink()
            except FileNotFoundError:
                continue
            with (self._folder / line).open("a") as file:
                file.write(f"{os.getpid()} {point}\n")
            os.kill(os.getpid(), number)

    def around(self, call: Callable[..., Any], before: str, after: str) -> Callable[..., Any]:
        def obedient(*arguments: Any, **named: Any) -> Any:
            self.at(before)
            answer = call(*arguments, **named)
            self.at(after)
            return answer

        return obedient


def endangered(parts: Wiring, orders: Obeying) -> None:
    streams, rows = parts.tournaments, parts.taking
    streams.append = orders.around(streams.append, POINTS[0], POINTS[1])  # type: ignore[method-assign]
    rows.move = orders.around(rows.move, POINTS[2], POINTS[3])  # type: ignore[method-assign]


def work() -> None:
    config = Config.from_env(os.environ)
    endangered(wired(), Obeying(config.data))
    run(config)


if __name__ == "__main__":
    keep(int(sys.argv[1]), work)
