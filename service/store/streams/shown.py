"""The streams that the landing page looks at: the newest of all clubs that were public when they were opened, or were made public later.

There is one sorted set for games and one for tournaments, by time of opening. So the page need not ask every club. A set only says where to
look: a stream stays in it when it becomes private or ends, and whoever shows it looks at the stream itself (service/api/server/public.py).
A stream is put into its set before the events that make it public are written, so none is missing; except on a cluster, while the node
with the set is lost: then the other clubs open their streams without it."""

from collections.abc import Iterable
from typing import Any, Final

from redis import Redis

from service.store.asking import asked_of_each, pairs
from service.store.connect import ask
from service.store.keys import SHOWN, Club, StreamId

MOST: Final = 300
"""How many streams each set keeps, the newest ones."""


def are_public(acts: Iterable[object]) -> bool:
    """Whether one of these acts makes its stream public."""
    return any(getattr(act, "visibility", None) == "public" for act in acts)


def show(redis: Redis, index: str, opened: dict[str, int]) -> None:
    """Put streams into the set of their kind, where each keeps its first time. `index`: the name of the sets that list the streams of one
    club, such as `games`. `opened`: when each stream was opened, in ms UTC."""

    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            pipe.zadd(SHOWN + index, opened, nx=True)
            pipe.zremrangebyrank(SHOWN + index, 0, -MOST - 1)
            return pipe.execute()

    if opened:
        ask(question)


def shown(redis: Redis, index: str) -> list[StreamId]:
    """Return the streams in a set, newest first."""
    return [StreamId(stream.decode()) for stream in ask(lambda: redis.zrange(SHOWN + index, 0, -1, desc=True))]


def show_newest(redis: Redis, clubs: Iterable[Club], index: str) -> None:
    """Put the newest streams of all `clubs` into their set, public or not."""
    listed = asked_of_each(redis, clubs, lambda keys: [("ZREVRANGE", keys.index(index), 0, MOST - 1, "WITHSCORES")])
    opened = {stream.decode(): int(score) for _, (some,) in listed for stream, score in pairs(some)}
    show(redis, index, dict(sorted(opened.items(), key=lambda each: each[1])[-MOST:]))
