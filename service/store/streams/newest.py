"""Lists the newest streams of one kind in several clubs."""

from collections.abc import Sequence
from typing import Any

from redis import Redis

from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId


def newest_everywhere(redis: Redis, clubs: Sequence[Club], index: str, most: int) -> list[StreamId]:
    """Return the ids of at most `most` streams of all `clubs` together, newest first by time of opening. `index`: the name of the sorted
    set that lists the streams of a club, such as `games`. Raises StoreUnavailable."""

    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            for club in clubs:
                pipe.zrevrange(Keys(club).index(index), 0, most - 1, withscores=True)
            return pipe.execute()

    opened = [(score, stream) for listed in ask(question) for stream, score in listed]
    return [StreamId(stream.decode()) for _, stream in sorted(opened, reverse=True)[:most]]
