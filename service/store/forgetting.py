"""Deletes the PINs of people who are erased, in all games of their club. The PINs of entries are deleted by TournamentStreams.scrub.

A PIN is stored as JSON in the Redis hash `{club}:pins:<game>`: its holder, and a hash of the PIN.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import count
from typing import Any, Final

import orjson
from redis import Redis

from domain.kernel.events import PersonId
from service.store.connect import ask
from service.store.keys import Club, GameId, Keys

AT_ONCE: Final = 500
"""How many games are looked at in one round trip."""


def forget_pins(redis: Redis, club: Club, people: Collection[PersonId]) -> None:
    """Delete the PINs that belong to `people`, in all games of the club. Safe to repeat. Raises StoreUnavailable."""
    for keys in _keys(redis, club):
        _forget(redis, keys, people)


def _keys(redis: Redis, club: Club) -> Iterator[list[str]]:
    """Yield the keys of the PINs of all games of the club, in lists of at most AT_ONCE keys."""
    keys = Keys(club)
    for first in count(0, AT_ONCE):
        games = ask(lambda: redis.zrange(keys.games, first, first + AT_ONCE - 1))  # noqa: B023 (called at once)
        if not games:
            return
        yield [keys.pins(GameId(game.decode())) for game in games]


def _forget(redis: Redis, keys: Sequence[str], people: Collection[PersonId]) -> None:
    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            for key in keys:
                pipe.hgetall(key)
            return pipe.execute()

    for key, pins in zip(keys, ask(question), strict=True):
        if fields := [field for field, pin in pins.items() if orjson.loads(pin)[0] in people]:
            ask(lambda: redis.hdel(key, *fields))  # noqa: B023 (called at once)
