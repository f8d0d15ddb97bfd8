"""Caches the readings of records in this process, so that a record is not folded again for every request. (A reading is the result of
folding the events of a record.)

Every kept reading may be dropped at any moment. It is used if its last event has the hash of the record's head, or if the hashes of the
newer events lead from its last event to the head. Otherwise (a restored backup, an altered record) the record is read again from the first
event.
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
    """A kept reading. `hash`: the hash of its last event."""

    hash: str
    reading: Reading


class Readings:
    """Caches the readings that were requested most recently. Safe for threads and greenlets; no thread waits while another one folds a
    record. `cache`: None makes a private one; `system_of`: returns the system with a slug."""

    def __init__(
        self, records: Records, cache: Cache | None = None, system_of: Callable[[str], System[Table]] = SYSTEMS.__getitem__
    ) -> None:
        self._records = records
        self._system_of = system_of
        self._kept: Shelf[GameId, _Kept] = Shelf(cache or Cache(), lambda kept: kept.reading.version * STEP_BYTES)

    def of(self, game: GameId) -> Reading:
        """Return the reading of the record up to its current head. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
        head = self._records.head(game)
        if head is None:
            raise NoSuchGame(game)
        return self.at(head)

    def at(self, head: Head) -> Reading:
        """Return the reading of the record up to `head`, without any later event. Raises RecordDamaged, StoreUnavailable."""
        game = head.game
        kept = self._kept.get(game)
        if kept is None or kept.hash != head.hash:
            kept = self._extended(kept, head) or self._whole(head)
            self._kept.put(game, kept)
        return kept.reading

    def _extended(self, kept: _Kept | None, head: Head) -> _Kept | None:
        """Return `kept` extended by the events up to `head`; None if the hashes of these events do not lead from `kept` to `head`."""
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
