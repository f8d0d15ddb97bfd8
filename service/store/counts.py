"""Counts of what happened in a stretch of time, in Redis: for limits that hold for all processes together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from service.store.connect import ask


@dataclass(frozen=True, slots=True)
class Count:
    """How often something may happen: `most` times in `seconds`, from the first time on. `key`: the key of the count in Redis."""

    key: str
    most: int
    seconds: int


def wait(redis: Redis, counts: Sequence[Count]) -> int:
    """Count one more time in each of `counts`. Returns 0 if none is over its limit. Otherwise nothing stays counted, and the seconds are
    returned after which all have room again. Call this before the act: then acts at the same time cannot exceed a limit."""
    found = ask(lambda: _counted(redis, counts))
    over = [max(1, seconds) for count, (times, seconds) in zip(counts, found, strict=True) if times > count.most]
    if over:
        uncount(redis, counts)
    return max(over, default=0)


def uncount(redis: Redis, counts: Sequence[Count]) -> None:
    """Take back one time from each of `counts`."""

    def taken_back() -> Any:
        with redis.pipeline(transaction=False) as pipe:
            for count in counts:
                pipe.decr(count.key)
                pipe.expire(count.key, count.seconds, nx=True)  # the count may have expired just now
            return pipe.execute()

    ask(taken_back)


def _counted(redis: Redis, counts: Sequence[Count]) -> list[tuple[int, int]]:
    """Count one more time in each. Returns for each how often it was counted, and the seconds after which it begins at 0 again."""
    with redis.pipeline(transaction=False) as pipe:
        for count in counts:
            pipe.incr(count.key)
            pipe.expire(count.key, count.seconds, nx=True)
            pipe.ttl(count.key)
        replies = cast("list[int]", pipe.execute())
    return list(zip(replies[::3], replies[2::3], strict=True))
