"""The secret of each tournament. The ids of the tournament's games are computed from the secret, so nobody can guess the ids of the next
round.

The secret is stored outside the tournament's stream. It is never deleted: with a new secret, the game of a table would get a second id, and
the table could be opened twice.
"""

from collections.abc import Callable
from secrets import token_bytes
from typing import Final

from redis import Redis

from service.store.connect import ask
from service.store.errors import StoreUnavailable
from service.store.keys import StreamId, keys_of

SECRET_BYTES: Final = 32


class Secrets:
    """The secrets of all tournaments. `random(n)`: returns n unguessable bytes. Threads may share an object."""

    def __init__(self, redis: Redis, random: Callable[[int], bytes] = token_bytes) -> None:
        self._redis = redis
        self._random = random

    def of(self, tournament: StreamId) -> bytes:
        """Return the secret of a tournament. The first call makes the secret; simultaneous first calls all get the same one. Raises
        StoreUnavailable."""
        key = keys_of(tournament).secret(tournament)
        kept: bytes | None = ask(lambda: self._redis.get(key))
        if kept is None:
            made = self._random(SECRET_BYTES)
            ask(lambda: self._redis.set(key, made, nx=True))
            kept = ask(lambda: self._redis.get(key))
        if kept is None:
            raise StoreUnavailable("the Redis server did not keep the secret that it was given")
        return kept
