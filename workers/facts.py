"""Reads the facts of streams, which projections (tables such as player statistics) count. So far only games have facts.

Only the validated events of a game count. So its facts depend only on its record and verdict. While a game waits for validation or is
parked (its validation failed), its last known facts count. The rules of the game are not checked here: the validator does that.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Generic, Protocol

from rq.timeouts import BaseTimeoutException

from domain.record.facts import GameFacts, facts_of
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.failures import describe
from service.kept.cache import MIB, Cache
from service.kept.readings import Readings
from service.projections import games
from service.projections.projection import FactsT
from service.store.games.heads import Head
from service.store.keys import GameId, short_name
from service.store.outcomes import StoreUnavailable
from service.store.projected import Generation
from workers.wiring import Wiring

CACHE_BYTES: Final = 32 * MIB
"""The size of the cache of games that were read without checking rules. The validator has a cache of its own."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look(Generic[FactsT]):
    """What is known of one stream. `before`: the facts that the rows contain. `now`: computes its current facts, which may take long. Facts
    are None if the rows do not count the stream. `waits`: the version that waits for validation; 0: none."""

    before: FactsT | None
    now: Callable[[], FactsT | None]
    waits: int = 0


class Source(Protocol):
    """Finds the facts of streams of one kind."""

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[Any]]:
        """Look at each of `streams` (ids). Returns a `Look` for each id. `generation`: the rows that contain the old facts. Raises
        StoreUnavailable."""
        ...


@cache
def unchecked(slug: str) -> System[Table]:
    """Return a copy of the system `slug` that does not check rules, to read games faster."""
    return replace(SYSTEMS[slug], check=lambda _table, _event: ())


class Games:
    """Finds the facts of games. `engine`: the version of the rules that reads the games here."""

    def __init__(self, parts: Wiring, engine: str) -> None:
        self._parts = parts
        self._engine = engine
        self._readings = Readings(parts.records, Cache(CACHE_BYTES), unchecked)

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[GameFacts]]:
        club, named = generation.club, [GameId(stream) for stream in streams]
        rows = self._parts.projected.rows_of(generation, games.PROJECTION.name, [short_name(game) for game in named])
        counted = {facts.game: facts for key, row in rows.items() for facts in (games.unpacked(club, key, row),)}
        parked = {parked.game: parked.version for parked in self._parts.verdicts.parked(club) if parked.engine == self._engine}
        heads = zip(named, self._parts.records.heads(named), strict=True)
        return {game: self._look(head, counted.get(game), parked.get(game, 0)) for game, head in heads}

    def _look(self, head: Head | None, before: GameFacts | None, parked: int) -> Look[GameFacts]:
        """`before`: the facts that the rows contain. `parked`: the version at which this engine failed and the game was parked, else 0."""
        if head is None:
            return Look(before, lambda: None)
        waits = head.version if max(head.validated, parked) < head.version else 0
        if not head.validated or (parked and head.engine != self._engine):  # this engine has never read the game, and might hang
            return Look(before, lambda: None, waits)
        return Look(before, lambda: self._facts(head, before), waits)

    def _facts(self, head: Head, before: GameFacts | None) -> GameFacts | None:
        """Read the facts of a game from its validated events. Returns None if the game cannot be read."""
        if before is not None and (before.version, before.verdict) == (head.validated, head.verdict):
            return before
        try:
            current = self._parts.verdicts.standing(head.game)
            reading = self._reading(head, current.validated)
            return facts_of(head.game, reading, (entry.finding for entry in current.findings), current.verdict)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("%s cannot be read and is left out of the tables: %s", head.game, describe(error))
            return None

    def _reading(self, head: Head, through: int) -> Reading:
        if through == head.version:
            return self._readings.at(head)
        return read(unchecked(head.system), self._parts.records.events(head.game, upto=through))
