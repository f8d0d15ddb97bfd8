"""The relays that live. Each renews a row while it works, so that relays can share the clubs (workers/relay/share.py), and so that others
see what waits in queues which they do not reach."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from hashlib import blake2b
from typing import Final

import orjson
from redis import Redis

from service.store.connect import ask, script
from service.store.keys import RELAYS, Club

LIVES_MS: Final = 5000
"""A relay whose row was not renewed for this long counts as dead."""


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of jobs. `server`: the run id of its server. `queued`: jobs that no worker has taken. `workers`: how many workers are
    connected; None: the server does not list its clients."""

    server: str
    queued: int
    workers: int | None


@dataclass(frozen=True, slots=True)
class RelayRow:
    """What a relay says of itself. `relay`: its id. `code`: the version of the rules and of the folds. `queue`: that of its jobs. `works`:
    whether somebody does them. `host`: its machine; empty: an older version did not say."""

    relay: str
    code: str
    queue: Queue
    works: bool = True
    host: str = ""

    def __str__(self) -> str:
        return f"{self.relay} on {self.host}" if self.host else self.relay


def sharing(rows: Sequence[RelayRow]) -> frozenset[str]:
    """Return the ids of the relays that share the clubs: those of `rows` whose jobs somebody does; all, if there are none."""
    return frozenset(row.relay for row in [row for row in rows if row.works] or rows)


def owner_of(club: Club, relays: frozenset[str]) -> str:
    """Return the relay to which a club belongs."""
    return max(relays, key=lambda relay: blake2b(f"{relay} {club}".encode(), digest_size=8).digest())


class Relays:
    """The rows of the relays. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._rows = script(redis, "relays.lua")

    def renewed(self, row: RelayRow) -> list[RelayRow]:
        """Write a relay's own row. Returns the rows of all that live."""
        return self._read(row.relay, orjson.dumps([row.code, *astuple(row.queue), row.works, row.host]))

    def living(self) -> list[RelayRow]:
        """Return the rows of all that live."""
        return self._read()

    def left(self, relay: str) -> None:
        """Delete the row of a relay that stops."""
        ask(lambda: self._redis.hdel(RELAYS, relay))

    def _read(self, *renewed: str | bytes) -> list[RelayRow]:
        rows: list[bytes] = self._rows([RELAYS], [LIVES_MS, *renewed])
        return [_row(relay.decode(), *orjson.loads(said)) for relay, said in zip(rows[::2], rows[1::2], strict=True)]


def _row(relay: str, code: str, server: str, queued: int, workers: int | None, works: bool = True, host: str = "", *_: object) -> RelayRow:
    return RelayRow(relay, code, Queue(server, queued, workers), works, host)
