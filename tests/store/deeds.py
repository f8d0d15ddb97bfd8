"""What clients ask a store for, and what must still be there once it was acknowledged: events of games and of tournaments, among them
results, their approvals and confirmations, and tokens, PINs and people."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from secrets import token_bytes
from typing import Any, Final, Protocol
from unittest.mock import patch

from domain.kernel.cards import Seat
from domain.kernel.events import TOURNAMENT_TYPES, PersonId, ResultConfirmed
from domain.kernel.events.tournaments import ResultApproved, ResultEntered, TournamentOpened
from domain.record.batch import StreamDraft
from service.clock import now_ms
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.clubs.streams import own_stream
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import Club, GameId, StreamId, club_of, is_game
from service.store.pins import SeatPins
from service.store.routed import Command, Confirming
from service.store.tournaments.tournaments import TournamentStreams
from tests.store.bench import BY, chosen, new_id, opening

CUP: Final = TOURNAMENT_TYPES["TournamentOpened"]


@contextmanager
def without_fence() -> Iterator[None]:
    """In this block a command that only reads stands where the fence should stand."""
    proof = Confirming.proof

    def unfenced(*where: Any, asking: bool = False) -> list[Command]:
        return [((("EXISTS", args[1]) if args[0] == "SET" else args), options) for args, options in proof(*where, asking=asking)]

    with patch.object(Confirming, "proof", unfenced):
        yield


class Office:
    """The parts of one API process that reach the store, with connections and a memory of their own."""

    def __init__(self, address: str, copies: int) -> None:
        self._redis = write_client(address, copies=copies)
        self.records, self.tournaments = Records(self._redis, now_ms), TournamentStreams(self._redis, now_ms)
        self.clubs, self.people = Clubs(self._redis, now_ms), People(self._redis, now_ms)
        self.pins = SeatPins(self._redis, lambda pin: pin)
        self.ids = cache(self._ids)

    def close(self) -> None:
        self._redis.close()

    def streams(self, stream: StreamId) -> Any:
        """Return the streams of the kind of this one."""
        return self.records if is_game(stream) else self.tournaments

    def _ids(self, stream: StreamId) -> list[str]:
        """Return the ids of the events of a stream, which is verified. Read once: ask when all clients have stopped."""
        streams = self.people.streams if stream == own_stream(club_of(stream)) else self.streams(stream)
        return [event.id for event in streams.events(stream, verify=True)]


class Deed(Protocol):
    """Something that may be asked for again and again until it is acknowledged. `name`: of its kind."""

    @property
    def name(self) -> str: ...

    def ask(self, office: Office) -> None:
        """Returns when it is acknowledged."""

    def is_kept(self, office: Office) -> bool: ...


@dataclass
class Recorded:
    name: str
    stream: StreamId
    draft: StreamDraft[Any]
    version: int = 0

    def ask(self, office: Office) -> None:
        ((self.version, _),) = office.streams(self.stream).append(self.stream, None, [self.draft], BY).events

    def is_kept(self, office: Office) -> bool:
        return office.ids(self.stream)[self.version - 1 : self.version] == [self.draft.id]


class Issued:
    name = "token"

    def __init__(self, club: Club) -> None:
        self._club, self._seed, self._secret = club, token_bytes(32), ""

    def ask(self, office: Office) -> None:
        self._secret = office.clubs.issue(self._club, "phone", "read", seed=self._seed)[1]

    def is_kept(self, office: Office) -> bool:
        return office.clubs.presented(self._secret) is not None


@dataclass
class Pinned:
    game: GameId
    seat: Seat
    name: str = "PIN"

    def ask(self, office: Office) -> None:
        office.pins.of(self.game, self.seat, None).put("1234")

    def is_kept(self, office: Office) -> bool:
        return office.pins.of(self.game, self.seat, None).there


@dataclass
class Registered:
    club: Club
    person: PersonId
    name: str = "person"

    def ask(self, office: Office) -> None:
        office.people.register(self.club, {self.person: "Nina"}, BY)

    def is_kept(self, office: Office) -> bool:
        return bool(office.people.names(self.club, [self.person]))


@dataclass(frozen=True)
class Room:
    """Where the clients of a club work: a game and a tournament."""

    club: Club
    game: GameId
    cup: StreamId

    @classmethod
    def open(cls, office: Office, club: Club) -> "Room":
        act = CUP.shape.read(CUP.example, "", [])
        assert isinstance(act, TournamentOpened)
        cup = office.tournaments.open(club, StreamDraft(act, new_id()), BY).stream
        return cls(club, office.records.open(club, opening(), BY).game, cup)

    def streams(self) -> list[StreamId]:
        return [self.game, self.cup, own_stream(self.club)]

    def moves(self) -> Iterator[Deed]:
        """Yield deeds of a table, without end."""
        while True:
            yield Recorded("event", self.game, chosen())

    def papers(self) -> Iterator[Deed]:
        """Yield deeds of every other kind, one after the other, without end."""
        for number in count():
            result = self._of_the_cup("result", ResultEntered(1, 1, (11, 7)))
            yield result
            yield self._of_the_cup("approval", ResultApproved(1, 1, result.version, 1))
            confirmed = ResultConfirmed(Seat(0), 1, "ab" * 32, {Seat(0): 4}, (Seat(0),))
            yield Recorded("confirmation", self.game, StreamDraft(confirmed, new_id()))
            yield Issued(self.club)
            yield Pinned(self.game, Seat(number))
            yield Registered(self.club, PersonId(f"p-{number}"))

    def _of_the_cup(self, name: str, act: Any) -> Recorded:
        return Recorded(name, self.cup, StreamDraft(act, new_id()))
