"""Reads the facts of games and of tournaments. Facts, for example who won, are what *projections* count: tables such as player statistics.

Only the validated events of a game count, so its facts depend only on its record and its verdict. While a game waits for validation, its
last known facts count. The same is true of a *parked* game: one whose validation failed. A long game is not read while it waits, because
reading it would delay the other games of its club. The rules of the game are not checked here, because the validator checks them."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from rq.timeouts import BaseTimeoutException

from domain.record.chain import hashes
from domain.record.facts import HASH_LETTERS, GameFacts, facts_of
from service.failures import describe
from service.projections import games, tournaments
from service.projections.projection import FactsT
from service.projections.tournaments import Facts
from service.store.errors import StoreUnavailable
from service.store.games.heads import Head, visibility_of
from service.store.keys import GameId, StreamId, short_name
from service.store.projected import Generation
from service.store.streams.kinds import StreamHead
from workers.validated import LONG, Validated, waits
from workers.wiring import Wiring

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look(Generic[FactsT]):
    """What is known of one stream. `before`: the facts that the stored tables contain; None if the tables do not count the stream. `now`: a
    function that computes the current facts, which may take long; it returns None if the tables must not count the stream. `waits`: the
    version that waits for validation; 0 if none does."""

    before: FactsT | None
    now: Callable[[], FactsT | None]
    waits: int = 0


class Source(Protocol):
    """Finds the facts of streams of one kind."""

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[Any]]:
        """Return a `Look` for each stream in `streams`, by id. `generation`: the set of stored tables that contains the old facts."""
        ...


class Games:
    """Finds the facts of games. `engine`: the version of the rules with which games are read here."""

    def __init__(self, parts: Wiring, engine: str) -> None:
        self._parts = parts
        self._validated = Validated(parts.records, parts.verdicts, parts.unchecked, engine)

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[GameFacts]]:
        club, named = generation.club, [GameId(stream) for stream in streams]
        rows = self._parts.projected.rows_of(generation, games.PROJECTION.name, [short_name(game) for game in named])
        counted = {facts.game: facts for key, row in rows.items() for facts in (games.unpacked(club, key, row),)}
        parked = self._validated.parked(club)
        heads = zip(named, self._parts.records.heads(named), strict=True)
        return {game: self._look(head, _opened(counted.get(game), head), parked) for game, head in heads}

    def _look(self, head: Head | None, before: GameFacts | None, parked: Mapping[GameId, int]) -> Look[GameFacts]:
        """Return what is known of one game. `head`: its head; None if there is no such game. `before`: its facts in the stored tables.
        `parked`: the games that this engine could not validate, with their versions."""
        if head is None:
            return Look(before, lambda: None)
        version = waits(head, parked)
        if not self._validated.is_readable(head, parked):
            return Look(before, lambda: None, version)
        if version and head.version > LONG:
            return Look(before, lambda: before, version)
        return Look(before, lambda: self._facts(head, before), version)

    def _facts(self, head: Head, before: GameFacts | None) -> GameFacts | None:
        """Return the facts of a game, read from its validated events; None if the game cannot be read."""
        if before is not None and (before.version, before.verdict) == (head.validated, head.verdict):
            return before
        try:
            current = self._parts.verdicts.state(head.game)
            reading = self._validated.reading(head, current.validated)
            facts = facts_of(head.game, reading, (entry.finding for entry in current.findings), current.verdict)
            *_, reached = [head.hash] if reading.version == head.version else hashes(reading.events)
            return _opened(facts._replace(hash=reached[:HASH_LETTERS], visibility=visibility_of(reading.events)), head)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("%s cannot be read and is left out of the tables: %s", head.game, describe(error))
            return None


def _opened(facts: GameFacts | None, head: Head | None) -> GameFacts | None:
    """Return the facts with the time at which the game was opened on this server. The stored rows do not hold this time, so that a copy of
    the game on another server has the same rows."""
    return facts if facts is None or head is None else facts._replace(listed_at=head.opened_at)


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
        return Facts(stream, tournaments.unpacked_line(rows[line]), tournaments.unpacked_places(rows[people]))

    def _facts(self, head: StreamHead, before: Facts | None) -> Facts | None:
        """Return the facts of the tournament at its head; None if the tournament cannot be read. `before`: the stored facts, returned
        unchanged if they were computed at this head."""
        if before is not None and (before.line.version, before.line.hash) == (head.version, head.hash):
            return before
        try:
            reading = self._parts.tournaments_read.at(head)
            return Facts(head.stream, tournaments.line_of(reading, head.hash), tournaments.places_of(reading))
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("the rows of %s cannot be made: %s", head.stream, describe(error))
            return None
