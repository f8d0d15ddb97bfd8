"""Computes how many connections one API process can handle at once, and raises the limit of open files to allow as many.

Every live stream is an open file. Usually a process may open 1,024 files. It may raise this limit up to the *hard* limit, which the owner
of the machine sets.
"""

import resource
from typing import Final

MOST_STREAMS: Final = 4000
"""The most live streams of one process. With this many, an event reaches the last viewer after about 100 ms
(docs/decisions/ops-server.md)."""
OTHERS: Final = 1000
"""The most connections that are not live streams: idle ones that browsers keep open, and requests in progress."""
LOBBY: Final = 8000
"""The most connections that have not sent the headers of a request yet (service/running/lobby.py)."""
RESERVE: Final = 192
"""The most open files that are not connections of clients: connections to Redis, metrics, logs."""


def raise_open_files() -> None:
    """Let this process and its children open MOST_STREAMS + OTHERS + LOBBY + RESERVE files, or as many as the hard limit allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_STREAMS + OTHERS + LOBBY + RESERVE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_in_lobby() -> int:
    """Return how many connections may wait in the lobby: LOBBY, or a quarter of all connections if few files may be open."""
    return min(LOBBY, _free() // 4)


def most_connections() -> int:
    """Return how many connections this process may have with its current limit of open files, without those in the lobby."""
    return max(1, min(MOST_STREAMS + OTHERS, _free() - most_in_lobby()))


def most_streams() -> int:
    """Return how many live pages this process may serve at once. At least one network connection in five stays free for other requests."""
    return min(MOST_STREAMS, most_connections() * 4 // 5)


def _free() -> int:
    """Return how many open files are left for connections."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_STREAMS + OTHERS + LOBBY if soft == resource.RLIM_INFINITY else max(0, soft - RESERVE)
