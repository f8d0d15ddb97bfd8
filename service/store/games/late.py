"""Games that spectators see late: marked in `{club}:delayed` by the moment (ms UTC) from which nothing of them is withheld any more.

A mark says where to look, never that something is withheld: only head and record tell. It is set before an append, so that none is missing.
"""

from typing import Final

from redis import Redis

from service.store.connect import ask
from service.store.games.heads import Head
from service.store.keys import Club, GameId, Keys, keys_of

SLACK_MS: Final = 60_000
"""How much longer than its delay a game stays marked: an append may take long, and clocks differ."""


def mark_late(redis: Redis, head: Head, now: int) -> None:
    """Mark the game that is about to have this head, if it is late. Raises StoreUnavailable."""
    if head.delay:
        until: dict[str, int] = {head.game: max(now, head.recorded_at) + head.delay * 1000 + SLACK_MS}
        with redis.pipeline(transaction=False) as pipe:
            pipe.zremrangebyscore(keys_of(head.game).delayed, "-inf", now)
            pipe.zadd(keys_of(head.game).delayed, until)
            ask(pipe.execute)


def marked_late(redis: Redis, club: Club, now: int) -> list[GameId]:
    """The games of a club that are marked, by id. Raises StoreUnavailable."""
    found = ask(lambda: redis.zrangebyscore(Keys(club).delayed, now, "+inf"))
    return [GameId(game.decode()) for game in sorted(found)]
