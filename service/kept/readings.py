"""Caches the readings of records. A reading is the result of folding the events of a record."""

from collections.abc import Callable

from domain.kernel.events import Act
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.kept.cache import Cache
from service.kept.folds import Folds
from service.kept.loop import Loop
from service.store.games.heads import Head
from service.store.games.records import Records


class Readings(Folds[Act, Head, Reading]):
    """Caches the readings that were requested most recently. `system_of`: a function that returns the card game (system) with a given
    slug, its short name."""

    def __init__(
        self,
        records: Records,
        cache: Cache | None = None,
        system_of: Callable[[str], System[Table]] = SYSTEMS.__getitem__,
        loop: Loop | None = None,
    ) -> None:
        super().__init__(records, lambda head, events: read(system_of(head.system), events), cache, loop=loop)
