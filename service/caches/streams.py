"""Caches the states of streams (their *folds*), so that the events are not read again for every request.

If the hash of a cached fold's last event is the one in the stream's head, the fold is used. If the hashes of newer events lead from it to
the head, it is extended by them. Otherwise (a restored backup, an altered stream) the stream is read again from the first event. If even
this does not lead to the hash in the head, the stream is damaged."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from domain.kernel.events import Act, AnyAct, StreamEvent
from domain.record.chain import GENESIS, hashes
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.tournament.reading import TournamentReading
from service.memory import shares
from service.memory.cache import STEP_BYTES, Cache, Region
from service.memory.garbage import without_collecting
from service.memory.work import WorkBudget
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.keys import StreamId
from service.store.streams.kinds import StreamHead
from service.store.streams.streams import Streams

TOURNAMENT_EVENT_BYTES: Final = 1000
"""The estimated bytes of one event of a tournament, with its part of the state. Measured: 0.7 KB."""
TOURNAMENT_EVENTS_A_STEP: Final = 2
"""How many events of a tournament are read in the time of one step of a game. Measured: 30 to 40 µs an event, 60 to 80 µs a step."""
SEASON_EVENT_BYTES: Final = 10_000
"""The estimated bytes of one event of a season: most of them hold the standings of a tournament."""

SEASON_EVENTS_A_STEP: Final = 10
"""How many events of a season are folded in the time of one step of a game. Measured: 4 µs an event."""
SEASON_READING: Final = 100
"""How many times as long an event of a season takes to be read as to be folded. Measured: 37 µs a row of its standings, so this is for an
evening of 20 entries."""

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
    """Caches the states of one kind of stream that were requested most recently; no thread waits while another one reads a stream.
    `read(head, events)`: computes the state from all events. `event_bytes`: the estimated bytes of one event in a state. `work`: limits how
    many events are read for one request. `cheap`: how many events cost as much as a step of a game. `dear`: how many times as much an event
    costs that is read from the store. `share`: percent of the cache."""

    def __init__(
        self,
        streams: Streams[A, H],
        read: Callable[[H, Sequence[StreamEvent[A]]], S],
        cache: Cache | None = None,
        event_bytes: int = STEP_BYTES,
        work: WorkBudget | None = None,
        cheap: int = 1,
        share: int = shares.TOURNAMENTS,
        dear: int = 1,
    ) -> None:
        self._work = work or WorkBudget()
        self._cheap = cheap
        self._dear = dear
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

    def check(self, heads: Iterable[H]) -> None:
        """Raise TooLong if `at` would take too long for all these heads together."""
        self._work.steps(self._steps(sum(map(self.missing, heads))))

    def _steps(self, events: int) -> int:
        """Return how many steps of a game cost as much as reading so many events."""
        return events * self._dear // self._cheap

    def _read_to(self, head: H, kept: _Kept[S] | None, work: WorkBudget) -> _Kept[S]:
        return self._extended(kept, head, work) or self._whole(head, work)

    def _whole(self, head: H, work: WorkBudget) -> _Kept[S]:
        work.steps(self._steps(head.version))
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
        work.steps(self._steps(head.version - kept.fold.version))
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


class Readings(StreamCache[Act, Head, Reading]):
    """Caches the readings that were requested most recently. `system_of`: a function that returns the card game (system) with a given
    slug, its short name. `share`: percent of the cache."""

    def __init__(
        self,
        records: Records,
        cache: Cache | None = None,
        system_of: Callable[[str], System[Table]] = SYSTEMS.__getitem__,
        work: WorkBudget | None = None,
        share: int = shares.GAMES,
    ) -> None:
        super().__init__(records, lambda head, events: read(system_of(head.system), events), cache, work=work, share=share)

    def until(self, head: Head) -> Reading:
        """Return the reading up to `head`, even if the game has later events by now. Raises the same as `of`. If the cached reading ends
        there, the store is not asked: a GET of a game takes 0.8 of the time."""
        return self.cached(head) or self.of(head.stream).at(head.version)


# --- tournaments at earlier versions ------------------------------------------------------------------------------------------------------


EARLIER_STEP: Final = 500
"""Readings at multiples of this number of events are cached too. A reading at another version is computed from the last of these before
it."""
EARLIER_EVENT_BYTES: Final = 300
"""The estimated bytes that an earlier reading adds for each event. Measured: 180. The events themselves are not counted: the current
reading keeps them."""


class Earlier:
    """Finds readings of tournaments at earlier versions. They are computed from the events of the current reading (6,000 events: about 60
    ms), or from a cached one that is at most EARLIER_STEP events older (a few ms). They have no share of the cache, so who asks for one
    version after the other leaves everything else its share."""

    def __init__(self, cache: Cache) -> None:
        self._kept: Region[tuple[StreamId, int, str], TournamentReading] = Region(
            cache, lambda reading: reading.version * EARLIER_EVENT_BYTES
        )

    def at(self, stream: StreamId, now: TournamentReading, version: int) -> TournamentReading:
        """Return the tournament as it was known at `version`, a number from 1 to the version of `now`."""
        if version == now.version:
            return now
        key = (stream, version, now.mark(version))
        found = self._kept.get(key)
        if found is None:
            with without_collecting():
                found = self._folded(stream, now, version)
            self._kept.put(key, found)
        return found

    def _folded(self, stream: StreamId, now: TournamentReading, version: int) -> TournamentReading:
        base = version - version % EARLIER_STEP
        if base in (0, version):
            return now.at(version)
        return self.at(stream, now, base).extended(now.events[base:version])
