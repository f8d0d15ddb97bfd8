"""Names in Redis: the names of clubs, the ids of streams, and the keys under which everything is stored.

Every key of a club begins with the club's name in braces, as in `{home}:game:home-4nq2…`. Redis Cluster keeps keys with the same braces on
one server, so one script may use them together. docs/decisions/store.md lists what each key holds.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal, NewType, TypeVar
from zlib import crc32

from domain.kernel.events import EventId
from service.store.streams.wire import raw_id

T = TypeVar("T")
Club = NewType("Club", str)
"""The name of a club, a group of people with its own games and tokens: 2 to 16 lower-case letters and digits. It never changes."""
if TYPE_CHECKING:

    class StreamId(str):
        """The id of a stream of events. A club's own stream has the club's name. The id of a game is `<club>-<16 letters of base32>`. Other
        kinds have a letter for the kind before the 16 letters."""

    class GameId(StreamId):
        """The id of a game: `<club>-<16 letters of base32>`. The letters stand for 80 bits of the opening event's id."""

else:  # At run time these ids are plain strings.
    StreamId = NewType("StreamId", str)
    GameId = NewType("GameId", str)

HOME: Final = Club("home")
"""The club of a new installation."""
FORMER_CLUBS: Final = "faceup:clubs"
"""The key of the set of all club names in layouts 1 and 2 (service/store/layout.py)."""
CLUB_SETS: Final = tuple(f"{number:02x}" for number in range(64))
"""The tags of the sets of club names. There are many sets, so that the names are spread over all nodes of a Redis Cluster."""
CHANGES: Final = "faceup:changes"
"""The channel of hints on one server, for all clubs. Each announces a change: `<kind> <club> <stream> <version>`
(service/store/streams/hints.py)."""
PRACTICE: Final = "faceup:practice"
"""The key of the sorted set of the clubs of all practice tables, by the time at which each is cleared, in ms UTC
(service/store/clubs/practice.py)."""
SHOWN: Final = "faceup:shown:"
"""The first part of the keys of the sorted sets of streams that the landing page looks at. After it comes `games` or `tournaments`
(service/store/streams/shown.py)."""
RELAYS: Final = "faceup:relays"
"""The key of the rows of the relays that live (service/store/relays.py)."""
REWRITING: Final = "faceup:rewriting"
"""The key of the hash of the servers of a cluster whose logs must still be rewritten (service/store/rewriting.py)."""
JOBS: Final = "faceup:jobs"
"""The Redis channel on which workers announce that a job has ended: `ended <job> <club> …`, with the clubs for which work is left."""

WITHOUT_CLUB: Final = (
    "faceup:layout",
    PRACTICE,
    RELAYS,
    REWRITING,
    f"{SHOWN}games",
    f"{SHOWN}tournaments",
    "faceup:doctor",
    "faceup:ready",
)
"""The keys that belong to no club, besides the sets of club names. Each is used alone, so that it may be on any node of a Redis Cluster."""

Place = Literal["live", "shadow", "taking"]
"""The names of a club's sets of projected rows. Projected rows are tables that are computed from the club's changes
(service/store/projected.py). `live`: the rows that readers get. `shadow`: rows that are being made to replace them. `taking`: the rows of
the job that takes the results of games into tournaments (workers/take.py)."""

CLUB_PATTERN: Final = r"[a-z0-9]{2,16}"
RESERVED: Final = "practice"
"""No new club may have a name that begins with this word."""
PRACTICE_NAME: Final = f"{RESERVED}0"
"""The names of the clubs of practice tables begin with this word. After it come PRACTICE_LETTERS letters of base32."""
PRACTICE_LETTERS: Final = 7
GAME_PATTERN: Final = rf"{CLUB_PATTERN}-[a-z2-7]{{16}}"
GAME_LETTERS: Final = ("e", "v")
"""The letters of entries about games in a club's feed: `e` for new events, `v` for a new verdict. Other kinds of streams have one
letter."""
_BITS_IN: Final = 16
"""How many letters of base32 hold 80 bits."""
_CLUB: Final = re.compile(CLUB_PATTERN)
_GAME: Final = re.compile(GAME_PATTERN)
_PRACTICE: Final = re.compile(rf"{PRACTICE_NAME}[a-z2-7]{{{PRACTICE_LETTERS}}}")


def parse_club(text: str) -> Club:
    """Return `text` as the name of a club. Raises ValueError if `text` does not have that form."""
    if not _CLUB.fullmatch(text):
        raise ValueError(f"{text!r:.60} is not a club name")
    return Club(text)


def club_set(tag: str) -> str:
    """Return the key of one of the sets of club names. `tag`: one of CLUB_SETS."""
    return f"{FORMER_CLUBS}:{{{tag}}}"


def set_of(club: Club) -> str:
    """Return the key of the set that has this club's name."""
    return club_set(CLUB_SETS[crc32(club.encode()) % len(CLUB_SETS)])


def is_reserved(club: Club) -> bool:
    """Whether no new club may have this name."""
    return club.startswith(RESERVED)


def is_practice(club: Club) -> bool:
    """Whether this is the club of a practice table. Such a club is in no list of clubs."""
    return bool(_PRACTICE.fullmatch(club))


def parse_game(text: str) -> GameId:
    """Return `text` as the id of a game. The game need not exist. Raises ValueError if `text` does not have that form."""
    if not is_game(text):
        raise ValueError(f"{text!r:.60} is not a game id")
    return GameId(text)


def is_game(text: str) -> bool:
    return bool(_GAME.fullmatch(text))


def club_of(stream: StreamId) -> Club:
    return Club(stream.partition("-")[0])


def by_club(some: Iterable[T], stream_of: Callable[[T], StreamId]) -> dict[Club, list[T]]:
    """Return these things by the club of their stream; within a club, in their order."""
    sorted_out: dict[Club, list[T]] = {}
    for each in some:
        sorted_out.setdefault(club_of(stream_of(each)), []).append(each)
    return sorted_out


def game_id(club: Club, event_id: EventId) -> GameId:
    """Return the id of the game that a `GameOpened` event opens. The same event always opens the same game."""
    return GameId(new_stream(club, event_id))


def new_stream(club: Club, opening: EventId, letter: str = GAME_LETTERS[0]) -> StreamId:
    """Return the id of the stream that this event opens. `letter`: as in `full_name`."""
    return full_name(club, sha256(raw_id(opening)).digest()[:10], letter)


def mark_of(event_id: EventId) -> int:
    """Return the mark of an event id: its CRC-32, signed, which Redis keeps compactly in a set. Two ids may have the same mark, so a mark
    in the set does not prove that the event is recorded."""
    return crc32(raw_id(event_id)) - 2**31


@lru_cache(4096)
def short_name(stream: StreamId) -> bytes:
    """Return the bytes that stand for a stream in its club's feed: the 80 bits in its id; empty for the club's own stream."""
    return b32decode(stream.partition("-")[2][-_BITS_IN:].upper())


def full_name(club: Club, short: bytes, letter: str = GAME_LETTERS[0]) -> StreamId:
    """Return the id of the stream that a feed entry is about. `short`: its short name in the entry. `letter`: the letter of the entry."""
    if not short:
        return StreamId(club)
    return StreamId(f"{club}-{'' if letter in GAME_LETTERS else letter}{b32encode(short).decode().lower()}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Makes the keys of one club in Redis."""

    club: Club

    def stream(self, stream: StreamId, kind: str = "game") -> str:
        """Return the key of a stream's entries. `kind`: the name of the stream's kind."""
        return f"{{{self.club}}}:{kind}:{stream}"

    def head(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:head:{stream}"

    def ids(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:ids:{stream}"

    def sealed(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:sealed:{stream}"

    def appended(self, stream: StreamId, kind: str, *, validated: bool, index: str) -> list[str]:
        """Return the keys that an append to a stream writes, in the order in which append.lua takes them. `kind`: the name of the stream's
        kind. `validated`: whether a worker validates the stream. `index`: the sorted set that will list the stream; empty: none."""
        keys = [self.stream(stream, kind), self.head(stream), self.ids(stream), self.sealed(stream), self.feed]
        return keys + [self.dirty] * validated + ([self.index(index)] if index else [])

    def verdict(self, game: GameId) -> str:
        return f"{{{self.club}}}:verdict:{game}"

    def pins(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:pins:{stream}"

    def tries(self, stream: StreamId, number: int) -> str:
        """Return the first part of the keys that count wrong PINs. `number`: the number of the seat or entry."""
        return f"{{{self.club}}}:tries:{stream}:{number}"

    def made(self, chain: str, kind: str, seconds: int) -> str:
        """Return the key that counts what a chain of links made in this many seconds. `chain`: its first link."""
        return f"{{{self.club}}}:made:{chain}:{kind}:{seconds}"

    def links(self, tournament: StreamId, entry: int) -> str:
        """Return the key of the set of all check-in links that an entry ever had."""
        return f"{{{self.club}}}:links:{tournament}:{entry}"

    def secret(self, tournament: StreamId) -> str:
        return f"{{{self.club}}}:secret:{tournament}"

    @property
    def feed(self) -> str:
        return f"{{{self.club}}}:feed"

    @property
    def dirty(self) -> str:
        return f"{{{self.club}}}:dirty"

    @property
    def games(self) -> str:
        return self.index("games")

    def index(self, name: str) -> str:
        """Return the key of a sorted set that lists all streams of one kind by time of opening. `name`: the set's name, such as `games`."""
        return f"{{{self.club}}}:{name}"

    @property
    def delayed(self) -> str:
        return f"{{{self.club}}}:delayed"

    @property
    def parked(self) -> str:
        return f"{{{self.club}}}:parked"

    @property
    def former_people(self) -> str:
        """The key of the hash of people's names in layout 1 (service/store/clubs/streams.py)."""
        return f"{{{self.club}}}:people"

    @property
    def own_head(self) -> str:
        """The key of the head of the club's own stream."""
        return self.head(StreamId(self.club))

    @property
    def directory(self) -> str:
        return f"{{{self.club}}}:directory"

    @property
    def tokens(self) -> str:
        return f"{{{self.club}}}:tokens"

    def devices(self, person: str) -> str:
        """The key of the set of ids of all tokens that a person ever had."""
        return f"{{{self.club}}}:devices:{person}"

    @property
    def invitations(self) -> str:
        return f"{{{self.club}}}:invitations"

    def invitation(self, invitation: str) -> str:
        return f"{{{self.club}}}:invitation:{invitation}"

    @property
    def changes(self) -> str:
        """The channel of the club's hints on a cluster."""
        return f"{{{self.club}}}:changes"

    @property
    def exports(self) -> str:
        return f"{{{self.club}}}:exports"

    @property
    def pairings(self) -> str:
        """The key of the sorted set of pairings that a worker must make, by the time of the request."""
        return f"{{{self.club}}}:pairings"

    def pairing(self, pairing: str) -> str:
        return f"{{{self.club}}}:pairing:{pairing}"

    def token(self, token: str) -> str:
        return f"{{{self.club}}}:token:{token}"

    def generation(self, place: Place) -> str:
        return f"{{{self.club}}}:projected:{place}"

    def rows(self, place: Place, projection: str) -> str:
        return f"{{{self.club}}}:projected:{place}:{projection}"

    def waiting(self, place: Place) -> str:
        return f"{{{self.club}}}:waiting:{place}"


def keys_of(stream: StreamId) -> Keys:
    """Return the object that makes the keys of the club to which `stream` belongs."""
    return Keys(club_of(stream))
