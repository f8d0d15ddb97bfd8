"""Marks the games that spectators see late. A *mark* is an entry in the sorted set `{club}:delayed`: the game, and the time (ms UTC) after
which its delay hides nothing any more.

A mark only says which games to look at. The head and the record of a game decide what is withheld. A game is marked before each append, so
no mark is missing.
"""

from typing import Final

from redis import Redis

from service.store.connect import ask
from service.store.games.heads import Head
from service.store.keys import Club, GameId, Keys, keys_of

SLACK_MS: Final = 60_000
"""How many milliseconds a game stays marked after its delay is over, because an append may take long, and clocks differ."""


def mark_late(redis: Redis, head: Head, now: int) -> None:
    """Mark a game that spectators see late. `head`: the game's head after the next write. Raises StoreUnavailable."""
    until: dict[str, int] = {head.game: max(now, head.recorded_at) + head.delay * 1000 + SLACK_MS}
    with redis.pipeline(transaction=False) as pipe:
        pipe.zremrangebyscore(keys_of(head.game).delayed, "-inf", now)
        pipe.zadd(keys_of(head.game).delayed, until)
        ask(pipe.execute)


def marked_late(redis: Redis, club: Club, now: int) -> list[GameId]:
    """Return the games of a club whose delay may still hide something (the mark's time is not past), in order of id. Raises
    StoreUnavailable."""
    marked = ask(lambda: redis.zrangebyscore(Keys(club).delayed, now, "+inf"))
    return [GameId(game.decode()) for game in sorted(marked)]
