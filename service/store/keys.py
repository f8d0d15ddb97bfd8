"""Names in Redis: clubs, game ids, and the key of everything that is stored.

All keys of a club carry its name in braces, the hash tag of Redis Cluster, so that one script may touch them together:
`{home}:game:home-4nq2…`. The only key outside is the set of all clubs. docs/decisions/store-layout.md lists what each key holds.
"""

import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NewType
from uuid import UUID

from domain.events import EventId

Club = NewType("Club", str)
"""A tenant: 2 to 16 small letters and digits, never changed."""
GameId = NewType("GameId", str)
"""`<club>-<16 letters of base32>`, the 80 bits taken from the id of the event that opened the game."""

HOME: Final = Club("home")
"""The club of a fresh installation."""
CLUBS: Final = "faceup:clubs"
"""The set of all club names."""
CHANGES: Final = "faceup:changes"
"""The channel of hints: `<kind> <club> <game> <version>`, kind `events`, `verdict` or `parked`."""

CLUB_PATTERN: Final = r"[a-z0-9]{2,16}"
GAME_PATTERN: Final = rf"{CLUB_PATTERN}-[a-z2-7]{{16}}"
_CLUB: Final = re.compile(CLUB_PATTERN)
_GAME: Final = re.compile(GAME_PATTERN)


def parse_club(text: str) -> Club:
    """Raises ValueError for anything that is not a club name."""
    if not _CLUB.fullmatch(text):
        raise ValueError(f"{text!r:.60} is not a club name")
    return Club(text)


def parse_game(text: str) -> GameId:
    """Raises ValueError for anything that is not a game id; whether the game exists is another question."""
    if not _GAME.fullmatch(text):
        raise ValueError(f"{text!r:.60} is not a game id")
    return GameId(text)


def club_of(game: GameId) -> Club:
    """The club that a game belongs to."""
    return Club(game.partition("-")[0])


def game_id(club: Club, event_id: EventId) -> GameId:
    """The game that the `GameOpened` event of this id opens: the same event always opens the same game."""
    return full_name(club, sha256(UUID(event_id).bytes).digest()[:10])


def short_name(game: GameId) -> bytes:
    """The 80 bits of a game id: its name inside its club's own feed."""
    return b32decode(game.partition("-")[2].upper())


def full_name(club: Club, short: bytes) -> GameId:
    """The game id of a short name."""
    return GameId(f"{club}-{b32encode(short).decode().lower()}")


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one club."""

    club: Club

    def stream(self, game: GameId) -> str:
        return f"{{{self.club}}}:game:{game}"

    def head(self, game: GameId) -> str:
        return f"{{{self.club}}}:head:{game}"

    def ids(self, game: GameId) -> str:
        return f"{{{self.club}}}:ids:{game}"

    def sealed(self, game: GameId) -> str:
        return f"{{{self.club}}}:sealed:{game}"

    def verdict(self, game: GameId) -> str:
        return f"{{{self.club}}}:verdict:{game}"

    @property
    def feed(self) -> str:
        return f"{{{self.club}}}:feed"

    @property
    def dirty(self) -> str:
        return f"{{{self.club}}}:dirty"

    @property
    def games(self) -> str:
        return f"{{{self.club}}}:games"

    @property
    def parked(self) -> str:
        return f"{{{self.club}}}:parked"

    @property
    def people(self) -> str:
        return f"{{{self.club}}}:people"

    @property
    def tokens(self) -> str:
        return f"{{{self.club}}}:tokens"

    def token(self, token: str) -> str:
        return f"{{{self.club}}}:token:{token}"


def keys_of(game: GameId) -> Keys:
    """The keys of the club that a game belongs to."""
    return Keys(club_of(game))
