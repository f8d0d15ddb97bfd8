"""Where imported files are stored."""

from dataclasses import dataclass
from typing import Any

from redis import Redis

from service.recording.copies import Copies
from service.store.clubs.people import People
from service.store.games.records import Records
from service.store.seasons.seasons import SeasonStreams
from service.store.streams.append import Now
from service.store.streams.streams import Streams
from service.store.tournaments.tournaments import TournamentStreams


@dataclass(frozen=True, slots=True)
class Destination:
    """The parts of the store to which imports write: games, the people of clubs, tournaments, seasons."""

    copies: Copies
    people: People
    tournaments: TournamentStreams
    seasons: SeasonStreams

    def streams(self, kind: str) -> Streams[Any, Any]:
        """Return the streams of this kind."""
        kept: dict[str, Streams[Any, Any]] = {"tournament": self.tournaments, "season": self.seasons}
        return {**kept, "game": self.copies.records, "club": self.people.streams}[kind]


def destination_on(redis: Redis, now: Now) -> Destination:
    """Make the parts for one Redis client, which must not repeat a command by itself (use `write_client`)."""
    return Destination(Copies(Records(redis, now)), People(redis, now), TournamentStreams(redis, now), SeasonStreams(redis, now))
