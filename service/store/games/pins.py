"""PINs by which players confirm a result on somebody else's phone. They are kept beside the record, never in it.

A PIN belongs to a seat of a game and to the player who sits there: it ends when somebody else takes the seat. Ten thousand tries find any
four digits, so a seat takes only `MOST_TRIES` wrong ones in `WINDOW_SECONDS`. That limit and a slow hash protect PINs.
"""

from collections.abc import Callable
from typing import Any, Final

import orjson
from redis import Redis
from werkzeug.security import check_password_hash, generate_password_hash

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from service.store.connect import ask
from service.store.keys import GameId, keys_of

MOST_TRIES: Final = 5
WINDOW_SECONDS: Final = 900
"""Seconds, from the first wrong try, after which the count of wrong tries starts again."""


class TooManyTries(Exception):
    """This seat takes no PIN, right or wrong, for so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many wrong PINs; the next one in {seconds} seconds")
        self.seconds = seconds


class Pins:
    """The PINs of all games. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis, hashed: Callable[[str], str] = generate_password_hash) -> None:
        self._redis = redis
        self._hashed = hashed

    def put(self, game: GameId, seat: Seat, person: PersonId | None, pin: str) -> None:
        """Set the PIN of the player who sits there. The former PIN ends, and the count of wrong tries starts again."""
        kept, keys = orjson.dumps([person, self._hashed(pin)]), keys_of(game)
        ask(lambda: self._redis.hset(keys.pins(game), str(seat), kept))
        ask(lambda: self._redis.delete(keys.tries(game, seat)))

    def has(self, game: GameId, seat: Seat, person: PersonId | None) -> bool:
        return self._kept(game, seat, person) is not None

    def fits(self, game: GameId, seat: Seat, person: PersonId | None, pin: str) -> bool:
        """Whether this is the PIN of the player who sits there. A try is counted before it is checked, so simultaneous tries count too.

        Raises TooManyTries.
        """
        key = keys_of(game).tries(game, seat)
        tries, _, seconds = ask(lambda: self._counted(key))
        if tries > MOST_TRIES:
            raise TooManyTries(max(1, seconds))
        kept = self._kept(game, seat, person)
        if kept is None or not check_password_hash(kept, pin):  # compares in constant time
            return False
        ask(lambda: self._redis.delete(key))
        return True

    def _counted(self, key: str) -> list[Any]:
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.incr(key)
            pipe.expire(key, WINDOW_SECONDS, nx=True)
            pipe.ttl(key)
            return pipe.execute()

    def _kept(self, game: GameId, seat: Seat, person: PersonId | None) -> str | None:
        kept = ask(lambda: self._redis.hget(keys_of(game).pins(game), str(seat)))
        sitter, hashed = (None, None) if kept is None else orjson.loads(kept)
        return hashed if sitter == person else None
