"""Changes: the hints that the store publishes when a stream or a verdict moves on.

A hint is a line `<kind> <club> <stream> <version>` on one channel, kind `events` (a game's new head), `verdict` (the version validated
through), `parked` (the version that could not be validated), or another kind of stream (its new head). Hints are speed, never truth: one
that is published while nobody listens is lost, so a listener that begins looks at the truth first (the dirty set, the streams).
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from redis import Redis, exceptions
from redis.client import PubSub

from service.store.keys import CHANGES, GameId, StreamId

RELAY: Final = "faceup-relay"
"""What the relay's connections to the store are called: by that others see whether it lives."""
MOST_AT_ONCE: Final = 500
"""Most hints that one call of `heard` returns."""
PING_SECONDS: Final = 10.0
"""How often the server is asked whether it is there, and how long it may take to say so."""
_HINT: Final = re.compile(rb"([a-z]+) [a-z0-9]+ (\S+) ([0-9]+)")


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    stream: StreamId
    version: int

    @property
    def game(self) -> GameId:
        """The stream, of a hint of a game: `events`, `verdict` or `parked`."""
        return GameId(self.stream)


class Hearing:
    """One open ear on the channel. To be listened to again and again: in between, nobody notices that the connection is dead."""

    def __init__(self, hints: PubSub, clock: Callable[[], float]) -> None:
        self._hints = hints
        self._clock = clock
        self._asked = self._answered = clock()

    def heard(self, seconds: float) -> list[Change]:
        """Wait at most `seconds` for a hint; that one and those that came with it, in the order in which the server published them.

        Raises RedisError when the connection is lost, or silent for too long: a connection can die without a word.
        """
        self._ask_for_life()
        found: list[Change] = []
        message = self._hints.get_message(timeout=max(0.0, seconds))
        while message is not None:
            self._answered = self._clock()
            hint = _HINT.fullmatch(message["data"]) if message["type"] == "message" else None
            if hint is not None:
                found.append(Change(hint[1].decode(), StreamId(hint[2].decode()), int(hint[3])))
            if len(found) == MOST_AT_ONCE:
                break
            message = self._hints.get_message(timeout=0.0)
        return found

    def _ask_for_life(self) -> None:
        now = self._clock()
        if now - self._asked > PING_SECONDS:
            if self._answered < self._asked:
                raise exceptions.ConnectionError("the server has fallen silent")
            self._hints.ping()
            self._asked = now


@contextmanager
def listening(redis: Redis, clock: Callable[[], float] = time.monotonic) -> Iterator[Hearing]:
    """Subscribe; from here on no hint is missed. Raises RedisError where there is no server.

    `redis` must not reconnect by itself (`write_client`): what is published meanwhile would be lost unnoticed.
    """
    hints: PubSub = redis.pubsub()  # type: ignore[no-untyped-call]
    try:
        hints.subscribe(CHANGES)
        if hints.get_message(timeout=5.0) is None:
            raise exceptions.TimeoutError("the server did not confirm the subscription")
        yield Hearing(hints, clock)
    finally:
        hints.close()
