"""The servers that keep the clubs: one server with all of them, or the nodes of a Redis Cluster. All keys of a club are on one node."""

from redis import Redis

from service.store.connect import ask
from service.store.keys import Club, Keys
from service.store.routed import Routed
from service.store.slots import slot_of


class Nodes:
    """The nodes behind a client of the store (`write_client`), for questions about many clubs, or about no club. Their own clients do not
    follow a club that moves: take a node anew for each question. One server is one node. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def of(self, club: Club) -> Redis:
        """Return a client of the node that has this club."""
        redis = self._redis
        node: Redis = ask(lambda: redis.slots.fresh().node(slot_of(("", Keys(club).feed)))) if isinstance(redis, Routed) else redis
        return node

    def all(self) -> list[Redis]:
        """Return a client of each node that takes writes."""
        redis = self._redis
        nodes: list[Redis] = ask(lambda: redis.slots.fresh().all()) if isinstance(redis, Routed) else [redis]
        return nodes

    def servers(self) -> list[Redis]:
        """Return a client of each server: of the nodes that take writes, and of their replicas."""
        redis = self._redis
        servers: list[Redis] = ask(lambda: redis.slots.fresh().servers()) if isinstance(redis, Routed) else [redis]
        return servers
