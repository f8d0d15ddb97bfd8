"""What a viewer follows (a topic), what is sent (a message), and one viewer's subscription. service/views/live.py feeds them."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, Protocol

from domain.system import Viewer
from service.store.keys import GameId, StreamId

PHASE: Final = (5**0.5 - 1) / 2
"""The fractional part of the golden ratio. The fractional parts of its first n multiples are spread evenly between 0 and 1, for every n."""


class Topic(Protocol):
    """A topic: a stream as one kind of viewer may see it. Equal topics share their messages."""

    @property
    def stream(self) -> StreamId: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class GameTopic:
    """A game as `viewer` may see it. `prompted`: whether the view has prompts (proposals for the next act). Only visitors who record get
    them."""

    game: GameId
    viewer: Viewer
    prompted: bool

    @property
    def stream(self) -> StreamId:
        return self.game


@dataclass(frozen=True)
class Message:
    """A message with the view to send. Two messages about one topic with the same `id` have the same content. `until`: when the next
    withheld event may be shown (ms UTC); None: no event is withheld."""

    id: str
    body: bytes
    until: int | None = None

    def told(self, _seen: str) -> bytes | None:
        """Return what to send to a viewer whose last message has the id `_seen` (empty: no message yet); None: send nothing."""
        return self.body


class Subscription:
    """Gives one viewer the messages about a game or tournament until `leave` is called. Only one thread may call `next`.
    `phase`: a number from 0 to 1, different for each subscription, which spreads the work of all over time."""

    def __init__(self, leave: Callable[["Subscription"], None], topic: Topic, seen: str, number: int) -> None:
        self.topic = topic
        self.phase = number * PHASE % 1
        self._leave = leave
        self._seen = seen
        self._newest: deque[Message] = deque(maxlen=1)
        self._ended = False
        # This lock is held while `_newest` is empty. With greenlets, a lock costs half as much as a `Condition`.
        self._bell = Lock()
        self._bell.acquire()

    def leave(self) -> None:
        """End this subscription. Another call does nothing."""
        self._leave(self)

    @property
    def seen(self) -> str:
        """The id of the last message that this viewer got; empty: none."""
        return self._seen

    @property
    def ended(self) -> bool:
        """Whether no more messages will come: the stream cannot be read, or the service is stopping."""
        return self._ended

    def next(self, seconds: float) -> Message | None:
        """Wait at most `seconds` for a message that this viewer has not seen. Returns the newest such message; None if there is none."""
        if not self._ended:
            self._bell.acquire(timeout=seconds)
        try:
            newest = self._newest.popleft()
        except IndexError:
            return None
        self._seen = newest.id
        return newest

    def offer(self, message: Message) -> None:
        if message.id == self._seen:
            self._newest.clear()
        else:
            self._newest.append(message)
            self._ring()

    def end(self) -> None:
        self._ended = True
        self._ring()

    def _ring(self) -> None:
        if self._bell.locked():
            try:
                self._bell.release()
            except RuntimeError:  # another thread has just released the lock
                return
