"""Readings of records, kept in this process: what a record comes to, without folding it again for every question.

Not a store: whatever is kept here can be dropped at any moment. A kept reading is used only while the head of the record still follows
from it: the same hash, or a tail of new events that leads from the kept hash to the new one. Anything else (a restored backup, an
altered record) is read again from the first event.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from domain.record.chain import event_json, link
from domain.record.fold import Reading, read
from domain.systems import SYSTEMS
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
    """The `most` recently asked readings. Safe among threads and greenlets; nobody waits for another's fold."""

    def __init__(self, records: Records, most: int = 512) -> None:
        self._records = records
        self._most = most
        self._kept: OrderedDict[GameId, _Kept] = OrderedDict()
        self._lock = Lock()

    def of(self, game: GameId) -> Reading:
        """The record as it stands at its head. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
        head = self._records.head(game)
        if head is None:
            raise NoSuchGame(game)
        with self._lock:
            kept = self._kept.get(game)
        if kept is None or kept.hash != head.hash:
            kept = self._extended(kept, head) or self._whole(head)
        self._keep(game, kept)
        return kept.reading

    def _extended(self, kept: _Kept | None, head: Head) -> _Kept | None:
        """`kept` with the tail up to `head`; None where the head does not follow from it."""
        if kept is None or kept.reading.version >= head.version:
            return None
        tail = self._records.events(head.game, kept.reading.version, head.version)
        reached = kept.hash
        for event in tail:
            reached = link(reached, event_json(event))
        return _Kept(reached, kept.reading.extended(tail)) if reached == head.hash else None

    def _whole(self, head: Head) -> _Kept:
        events = self._records.events(head.game, upto=head.version)
        return _Kept(head.hash, read(SYSTEMS[head.system], events))

    def _keep(self, game: GameId, kept: _Kept) -> None:
        with self._lock:
            self._kept[game] = kept
            self._kept.move_to_end(game)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
