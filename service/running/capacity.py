"""How much one API process handles at once, and the open files that it needs for that.

Every live stream is an open file. Systems usually allow a process 1,024 open files unless it asks for more; it may ask for any number up
to the *hard* limit, which the owner of the machine sets.
"""

import resource
from typing import Final

MOST_STREAMS: Final = 4000
"""Live streams of one process. With this many, the last viewer is served about 100 ms after an event (docs/decisions/web-server.md)."""
OTHERS: Final = 1000
"""Connections beside the streams: pages that browsers keep alive, requests in progress."""
RESERVE: Final = 192
"""Open files for everything else: connections to Redis, metrics, logs."""


def raise_open_files() -> None:
    """Let this process and its children open MOST_STREAMS + OTHERS + RESERVE files, or as many as the hard limit allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_STREAMS + OTHERS + RESERVE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """The most connections of one process under its present limit of open files."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    everything = MOST_STREAMS + OTHERS
    return everything if soft == resource.RLIM_INFINITY else max(1, min(everything, soft - RESERVE))


def most_streams() -> int:
    """The most live streams of one process: one connection in five stays free for everything else."""
    return min(MOST_STREAMS, most_connections() * 4 // 5)
