"""Where the facts come from that projections fold: for each kind of stream how it is looked at. Games are the one kind so far.

A game counts as far as its verdict goes: what is recorded after that may be what nobody can read. So what it counts follows from record and
verdict alone, whether the rows grew or are made again, and a game that waits, or is parked, counts as last known. Nothing is checked here:
that is the verdict's business, and a game whose checks are slow holds up a worker once.
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
"""Of the readings here; those of the validator are checked ones."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look(Generic[FactsT]):
    """A look at one stream. `before`: its facts as the rows count them; `now`: its facts as they are, which may take long; None: it does
    not count. `waits`: the version that waits for its verdict; 0: it does not wait."""

    before: FactsT | None
    now: Callable[[], FactsT | None]
    waits: int = 0


class Source(Protocol):
    """The facts of one kind of stream."""

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[Any]]:
        """A look at each of `streams`, by id. Raises StoreUnavailable."""
        ...


@cache
def unchecked(slug: str) -> System[Table]:
    """The system of that name, finding nothing."""
    return replace(SYSTEMS[slug], check=lambda _table, _event: ())


class Games:
    """The facts of games. `engine`: the one by which they are read."""

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
        """`parked`: the version at which these rules failed; 0: they did not."""
        if head is None:
            return Look(before, lambda: None)
        waits = head.version if max(head.validated, parked) < head.version else 0
        if not head.validated or (parked and head.engine != self._engine):  # these rules never read it, and may hang on it
            return Look(before, lambda: None, waits)
        return Look(before, lambda: self._facts(head, before), waits)

    def _facts(self, head: Head, before: GameFacts | None) -> GameFacts | None:
        """The facts of a game as far as its verdict goes; None of one that cannot be read."""
        if before is not None and (before.version, before.verdict) == (head.validated, head.verdict):
            return before
        try:
            standing = self._parts.verdicts.standing(head.game)
            reading = self._reading(head, standing.validated)
            return facts_of(head.game, reading, (entry.finding for entry in standing.findings), standing.verdict)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("%s cannot be read and counts nowhere: %s", head.game, describe(error))
            return None

    def _reading(self, head: Head, through: int) -> Reading:
        if through == head.version:
            return self._readings.at(head)
        return read(unchecked(head.system), self._parts.records.events(head.game, upto=through))
