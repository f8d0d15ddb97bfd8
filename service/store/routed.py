"""A client of a Redis Cluster: each command goes to the node that has the club which its key names.

redis-py's own client of clusters repeats lost commands by itself, and so stores an event twice. Here each node has a plain client, which
repeats nothing, and a command is sent again only if the answer says that it was not executed (docs/decisions/ops-durability.md).

`Confirming` also waits until what it wrote is on replicas.
"""

from collections.abc import Callable, Iterator, Sequence
from random import sample
from secrets import token_hex
from typing import Any, Final

from redis import ConnectionPool, Redis
from redis.client import Pipeline, PubSub
from redis.crc import key_slot
from redis.exceptions import ResponseError, TryAgainError
from redis.retry import Retry

from service.store.direct import Direct
from service.store.slots import NOT_NOW, NoClub, Slots, Unconfirmed, key_in, patiently, slot_of

Command = tuple[Sequence[Any], dict[str, Any]]
"""A command as a pipeline of redis-py keeps it: its parts, and options for reading the reply."""

CONFIRM_MS: Final = 800
"""The most milliseconds to wait for the memories of the replicas, and again for their disks: together less than slots.TIMEOUT."""
FENCE_SECONDS: Final = 24 * 3600
"""How long a fence stays. Its value means nothing."""
WAITS_FOR_DISKS: Final = (7, 2)
"""The first version of Redis with WAITAOF."""


class Routed(Redis):
    """A client of all nodes. Except for a few methods, it takes only commands with a key; a transaction is for one club. `retry`: how
    often a command is repeated whose reply was lost. `copies`: how many replicas confirm what is written with `confirming`."""

    def __init__(self, slots: Slots, retry: Retry, copies: int = 0) -> None:
        super().__init__(connection_pool=ConnectionPool())  # It stays empty: each node has a pool.
        self.slots = slots
        self._retry = retry
        self.confirming: Routed = Confirming(slots, retry, copies) if copies else self
        self.direct: Direct = RoutedDirect(self)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        return self.tried(lambda: self._asked((args, options)))

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> "RoutedPipeline":
        return RoutedPipeline(self, transaction, shard_hint)

    def transaction(self, func: Callable[[Pipeline], Any], *watches: Any, **options: Any) -> Any:
        """As redis-py does it; while the club moves to another node neither takes it, so it is done again."""
        transacted = super().transaction
        return patiently(lambda: transacted(func, *watches, **options))

    def pubsub(self, **options: Any) -> PubSub:
        """Return a subscription on one of the nodes: what PUBLISH sends to any node reaches all."""
        subscription: PubSub = sample(self.slots.all(), 1)[0].pubsub(**options)  # type: ignore[no-untyped-call]
        return subscription

    def scan_iter(self, match: Any = None, *args: Any, **options: Any) -> Iterator[Any]:
        """Yield keys of the club that `match` names; without one, those of all nodes."""
        try:
            nodes = [self.slots.node(slot_of(("SCAN", match)))]
        except NoClub:
            nodes = self.slots.all()
        for node in nodes:
            yield from node.scan_iter(match, *args, **options)

    def close(self) -> None:
        self.slots.close()

    def spread(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands, in one pipeline for each node. Returns the replies in the order of `commands`, errors of the server too."""
        replies: list[Any] = self.tried(lambda: self._spread(commands))
        return replies

    def tried(self, question: Callable[[], Any]) -> Any:
        """Return `question()`, which sends commands; again, if a reply is lost, as often as this client repeats."""
        return self._retry.call_with_retry(question, lambda _: None)

    def _asked(self, command: Command) -> Any:
        def asked(node: Redis, asking: bool) -> Any:
            (reply,) = self._sent(node, [command], asking=asking)
            if isinstance(reply, Exception):
                raise reply
            return reply

        return self.slots.ask(slot_of(command[0]), asked)

    def _spread(self, commands: Sequence[Command]) -> list[Any]:
        groups: dict[Redis, list[int]] = {}
        for place, (args, _) in enumerate(commands):
            groups.setdefault(self.slots.node(slot_of(args)), []).append(place)
        replies: list[Any] = [None] * len(commands)
        for node, places in groups.items():
            with self.slots.heeding(node):
                answers = self._sent(node, [commands[place] for place in places])
            for place, answer in zip(places, answers, strict=True):
                replies[place] = self._asked(commands[place]) if isinstance(answer, NOT_NOW) else answer
        return replies

    def _sent(self, node: Redis, commands: Sequence[Command], *, asking: bool = False) -> list[Any]:
        """Send commands to a node in one write. Returns the replies, errors of the server too."""
        with node.pipeline(transaction=False) as pipe:
            if asking:
                pipe.execute_command("ASKING")  # type: ignore[no-untyped-call]
            for args, options in commands:
                pipe.execute_command(*args, **options)  # type: ignore[no-untyped-call]
            return pipe.execute(raise_on_error=False)[asking:]

    def proof(self, node: Redis, key: bytes) -> list[Command]:
        """Return the commands that confirm what a transaction has written: the first one belongs into it. `key`: the first one of it."""
        return []

    def confirm(self, node: Redis, connection: Any, waits: Sequence[Command]) -> None:
        """Called when a node has executed a transaction over a connection. `waits`: the rest of the proof."""


class RoutedDirect(Direct):
    """The `Direct` of the node that has the first key. All commands of one call are about one club."""

    def __init__(self, client: Routed) -> None:
        self._client = client

    def together(self, *commands: tuple[str | bytes | int, ...]) -> list[Any]:
        def sent(node: Redis, asking: bool) -> list[Any]:
            if asking and len(commands) > 1:
                return [self(*command) for command in commands]  # perhaps only some of the keys are on that node
            return Direct.of(node).together(*[("ASKING",)] * asking, *commands)[asking:]

        replies: list[Any] = self._client.tried(lambda: self._client.slots.ask(slot_of(commands[0]), sent))
        return replies


class RoutedPipeline(Pipeline):
    """A pipeline of `Routed`. A transaction is for the node of its first key."""

    def __init__(self, client: Routed, transaction: bool, shard_hint: Any) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction, shard_hint)
        self._client = client
        self._whole = transaction
        self._node: Redis | None = None
        self._key = b""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        if not self._whole:
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        if self._node is None:
            self._key = key_in(args)
            self._node = self._client.slots.node(key_slot(self._key))
            self.connection_pool = self._node.connection_pool
        with self._client.slots.heeding(self._node):
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        if self._node is not None:
            return self._whole_executed(self._node, raise_on_error)
        commands = self.command_stack
        self.reset()
        replies = self._client.spread(commands)
        if raise_on_error:
            self.raise_first_error(commands, replies)  # type: ignore[no-untyped-call]
        return replies

    def _whole_executed(self, node: Redis, raise_on_error: bool) -> list[Any]:
        """Execute a transaction. While its club moves to another node neither takes it, so it is sent again, unless keys are watched
        (`Routed.transaction`)."""
        commands, key, execute = self.command_stack, self._key, super().execute

        def executed(node: Redis) -> list[Any]:
            self._node, self.command_stack, self.connection_pool = node, commands, node.connection_pool
            with self._client.slots.heeding(node):
                return execute(raise_on_error)

        if self.watching:
            return executed(node)
        return patiently(lambda: executed(self._client.slots.node(key_slot(key))))

    def _execute_transaction(self, connection: Any, commands: Any, raise_on_error: Any) -> list[Any]:
        """The fence is in the transaction: if it has already moved, nothing is executed."""
        node = self._node
        assert node is not None
        proof = self._client.proof(node, self._key)
        replies = super()._execute_transaction(connection, [*commands, *proof[:1]], raise_on_error)
        self._client.confirm(node, connection, proof[1:])
        return replies[: len(commands)]

    def reset(self) -> None:  # type: ignore[override]
        super().reset()
        self._node = None


class Confirming(Routed):
    """A client whose replies say that a write, and every earlier write on its node, is on `copies` replicas too; on their disks, if the
    node syncs always and can wait for that. Raises Unconfirmed.

    WAIT counts only what its own connection has written. A command that finds its work done, because a reply was lost, writes nothing.
    So another write stands between the command and WAIT: the fence."""

    def __init__(self, slots: Slots, retry: Retry, copies: int) -> None:
        super().__init__(slots, retry)
        self._copies = copies
        self._syncing: dict[Redis, bool] = {}

    def _sent(self, node: Redis, commands: Sequence[Command], *, asking: bool = False) -> list[Any]:
        proof = self.proof(node, key_in(commands[0][0]), asking=asking)
        replies = super()._sent(node, [*commands, *proof], asking=asking)
        answers, (fence, *waits) = replies[: len(commands)], replies[len(commands) + asking :]
        if not all(isinstance(answer, Exception) for answer in answers):
            if isinstance(fence, NOT_NOW):  # not the answer itself: the commands must not follow the fence to the other node
                raise TryAgainError("the club moves to another node, and its fence is not where its keys are")
            self._require(node, [fence, *waits])
        return answers

    def confirm(self, node: Redis, connection: Any, waits: Sequence[Command]) -> None:
        connection.send_packed_command(connection.pack_commands([args for args, _ in waits]))
        self._require(node, [None, *(_reply(connection) for _ in waits)])

    def proof(self, node: Redis, key: bytes, *, asking: bool = False) -> list[Command]:
        """Return the commands that confirm what was written before them. `key`: one of the same club. `asking`: the club is on its way to
        the node: a fence of the usual name may still be on the other, and then could not be moved any more."""
        name = fence_of(key) + (b":" + token_hex(8).encode() if asking else b"")
        proof: list[Sequence[Any]] = [*[("ASKING",)] * asking, ("SET", name, b"", "EX", FENCE_SECONDS), ("WAIT", self._copies, CONFIRM_MS)]
        if self._syncs(node):
            proof.append(("WAITAOF", 1, self._copies, CONFIRM_MS))  # WAIT has hurried the replicas: alone, WAITAOF takes a second.
        return [(command, {}) for command in proof]

    def _require(self, node: Redis, replies: Sequence[Any]) -> None:
        """Raise Unconfirmed if these replies, to the fence and what waits for it, do not confirm."""
        if not any(isinstance(reply, Exception) for reply in replies):
            _, copies, *synced = replies
            if min([copies, *(number for _, number in synced)]) >= self._copies and all(own for own, _ in synced):
                return
        self._syncing.pop(node, None)
        raise Unconfirmed(f"fewer than {self._copies} replicas have confirmed a write")

    def _syncs(self, node: Redis) -> bool:
        """Whether the node syncs after each write and knows WAITAOF. Where it syncs only from time to time, WAITAOF may not wait for it."""
        if node not in self._syncing:
            try:
                version = tuple(map(int, node.info("server")["redis_version"].split(".")))
                says = node.config_get("append*")
                synced = (says.get("appendonly"), says.get("appendfsync")) == ("yes", "always")
                self._syncing[node] = synced and version >= WAITS_FOR_DISKS
            except ResponseError:  # a server that hides its settings
                self._syncing[node] = False
        return self._syncing[node]


def fence_of(key: bytes) -> bytes:
    """Return the key of the fence beside `key`, in the same slot."""
    front, brace, rest = key.partition(b"{")
    return b"{%s}:fence" % (rest.partition(b"}")[0] if brace else front)


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as error:
        return error
