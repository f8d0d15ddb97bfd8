"""When each token was last used. Each process writes a use at most once in `EVERY_MS` for each token, so a time may be too early by up to
`EVERY_MS`."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, cast

from redis import Redis
from redis.exceptions import RedisError

from domain.kernel.events import TokenId
from service.memory import shares
from service.memory.cache import Cache, Region
from service.store.keys import Club, Keys

EVERY_MS: Final = 5 * 60 * 1000
FIELD: Final = "used"
"""The field of a token's row that has the time of its last use, in ms UTC."""


class Uses:
    """The last uses of the tokens of all clubs. `now`: returns the time in ms UTC. `cache`: remembers what
    was written a moment ago. Safe to share between threads."""

    def __init__(self, redis: "Redis", now: Callable[[], int], cache: Cache) -> None:
        self._redis = redis
        self._now = now
        self._written: Region[str, bool] = Region(cache, lambda _: 100, shares.USES, EVERY_MS, now)

    def note(self, club: Club, token: TokenId) -> None:
        """Remember that a stored token is used now. Raises nothing: even if the time cannot be written, the request succeeds."""
        name = f"{club}_{token}"
        if self._written.get(name):
            return
        self._written.put(name, True)
        with suppress(RedisError):
            self._redis.hset(Keys(club).token(token), FIELD, self._now())

    def of(self, club: Club, tokens: Iterable[TokenId]) -> dict[TokenId, int]:
        """Return when each token was last used, in ms UTC. Tokens that were never used, or only before Faceup stored such times, are left
        out."""
        asked = list(tokens)
        pipe = self._redis.pipeline(transaction=False)
        for token in asked:
            pipe.hget(Keys(club).token(token), FIELD)
        found = cast("list[bytes | None]", pipe.execute())
        return {token: int(used) for token, used in zip(asked, found, strict=True) if used is not None}
