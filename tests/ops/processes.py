"""Functions that find out from the operating system whether processes run."""

import subprocess
from pathlib import Path

from tests.waiting import until

__all__ = ["until"]


def pid_in(path: Path) -> int:
    written: list[str] = []

    def read_file() -> str:
        written[:] = [path.read_text() if path.exists() else ""]
        return written[0]

    until(read_file)
    return int(written[0])


def lives(pid: int) -> bool:
    """Return whether the process runs. A zombie counts as ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state) and state[0] != "Z"


def below(pid: int) -> set[int]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listed.splitlines())}
    family, size = {pid}, 0
    while len(family) > size:
        size = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    return family - {pid}
