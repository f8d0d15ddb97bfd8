"""The objects that requests need, such as the store and the caches. `service.app.create_app` makes them once for each application."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

from flask import current_app
from redis import Redis

from domain.kernel.events import EventId, TournamentAct
from domain.tournament.reading import TournamentReading
from domain.tournament.state import Tournament
from service.beside.asking import Beside
from service.config import Config
from service.kept.delays import Delays
from service.kept.folds import Folds
from service.kept.game_lines import GameLines
from service.kept.listing import Listing
from service.kept.loop import Loop
from service.kept.rates import Rates
from service.kept.readings import Readings
from service.kept.standings import KeptStandings
from service.kept.tournament_lines import TournamentLines
from service.kept.unchanged import Unchanged
from service.memory import shares
from service.memory.cache import Cache, Region
from service.projections import FOLD
from service.recording.chains import Chains
from service.recording.consent import Consent
from service.recording.entrances import Recording, recording_of
from service.recording.games import Games
from service.recording.pairing import Rounds
from service.recording.sitting import Sitting
from service.recording.tables import Tables
from service.recording.tournaments import TournamentDesk, Tournaments, desk_of
from service.running.metrics import Metrics
from service.seen.desk import DeskCache
from service.seen.pictures import Pictures
from service.seen.replays import Replays
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.clubs.invitations import Invitations
from service.store.clubs.members import Members
from service.store.clubs.people import People
from service.store.clubs.practice import PracticeTables
from service.store.games.pins import SeatPins
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import StreamId
from service.store.projected import Projected
from service.store.streams.heads import StreamHead
from service.store.tournaments.pairings import PairingJobs
from service.store.tournaments.pins import EntryPins
from service.store.tournaments.secrets import Secrets
from service.store.tournaments.tournaments import TournamentStreams

EXTENSION = "faceup"
STATE_BYTES: Final = 20_000
"""The estimated bytes that a former state of a tournament adds to the cache. A state shares most of its parts with the state after it."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """The parts of one application. `key`: signs cookies and cursors. `redis`: a client that never repeats a command by itself. `loop`: how
    much work this process may do on one request. `beside`: if a request needs more work, sends it to a process beside the API. `now`:
    returns the time in ms UTC. `pause`: sleeps for a number of seconds. `practice`, `members`, `standings`, `tournament_lines`,
    `unchanged`, `listing`, `game_lines`, `recording` (games), `desk`, `consent`, `rounds` and `tables` (tournaments), `pictures`: made
    from the other parts."""

    config: Config
    key: bytes
    redis: "Redis"
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
    tournaments_read: Folds[TournamentAct, StreamHead, TournamentReading]
    pairings: PairingJobs
    secrets: Secrets
    projected: Projected
    exports: Exports
    pins: SeatPins
    entry_pins: EntryPins
    metrics: Metrics
    rates: Rates
    chains: Chains
    loop: Loop
    beside: Beside
    now: Callable[[], int]
    pause: Callable[[float], None]
    practice: PracticeTables = field(init=False)
    members: Members = field(init=False)
    standings: KeptStandings = field(init=False)
    tournament_lines: TournamentLines = field(init=False)
    unchanged: Unchanged = field(init=False)
    listing: Listing = field(init=False)
    game_lines: GameLines = field(init=False)
    recording: Recording = field(init=False)
    desk: TournamentDesk = field(init=False)
    desk_cache: DeskCache = field(init=False)
    former: Region[tuple[StreamId, EventId], Tournament] = field(init=False)
    consent: Consent = field(init=False)
    rounds: Rounds = field(init=False)
    tables: Tables = field(init=False)
    pictures: Pictures = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "practice", PracticeTables(self.redis, self.clubs, self.now))
        object.__setattr__(self, "members", Members(self.people, self.clubs, self.invitations, self.now))
        object.__setattr__(self, "pictures", Pictures(self.cache))
        games = Games(self.readings.of, self.verdicts, self.people)
        sitting = Sitting(self.pins, self.entry_pins, self.tournaments_read.of)
        object.__setattr__(self, "recording", recording_of(games, self.records, sitting, self.chains, self.now))
        standings = KeptStandings(self.cache, self.loop, self.beside.standings)
        object.__setattr__(self, "standings", standings)
        lines = TournamentLines(self.projected, self.tournaments, self.tournaments_read)
        object.__setattr__(self, "tournament_lines", lines)
        object.__setattr__(self, "unchanged", Unchanged(self.records, self.clubs, self.people, self.cache, self.now))
        listing = Listing(self.records, self.redis, FOLD, self.now)
        object.__setattr__(self, "listing", listing)
        found = GameLines(self.projected, listing, self.records, self.readings, self.delays, self.loop)
        object.__setattr__(self, "game_lines", found)
        kind = Tournaments(self.tournaments_read.of, self.people, self.records.opening)
        desk = desk_of(kind, self.tournaments, self.now)
        object.__setattr__(self, "desk", desk)
        object.__setattr__(self, "desk_cache", DeskCache(self.cache))
        object.__setattr__(self, "former", Region(self.cache, lambda _: STATE_BYTES, shares.FORMER))
        object.__setattr__(self, "consent", Consent(desk.way, kind, self.entry_pins, self.clubs.issued))
        object.__setattr__(self, "rounds", Rounds(kind, desk.way))
        object.__setattr__(self, "tables", Tables(self.recording.events, desk.way, kind, self.readings.of, self.secrets, self.chains))


def wired() -> Wiring:
    """Return the wiring of the application that serves this request."""
    return cast("Wiring", current_app.extensions[EXTENSION])
