"""Reads games up to the last validated event. Tables and tournaments do not count later events, because the rules may fail to read them.
The rules are not checked here, because the validator checks them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.caches.streams import Readings
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId

LONG: Final = 2_000
"""A game with more events than this is *long*: a worker may need a second to read it. At most one long game is validated at a time, and its
facts are not counted before it is validated to its end."""


@cache
def unchecked(slug: str) -> System[Table]:
    """Return a copy of the system `slug` that does not check rules, to read games faster."""
    return replace(SYSTEMS[slug], check=lambda _table, _event: ())


@dataclass(frozen=True, slots=True)
class Validated:
    """Reads games up to their last validated event. `readings`: a cache of games that were read without checks. `engine`: the version of
    the rules here."""

    records: Records
    verdicts: Verdicts
    readings: Readings
    engine: str

    def parked(self, club: Club) -> dict[GameId, int]:
        """Return the games of a club that this engine could not validate, each with the version at which it failed."""
        return {parked.game: parked.version for parked in self.verdicts.parked(club) if parked.engine == self.engine}

    def reading(self, head: Head, through: int) -> Reading:
        """Return the game as it was at version `through`."""
        if through == head.version:
            return self.readings.at(head)
        return read(unchecked(head.system), self.records.events(head.game, upto=through))

    def is_readable(self, head: Head, parked: Mapping[GameId, int]) -> bool:
        """Return whether a game has validated events and this engine can read them. A game that is
        parked (its validation failed) counts only if this engine validated the earlier events: others might never finish being read."""
        return head.validated > 0 and (head.game not in parked or head.engine == self.engine)


def waits(head: Head, parked: Mapping[GameId, int]) -> int:
    """Return the version of a game that waits for validation; 0 if no version waits. The version at which a game was parked (its
    validation failed) does not wait."""
    return head.version if max(head.validated, parked.get(head.game, 0)) < head.version else 0
