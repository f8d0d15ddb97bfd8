"""Helpers of the store tests: a store on a server, a clock that is set by hand, and short ways to make drafts of events."""

from dataclasses import dataclass, field
from uuid import UUID, uuid4

from redis import Redis

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardPlaced, EventId, GameOpened, NoteWritten, OpenerChosen, Seating, TokenId, Visibility
from domain.kernel.findings import Finding
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from tests.cluster import RunningCluster
from tests.servers import RunningServer

BY = TokenId("k7scorer22")
NOON = 1_763_726_400_000


@dataclass
class Clock:
    """A clock that the test sets; `now` is in ms UTC."""

    now: int = NOON

    def __call__(self) -> int:
        return self.now


@dataclass
class Store:
    """A store on `server`. With the plain client `redis` a test inspects and changes the data directly."""

    server: RunningServer | RunningCluster
    redis: Redis
    clock: Clock = field(default_factory=Clock)
    clients: list[Redis] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.records = self.another()
        self.verdicts = Verdicts(self._client(self.server.socket), self.clock)

    def another(self, socket: str = "") -> Records:
        """Return a second `Records`, as another process would have it: with its own connection, and its own memory of the last version and
        hash of each game."""
        return Records(self._client(socket or self.server.socket), self.clock)

    def _client(self, socket: str) -> Redis:
        self.clients.append(write_client(socket))
        return self.clients[-1]

    def open(self, visibility: Visibility = "private") -> GameId:
        return self.records.open(HOME, opening(visibility), BY).game

    def close(self) -> None:
        for client in self.clients:
            client.close()


def everything(store: Store) -> dict[bytes, bytes]:
    """Return the dump of every key on the server."""
    return {key: store.redis.dump(key) for key in store.redis.scan_iter()}


def new_id() -> EventId:
    return EventId(str(uuid4()))


def opening(visibility: Visibility = "private", event_id: EventId | None = None) -> Draft:
    seats = tuple(Seating(Seat(n)) for n in range(3))
    return Draft(GameOpened("high-card", {"target": 4}, seats, visibility), event_id or new_id())


def placed(card: str = "TS", seat: int = 0) -> Draft:
    return Draft(CardPlaced(Seat(seat), "highest", Sealed("", Card(card))), new_id())


def chosen(seat: int = 0) -> Draft:
    return Draft(OpenerChosen(Seat(seat)), new_id())


def noted(text: str) -> Draft:
    return Draft(NoteWritten(Sealed("", text)), new_id())


def breach(*versions: int, sentence: str = "{0} called out of turn.", rests_on: tuple[int, ...] = ()) -> Finding:
    return Finding("out-of-turn", "breach", "HC-14", versions, sentence, (Seat(0),), "", (), frozenset(map(Seat, rests_on)))


def numbered_id(number: int) -> EventId:
    return EventId(str(UUID(int=number)))
