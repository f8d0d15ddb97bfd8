"""A tournament on a real store server. Its tables are played as recorded games. Jobs validate the games and take their results into the
tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    EventId,
    GameAnnulled,
    GameOpened,
    NoteWritten,
    ResultStated,
    Retracted,
    Seating,
    TokenId,
    TournamentAct,
)
from domain.kernel.events.tournaments import ResultTaken
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from domain.record.life import confirming
from domain.systems import SYSTEMS
from domain.tournament.history import History
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import history_of
from domain.tournament.state import Seated, Tournament
from service.clock import now_ms
from service.recording.tournaments import TournamentDraft
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.keys import HOME, GameId, StreamId
from service.store.projected import Generation
from tests.tournament.stream import act, entries, opened, paired
from tests.turned_back import TurnedBack, data
from tests.workers.conftest import Store, relaying, store, workers
from workers.links import FOLD, PLACE
from workers.take import BY, Taker
from workers.validate import validator_with
from workers.wiring import Wiring, wired_to

__all__ = ["data", "relaying", "store", "workers"]

DIRECTOR = TokenId("t-director")
NOTE = NoteWritten(Sealed("", "rain"))


@dataclass
class Cup:
    """A tournament. In round 1, two entries sit at each table, and each table has a game of High Card."""

    parts: Wiring
    id: StreamId = field(init=False)
    games: dict[int, GameId] = field(default_factory=dict)
    """The game of each table of round 1."""

    def begin(self, tables: int, linked: bool = True, **settings: Any) -> None:
        start = TournamentDraft(opened(**settings), EventId(str(uuid4())))
        self.id = self.parts.tournaments.open(HOME, start, DIRECTOR).stream
        self.record(*entries(2 * tables), paired(1, *([[2 * n - 1], [2 * n]] for n in range(1, tables + 1))))
        self.games = {table: self.game() for table in range(1, tables + 1)}
        if linked:
            self.link(*self.games.items())

    def record(self, *acts: TournamentAct) -> int:
        """Append events to the tournament. Returns the tournament's version."""
        drafts = [TournamentDraft(each, EventId(str(uuid4()))) for each in acts]
        return self.parts.tournaments.append(self.id, None, drafts, DIRECTOR).version

    def link(self, *games: tuple[int, GameId]) -> int:
        return self.record(*(act("TableLinked", round=1, table=table, game=game) for table, game in games))

    # --- games ---

    def game(self, slug: str = "high-card") -> GameId:
        act = GameOpened(slug, SYSTEMS[slug].rules_with({}, 2), (Seating(Seat(0)), Seating(Seat(1))))
        return self.parts.records.open(HOME, Draft(act, EventId(str(uuid4()))), DIRECTOR).game

    def append(self, game: GameId, *acts: Act) -> int:
        drafts = [Draft(each, EventId(str(uuid4()))) for each in acts]
        return self.parts.records.append(game, None, drafts, DIRECTOR).version

    def stated(self, table: int, first: int, second: int) -> int:
        """State the scores of the seats at a table. The higher score wins."""
        winner = Seat(0) if first > second else Seat(1)
        return self.append(self.games[table], ResultStated((winner,), {Seat(0): first, Seat(1): second}))

    def confirmed(self, table: int, seat: int = 1) -> int:
        reading = self.parts.readings.of(self.games[table])
        head = self.parts.records.head(self.games[table])
        assert head is not None
        return self.append(self.games[table], confirming(Seat(seat), head.version, head.hash, reading.system.outcome(reading.table)))

    def played(self, table: int, first: int, second: int) -> int:
        """State and confirm the result of a table. Returns the version of its game."""
        self.stated(table, first, second)
        return self.confirmed(table)

    def corrected(self, table: int, first: int, second: int) -> int:
        """Withdraw everything after the opening, then state and confirm another result."""
        reading = self.parts.readings.of(self.games[table])
        self.append(self.games[table], *(Retracted(step.event.version) for step in reading.steps[1:]))
        return self.played(table, first, second)

    def annulled(self, table: int) -> int:
        return self.append(self.games[table], GameAnnulled("cards missing"))

    # --- jobs ---

    def validated(self, games: Iterable[GameId] | None = None) -> None:
        for game in self.games.values() if games is None else games:
            validator_with(self.parts).validate(game, 1)

    def taker(self) -> Taker:
        return Taker(self.parts)

    def taken(self) -> None:
        """Run the job that takes results until nothing is left to do."""
        self.validated()
        taker = self.taker()
        while not taker.take(HOME):
            pass

    # --- the outcome ---

    @property
    def reading(self) -> TournamentReading:
        return self.parts.tournaments_read.of(self.id)

    @property
    def state(self) -> Tournament:
        return self.reading.state

    def table(self, table: int = 1) -> Seated:
        return self.state.rounds[1].tables[table]

    def counts(self, table: int = 1) -> tuple[int, ...] | None:
        """Return the scores of the result that counts; None if no result counts."""
        result = self.table(table).result
        return None if result is None else result.scores

    def history(self) -> History:
        return history_of(self.state)

    def taken_events(self) -> list[ResultTaken]:
        return [event.act for event in self.reading.events if isinstance(event.act, ResultTaken) and event.by == BY]

    def generation(self) -> Generation:
        made = self.parts.taking.written(HOME, PLACE)
        assert made is not None
        return made

    def idle(self) -> bool:
        """Return whether nothing is left to do: no result can be taken now, and no game waits for its verdict."""
        return self.parts.taking.behind([HOME], FOLD, PLACE) == [] and not self.parts.taking.waiting(self.generation())


@pytest.fixture
def cup(store: Store) -> Cup:
    return Cup(wired_to(store.redis))


@pytest.fixture
def away(data: TurnedBack) -> Iterator[Cup]:
    """A tournament on a server that can be turned back."""
    with write_client(data.socket) as client:
        Clubs(client, now_ms).found(HOME)
        yield Cup(wired_to(client))
