"""Changes: the hints that the Redis scripts publish when a stream or a verdict has changed. A hint is a line `<kind> <club> <stream>
<version>` on one Redis channel. The version depends on the kind:

    events     the newest version of a game
    verdict    the last version of a game that was checked against its rules
    parked     the version of a game that could not be checked
    others     the newest version of a stream of another kind

Hints only save time, and may be lost. So a new listener first reads the data.

On another channel workers announce the end of a job to the relay, the process that puts jobs into the queue. Announcements may be lost too.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from redis import Redis, exceptions
from redis.client import PubSub

from service.store.keys import CHANGES, JOBS, Club, GameId, StreamId

RELAY: Final = "faceup-relay"
"""The name of the relay's connections in the server's list of clients. It shows other processes whether the relay runs."""
MOST_AT_ONCE: Final = 500
"""The most hints that one call of `Hearing.heard` returns."""
PING_SECONDS: Final = 10.0
"""A listener asks the server for a sign of life every time this many seconds have passed. The server must answer before the next time
is due."""
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


def announce(redis: Redis, ended: Ended) -> None:
    """Announce the end of a job to the relay. Raises RedisError."""
    redis.publish(JOBS, " ".join(("ended", ended.job, *ended.left)))


class Hearing:
    """A subscription to the channel of hints. Call `heard` in a loop: only `heard` notices that the connection is dead."""

    def __init__(self, hints: PubSub, clock: Callable[[], float]) -> None:
        self._hints = hints
        self._clock = clock
        self._asked = self._answered = clock()
        self._ended: list[Ended] = []

    def heard(self, seconds: float) -> list[Change]:
        """Wait at most `seconds` for a hint, or the announcement that a job has ended (`ended`). Returns the hints that have arrived, in
        order, at most MOST_AT_ONCE. Raises RedisError if the connection is lost or the server has not answered for too long."""
        self._ask_for_life()
        changes: list[Change] = []
        message = self._hints.get_message(timeout=max(0.0, seconds))
        while message is not None:
            self._answered = self._clock()
            if message["type"] == "message":
                self._take(message["data"], changes)
            if len(changes) == MOST_AT_ONCE:
                break
            message = self._hints.get_message(timeout=0.0)
        return changes

    def _take(self, said: bytes, changes: list[Change]) -> None:
        if ended := _ENDED.fullmatch(said):
            self._ended.append(Ended(ended[1].decode(), tuple(Club(club.decode()) for club in ended[2].split())))
        elif hint := _HINT.fullmatch(said):
            changes.append(Change(hint[1].decode(), StreamId(hint[2].decode()), int(hint[3])))

    def ended(self) -> list[Ended]:
        """Return the announcements that have arrived since the last call, in order."""
        ended, self._ended = self._ended, []
        return ended

    def _ask_for_life(self) -> None:
        now = self._clock()
        if now - self._asked > PING_SECONDS:
            if self._answered < self._asked:
                raise exceptions.ConnectionError("the Redis server does not answer any more")
            self._hints.ping()
            self._asked = now


@contextmanager
def listening(redis: Redis, clock: Callable[[], float] = time.monotonic, also: Sequence[str] = ()) -> Iterator[Hearing]:
    """Subscribe to the hints, and to the channels in `also`, for the duration of the block. Raises RedisError if no server answers. `redis`
    must not reconnect by itself (use `write_client`): hints would be lost unnoticed."""
    hints: PubSub = redis.pubsub()  # type: ignore[no-untyped-call]
    try:
        hints.subscribe(CHANGES, *also)
        if any(hints.get_message(timeout=5.0) is None for _ in (CHANGES, *also)):
            raise exceptions.TimeoutError("the server did not confirm the subscription")
        yield Hearing(hints, clock)
    finally:
        hints.close()
