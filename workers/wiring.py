"""Makes the objects that all jobs in one worker process share, such as the Redis client and a cache of readings."""

import functools
import os
from dataclasses import dataclass

from redis import Redis

from domain.kernel.events import SeasonAct, TournamentAct
from domain.season.fold import SeasonReading, season_read
from domain.tournament.reading import TournamentReading, tournament_read
from service.caches.streams import SEASON_EVENT_BYTES, TOURNAMENT_EVENT_BYTES, Readings, StreamCache
from service.clock import now_ms
from service.config import Config
from service.memory import shares
from service.memory.cache import MOST_BYTES, Cache
from service.projections import PROJECTIONS, digested
from service.store.clubs.people import People
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.projected import Projected
from service.store.seasons.seasons import SeasonStreams
from service.store.streams.kinds import StreamHead
from service.store.tournaments.tournaments import TournamentStreams
from workers.links import LINKS
from workers.validated import unchecked


@dataclass(frozen=True, slots=True)
class Wiring:
    """The shared objects. `unchecked`: a cache of games that were read without checks of rules. `tournaments_read`: a cache of
    tournaments that were read; `seasons_read`: of seasons. `taking`: the stored links between games and tournaments."""

    store: Redis
    records: Records
    readings: Readings
    verdicts: Verdicts
    projected: Projected
    unchecked: Readings
    people: People
    tournaments: TournamentStreams
    tournaments_read: StreamCache[TournamentAct, StreamHead, TournamentReading]
    seasons: SeasonStreams
    seasons_read: StreamCache[SeasonAct, StreamHead, SeasonReading]
    taking: Projected


def wired_to(store: Redis, cache_bytes: int = MOST_BYTES) -> Wiring:
    """Make the shared objects. `store`: a client that must not repeat a command by itself (use `write_client`). `cache_bytes`: the size of
    the cache that they share."""
    cache = Cache(cache_bytes)
    records, tournaments = Records(store, now_ms, cache=cache), TournamentStreams(store, now_ms, cache=cache)
    seasons = SeasonStreams(store, now_ms, cache=cache)
    return Wiring(
        store,
        records,
        Readings(records, cache),
        Verdicts(store, now_ms, cache),
        Projected(store, tuple(PROJECTIONS), digested=digested),
        Readings(records, cache, unchecked, share=shares.UNCHECKED),
        People(store, now_ms, cache=cache),
        tournaments,
        StreamCache(tournaments, lambda _, events: tournament_read(events), cache, TOURNAMENT_EVENT_BYTES),
        seasons,
        StreamCache(seasons, lambda _, events: season_read(events), cache, SEASON_EVENT_BYTES, share=shares.SEASONS),
        Projected(store, LINKS),
    )


@functools.cache
def wired() -> Wiring:
    """Return the shared objects of this process. The first call makes them from the settings in the environment."""
    config = Config.from_env(os.environ)
    return wired_to(write_client(config.store_url, copies=config.copies), config.cache_bytes)
