"""Looking at processes from outside."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path


def until(found: Callable[[], object], within: float = 20.0) -> None:
    """Wait until `found()` is true."""
    deadline = time.monotonic() + within
    while not found():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def pid_in(path: Path) -> int:
    """The process id that somebody writes into a file sooner or later."""
    until(lambda: path.exists() and path.read_text())
    return int(path.read_text())


def lives(pid: int) -> bool:
    """Whether the process runs; one that ended and was not yet waited for does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state) and state[0] != "Z"


def below(pid: int) -> set[int]:
    """The process ids of all that descend from a process."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listed.splitlines())}
    found, size = {pid}, 0
    while len(found) > size:
        size = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found - {pid}
