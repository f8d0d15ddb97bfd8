"""Workers that are forked from one prepared process, so that it takes milliseconds to replace a killed one.

The prepared process has imported everything. It keeps some workers alive (`keep`), and writes a line for each worker that starts or ends.
The class `Forked` runs the prepared process.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final, NoReturn

from tests.servers import RunningServer
from tests.waiting import WITHIN, until

STARTED, ENDED = "started", "ended"
WATCHED: Final = {signal.SIGTERM, signal.SIGCHLD}


class Forked:
    """`number` workers on one server, with a data folder. `module`: the module that the prepared process runs. `ended`: the exit codes of
    workers that ended, as `subprocess` gives them."""

    def __init__(self, server: RunningServer, folder: Path, number: int, module: str) -> None:
        self._module = module
        self._env = {**os.environ, "REDIS_URL": f"unix://{server.socket}", "FACEUP_DATA": str(folder), "RQ_REDIS_URL": ""}
        self._number = number
        self._alive: set[int] = set()
        self.ended: list[int] = []

    def __enter__(self) -> "Forked":
        command = [sys.executable, "-m", self._module, str(self._number)]
        self._parent = subprocess.Popen(command, env=self._env, stdout=subprocess.PIPE, text=True)
        assert self._parent.stdout is not None
        self._reader = threading.Thread(target=self._read, args=[self._parent.stdout])
        self._reader.start()
        until(lambda: len(self._alive) == self._number)
        return self

    def __exit__(self, *_: object) -> None:
        self._parent.terminate()
        self._parent.wait(WITHIN)
        self._reader.join()

    @property
    def processes(self) -> list[int]:
        """The ids of the workers that are alive."""
        return sorted(self._alive.copy())

    def _read(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                told, process, *code = line.split()
                if told == STARTED:
                    self._alive.add(int(process))
                else:
                    self._alive.discard(int(process))
                    self.ended.append(int(code[0]))


def keep(number: int, work: Callable[[], None]) -> None:
    """Keep `number` forked processes alive, each of which does `work`. Stop on SIGTERM, or when the parent of this process is gone. The
    calling process must have no threads and no connections."""
    parent = os.getppid()
    signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
    alive = {_forked(work) for _ in range(number)}
    while os.getppid() == parent:
        told = signal.sigtimedwait(WATCHED, 1)
        if told is not None and told.si_signo == signal.SIGTERM:
            break
        ended = _ended(alive)
        alive = alive - ended | {_forked(work) for _ in ended}
    for process in alive:
        os.kill(process, signal.SIGTERM)
        os.kill(process, signal.SIGCONT)
    for process in alive:
        os.waitpid(process, 0)


def _ended(processes: set[int]) -> set[int]:
    """Return the processes that have ended, after writing a line for each."""
    ended = set()
    for process in processes:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            _tell(ENDED, process, os.waitstatus_to_exitcode(status))
            ended.add(process)
    return ended


def _forked(work: Callable[[], None]) -> int:
    """Fork a process that does `work`. Returns its id."""
    process = os.fork()
    if process == 0:
        _work(work)
    _tell(STARTED, process)
    return process


def _tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def _work(work: Callable[[], None]) -> NoReturn:
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # standard output is for the lines of the parent process only
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WATCHED)
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)
