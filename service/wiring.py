"""What one application is wired to: the parts that requests need, made once by `service.app.create_app`. Nothing is connected at import."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import current_app
from redis import Redis

from service.config import Config
from service.delays import Delays
from service.judged import Judged
from service.metrics import Metrics
from service.readings import Readings
from service.replays import Replays
from service.store.clubs import Clubs
from service.store.exports import Exports
from service.store.pins import Pins
from service.store.projected import Projected
from service.store.records import Records
from service.store.verdicts import Verdicts

EXTENSION = "faceup"


@dataclass(frozen=True, slots=True)
class Wiring:
    """`key` signs; `redis` is for operations (health, metrics) alone and never tries twice; `now`: milliseconds UTC; `pause`: waits so many
    seconds."""

    config: Config
    key: bytes
    redis: "Redis"
    records: Records
    verdicts: Verdicts
    judged: Judged
    readings: Readings
    delays: Delays
    replays: Replays
    clubs: Clubs
    projected: Projected
    exports: Exports
    pins: Pins
    metrics: Metrics
    now: Callable[[], int]
    pause: Callable[[float], None]


def wired() -> Wiring:
    """The wiring of the application that serves this request."""
    return cast("Wiring", current_app.extensions[EXTENSION])
