"""PINs with which players confirm a result on somebody else's phone. They are stored beside the record, never in it.

A PIN belongs to a seat of a game and to the player in that seat. It becomes invalid when somebody else takes the seat. Because four digits
are easily guessed, a seat has only `MOST_TRIES` wrong tries in `WINDOW_SECONDS`. PINs are stored as a slow hash.
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
"""So many seconds after the first wrong try, wrong tries are counted from 0 again."""


class TooManyTries(Exception):
    """Too many wrong PINs for this seat. For the next `seconds` every PIN is refused, even the right one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many wrong PINs; the next one in {seconds} seconds")
        self.seconds = seconds


class Pins:
    """The PINs of all games. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, hashed: Callable[[str], str] = generate_password_hash) -> None:
        self._redis = redis
        self._hashed = hashed

    def put(self, game: GameId, seat: Seat, person: PersonId | None, pin: str) -> None:
        """Set the PIN of `person`, who sits in `seat`. It replaces the former PIN, and wrong tries are counted from 0 again."""
        kept, keys = orjson.dumps([person, self._hashed(pin)]), keys_of(game)
        ask(lambda: self._redis.hset(keys.pins(game), str(seat), kept))
        ask(lambda: self._redis.delete(keys.tries(game, seat)))

    def has(self, game: GameId, seat: Seat, person: PersonId | None) -> bool:
        return self._kept(game, seat, person) is not None

    def fits(self, game: GameId, seat: Seat, person: PersonId | None, pin: str) -> bool:
        """Whether `pin` is the PIN of `person`, who sits in `seat`. A try is counted before it is checked, so simultaneous tries cannot
        exceed the limit. Raises TooManyTries."""
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
