"""Computes the facts of tournaments: the standings, the line in the list of tournaments, and the people. The projections `standings` and
`tournaments` store them as rows (service/projections/)."""

import logging
from collections.abc import Mapping, Sequence
from typing import Final

from rq.timeouts import BaseTimeoutException

from domain.tournament.reading import tournament_read
from service.clock import now_ms
from service.failures import describe
from service.kept.cache import MIB, Cache
from service.kept.folds import TOURNAMENT_EVENT_BYTES, Folds
from service.projections import standings, tournaments
from service.projections.standings import Made
from service.projections.tournaments import Facts
from service.store.keys import StreamId
from service.store.outcomes import StoreUnavailable
from service.store.projected import Generation
from service.store.streams.heads import StreamHead
from service.store.tournaments.tournaments import TournamentStreams
from workers.facts import Look
from workers.wiring import Wiring

CACHE_BYTES: Final = 64 * MIB
"""The size in bytes of the cache of tournaments that were read. Without this cache, each change of a tournament would mean reading its
whole stream again."""

log = logging.getLogger(__name__)


class Tournaments:
    """Finds the stored facts of tournaments, and computes their current facts."""

    def __init__(self, parts: Wiring) -> None:
        self._parts = parts
        self._streams = TournamentStreams(parts.store, now_ms)
        read = Folds(self._streams, lambda _, events: tournament_read(events), Cache(CACHE_BYTES), TOURNAMENT_EVENT_BYTES)
        self._read = read

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[Facts]]:
        named = [StreamId(stream) for stream in streams]
        heads = zip(named, self._streams.heads(named), strict=True)
        return {stream: self._look(generation, stream, head) for stream, head in heads}

    def _look(self, generation: Generation, stream: StreamId, head: StreamHead | None) -> Look[Facts]:
        before = self._stored(generation, stream)
        return Look(before, lambda: None if head is None else self._facts(head, before))

    def _stored(self, generation: Generation, stream: StreamId) -> Facts | None:
        made = self._stored_standings(generation, stream)
        line, people = tournaments.line_key(stream), tournaments.people_key(stream)
        rows = self._parts.projected.rows_of(generation, tournaments.PROJECTION.name, [line, people])
        if made is None or len(rows) < 2:
            return None
        return Facts(tournaments.unpacked_line(rows[line]), tournaments.unpacked_people(rows[people]), made)

    def _stored_standings(self, generation: Generation, stream: StreamId) -> Made | None:
        name, key = standings.PROJECTION.name, standings.key_of(stream)
        rows = self._parts.projected.rows_of(generation, name, [key])
        if key not in rows:
            return None
        keys = standings.keys_of_rows(stream, standings.mark_of(rows[key]))
        return standings.unpacked(stream, self._parts.projected.rows_of(generation, name, keys))

    def _facts(self, head: StreamHead, before: Facts | None) -> Facts | None:
        """Return the facts of the tournament at its head; None if the tournament cannot be read. `before`: the stored facts, returned
        unchanged if they were computed at this head."""
        if before is not None and (before.line.version, before.line.hash) == (head.version, head.hash):
            return before
        try:
            reading = self._read.at(head)
            made = standings.made(head.stream, reading, head.hash)
            return Facts(tournaments.line_of(reading, head.hash), tournaments.people_of(reading), made)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("the rows of %s cannot be made: %s", head.stream, describe(error))
            return None
