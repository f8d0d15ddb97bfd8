"""Finds the titles of tournaments by their first events. A title never changes, so it is read once for each process."""

from collections.abc import Iterable
from typing import Final

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
        self._kept: Region[StreamId, str] = Region(cache, lambda _: TITLE_BYTES)

    def of(self, tournaments: Iterable[str]) -> dict[str, str | None]:
        """Return the titles of these tournaments. None: it is not stored here, or the tournament cannot be read."""
        return {tournament: self._one(StreamId(tournament)) for tournament in tournaments}

    def _one(self, tournament: StreamId) -> str | None:
        kept = self._kept.get(tournament)
        if kept is None:
            try:
                (opening,) = self._streams.events(tournament, upto=1)
            except (NoSuchStream, RecordDamaged):
                return None
            if not isinstance(opening.act, TournamentOpened) or opening.act.title.value is None:
                return None
            kept = opening.act.title.value
            self._kept.put(tournament, kept)
        return kept
