"""Marks the games that spectators see late. `{club}:delayed` holds the mark of each: the moment (ms UTC) from which nothing is withheld any
more.

A mark only says where to look: whether something is withheld follows from head and record. A game is marked before an append, so that no
mark is missing.
"""

from typing import Final

from redis import Redis

from service.store.connect import ask
from service.store.games.heads import Head
from service.store.keys import Club, GameId, Keys, keys_of

SLACK_MS: Final = 60_000
"""How many milliseconds longer than its delay a game stays marked: an append may take long, and clocks differ."""


def mark_late(redis: Redis, head: Head, now: int) -> None:
    """Mark the game that is about to get this head, if spectators see it late. Raises StoreUnavailable."""
    if head.delay:
        until: dict[str, int] = {head.game: max(now, head.recorded_at) + head.delay * 1000 + SLACK_MS}
        with redis.pipeline(transaction=False) as pipe:
            pipe.zremrangebyscore(keys_of(head.game).delayed, "-inf", now)
            pipe.zadd(keys_of(head.game).delayed, until)
            ask(pipe.execute)


def marked_late(redis: Redis, club: Club, now: int) -> list[GameId]:
    """The marked games of a club, in order of id. Raises StoreUnavailable."""
    marked = ask(lambda: redis.zrangebyscore(Keys(club).delayed, now, "+inf"))
    return [GameId(game.decode()) for game in sorted(marked)]
