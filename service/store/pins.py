"""PINs that people use to confirm something on somebody else's phone. They are never stored in the record, but in keys of their own, and
only as hashes that are slow to compute.

Because four digits are easily guessed, a PIN has only `MOST_TRIES` wrong tries in `WINDOW_SECONDS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import orjson
from redis import Redis
from werkzeug.security import check_password_hash, generate_password_hash

from domain.kernel.canonical import Json
from service.store.connect import ask
from service.store.native import aside

MOST_TRIES: Final = 5
WINDOW_SECONDS: Final = 900
"""How many seconds after the first wrong try the wrong tries are counted from 0 again."""


class TooManyTries(Exception):
    """Too many wrong PINs. For the next `seconds` every PIN is refused, even the right one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many wrong PINs; try again in {seconds} seconds")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Pin:
    """The PIN of one seat or entry, which may be set or not. `kept`: the key of the Redis hash that holds the PIN, in the field `field`.
    `tries`: the key that counts wrong tries. `holder`: the people that the PIN belongs to, as JSON. A PIN that was set for other people
    does not count.

    Every method may raise StoreUnavailable."""

    redis: Redis
    kept: str
    field: str
    tries: str
    holder: Json
    hashed: Callable[[str], str] = generate_password_hash

    def put(self, pin: str) -> None:
        """Set the PIN. It replaces the former PIN, and wrong tries are counted from 0 again."""
        body = orjson.dumps([self.holder, aside(lambda: self.hashed(pin))])
        ask(lambda: self.redis.hset(self.kept, self.field, body))
        ask(lambda: self.redis.delete(self.tries))

    @property
    def there(self) -> bool:
        """Whether a PIN is set."""
        return self._hash() is not None

    def fits(self, pin: str) -> bool:
        """Whether `pin` is the PIN. A try is counted before it is checked, so simultaneous tries cannot exceed the limit. Raises
        TooManyTries."""
        tries, _, seconds = ask(self._counted)
        if tries > MOST_TRIES:
            raise TooManyTries(max(1, seconds))
        right = self._hash()
        if right is None or not aside(lambda: check_password_hash(right, pin)):  # takes equally long for a right and a wrong PIN
            return False
        ask(lambda: self.redis.delete(self.tries))
        return True

    def _counted(self) -> list[Any]:
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.incr(self.tries)
            pipe.expire(self.tries, WINDOW_SECONDS, nx=True)
            pipe.ttl(self.tries)
            return pipe.execute()

    def _hash(self) -> str | None:
        kept = ask(lambda: self.redis.hget(self.kept, self.field))
        holder, right = (None, None) if kept is None else orjson.loads(kept)
        return right if holder == self.holder else None
