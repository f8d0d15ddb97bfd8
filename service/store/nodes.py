"""The servers that keep the clubs: one server with all of them, or the nodes of a Redis Cluster. All keys of a club are on one node."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from redis import Redis
from redis.exceptions import RedisError

from service.store.connect import CANNOT, ask
from service.store.keys import Club, Keys
from service.store.routed import Routed
from service.store.slots import OneServer, slot_of

T = TypeVar("T")


def address_of(node: Redis) -> str:
    """Return the host and port of a node, as people write them."""
    options = node.connection_pool.connection_kwargs
    return f"{options.get('host')}:{options.get('port')}"


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

    def learn(self) -> None:
        """Learn again which node has which club, unless that was done a moment ago."""
        if isinstance(self._redis, Routed):
            self._redis.slots.learn()

    def all(self) -> list[Redis]:
        """Return a client of each node that takes writes."""
        redis = self._redis
        nodes: list[Redis] = ask(lambda: redis.slots.fresh().all()) if isinstance(redis, Routed) else [redis]
        return nodes

    def answers(self, question: Callable[[Redis], T]) -> tuple[list[T], list[str]]:
        """Ask each node that takes writes. Returns the answers, and the addresses of the nodes that do not answer. Raises RedisError if
        none answers."""
        answers, lost = list[T](), dict[str, RedisError]()
        for node in self.all():
            try:
                answers.append(question(node))
            except CANNOT as failure:
                lost[address_of(node)] = failure
        if not answers:
            raise next(iter(lost.values()))
        return answers, [*lost]

    def clients(self) -> set[str]:
        """Return the names of the clients that are connected to a node. Raises RedisError."""
        answers, _ = self.answers(lambda node: node.client_list())
        return {str(client["name"]) for clients in answers for client in clients}

    def servers(self) -> list[Redis]:
        """Return a client of each server: of the nodes that take writes, and of their replicas."""
        redis = self._redis
        servers: list[Redis] = ask(lambda: redis.slots.fresh().servers()) if isinstance(redis, Routed) else [redis]
        return servers

    def names(self, servers: Iterable[Redis]) -> set[str]:
        """Return the ids that some of the servers have in their cluster."""
        redis = self._redis
        return {redis.slots.name_of(server) for server in servers} if isinstance(redis, Routed) else set()

    def known(self) -> dict[str, bool]:
        """Return the ids of all servers that a cluster knows, each with whether it is away: it answers no other. Raises RedisError."""
        if not isinstance(self._redis, Routed) or isinstance(self._redis.slots, OneServer):
            return {}
        answers, _ = self.answers(lambda node: node.cluster("NODES"))
        rows = [row for told in answers for row in told.values()]
        away = {row["node_id"] for row in rows if "fail" in row["flags"].split(",")}
        return {row["node_id"]: row["node_id"] in away for row in rows}
