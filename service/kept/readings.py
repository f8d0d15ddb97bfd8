"""Readings of records, kept in this process, so that a record is not folded again for every question.

Not a store: all of it can be dropped at any moment. A kept reading is used only while the head of the record still follows from it: the
same hash, or a tail of new events that leads from the kept hash to the new one. Any other record (a restored backup, an altered record)
is read again from the first event.
"""

from collections.abc import Callable
from dataclasses import dataclass

from domain.record.chain import event_json, link
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.kept.cache import STEP_BYTES, Cache, Shelf
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.keys import GameId
from service.store.outcomes import NoSuchGame


@dataclass(frozen=True, slots=True)
class _Kept:
    """A reading and the hash of its last event."""

    hash: str
    reading: Reading


class Readings:
    """The readings asked for last. Safe for threads and greenlets; no caller waits for another's fold. `cache` None: one of its own.
    `system_of`: the rules by slug."""

    def __init__(
        self, records: Records, cache: Cache | None = None, system_of: Callable[[str], System[Table]] = SYSTEMS.__getitem__
    ) -> None:
        self._records = records
        self._system_of = system_of
        self._kept: Shelf[GameId, _Kept] = Shelf(cache or Cache(), lambda kept: kept.reading.version * STEP_BYTES)

    def of(self, game: GameId) -> Reading:
        """The record at its current head. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
        head = self._records.head(game)
        if head is None:
            raise NoSuchGame(game)
        return self.at(head)

    def at(self, head: Head) -> Reading:
        """The record at `head`; nothing that was recorded after it is read. Raises RecordDamaged, StoreUnavailable."""
        game = head.game
        kept = self._kept.get(game)
        if kept is None or kept.hash != head.hash:
            kept = self._extended(kept, head) or self._whole(head)
            self._kept.put(game, kept)
        return kept.reading

    def _extended(self, kept: _Kept | None, head: Head) -> _Kept | None:
        """`kept` with the tail up to `head`; None when the head does not follow from it."""
        if kept is None or kept.reading.version >= head.version:
            return None
        tail = self._records.events(head.game, kept.reading.version, head.version)
        reached = kept.hash
        for event in tail:
            reached = link(reached, event_json(event))
        return _Kept(reached, kept.reading.extended(tail)) if reached == head.hash else None

    def _whole(self, head: Head) -> _Kept:
        events = self._records.events(head.game, upto=head.version)
        return _Kept(head.hash, read(self._system_of(head.system), events))
