"""Makes the objects that all jobs in one worker process share, such as the Redis client and a cache of readings."""

import os
from dataclasses import dataclass
from functools import cache

from redis import Redis

from service.clock import now_ms
from service.config import Config
from service.kept.cache import MOST_BYTES, Cache
from service.kept.readings import Readings
from service.projections import PROJECTIONS
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.projected import Projected


@dataclass(frozen=True, slots=True)
class Wiring:
    store: Redis
    records: Records
    readings: Readings
    verdicts: Verdicts
    projected: Projected


def wired_to(store: Redis, cache_bytes: int = MOST_BYTES) -> Wiring:
    """Make the shared objects. `store`: a client that must not repeat a command by itself (use `write_client`). `cache_bytes`: the size of
    the cache of readings."""
    records = Records(store, now_ms)
    readings = Readings(records, Cache(cache_bytes))
    return Wiring(store, records, readings, Verdicts(store, now_ms), Projected(store, tuple(PROJECTIONS)))


@cache
def wired() -> Wiring:
    """Return the shared objects of this process. The first call makes them from the settings in the environment."""
    config = Config.from_env(os.environ)
    return wired_to(write_client(config.store_url), config.cache_bytes)
