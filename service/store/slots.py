"""Which node of a Redis Cluster has which slot. All keys of a club are in one slot, and the slot is on one node.

A node of the cluster answers MOVED if a slot is on another node, ASK if only this command is for the other node, because the slot is on its
way there, and TRYAGAIN or CLUSTERDOWN if nobody can execute the command now.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import sample
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,
    MovedError,
    RedisError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)
from redis.utils import str_if_bytes

T = TypeVar("T")
Address = tuple[str, int]
"""The host and port of a node."""
Make = Callable[[Address, float], Redis]
"""A function that makes the plain client of a node, which must not retry by itself, with a time-out in seconds."""

TIMEOUT: Final = 2.0
"""A reply of a node that takes more seconds than this counts as lost. The shorter it is, the sooner a node that hangs is passed over."""
MAP_TIMEOUT: Final = 0.5
"""The same, while the map of the slots is read."""
MAP_SECONDS: Final = 0.25
"""The map is read at most once in so many seconds."""
FRESH_SECONDS: Final = 1.0
"""How old a map may be for those who ask the nodes by themselves, and would not notice that a club has moved."""
PATIENCE: Final = 1.0
"""For so many seconds a command is sent again while no node can execute it."""
MOVING_PATIENCE: Final = 3.0
"""The same, while its club moves from node to node, and some keys are here, some there. A move takes longer the more keys there are."""
PAUSE_SECONDS: Final = 0.05

LOST: Final = (ConnectionError, TimeoutError)
NOT_NOW: Final = (AskError, TryAgainError, ClusterDownError)
"""The answers of a node that has not executed a command. A MovedError is an AskError too."""
_KEY: Final = re.compile(rb"\{[a-z0-9]+\}|faceup:")


class NoClub(ResponseError):
    """A command without a key: no node is the right one."""


class Unconfirmed(RedisError):
    """A write was executed, but is not confirmed: it may be lost with its server."""


def is_late(answer: Exception, began: float) -> bool:
    """Whether a command, first sent at `began`, is given up after this answer of NOT_NOW."""
    return monotonic() > began + (PATIENCE if isinstance(answer, ClusterDownError) else MOVING_PATIENCE)


def patiently(question: Callable[[], T]) -> T:
    """Return `question()`; again, until `is_late`, while the answer is that nothing was executed."""
    began = monotonic()
    while True:
        try:
            return question()
        except NOT_NOW as answer:
            if is_late(answer, began):
                raise
        sleep(PAUSE_SECONDS)


def key_in(command: Sequence[Any]) -> bytes:
    """Return the first key of a command. Raises NoClub."""
    for part in command[1:]:
        text = part.encode() if isinstance(part, str) else part
        if isinstance(text, bytes) and _KEY.match(text):
            return text
    raise NoClub(f"{command[0]} names no club: ask the nodes one by one")


def slot_of(command: Sequence[Any]) -> int:
    """Return the slot of the first key of a command."""
    return key_slot(key_in(command))


class Slots:
    """The map of a cluster: its nodes, and the slots of each. `starts`: the addresses of some nodes, which know the others."""

    def __init__(self, starts: Iterable[Address], make: Make) -> None:
        self._starts = frozenset(starts)
        self._nodes: dict[Address, str] = {}
        self._make = make
        self._clients: dict[Address, Redis] = {}
        self._slots: dict[int, Address] = {}
        self._reading = Lock()
        self._due = 0.0

    def fresh(self) -> "Slots":
        """Return the map, read again if it is older than FRESH_SECONDS."""
        if monotonic() > self._due + FRESH_SECONDS - MAP_SECONDS:
            self.learn()
        return self

    def node(self, slot: int) -> Redis:
        """Return a client of the node that has this slot. Raises ClusterDownError if no node is known to have it."""
        if slot not in self._slots:
            self.learn()
        if slot not in self._slots:
            raise ClusterDownError(f"no node has slot {slot}")
        return self._client(self._slots[slot])

    def all(self) -> list[Redis]:
        """Return a client of each node that has slots. Raises ClusterDownError if no node answers."""
        self.node(0)
        return [self._client(address) for address in sorted(set(self._slots.values()))]

    def servers(self) -> list[Redis]:
        """Return a client of each node, replicas too. Raises ClusterDownError if no node answers."""
        self.node(0)
        return [self._client(address) for address in sorted(self._nodes)]

    def name_of(self, server: Redis) -> str:
        """Return the id that one of `servers` has in the cluster; empty if the map has changed meanwhile."""
        return self._nodes.get(_address(server), "")

    def ask(self, slot: int, question: Callable[[Redis, bool], Any]) -> Any:
        """Return `question(node, asking)`, which sends one command. `asking`: whether ASKING must come before it on the same connection.
        Asks again, until `is_late`, while the answer is that the command was not executed."""
        began = monotonic()
        node, asking = self.node(slot), False
        while True:
            try:
                with self.heeding(node):
                    return question(node, asking)
            except NOT_NOW as answer:
                if is_late(answer, began):
                    raise
                asking = isinstance(answer, AskError) and not isinstance(answer, MovedError)
                if isinstance(answer, AskError):
                    node = self._client(_named(answer, node))
                else:
                    sleep(PAUSE_SECONDS)
                    node = self.node(slot)

    @contextmanager
    def heeding(self, node: Redis) -> Iterator[None]:
        """Learn from every error with which `node` answers in this block that the map is wrong, or may be."""
        try:
            yield
        except MovedError as answer:
            self._slots[answer.slot_id] = _named(answer, node)
            raise
        except (*LOST, TryAgainError, ClusterDownError, Unconfirmed):
            self.learn(node)
            raise

    def learn(self, failed: Redis | None = None) -> None:
        """Read the map again, unless that was done a moment ago. One thread reads it, and others that need it wait. `failed`: a node to
        be asked last."""
        with self._reading:
            if monotonic() < self._due:
                return
            last = None if failed is None else _address(failed)
            known = [*self._starts | self._nodes.keys()]
            for address in sorted(sample(known, len(known)), key=lambda each: each == last):
                with suppress(RedisError), self._make(address, MAP_TIMEOUT) as node:
                    if rows := node.execute_command("CLUSTER SLOTS"):
                        self._take(address, rows)
                        break
            self._due = monotonic() + MAP_SECONDS

    def _take(self, asked: Address, rows: Sequence[Any]) -> None:
        slots: dict[int, Address] = {}
        known: dict[Address, str] = {}
        for first, last, *nodes in rows:
            names = {(_host(host) or asked[0], int(port)): str_if_bytes(name) for host, port, name, *_ in nodes}
            slots |= dict.fromkeys(range(first, last + 1), next(iter(names)))  # the node with the slots comes before its replicas
            known |= names
        self._slots, self._nodes = slots, known

    def _client(self, address: Address) -> Redis:
        return self._clients.get(address) or self._clients.setdefault(address, self._make(address, TIMEOUT))

    def close(self) -> None:
        for client in self._clients.values():
            client.close()


class OneServer(Slots):
    """The map of a server that is no cluster: it has every slot."""

    def __init__(self, server: Redis) -> None:
        super().__init__((), lambda *_: server)
        self._clients[_address(server)] = server
        self._slots, self._nodes = dict.fromkeys(range(16384), _address(server)), {_address(server): ""}

    def learn(self, failed: Redis | None = None) -> None:
        pass


def _host(said: Any) -> str:
    """Return the host in a row of CLUSTER SLOTS; empty if the node does not know its own."""
    host = said.decode() if isinstance(said, bytes) else said or ""
    return "" if host == "?" else host


def _named(answer: AskError, node: Redis) -> Address:
    """Return the address in an answer; without a host there it is on the host of the node that has answered."""
    return answer.host or _address(node)[0], answer.port


def _address(node: Redis) -> Address:
    options = node.connection_pool.connection_kwargs
    return options.get("host", ""), options.get("port", 0)
