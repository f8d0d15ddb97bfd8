"""The objects that requests need, such as the store and the caches. `service.app.create_app` makes them once for each application."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from flask import current_app
from redis import Redis

from domain.kernel.events import TournamentAct
from domain.tournament.reading import TournamentReading
from service.config import Config
from service.kept.cache import Cache
from service.kept.delays import Delays
from service.kept.folds import Folds
from service.kept.judged import Judged
from service.kept.readings import Readings
from service.recording.entrances import Recording, recording_of
from service.recording.games import Games
from service.recording.tournaments import TournamentDesk, Tournaments, desk_of
from service.running.metrics import Metrics
from service.seen.replays import Replays
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.games.pins import Pins
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.projected import Projected
from service.store.streams.heads import StreamHead
from service.store.tournaments.tournaments import TournamentStreams

EXTENSION = "faceup"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The parts of one application. `key`: signs cookies and cursors. `redis`: only for health checks and metrics; never repeats a command.
    `now`: returns the time in ms UTC. `pause`: sleeps for so many seconds. `recording` (games) and `desk` (tournaments):
    made from the other parts."""

    config: Config
    key: bytes
    redis: "Redis"
    records: Records
    verdicts: Verdicts
    cache: Cache
    judged: Judged
    readings: Readings
    delays: Delays
    replays: Replays
    clubs: Clubs
    people: People
    tournaments: TournamentStreams
    tournaments_read: Folds[TournamentAct, StreamHead, TournamentReading]
    projected: Projected
    exports: Exports
    pins: Pins
    metrics: Metrics
    now: Callable[[], int]
    pause: Callable[[float], None]
    recording: Recording = field(init=False)
    desk: TournamentDesk = field(init=False)

    def __post_init__(self) -> None:
        games = Games(self.readings.of, self.verdicts, self.people)
        object.__setattr__(self, "recording", recording_of(games, self.records, self.pins, self.now))
        kind = Tournaments(self.tournaments_read.of, self.people)
        object.__setattr__(self, "desk", desk_of(kind, self.tournaments, self.now))


def wired() -> Wiring:
    """Return the wiring of the application that serves this request."""
    return cast("Wiring", current_app.extensions[EXTENSION])
