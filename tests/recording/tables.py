"""Helpers for tests in which processes open the games of a tournament's tables.

`python -m tests.recording.tables SOCKET TOURNAMENT` opens the game of round 1, table 1. It kills itself after the append that opens the
game, and before the append that links the game to the table."""

import os
import signal
import sys
from dataclasses import dataclass
from typing import Any, NoReturn
from uuid import UUID

from redis import Redis

from domain.kernel.events import EventId, TournamentAct
from domain.tournament.reading import TournamentReading, tournament_read
from domain.tournament.taking import TableOfRound
from service.caches.streams import Readings, StreamCache
from service.clock import now_ms
from service.limits import UNLIMITED
from service.recording.games import Games
from service.recording.limits import Chains
from service.recording.recorder import Recorder, When
from service.recording.tables import Tables
from service.recording.tournaments import TournamentDraft, Tournaments
from service.store.clubs.clubs import Token
from service.store.clubs.people import People
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, StreamId
from service.store.streams.append import Appended
from service.store.streams.kinds import StreamHead
from service.store.tournaments.tournaments import Secrets, TournamentStreams
from tests.store.bench import BY, new_id

DIRECTOR = Token(BY, HOME, "direct", "the director")
TABLE = TableOfRound(1, 1)


@dataclass
class Process:
    """The objects of one process: its own connections, and its own caches of streams."""

    streams: TournamentStreams
    folds: StreamCache[TournamentAct, StreamHead, TournamentReading]
    readings: Readings
    tables: Tables

    def open(self, stream: StreamId, place: TableOfRound = TABLE, *, again: bool = False, at: int | None = None) -> Appended:
        return self.tables.open(stream, DIRECTOR, place, When(at=at), again=again)

    def add(self, stream: StreamId, *acts: TournamentAct) -> None:
        """Record acts in a stream without any check."""
        self.streams.append(stream, None, [TournamentDraft(act, new_id()) for act in acts], BY)


def process(redis: Redis) -> Process:
    records, verdicts, people = Records(redis, now_ms), Verdicts(redis, now_ms), People(redis, now_ms)
    readings, streams = Readings(records), TournamentStreams(redis, now_ms)
    folds: StreamCache[TournamentAct, StreamHead, TournamentReading] = StreamCache(streams, lambda _, events: tournament_read(events))
    kind = Tournaments(folds.of, people, records.opening)
    games: Any = Recorder(Games(readings.of, verdicts, people), records, now_ms)
    return Process(
        streams,
        folds,
        readings,
        Tables(games, Recorder(kind, streams, now_ms), kind, readings.of, Secrets(redis), Chains(redis, UNLIMITED)),
    )


def opened_stream(here: Process, *acts: TournamentAct) -> StreamId:
    """Open a tournament, and return the id of its stream. `acts`: the opening, then the acts that follow it."""
    made = here.streams.open(HOME, TournamentDraft(acts[0], EventId(str(UUID(int=12)))), BY)
    here.add(made.stream, *acts[1:])
    return made.stream


def killed(*_: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("the process lives")


def main(socket: str, stream: str) -> None:
    here = process(write_client(socket))
    here.tables.tournaments.add = killed  # type: ignore[method-assign]
    here.open(StreamId(stream))


if __name__ == "__main__":
    main(*sys.argv[1:3])
