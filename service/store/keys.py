"""Names in Redis: the names of clubs, the ids of streams, and the keys under which everything is stored.

Every key of a club begins with the club's name in braces, as in `{home}:game:home-4nq2…`. Redis Cluster keeps all keys with the same text
in braces on one server, so that one script may use them together. docs/decisions/store-layout.md lists what each key holds.
"""

import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal, NewType
from zlib import crc32

from domain.kernel.cards import Seat
from domain.kernel.events import EventId
from service.store.streams.wire import raw_id

Club = NewType("Club", str)
"""The name of a club, a group of people with its own games and tokens: 2 to 16 lower-case letters and digits. It never changes."""
if TYPE_CHECKING:

    class StreamId(str):
        """The id of a stream of events. The id of a club's own stream is the club's name. The others are `<club>-<letter of the kind><16
        letters of base32>`, except that ids of games, the oldest kind, have no letter of the kind."""

    class GameId(StreamId):
        """The id of a game: `<club>-<16 letters of base32>`. The letters stand for 80 bits of the id of the event that opened the game."""

else:  # plain strings
    StreamId = NewType("StreamId", str)
    GameId = NewType("GameId", str)

HOME: Final = Club("home")
"""The name of the club that a new installation has."""
CLUBS: Final = "faceup:clubs"
"""The key of the set of all club names."""
CHANGES: Final = "faceup:changes"
"""The Redis channel on which each change is announced, by a hint of the form `<kind> <club> <stream> <version>`
(service/store/streams/hints.py)."""
JOBS: Final = "faceup:jobs"
"""The Redis channel on which workers announce that a job has ended: `ended <job> <club> …`, with the clubs for which work is left."""

Place = Literal["live", "shadow"]
"""The two places where a club may have projected rows: `live` has the rows that readers read, `shadow` the rows that are being made to
replace them (service/store/projected.py)."""

CLUB_PATTERN: Final = r"[a-z0-9]{2,16}"
GAME_PATTERN: Final = rf"{CLUB_PATTERN}-[a-z2-7]{{16}}"
GAME_LETTERS: Final = ("e", "v")
"""The letters that mark entries about games in a club's feed: `e` for new events, `v` for a new verdict. Every other kind of stream has one
letter."""
_BITS_IN: Final = 16
"""How many letters of base32 hold 80 bits."""
_CLUB: Final = re.compile(CLUB_PATTERN)
_GAME: Final = re.compile(GAME_PATTERN)


def parse_club(text: str) -> Club:
    """`text` as the name of a club. Raises ValueError if `text` does not have the form of such a name."""
    if not _CLUB.fullmatch(text):
        raise ValueError(f"{text!r:.60} is not a club name")
    return Club(text)


def parse_game(text: str) -> GameId:
    """`text` as the id of a game; the game need not exist. Raises ValueError if `text` does not have the form of such an id."""
    if not is_game(text):
        raise ValueError(f"{text!r:.60} is not a game id")
    return GameId(text)


def is_game(text: str) -> bool:
    """Whether `text` has the form of a game id."""
    return bool(_GAME.fullmatch(text))


def club_of(stream: StreamId) -> Club:
    """The club that a stream belongs to."""
    return Club(stream.partition("-")[0])


def game_id(club: Club, event_id: EventId) -> GameId:
    """The id of the game that a `GameOpened` event opens. `event_id`: the id of that event; the same event always opens the same game."""
    return GameId(full_name(club, sha256(raw_id(event_id)).digest()[:10]))


def mark_of(event_id: EventId) -> int:
    """The mark of an event id, a short number in the set of the ids that a stream has: the id's CRC-32, signed, because Redis keeps a set
    of such numbers as a compact sorted array. Two ids may have the same mark, so a mark in the set does not prove that the event is
    recorded."""
    return crc32(raw_id(event_id)) - 2**31


@lru_cache(4096)
def short_name(stream: StreamId) -> bytes:
    """The bytes that stand for a stream in its club's feed: the 80 bits in the stream's id; empty for the club's own stream."""
    return b32decode(stream.partition("-")[2][-_BITS_IN:].upper())


def full_name(club: Club, short: bytes, letter: str = GAME_LETTERS[0]) -> StreamId:
    """The id of the stream that a feed entry is about. `short`: its short name in the entry; `letter`: the letter of the entry."""
    if not short:
        return StreamId(club)
    return StreamId(f"{club}-{'' if letter in GAME_LETTERS else letter}{b32encode(short).decode().lower()}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Makes the keys of one club in Redis."""

    club: Club

    def stream(self, stream: StreamId, kind: str = "game") -> str:
        """The key of a stream's entries. `kind`: the name of the stream's kind."""
        return f"{{{self.club}}}:{kind}:{stream}"

    def head(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:head:{stream}"

    def ids(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:ids:{stream}"

    def sealed(self, stream: StreamId) -> str:
        return f"{{{self.club}}}:sealed:{stream}"

    def verdict(self, game: GameId) -> str:
        return f"{{{self.club}}}:verdict:{game}"

    def pins(self, game: GameId) -> str:
        return f"{{{self.club}}}:pins:{game}"

    def tries(self, game: GameId, seat: Seat) -> str:
        return f"{{{self.club}}}:tries:{game}:{seat}"

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
        """The key of a sorted set that lists all streams of one kind by time of opening. `name`: the set's name, such as `games`."""
        return f"{{{self.club}}}:{name}"

    @property
    def delayed(self) -> str:
        return f"{{{self.club}}}:delayed"

    @property
    def parked(self) -> str:
        return f"{{{self.club}}}:parked"

    @property
    def former_people(self) -> str:
        """The key of the hash that held people's names in layout 1. Now names are in events of the club's stream
        (service/store/clubs/upgrade.py)."""
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

    @property
    def exports(self) -> str:
        return f"{{{self.club}}}:exports"

    def token(self, token: str) -> str:
        return f"{{{self.club}}}:token:{token}"

    def generation(self, place: Place) -> str:
        return f"{{{self.club}}}:projected:{place}"

    def rows(self, place: Place, projection: str) -> str:
        return f"{{{self.club}}}:projected:{place}:{projection}"

    def waiting(self, place: Place) -> str:
        return f"{{{self.club}}}:waiting:{place}"


def keys_of(stream: StreamId) -> Keys:
    """The object that makes the keys of the club to which `stream` belongs."""
    return Keys(club_of(stream))
