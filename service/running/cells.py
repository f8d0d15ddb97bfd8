"""Cells: a *cell* is a relay, its workers and their queue on one machine. Several cells share the clubs of one store
(workers/relay/share.py). If the store is a cluster, or somebody else's server on a machine without pages, a cell starts a server for its
queue, in the folder `queue` of the data folder."""

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final

from service.config import Config
from service.directory import prepared
from service.projections import FOLD
from service.running.server import Embedded
from service.running.server_settings import QUEUE
from service.store.relays import RelayRow

ROLES: Final = ("web", "work")
"""What a machine may do. `web`: the API, the pages and the processes for long requests. `work`: a cell."""


class QueueServer(Embedded):
    """The server of a cell's queue. It writes nothing to the disk: when jobs are lost, the relay sends them again."""

    settings = QUEUE

    def enter(self, stopped: Callable[[], bool] = lambda: False) -> str:
        prepared(self.data.parent)  # the data folder, which may be new
        return super().enter(stopped)

    def arguments(self) -> tuple[str, ...]:
        return ()


def queue_server_of(config: Config, roles: Collection[str] = ("work",)) -> QueueServer | None:
    """Return the server that a machine with these roles must start for its queue; None if it needs none. A machine with pages and a cell
    has its queue on the server of the records, unless that is a cluster."""
    shared = "web" in roles and config.queue_url is not None
    if "work" not in roles or shared or config.redis_url is None or config.rq_redis_url is not None:
        return None
    return QueueServer(config.data / "queue", os.environ.get("PATH", os.defpath))


def with_queue(config: Config) -> Config:
    """Return the settings with the queue of the cell that works with this data folder now, if it has one of its own."""
    server = queue_server_of(config)
    return config if server is None or not server.lives() else replace(config, rq_redis_url=server.url)


def unequal(rows: Iterable[RelayRow]) -> str | None:
    """Return a sentence if some of these relays run another version of Faceup than this process; else None."""
    others = sorted({row.code for row in rows} - {FOLD})
    if not others:
        return None
    return (
        f"Another relay runs another version of Faceup ({', '.join(others)}, this is {FOLD}): install the same one on all machines, because"
        " games are validated again when their club comes to a relay of another version."
    )
