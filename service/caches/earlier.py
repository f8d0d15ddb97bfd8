"""Caches readings of tournaments at earlier versions, for requests that ask what was known then.

An earlier reading is computed from the events of the current one; nothing is read from the store. For 6,000 events this takes about 60 ms.
A client may ask for one version after the other. So a reading is computed from a cached one that is at most STEP events older, which takes
a few ms. Earlier readings have no share of the cache, so such a client leaves everything else its share.
"""

from typing import Final

from domain.kernel.events import EventId
from domain.tournament.reading import TournamentReading
from service.memory.cache import Cache, Region
from service.memory.garbage import without_collecting
from service.store.keys import StreamId

STEP: Final = 500
"""Readings at multiples of this number of events are cached too. A reading at another version is computed from the last of these before
it."""
EVENT_BYTES: Final = 300
"""The estimated bytes that an earlier reading adds for each event. Measured: 180. The events themselves are not counted: the current
reading keeps them."""


class Earlier:
    """Finds earlier readings. Safe for threads and greenlets."""

    def __init__(self, cache: Cache) -> None:
        self._kept: Region[tuple[StreamId, int, EventId], TournamentReading] = Region(cache, lambda reading: reading.version * EVENT_BYTES)

    def at(self, stream: StreamId, now: TournamentReading, version: int) -> TournamentReading:
        """Return the tournament as it was known at `version`, a number from 1 to the version of `now`."""
        if version == now.version:
            return now
        key = (stream, version, now.events[version - 1].id)
        found = self._kept.get(key)
        if found is None:
            with without_collecting():
                found = self._folded(stream, now, version)
            self._kept.put(key, found)
        return found

    def _folded(self, stream: StreamId, now: TournamentReading, version: int) -> TournamentReading:
        base = version - version % STEP
        if base in (0, version):
            return now.at(version)
        return self.at(stream, now, base).extended(now.events[base:version])
