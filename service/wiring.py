"""The objects that requests need, such as the store and the caches. `service.app.create_app` makes them once for each application."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from flask import current_app
from redis import Redis

from domain.kernel.events import SeasonAct, TournamentAct
from domain.season.fold import SeasonReading
from domain.tournament.reading import TournamentReading
from domain.tournament.state import Tournament
from service.caches.answers import Unchanged
from service.caches.delays import Delays
from service.caches.game_lines import GameLines
from service.caches.listing import Listing
from service.caches.rates import Rates
from service.caches.standings import CachedStandings
from service.caches.streams import Readings, StreamCache
from service.caches.titles import Titles
from service.caches.tournament_lines import TournamentLines
from service.config import Config
from service.heavy.asking import HeavyWorkers
from service.memory import shares
from service.memory.cache import Cache, Region
from service.memory.work import WorkBudget
from service.projections import FOLD
from service.recording.consent import Consent
from service.recording.copies import Copies
from service.recording.games import GameRecorder, Games, Opening
from service.recording.life import Life, Sitting
from service.recording.limits import Chains
from service.recording.pairing import Rounds
from service.recording.recorder import Recorder
from service.recording.seasons import Counting, SeasonDesk, Seasons
from service.recording.tables import Tables
from service.recording.tournaments import TournamentDesk, Tournaments
from service.running.backlog import Watch
from service.running.metrics import Metrics
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.clubs.invitations import Invitations
from service.store.clubs.members import Members
from service.store.clubs.people import People
from service.store.clubs.practice import PracticeTables
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import StreamId
from service.store.pins import SeatPins
from service.store.projected import Projected
from service.store.seasons.seasons import SeasonStreams
from service.store.streams.kinds import StreamHead
from service.store.tournaments.pairings import PairingJobs
from service.store.tournaments.tournaments import EntryPins, Secrets, TournamentStreams
from service.views.desk import DeskCache
from service.views.pictures import Pictures
from service.views.replays import Replays

EXTENSION = "faceup"
STATE_BYTES: Final = 20_000
"""The estimated bytes that a former state of a tournament adds to the cache. A state shares most of its parts with the state after it."""


@dataclass(frozen=True, slots=True)
class Recording:
    """`events` appends batches to games; `opening` opens games; `life` records what players say about a result; `copies` imports files."""

    events: GameRecorder
    opening: Opening
    life: Life
    copies: Copies


@dataclass(frozen=True)
class Wiring:
    """The parts of one application. The fields are given; everything else is made from them when it is first asked for.

    `key`: signs cookies and cursors. `redis`: a client that never repeats a command by itself. `queue`: a client of the server of the job
    queue; None: only relays know theirs. `work`: how much work this process may do on one request; `heavy` sends what needs more to a heavy
    worker. `pause`: sleeps for a number of seconds."""

    config: Config
    key: bytes
    redis: "Redis"
    queue: "Redis | None"
    records: Records
    verdicts: Verdicts
    cache: Cache
    readings: Readings
    delays: Delays
    replays: Replays
    clubs: Clubs
    people: People
    invitations: Invitations
    tournaments: TournamentStreams
    tournaments_read: StreamCache[TournamentAct, StreamHead, TournamentReading]
    seasons: SeasonStreams
    seasons_read: StreamCache[SeasonAct, StreamHead, SeasonReading]
    pairings: PairingJobs
    secrets: Secrets
    projected: Projected
    exports: Exports
    pins: SeatPins
    entry_pins: EntryPins
    metrics: Metrics
    rates: Rates
    chains: Chains
    work: WorkBudget
    heavy: HeavyWorkers
    now: Callable[[], int]
    pause: Callable[[float], None]

    @cached_property
    def practice(self) -> PracticeTables:
        return PracticeTables(self.redis, self.clubs, self.now)

    @cached_property
    def members(self) -> Members:
        return Members(self.people, self.clubs, self.invitations, self.now)

    @cached_property
    def pictures(self) -> Pictures:
        return Pictures(self.cache)

    @cached_property
    def unchanged(self) -> Unchanged:
        return Unchanged(self.records, self.clubs, self.people, self.cache, self.now)

    # --- games ---

    @cached_property
    def recording(self) -> Recording:
        games = Games(self.readings.of, self.verdicts, self.people)
        sitting = Sitting(self.pins, self.entry_pins, self.tournaments_read.of)
        recorder = Recorder(games, self.records, self.now)
        return Recording(recorder, Opening(recorder, games, self.chains), Life(recorder, games, sitting), Copies(self.records))

    @cached_property
    def listing(self) -> Listing:
        return Listing(self.records, self.redis, FOLD, self.now)

    @cached_property
    def game_lines(self) -> GameLines:
        return GameLines(self.projected, self.listing, self.records, self.readings, self.delays, self.work)

    # --- tournaments ---

    @cached_property
    def tournament_policy(self) -> Tournaments:
        return Tournaments(self.tournaments_read.of, self.people, self.records.opening)

    @cached_property
    def desk(self) -> TournamentDesk:
        policy = self.tournament_policy
        return TournamentDesk(Recorder(policy, self.tournaments, self.now), policy, self.tournaments)

    @cached_property
    def desk_cache(self) -> DeskCache:
        return DeskCache(self.cache)

    @cached_property
    def former(self) -> Region[tuple[StreamId, str], Tournament]:
        """Former states of tournaments, by the event that led to each."""
        return Region(self.cache, lambda _: STATE_BYTES, shares.FORMER)

    @cached_property
    def watch(self) -> Watch:
        return Watch()

    @cached_property
    def standings(self) -> CachedStandings:
        return CachedStandings(self.cache, self.work, self.heavy.standings)

    @cached_property
    def tournament_lines(self) -> TournamentLines:
        return TournamentLines(self.projected, self.tournaments, self.tournaments_read)

    @cached_property
    def consent(self) -> Consent:
        return Consent(self.desk.recorder, self.tournament_policy, self.entry_pins, self.clubs.issued)

    @cached_property
    def rounds(self) -> Rounds:
        return Rounds(self.tournament_policy, self.desk.recorder)

    @cached_property
    def tables(self) -> Tables:
        games, tournament = self.recording.events, self.desk.recorder
        return Tables(games, tournament, self.tournament_policy, self.readings.of, self.secrets, self.chains)

    # --- seasons ---

    @cached_property
    def titles(self) -> Titles:
        return Titles(self.tournaments, self.cache)

    @cached_property
    def counting(self) -> Counting:
        return Counting(self.tournaments, self.tournaments_read, self.work)

    @cached_property
    def season_desk(self) -> SeasonDesk:
        policy = Seasons(self.seasons_read.of, self.people)
        return SeasonDesk(Recorder(policy, self.seasons, self.now), policy, self.counting)


def wired() -> Wiring:
    """Return the wiring of the application that serves this request."""
    return cast("Wiring", current_app._get_current_object().extensions[EXTENSION])  # type: ignore[attr-defined]  # five times as fast
