"""Computes the facts of tournaments: the line in the list of tournaments, and the people. The projection `tournaments` stores them as rows
(service/projections/tournaments.py)."""

import logging
from collections.abc import Mapping, Sequence

from rq.timeouts import BaseTimeoutException

from service.failures import describe
from service.projections import tournaments
from service.projections.tournaments import Facts
from service.store.errors import StoreUnavailable
from service.store.keys import StreamId
from service.store.projected import Generation
from service.store.streams.kinds import StreamHead
from workers.facts import Look
from workers.wiring import Wiring

log = logging.getLogger(__name__)


class Tournaments:
    """Finds the stored facts of tournaments, and computes their current facts."""

    def __init__(self, parts: Wiring) -> None:
        self._parts = parts

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[Facts]]:
        named = [StreamId(stream) for stream in streams]
        heads = zip(named, self._parts.tournaments.heads(named), strict=True)
        return {stream: self._look(generation, stream, head) for stream, head in heads}

    def _look(self, generation: Generation, stream: StreamId, head: StreamHead | None) -> Look[Facts]:
        before = self._stored(generation, stream)
        return Look(before, lambda: None if head is None else self._facts(head, before))

    def _stored(self, generation: Generation, stream: StreamId) -> Facts | None:
        line, people = tournaments.line_key(stream), tournaments.people_key(stream)
        rows = self._parts.projected.rows_of(generation, tournaments.PROJECTION.name, [line, people])
        if len(rows) < 2:
            return None
        return Facts(stream, tournaments.unpacked_line(rows[line]), tournaments.unpacked_people(rows[people]))

    def _facts(self, head: StreamHead, before: Facts | None) -> Facts | None:
        """Return the facts of the tournament at its head; None if the tournament cannot be read. `before`: the stored facts, returned
        unchanged if they were computed at this head."""
        if before is not None and (before.line.version, before.line.hash) == (head.version, head.hash):
            return before
        try:
            reading = self._parts.tournaments_read.at(head)
            return Facts(head.stream, tournaments.line_of(reading, head.hash), tournaments.people_of(reading))
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("the rows of %s cannot be made: %s", head.stream, describe(error))
            return None
