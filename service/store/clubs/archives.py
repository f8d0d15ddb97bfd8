"""Requested exports of whole clubs: one row for each, apart from the records. The archives themselves are files (service/files/archive.py).

The request writes the row; from then on only the job that works on the export writes it. The row is deleted together with the file. A
club has at most one unfinished export: a second request gets the same one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from secrets import token_hex
from typing import Any, Final, Literal

import orjson
from redis import Redis

from domain.kernel.events import TokenId
from service.store.connect import ask
from service.store.keys import Club, Keys

KEPT_MS: Final = 7 * 24 * 3600 * 1000
"""How long an archive is kept after the request."""
MOST_KEPT: Final = 5
"""The most archives that are kept of one club; the oldest make room for a new one."""


@dataclass(frozen=True, slots=True)
class BulkExport:
    """One export of a club. `done` of `total` games are in the archive (total None: not yet counted); `failed` of them could not be read.

    `size`: bytes of the finished archive. `attempts`: jobs that began since the last progress. `reason`: why the export failed, else
    empty. Times are in ms UTC.
    """

    id: str
    by: TokenId
    requested_at: int
    expires_at: int
    state: Literal["requested", "running", "done", "failed"] = "requested"
    done: int = 0
    total: int | None = None
    failed: int = 0
    size: int = 0
    attempts: int = 0
    reason: str = ""

    @property
    def unfinished(self) -> bool:
        return self.state in ("requested", "running")


class Exports:
    """The exports of all clubs. `now`: ms UTC. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, now: Callable[[], int], new_id: Callable[[], str] = lambda: token_hex(8)) -> None:
        self._redis = redis
        self._now = now
        self._new_id = new_id

    def request(self, club: Club, by: TokenId) -> BulkExport:
        """Request an export of the club and return it; if one is unfinished, return that. The oldest exports beyond MOST_KEPT expire
        now."""
        kept = self.of(club)
        for export in kept:
            if export.unfinished:
                return export
        now = self._now()
        for export in kept[MOST_KEPT - 1 :]:
            self.put(club, replace(export, expires_at=now))
        asked = BulkExport(self._new_id(), by, now, now + KEPT_MS)
        self.put(club, asked)
        return asked

    def get(self, club: Club, export: str) -> BulkExport | None:
        """The export with that id; None if it is missing. An expired one is returned until it is cleared away."""
        row = ask(lambda: self._redis.hget(Keys(club).exports, export))
        return None if row is None else _read(row)

    def of(self, club: Club) -> list[BulkExport]:
        """The exports of a club that have not expired, newest first."""
        rows = map(_read, ask(lambda: self._redis.hvals(Keys(club).exports)))
        kept = [export for export in rows if not self.has_expired(export)]
        return sorted(kept, key=lambda export: export.requested_at, reverse=True)

    def put(self, club: Club, export: BulkExport) -> None:
        ask(lambda: self._redis.hset(Keys(club).exports, export.id, orjson.dumps(asdict(export))))

    def expire(self, club: Club) -> None:
        """Let every export of the club expire now, even an unfinished one: the archives hold a name that was erased."""
        for export in self.of(club):
            self.put(club, replace(export, expires_at=self._now()))

    def drop(self, club: Club, export: str) -> None:
        ask(lambda: self._redis.hdel(Keys(club).exports, export))

    def has_expired(self, export: BulkExport) -> bool:
        return export.expires_at <= self._now()

    def due(self, clubs: Iterable[Club]) -> Iterator[tuple[Club, str]]:
        """Every export that needs a job: unfinished or expired."""
        asked = list(clubs)

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                for club in asked:
                    pipe.hvals(Keys(club).exports)
                return pipe.execute()

        for club, rows in zip(asked, ask(question) if asked else [], strict=True):
            yield from ((club, export.id) for export in map(_read, rows) if export.unfinished or self.has_expired(export))


def _read(row: bytes) -> BulkExport:
    return BulkExport(**orjson.loads(row))
