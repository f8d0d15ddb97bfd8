"""The servers that keep the clubs: one server with all of them, or the nodes of a Redis Cluster. All keys of a club are on one node."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

from redis import Redis
from redis.client import Pipeline

from service.store.connect import ask
from service.store.errors import StoreUnavailable
from service.store.keys import Club, Keys
from service.store.routed import Routed
from service.store.slots import slot_of

AT_ONCE: Final = 1000
"""The most clubs of one pipeline."""


class Nodes:
    """The nodes behind a client of the store (`write_client`). One server is one node."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def of(self, club: Club) -> Redis:
        """Return a client of the node that has this club. Raises StoreUnavailable if no node has it now."""
        redis = self._redis
        node: Redis = ask(lambda: redis.slots.node(slot_of(("", Keys(club).feed)))) if isinstance(redis, Routed) else redis
        return node

    def all(self) -> list[Redis]:
        """Return a client of each node that takes writes. Raises StoreUnavailable if none answers."""
        redis = self._redis
        nodes: list[Redis] = ask(redis.slots.all) if isinstance(redis, Routed) else [redis]
        return nodes

    def each(self, clubs: Iterable[Club], build: Callable[[Pipeline, Club], object]) -> dict[Club, list[Any] | None]:
        """Ask something about many clubs, in one pipeline for each node. `build(pipeline, club)` adds the commands about one club, which
        must be safe to repeat. Returns their replies by club, in the order of `clubs`; None for a club whose node does not answer."""
        replies: dict[Club, list[Any] | None] = dict.fromkeys(clubs)
        groups: dict[Redis, list[Club]] = {}
        for club in replies:
            try:
                groups.setdefault(self.of(club), []).append(club)
            except StoreUnavailable:
                continue
        for group in groups.values():
            for first in range(0, len(group), AT_ONCE):
                try:
                    replies |= _asked(self._redis, group[first : first + AT_ONCE], build)
                except StoreUnavailable:
                    break
        return replies


def _asked(redis: Redis, clubs: list[Club], build: Callable[[Pipeline, Club], object]) -> dict[Club, list[Any] | None]:
    numbers: dict[Club, int] = {}

    def asked() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            for club in clubs:
                before = len(pipe)
                build(pipe, club)
                numbers[club] = len(pipe) - before
            return pipe.execute()

    answered = iter(ask(asked))
    return {club: list(islice(answered, number)) for club, number in numbers.items()}
