"""Requested exports of whole clubs and of single tournaments. A row in Redis says how far each is, and is deleted together with its file
(service/files/archive.py)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from secrets import token_hex
from typing import Final, Literal, cast

import orjson
from redis import Redis
from redis.client import Pipeline

from domain.kernel.events import TokenId
from service.store.asking import asked_of_each
from service.store.connect import ask, confirming
from service.store.keys import Club, Keys, StreamId

KEPT_MS: Final = 7 * 24 * 3600 * 1000
"""How many milliseconds after its request an archive expires."""
MOST_KEPT: Final = 5
"""The most archives of everything that one club keeps, and also the most of tournaments. If another one is requested, the oldest that is
finished expires."""


class AllUnfinished(Exception):
    """All archives of tournaments that a club may have are still being made."""


@dataclass(frozen=True, slots=True)
class BulkExport:
    """One export of a club, or of its `tournament` as it was at `version`. `total`: how many games and tournaments it has; None: not
    counted yet. `done` of them were tried, `failed` of them could not be read. `attempts`: how many jobs have begun since the last
    progress. `reason`: why it failed; empty if it did not. Times are in ms UTC."""

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
    tournament: StreamId | None = None
    version: int = 0

    @property
    def unfinished(self) -> bool:
        return self.state in ("requested", "running")


class Exports:
    """The exports of all clubs."""

    def __init__(self, redis: Redis, now: Callable[[], int], new_id: Callable[[], str] = lambda: token_hex(8)) -> None:
        self._redis = redis
        self._sure = confirming(redis)
        self._now = now
        self._new_id = new_id

    def request(self, club: Club, by: TokenId, tournament: StreamId | None = None, version: int = 0) -> BulkExport:
        """Request an export of the club, or of its `tournament` at `version`. An unfinished export of the same is returned instead. More
        than MOST_KEPT of a kind are not kept: the oldest finished ones expire. Raises AllUnfinished if none is finished."""
        kept = [export for export in self.of(club) if (export.tournament is None) == (tournament is None)]
        for export in kept:
            if export.unfinished and export.tournament == tournament:
                row = ask(lambda: self._sure.hget(Keys(club).exports, export.id))  # noqa: B023 (called at once)
                return export if row is None else _read(row)
        now = self._now()
        over = len(kept) - MOST_KEPT + 1
        finished = [export for export in reversed(kept) if not export.unfinished]
        if over > len(finished):
            raise AllUnfinished
        for export in finished[: max(0, over)]:
            self.put(club, replace(export, expires_at=now))
        asked = BulkExport(self._new_id(), by, now, now + KEPT_MS, tournament=tournament, version=version)
        self.put(club, asked)
        return asked

    def get(self, club: Club, export: str) -> BulkExport | None:
        """Return the export with that id; None if there is no such export. An expired export is returned until a job has removed it."""
        row = ask(lambda: self._redis.hget(Keys(club).exports, export))
        return None if row is None else _read(row)

    def of(self, club: Club) -> list[BulkExport]:
        """Return the exports of a club that have not expired, newest first."""
        rows = map(_read, ask(lambda: self._redis.hvals(Keys(club).exports)))
        kept = [export for export in rows if not self.has_expired(export)]
        return sorted(kept, key=lambda export: export.requested_at, reverse=True)

    def put(self, club: Club, export: BulkExport) -> None:
        ask(lambda: self._sure.hset(Keys(club).exports, export.id, orjson.dumps(asdict(export))))

    def move(self, club: Club, export: BulkExport) -> None:
        """Store the row that a job has changed. If a request has moved `expires_at` to an earlier time since the job read the row, the
        earlier time stays. If the row was deleted since then, it is stored as expired, so that the files of this job are removed too."""
        key = Keys(club).exports

        def step(pipe: Pipeline) -> None:
            row = cast("bytes | None", pipe.hget(key, export.id))
            until = 0 if row is None else _read(row).expires_at
            pipe.multi()
            pipe.hset(key, export.id, orjson.dumps(asdict(replace(export, expires_at=min(export.expires_at, until)))))

        ask(lambda: self._sure.transaction(step, key))

    def expire(self, club: Club) -> None:
        """Let every export of the club expire now, even an unfinished one. This is called when a person is erased, because archives may
        hold the person's name."""
        for export in self.of(club):
            self.put(club, replace(export, expires_at=self._now()))

    def drop(self, club: Club, export: str) -> None:
        ask(lambda: self._redis.hdel(Keys(club).exports, export))

    def has_expired(self, export: BulkExport) -> bool:
        return export.expires_at <= self._now()

    def due(self, clubs: Iterable[Club]) -> Iterator[tuple[Club, str]]:
        """Yield (club, export id) for every export that needs a job: it is unfinished or has expired."""
        for club, (rows,) in asked_of_each(self._redis, clubs, lambda keys: [("HVALS", keys.exports)]):
            yield from ((club, export.id) for export in map(_read, rows) if export.unfinished or self.has_expired(export))


def _read(row: bytes) -> BulkExport:
    return BulkExport(**orjson.loads(row))
