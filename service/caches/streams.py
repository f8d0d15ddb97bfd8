"""Caches the states of streams in this process, so that the events of a stream are not read again for every request. A *fold* is the state
that results from a stream's events. The *head* of a stream is a summary of it: its newest version, its hash and so on.

A fold may leave the cache at any moment. If the hash of a cached fold's last event is the hash in the stream's head, the fold is used as it
is. If the hashes of newer events lead from the fold to the head, the fold is extended by these events. Otherwise (a restored backup, an
altered stream) the stream is read again from the first event. If even this does not lead to the hash in the head, the stream is damaged.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from domain.kernel.events import AnyAct, StreamEvent
from domain.record.chain import GENESIS, hashes
from service.memory import shares
from service.memory.cache import STEP_BYTES, Cache, Region
from service.memory.garbage import without_collecting
from service.memory.work import WorkBudget
from service.store.keys import StreamId
from service.store.streams.kinds import StreamHead
from service.store.streams.streams import Streams

TOURNAMENT_EVENT_BYTES: Final = 1000
"""The estimated bytes of one event of a tournament, with its part of the state. Measured: 0.7 KB."""
TOURNAMENT_EVENTS_A_STEP: Final = 2
"""How many events of a tournament are read in the time of one step of a game. Measured: 30 to 40 µs an event, 60 to 80 µs a step."""

A = TypeVar("A", bound=AnyAct)
H = TypeVar("H", bound=StreamHead)


class StreamState(Protocol):
    """The state of a stream after all events up to `version`."""

    @property
    def version(self) -> int: ...
    def extended(self, events: Any) -> Self: ...
    def reach(self, events: Any) -> int:
        """Return how many steps `extended(events)` would fold."""
        ...


S = TypeVar("S", bound=StreamState)


@dataclass(frozen=True, slots=True)
class _Kept(Generic[S]):
    """The cached state of a stream. `hash`: the hash of its last event."""

    hash: str
    fold: S


class StreamCache(Generic[A, H, S]):
    """Caches the states of one kind of stream that were requested most recently. Safe for threads and greenlets; no thread waits while
    another one reads a stream. `read(head, events)`: a function that computes the state from all events of a stream. `cache`: where
    the states are kept; None: in a new cache. `event_bytes`: the estimated bytes of one event in a state. `work`: limits how many events
    are read for one request; None: no limit. `cheap`: how many events cost as much as a step of a game. `share`: percent of the cache."""

    def __init__(
        self,
        streams: Streams[A, H],
        read: Callable[[H, Sequence[StreamEvent[A]]], S],
        cache: Cache | None = None,
        event_bytes: int = STEP_BYTES,
        work: WorkBudget | None = None,
        cheap: int = 1,
        share: int = shares.TOURNAMENTS,
    ) -> None:
        self._work = work or WorkBudget()
        self._cheap = cheap
        self._streams = streams
        self._read = read
        self._kept: Region[StreamId, _Kept[S]] = Region(cache or Cache(), lambda kept: kept.fold.version * event_bytes, share)

    def of(self, stream: StreamId) -> S:
        """Return the state of the stream at its current head. Raises NoSuchStream, RecordDamaged, StoreUnavailable, TooLong."""
        head = self._streams.head(stream)
        if head is None:
            raise self._streams.kind.missing(stream)
        return self.at(head)

    def at(self, head: H, *, however_long: bool = False) -> S:
        """Return the state of the stream at `head`, without later events. `however_long`: do not raise TooLong. Raises RecordDamaged,
        StoreUnavailable, TooLong."""
        kept = self._kept.get(head.stream)
        if kept is None or kept.hash != head.hash:
            kept = self._read_to(head, kept, WorkBudget() if however_long else self._work)
            self._kept.put(head.stream, kept)
        return kept.fold

    def once(self, head: H) -> S:
        """Return what `at` returns, without caching what was not cached: one who reads all streams would push out what others need."""
        return self.cached(head) or self._read_to(head, self._kept.get(head.stream), self._work).fold

    def cached(self, head: H) -> S | None:
        """Return the cached state if it is the one at `head`; else None."""
        kept = self._kept.get(head.stream)
        return kept.fold if kept is not None and kept.hash == head.hash else None

    def missing(self, head: H) -> int:
        """Return how many events `at` would read for this head."""
        kept = self._kept.get(head.stream)
        if kept is None or (kept.hash != head.hash and kept.fold.version >= head.version):
            return head.version
        return head.version - kept.fold.version

    def _read_to(self, head: H, kept: _Kept[S] | None, work: WorkBudget) -> _Kept[S]:
        return self._extended(kept, head, work) or self._whole(head, work)

    def _whole(self, head: H, work: WorkBudget) -> _Kept[S]:
        work.steps(head.version // self._cheap)
        with without_collecting():
            events = self._streams.events(head.stream, upto=head.version)
            if not _leads_to(head.hash, events):
                # The hashes do not fit. The next call raises RecordDamaged, unless the reason is harmless:
                # the stored form of a type of event may have changed since its events were hashed.
                self._streams.events(head.stream, verify=True)
            return _Kept(head.hash, self._read(head, events))

    def _extended(self, kept: _Kept[S] | None, head: H, work: WorkBudget) -> _Kept[S] | None:
        """Return the fold `kept`, extended by the events up to `head`. Return None in three cases: `kept` is None; there are no newer
        events; or the hashes of the newer events do not lead to `head`."""
        if kept is None or kept.fold.version >= head.version:
            return None
        work.steps((head.version - kept.fold.version) // self._cheap)
        tail = self._streams.events(head.stream, kept.fold.version, head.version)
        if _hash_after(tail, kept.hash) != head.hash:
            return None
        work.steps(kept.fold.reach(tail) // self._cheap)
        return _Kept(head.hash, kept.fold.extended(tail))


def _leads_to(digest: str, events: Sequence[StreamEvent[AnyAct]]) -> bool:
    """Whether the chain of all events of a stream ends in the hash `digest`."""
    try:
        return _hash_after(events, GENESIS) == digest
    except Exception:  # an event has a value that cannot be hashed
        return False


def _hash_after(events: Sequence[StreamEvent[AnyAct]], before: str) -> str:
    """Return the hash of the last of `events`. `before`: the hash of the event before them."""
    last = before
    for last in hashes(events, before):  # noqa: B007 only the last one counts
        pass
    return last
