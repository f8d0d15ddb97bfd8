"""The records of games: streams of the kind `game`, and the lists of a club's games."""

from secrets import token_bytes

from redis import Redis

from domain.kernel.events import Act
from domain.record.chain import NewSalt
from service.store.connect import script
from service.store.games.heads import Head
from service.store.games.kind import GAME
from service.store.games.late import mark_late, marked_late
from service.store.keys import Club, GameId, Keys
from service.store.outcomes import NoSuchGame
from service.store.streams.batch import Now
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES


class Records(Streams[Act, Head]):
    """The records of the games of all clubs on one server. Safe to share between threads. `redis` must not retry by itself
    (`write_client`). Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES)) -> None:
        super().__init__(redis, GAME, now, new_salt)
        self._newest = script(redis, "games/newest.lua")

    def _announced(self, head: Head) -> None:
        mark_late(self._redis, head, self._now())

    def games(self, club: Club, *, before: GameId | None = None, limit: int) -> list[Head]:
        """Return at most `limit` games of a club, newest first. `before`: the last game of the previous page. Raises NoSuchGame if that
        game does not exist."""
        return [head for head in self.heads(self.newest(club, before=before, limit=limit)) if head is not None]

    def newest(self, club: Club, *, before: GameId | None = None, limit: int) -> list[GameId]:
        """Return the ids of at most `limit` games of a club, newest first. `before`: the last game of the previous page. Raises NoSuchGame
        if that game does not exist."""
        ids = self._newest([Keys(club).games], [limit, before or ""])
        if ids is None:
            raise NoSuchGame(before)
        return [GameId(game.decode()) for game in ids]

    def late(self, club: Club) -> list[Head]:
        """Return the heads of the club's games with events that are withheld from spectators, in order of id. A few may have no such events
        any more."""
        heads = self.heads(marked_late(self._redis, club, self._now()))
        return [head for head in heads if head is not None and head.delay]
