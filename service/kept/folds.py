"""Caches folded streams in this process, so that a stream is not folded again for every request.

A fold may leave the cache at any moment. A kept fold is used as it is if its last event has the hash of the stream's head. It is extended
by newer events if their hashes lead from its last event to the head. Otherwise (a restored backup, an altered stream) the stream is read
again from the first event.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from domain.kernel.events import AnyAct, StreamEvent
from domain.record.chain import event_json, link
from service.kept.cache import STEP_BYTES, Cache, Shelf
from service.store.keys import StreamId
from service.store.streams.heads import StreamHead
from service.store.streams.streams import Streams

A = TypeVar("A", bound=AnyAct)
H = TypeVar("H", bound=StreamHead)


class Folded(Protocol):
    """The state of a stream after its events up to `version`."""

    @property
    def version(self) -> int: ...
    def extended(self, events: Any) -> Self: ...


S = TypeVar("S", bound=Folded)


@dataclass(frozen=True, slots=True)
class _Kept(Generic[S]):
    """A kept fold. `hash`: the hash of its last event."""

    hash: str
    fold: S


class Folds(Generic[A, H, S]):
    """Caches the most recently requested folds of one kind of stream. Safe for threads and greenlets; no thread waits while another one
    folds a stream. `read`: folds all events of a stream, given its head. `cache`: None makes a private one."""

    def __init__(self, streams: Streams[A, H], read: Callable[[H, Sequence[StreamEvent[A]]], S], cache: Cache | None = None) -> None:
        self._streams = streams
        self._read = read
        self._kept: Shelf[StreamId, _Kept[S]] = Shelf(cache or Cache(), lambda kept: kept.fold.version * STEP_BYTES)

    def of(self, stream: StreamId) -> S:
        """Return the fold of the stream up to its current head. Raises NoSuchStream, RecordDamaged, StoreUnavailable."""
        head = self._streams.head(stream)
        if head is None:
            raise self._streams.kind.missing(stream)
        return self.at(head)

    def at(self, head: H) -> S:
        """Return the fold of the stream up to `head`, without later events. Raises RecordDamaged, StoreUnavailable."""
        kept = self._kept.get(head.stream)
        if kept is None or kept.hash != head.hash:
            kept = self._extended(kept, head) or _Kept(head.hash, self._read(head, self._streams.events(head.stream, upto=head.version)))
            self._kept.put(head.stream, kept)
        return kept.fold

    def _extended(self, kept: _Kept[S] | None, head: H) -> _Kept[S] | None:
        """Return `kept` extended by the events up to `head`. Return None if `kept` is None, if there are no newer events, or if their
        hashes do not lead to `head`."""
        if kept is None or kept.fold.version >= head.version:
            return None
        tail = self._streams.events(head.stream, kept.fold.version, head.version)
        reached = kept.hash
        for event in tail:
            reached = link(reached, event_json(event))
        return _Kept(reached, kept.fold.extended(tail)) if reached == head.hash else None
