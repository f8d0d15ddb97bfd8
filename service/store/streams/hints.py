"""Changes: the hints that the Redis scripts publish when a stream or a verdict has changed. A hint is a line `<kind> <club> <stream>
<version>` on a sharded channel. The version depends on the kind:

    events     the newest version of a game
    verdict    the last version of a game that was checked against its rules
    parked     the version of a game that could not be checked
    others     the newest version of a stream of another kind

Hints only save time, and may be lost. So a new listener first reads the data.

On one server all clubs have one channel: a hint costs a listener 6 µs, and nobody must learn of a new club first. On a cluster each club
has a channel of its own, so that a hint goes only to the club's node and its replicas, and to those who follow the club.

On another channel, of the queue's server, workers announce the end of a job to the relay, the process that puts jobs into the queue.
Announcements may be lost too.
"""

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from typing import Any, Final

from redis import Redis, RedisError, exceptions
from redis.client import PubSub

from service.store.errors import StoreUnavailable
from service.store.keys import CHANGES, JOBS, Club, GameId, Keys, StreamId
from service.store.nodes import Nodes
from service.store.routed import Routed
from service.store.slots import LOST, NOT_NOW, OneServer

RELAY: Final = "faceup-relay"
"""The name of the relay's connections in the server's list of clients. It shows other processes whether the relay runs."""
MOST_AT_ONCE: Final = 500
"""The most hints that one call of `Hearing.heard` returns."""
PING_SECONDS: Final = 10.0
"""A listener asks a server for a sign of life every time this many seconds have passed. The server must answer before the next time
is due."""
CONFIRM_SECONDS: Final = 1.0
"""For so many seconds a listener waits until a server has confirmed a subscription. Meanwhile it hears of no club."""
LOOK_SECONDS: Final = 1.0
"""A listener to a cluster looks this often whether a club has moved to another node, or a lost node is back."""
PAUSE_SECONDS: Final = 5.0
"""For so many seconds a node that has taken too long is left alone."""
_HINT: Final = re.compile(rb"([a-z]+) [a-z0-9]+ (\S+) ([0-9]+)")
_ENDED: Final = re.compile(rb"ended ([a-z0-9-]+)((?: [a-z0-9]+)*)")


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    stream: StreamId
    version: int

    @property
    def game(self) -> GameId:
        """The id of the game, for a hint `events`, `verdict` or `parked`."""
        return GameId(self.stream)


@dataclass(frozen=True, slots=True)
class Ended:
    """The announcement that a job has ended. `job`: its id in the queue. `left`: the clubs for which work is left."""

    job: str
    left: tuple[Club, ...] = ()


def channel_of(redis: Redis) -> Callable[[Club], str]:
    """Return the function that gives the channel of a club's hints. `redis`: a client of the store."""
    return (lambda club: Keys(club).changes) if _is_spread(redis) else lambda _: CHANGES


def _is_spread(redis: Redis) -> bool:
    return isinstance(redis, Routed) and not isinstance(redis.slots, OneServer)


def announce(queue: Redis, ended: Ended) -> None:
    """Announce the end of a job to the relay. `queue`: a client of the queue's server. Raises RedisError."""
    queue.publish(JOBS, " ".join(("ended", ended.job, *ended.left)))


class _Ear:
    """Subscriptions on one server."""

    def __init__(self, server: Redis, clock: Callable[[], float]) -> None:
        self._subscriptions: PubSub = server.pubsub()  # type: ignore[no-untyped-call]
        self._clock = clock
        self._asked = self._answered = clock()
        self._kept: list[bytes] = []

    def fileno(self) -> int:
        connection: Any = self._subscriptions.connection
        number: int = connection._sock.fileno()  # redis-py can wait only for one connection at a time
        return number

    def subscribe(self, hints: Sequence[str], also: Collection[str]) -> list[str]:
        """Subscribe to channels of hints, and to ordinary channels. Returns when that is confirmed: those that a node refuses, because
        they are on another one. Raises RedisError."""
        for channel in hints:
            self._subscriptions.ssubscribe(channel)  # one by one: a cluster refuses channels of several slots in one command
        if also:
            self._subscriptions.subscribe(*also)
        refused = []
        for channel in (*hints, *also):  # the server answers in this order
            try:
                self._confirm()
            except NOT_NOW:
                refused.append(channel)
        return refused

    def _confirm(self) -> None:
        """Wait for the answer to the next command that subscribes. Raises RedisError."""
        while (message := self._subscriptions.get_message(timeout=CONFIRM_SECONDS)) is not None:
            if message["type"] in ("subscribe", "ssubscribe"):
                return
            self._take(message)
        raise exceptions.TimeoutError("the server did not confirm the subscription")

    def unsubscribe(self, hints: Collection[str]) -> None:
        """End subscriptions to channels of hints. Raises RedisError."""
        for channel in hints:
            self._subscriptions.sunsubscribe(channel)  # type: ignore[no-untyped-call]

    def heard(self, seconds: float) -> list[bytes]:
        """Wait at most `seconds` for a message. Returns those that have arrived, in order, at most MOST_AT_ONCE. Raises RedisError if the
        connection is lost or the server has not answered for too long."""
        self._ask_for_life()
        message = self._subscriptions.get_message(timeout=0.0 if self._kept else max(0.0, seconds))
        while message is not None:
            self._answered = self._clock()
            self._take(message)
            if len(self._kept) == MOST_AT_ONCE:
                break
            message = self._subscriptions.get_message(timeout=0.0)
        heard, self._kept = self._kept, []
        return heard

    def _take(self, message: Mapping[str, Any]) -> None:
        if message["type"] in ("message", "smessage"):
            self._kept.append(message["data"])

    def _ask_for_life(self) -> None:
        now = self._clock()
        if now - self._asked > PING_SECONDS:
            if self._answered < self._asked:
                raise exceptions.ConnectionError("the Redis server does not answer any more")
            self._subscriptions.ping()
            self._asked = now

    def close(self) -> None:
        self._subscriptions.close()


class Hearing:
    """Subscriptions to the hints of one server, and perhaps to announcements. Call `heard` in a loop: only `heard` notices that a
    connection is dead. `follow` says of which clubs to hear."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ears: dict[Redis, _Ear] = {}
        self._ended: list[Ended] = []

    def heard(self, seconds: float) -> list[Change]:
        """Wait at most `seconds` for a hint, or the announcement that a job has ended (`ended`). Returns the hints that have arrived, those
        of a server in order. Raises RedisError if a connection is lost or a server has not answered for too long."""
        if len(self._ears) == 1:
            return self._changes(seconds)
        changes = self._changes()
        if not changes and not self._ended:
            with DefaultSelector() as selector:
                for ear in self._ears.values():
                    selector.register(ear, EVENT_READ)
                selector.select(max(0.0, seconds))
            changes = self._changes()
        return changes

    def ended(self) -> list[Ended]:
        """Return the announcements that have arrived since the last call, in order."""
        ended, self._ended = self._ended, []
        return ended

    def follow(self, clubs: Callable[[], Iterable[Club]]) -> set[Club]:
        """Hear of these clubs from now on, and of no others. Returns those of which nothing was heard until now, so they may have changed.
        One server tells of all clubs from the start; then `clubs` is not called. Raises StoreUnavailable."""
        return set()

    def hears(self, club: Club) -> bool:
        """Whether anything is heard of a club now. If not, it need not be read: `follow` will return it when its node answers."""
        return True

    def missed(self, club: Club, failure: Exception) -> bool:
        """Called when a club cannot be read now. Returns whether others may be: then nothing is heard of this one for a while, nor of the
        others of its node if that is lost."""
        return False

    def subscribe(self, server: Redis, hints: Sequence[str] = (), also: Collection[str] = ()) -> list[str]:
        """Subscribe to channels of hints on a server, and to ordinary channels. Returns those that are on another one. Raises RedisError;
        then nothing of the server is heard."""
        if server not in self._ears:
            self._ears[server] = _Ear(server, self._clock)
        try:
            return self._ears[server].subscribe(hints, also)
        except RedisError:
            self._ears.pop(server).close()
            raise

    def close(self) -> None:
        for ear in self._ears.values():
            ear.close()

    def _changes(self, seconds: float = 0.0) -> list[Change]:
        return [change for server in [*self._ears] for said in self._said(server, seconds) if (change := self._change(said)) is not None]

    def _said(self, server: Redis, seconds: float) -> list[bytes]:
        return self._ears[server].heard(seconds)

    def _change(self, said: bytes) -> Change | None:
        """Return the change in a message. An announcement is kept for `ended`."""
        if ended := _ENDED.fullmatch(said):
            self._ended.append(Ended(ended[1].decode(), tuple(Club(club.decode()) for club in ended[2].split())))
        elif hint := _HINT.fullmatch(said):
            return Change(hint[1].decode(), StreamId(hint[2].decode()), int(hint[3]))
        return None


class _Spread(Hearing):
    """The same on a cluster, where a club has a channel of its own on its node. A lost node silences only its own clubs."""

    def __init__(self, store: Redis, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self._nodes = Nodes(store)
        self._clubs: dict[Redis, set[Club]] = {}
        self._paused: dict[Redis, float] = {}
        self._resting: dict[Club, float] = {}
        self._looked = clock()

    def follow(self, clubs: Callable[[], Iterable[Club]]) -> set[Club]:
        wanted, begun = set(clubs()), set[Club]()
        if self._clock() - self._looked >= LOOK_SECONDS:
            self._looked = self._clock()
            for node, some in [*self._clubs.items()]:
                self._forget(node, {club for club in some if self._node(club) is not node})
        for node, some in [*self._clubs.items()]:
            self._unsubscribe(node, some - wanted)
        for node, some in self._placed(wanted.difference(*self._clubs.values())).items():
            try:
                refused = self.subscribe(node, [Keys(club).changes for club in some])
            except RedisError as failure:
                self._lose(node, failure)
            else:
                self._clubs.setdefault(node, set()).update(some)
                moved = {club for club in some if Keys(club).changes in refused}
                if moved:
                    self._nodes.learn()
                    self._forget(node, moved)
                begun.update(some - moved)
        if wanted and not self._clubs:
            raise StoreUnavailable("no node of a club that is followed answers")
        return begun

    def hears(self, club: Club) -> bool:
        return any(club in some for some in self._clubs.values())

    def missed(self, club: Club, failure: Exception) -> bool:
        cause = failure.__cause__ or failure
        for node in [node for node, some in self._clubs.items() if club in some]:
            if isinstance(cause, LOST):
                self._lose(node, cause)
            else:
                self._forget(node, {club})
                self._resting[club] = self._clock() + LOOK_SECONDS
        return bool(self._clubs)

    def _node(self, club: Club) -> Redis | None:
        with suppress(StoreUnavailable):
            return self._nodes.of(club)
        return None

    def _placed(self, clubs: Iterable[Club]) -> dict[Redis, set[Club]]:
        """Return the nodes that may be asked now, each with those of `clubs` that it has and that may be read."""
        placed: dict[Redis, set[Club]] = {}
        self._resting = {club: until for club, until in self._resting.items() if until > self._clock()}
        for club in clubs:
            node = None if club in self._resting else self._node(club)
            if node is not None and self._paused.get(node, 0.0) <= self._clock():
                placed.setdefault(node, set()).add(club)
        return placed

    def _unsubscribe(self, node: Redis, clubs: set[Club]) -> None:
        try:
            self._ears[node].unsubscribe([Keys(club).changes for club in clubs])
        except RedisError as failure:
            self._lose(node, failure)
        else:
            self._forget(node, clubs)

    def _forget(self, node: Redis, clubs: set[Club]) -> None:
        """Forget that clubs are heard of from a node. If they have moved, the node has ended the subscriptions itself, and refuses to."""
        self._clubs[node] -= clubs
        if not self._clubs[node]:
            del self._clubs[node]
            self._ears.pop(node).close()

    def _lose(self, node: Redis, failure: BaseException) -> None:
        """Hear nothing more from a node, and leave it alone for a while if it is lost."""
        self._clubs.pop(node, None)
        if node in self._ears:
            self._ears.pop(node).close()
        if isinstance(failure, LOST):
            self._paused[node] = self._clock() + (PAUSE_SECONDS if isinstance(failure, exceptions.TimeoutError) else LOOK_SECONDS)

    def _said(self, server: Redis, seconds: float) -> list[bytes]:
        try:
            return super()._said(server, seconds)
        except RedisError as failure:
            if server not in self._clubs:  # the server of the queue
                raise
            self._lose(server, failure)
            return []


@contextmanager
def listening(store: Redis, clock: Callable[[], float] = time.monotonic, queue: Redis | None = None) -> Iterator[Hearing]:
    """Listen for the duration of the block. `store`, `queue`: clients that must not reconnect by themselves (use `write_client`): messages
    would be lost unnoticed. `queue`: of the server with the queue, to hear which jobs have ended. Raises RedisError if a server does not
    answer."""
    hearing = _Spread(store, clock) if _is_spread(store) else Hearing(clock)
    try:
        if not _is_spread(store):
            (server,) = Nodes(store).all()
            one = queue is not None and _place(server) == _place(queue)
            hearing.subscribe(server, [CHANGES], [JOBS] if one else [])
            queue = None if one else queue
        if queue is not None:
            hearing.subscribe(queue, also=[JOBS])
        yield hearing
    finally:
        hearing.close()


def _place(client: Redis) -> tuple[object, ...]:
    options = client.connection_pool.connection_kwargs
    return options.get("path"), options.get("host"), options.get("port")
