"""What the jobs of one worker process share: one client of the store, and the readings that make the next event of a game cheap."""

import os
from dataclasses import dataclass
from functools import cache

from redis import Redis

from service.clock import now_ms
from service.config import Config
from service.kept.readings import Readings
from service.projections import PROJECTIONS
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.projected import Projected


@dataclass(frozen=True, slots=True)
class Wiring:
    records: Records
    readings: Readings
    verdicts: Verdicts
    projected: Projected


def wired_to(store: Redis) -> Wiring:
    """The parts, on the server of this client, which must not repeat by itself (`write_client`)."""
    records = Records(store, now_ms)
    return Wiring(records, Readings(records), Verdicts(store, now_ms), Projected(store, tuple(PROJECTIONS)))


@cache
def wired() -> Wiring:
    """The parts of this process, by its environment."""
    return wired_to(write_client(Config.from_env(os.environ).store_url))
