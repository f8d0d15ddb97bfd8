"""Makes the objects that all jobs in one worker process share, such as the Redis client and a cache of readings."""

import os
from dataclasses import dataclass
from functools import cache
from typing import Final

from redis import Redis

from domain.kernel.events import TournamentAct
from domain.tournament.reading import TournamentReading, tournament_read
from service.clock import now_ms
from service.config import Config
from service.kept.cache import MIB, MOST_BYTES, Cache
from service.kept.folds import Folds
from service.kept.readings import Readings
from service.projections import PROJECTIONS, digested
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.projected import Projected
from service.store.streams.heads import StreamHead
from service.store.tournaments.tournaments import TournamentStreams
from workers.links import LINKS
from workers.validated import unchecked

UNCHECKED_BYTES: Final = 32 * MIB
"""The size in bytes of the cache of games that were read without checking rules. The validator has another cache."""
TOURNAMENT_BYTES: Final = 64 * MIB
"""The size in bytes of the cache of tournaments that were read. This is enough for about ten thousand events."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """The shared objects. `unchecked`: a cache of games that were read without checks of rules. `tournaments_read`: a cache of
    tournaments that were read. `taking`: the stored links between games and tournaments."""

    store: Redis
    records: Records
    readings: Readings
    verdicts: Verdicts
    projected: Projected
    unchecked: Readings
    tournaments: TournamentStreams
    tournaments_read: Folds[TournamentAct, StreamHead, TournamentReading]
    taking: Projected


def wired_to(store: Redis, cache_bytes: int = MOST_BYTES) -> Wiring:
    """Make the shared objects. `store`: a client that must not repeat a command by itself (use `write_client`). `cache_bytes`: the size of
    the cache of readings."""
    records = Records(store, now_ms)
    readings, unchecked_readings = Readings(records, Cache(cache_bytes)), Readings(records, Cache(UNCHECKED_BYTES), unchecked)
    tournaments = TournamentStreams(store, now_ms)
    folds = Folds(tournaments, lambda _, events: tournament_read(events), Cache(TOURNAMENT_BYTES))
    return Wiring(
        store,
        records,
        readings,
        Verdicts(store, now_ms),
        Projected(store, tuple(PROJECTIONS), digested=digested),
        unchecked_readings,
        tournaments,
        folds,
        Projected(store, LINKS),
    )


@cache
def wired() -> Wiring:
    """Return the shared objects of this process. The first call makes them from the settings in the environment."""
    config = Config.from_env(os.environ)
    return wired_to(write_client(config.store_url), config.cache_bytes)
