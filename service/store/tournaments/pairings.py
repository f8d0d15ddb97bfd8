"""Pairings that a worker makes, because the tournament is too large to pair during a request. A row in Redis says what is wanted and how
far it is.

A request creates the row (`request`). After that, all changes go through `change`, which never overwrites another change. The row of a
pairing that has ended is kept for KEPT_SECONDS. Pairings that have not ended are listed for the relay (the process that puts jobs into the
queue), which sends one job after the other.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal, cast

import orjson
from redis import Redis
from redis.client import Pipeline

from domain.kernel.canonical import Json
from domain.kernel.events import TokenId
from service.store.asking import asked_of_each, pairs
from service.store.connect import ask, confirming
from service.store.keys import Club, Keys, StreamId, club_of
from service.store.streams.hints import channel_of

KEPT_SECONDS: Final = 24 * 3600
"""How many seconds the row of a pairing is kept after the pairing has ended."""
HINT: Final = "pairing"
"""The first word of the hint that somebody wants a pairing."""

State = Literal["waiting", "running", "done", "refused", "conflict", "cancelled", "failed"]


@dataclass(frozen=True, slots=True)
class PairingJob:
    """A pairing that a director asked for. `by`: the director's token. `requested_at`: ms UTC. `expected`, `seed`, `accept_least`,
    `dry_run`: as in `PairingWish`.

    `percent`: how much is done. `attempts`: jobs begun. `recording`: it cannot be cancelled any more. `round`, `version`: the paired round
    and the tournament's version with it. `actual`: the tournament's version after a conflict. `reason`: why it was refused or failed.
    `least`: the best pairing if the rule in `reason` may be broken. `pairing`: the round of a dry run, as JSON."""

    id: str
    tournament: StreamId
    by: TokenId
    requested_at: int
    expected: int
    seed: int | None = None
    accept_least: bool = False
    dry_run: bool = False
    state: State = "waiting"
    percent: int = 0
    attempts: int = 0
    recording: bool = False
    round: int | None = None
    version: int | None = None
    actual: int | None = None
    reason: str = ""
    least: Mapping[str, Json] | None = None
    pairing: Mapping[str, Json] | None = None

    @property
    def ended(self) -> bool:
        return self.state not in ("waiting", "running")

    @property
    def wish(self) -> tuple[object, ...]:
        """Return what the director asked for. Two requests with equal values ask for the same pairing."""
        return self.tournament, self.by, self.expected, self.seed, self.accept_least, self.dry_run


class PairingJobs:
    """The wanted pairings of all clubs."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._sure = confirming(redis)
        self._channel = channel_of(redis)

    def request(self, job: PairingJob) -> PairingJob:
        """Store the row of a wanted pairing, list it for the relay, and tell the relay. If there is a row with this id already, nothing
        is changed. Returns the stored row."""
        club = club_of(job.tournament)

        def store(pipe: Pipeline) -> None:
            known = pipe.get(Keys(club).pairing(job.id))
            pipe.multi()
            if known is None:
                self._write(pipe, club, job)
                pipe.spublish(self._channel(club), f"{HINT} {club} {job.tournament} {job.expected}")

        ask(lambda: self._sure.transaction(store, Keys(club).pairing(job.id)))
        return self.get(club, job.id) or job

    def waiting(self, club: Club) -> int:
        """Return how many pairings of a club have not ended."""
        return int(ask(lambda: self._redis.zcard(Keys(club).pairings)))

    def get(self, club: Club, job: str) -> PairingJob | None:
        """Return what is stored about the pairing with the id `job`; None if there is no such pairing, or if its row was deleted."""
        row = ask(lambda: self._redis.get(Keys(club).pairing(job)))
        return None if row is None else _read(row)

    def change(self, club: Club, job: str, step: Callable[[PairingJob], PairingJob]) -> PairingJob | None:
        """Replace the row of a pairing by `step(row)`, and return the new row; again, if another process changes it meanwhile. A row that
        has ended never changes. If there is no such row, returns None, and takes the id off the list."""

        def move(pipe: Pipeline) -> Any:
            row = cast("bytes | None", pipe.get(key))
            now = None if row is None else _read(row)
            after = now if now is None or now.ended else step(now)
            pipe.multi()
            if after is None:
                pipe.zrem(Keys(club).pairings, job)
            elif after != now:
                self._write(pipe, club, after)
            return after

        key = Keys(club).pairing(job)
        changed: PairingJob | None = ask(lambda: self._sure.transaction(move, key, value_from_callable=True))
        return changed

    def cancel(self, job: PairingJob) -> PairingJob:
        """Cancel a pairing. Nothing happens if it has ended or is being recorded. Returns what is stored about it now."""
        changed = self.change(club_of(job.tournament), job.id, lambda now: now if now.recording else replace(now, state="cancelled"))
        return changed or job

    def due(self, clubs: Iterable[Club]) -> list[tuple[Club, str]]:
        """Return the pairings that need a job, each as (club, id), in the order of the requests."""
        listed = asked_of_each(self._redis, clubs, lambda keys: [("ZRANGE", keys.pairings, 0, -1, "WITHSCORES")])
        found = [(float(score), club, job.decode()) for club, (jobs,) in listed for job, score in pairs(jobs)]
        return [(club, job) for _, club, job in sorted(found)]

    def _write(self, pipe: Pipeline, club: Club, job: PairingJob) -> None:
        pipe.set(Keys(club).pairing(job.id), orjson.dumps(asdict(job)), ex=KEPT_SECONDS if job.ended else None)
        if job.ended:
            pipe.zrem(Keys(club).pairings, job.id)
        else:
            pipe.zadd(Keys(club).pairings, {job.id: job.requested_at})


def _read(row: bytes) -> PairingJob:
    return PairingJob(**orjson.loads(row))
