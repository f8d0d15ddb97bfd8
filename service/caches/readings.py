"""Caches the readings of records. A reading is the result of folding the events of a record."""

from collections.abc import Callable

from domain.kernel.events import Act
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.caches.streams import StreamCache
from service.memory import shares
from service.memory.cache import Cache
from service.memory.work import WorkBudget
from service.store.games.heads import Head
from service.store.games.records import Records


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
