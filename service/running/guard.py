"""The guard: a process that does nothing but wait for the supervisor to die, and then ends the supervisor's other children.

A supervisor that is killed cannot stop anybody. All its children are in the guard's process group, and the guard's input is a pipe that
only the supervisor holds open: its end is the supervisor's death, however that came. (The server is not in the group: it stays.)
"""

import os
import signal
import time
from typing import Final

GRACE: Final = 10.0
"""Seconds between asking the group to end and ending it."""


def main() -> None:
    for told in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(told, signal.SIG_IGN)
    while os.read(0, 1):
        pass
    os.killpg(0, signal.SIGTERM)
    time.sleep(GRACE)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
