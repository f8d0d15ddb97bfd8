"""The guard: a process that waits for the supervisor to die, and then ends the supervisor's other children.

All children are in the guard's process group; the Redis server is not. The guard's standard input is a pipe that only the supervisor holds
open. When the input ends, the supervisor is dead.
"""

import os
import signal
import time
from typing import Final

GRACE: Final = 10.0
"""Children that have not ended this many seconds after SIGTERM are killed."""


def main() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 1):
        pass
    os.killpg(0, signal.SIGTERM)
    time.sleep(GRACE)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
