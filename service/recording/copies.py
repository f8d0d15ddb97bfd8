"""Stores games that come from files. The events of a record file are stored as they were recorded elsewhere. A handwritten sheet is stored
as new events.

Nothing here checks the file or the sender's rights: `service/files` checks the form, and the API lets only directors import.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from domain.kernel.events import TokenId
from domain.record.batch import Draft
from service.store.errors import BodyDiffers, Conflict, RecordDiffers
from service.store.games.records import Records
from service.store.keys import Club, game_id
from service.store.streams.append import Restored, restored
from service.store.streams.copies import Copied

AT_ONCE: Final = 100
"""The most events of a sheet that one append writes. This is always below the limits of a batch."""

Written = Callable[[int], object]
"""A function that is called after each append, with the stream's new version."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Imports records and sheets. An import may be repeated: stored events are recognised, and an interrupted import is completed. Every
    method may raise RecordDiffers or RecordDamaged."""

    records: Records

    def restore(self, club: Club, record: Sequence[Copied], written: Written) -> Restored:
        """Store a whole record with its ids, times and hashes. `record`: all of its events, the opening first. Returns how much is stored
        now, and how much of it is new."""
        return self.records.restore(club, record, written)

    def restore_foreseen(self, club: Club, record: Sequence[Copied]) -> Restored:
        """Return what a call of `restore` would return now. Writes nothing."""
        return self.records.dry_run(club, record)

    def record(self, club: Club, drafts: Sequence[Draft], by: TokenId, written: Written) -> Restored:
        """Record the drafts of a sheet, the opening first, as new events that the token `by` recorded.

        Raises RecordDiffers if somebody else recorded an event in the game before the last draft was stored.
        """
        opening, *others = drafts
        size, stored = len(drafts), self.record_foreseen(club, drafts)
        game = self.records.open(club, opening, by).game
        for reached in range(0, len(others), AT_ONCE):
            try:
                version = self.records.append(game, 1 + reached, others[reached : reached + AT_ONCE], by).version
            except (Conflict, BodyDiffers) as differs:
                raise RecordDiffers(game, 2 + reached) from differs
            written(version)
        head = self.records.head(game)
        return restored(game, size if head is None else head.version, size - stored.added, size)

    def record_foreseen(self, club: Club, drafts: Sequence[Draft]) -> Restored:
        """Return what a call of `record` would return now. Writes nothing."""
        game, size = game_id(club, drafts[0].id), len(drafts)
        head = self.records.head(game)
        version = 0 if head is None else head.version
        return restored(game, max(version, size), min(version, size), size)
