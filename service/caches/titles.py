"""Finds the titles of tournaments by their first events. Title and visibility never change, so they are read once for each process."""

from collections.abc import Iterable
from typing import Final

from domain.kernel.events.club import VISIBILITIES
from domain.kernel.events.common import Visibility
from domain.kernel.events.tournaments import TournamentOpened
from service.memory.cache import Cache, Region
from service.store.errors import NoSuchStream, RecordDamaged
from service.store.keys import StreamId
from service.store.tournaments.tournaments import TournamentStreams

TITLE_BYTES: Final = 300
"""The estimated bytes of a title in the cache."""


class Titles:
    """The titles of all tournaments on one server."""

    def __init__(self, streams: TournamentStreams, cache: Cache) -> None:
        self._streams = streams
        self._kept: Region[StreamId, tuple[str, Visibility]] = Region(cache, lambda _: TITLE_BYTES)

    def of(self, tournaments: Iterable[str], seen: Visibility) -> dict[str, str | None]:
        """Return the titles of these tournaments for those who may see whatever has the visibility `seen`. None: they may not see the
        tournament, its title is not stored here, or it cannot be read."""
        return {tournament: self._shown(StreamId(tournament), seen) for tournament in tournaments}

    def _shown(self, tournament: StreamId, seen: Visibility) -> str | None:
        title, visibility = self._one(tournament) or (None, seen)
        return title if VISIBILITIES.index(visibility) >= VISIBILITIES.index(seen) else None

    def _one(self, tournament: StreamId) -> tuple[str, Visibility] | None:
        kept = self._kept.get(tournament)
        if kept is None:
            try:
                (opening,) = self._streams.events(tournament, upto=1)
            except (NoSuchStream, RecordDamaged):
                return None
            if not isinstance(opening.act, TournamentOpened) or opening.act.title.value is None:
                return None
            kept = opening.act.title.value, opening.act.visibility
            self._kept.put(tournament, kept)
        return kept
