"""The clubs of an installation, and their tokens, which say who may do what. Their people are in people.py, their streams in streams.py.

A *token* is `fu_<club>_<id>_<secret>`. The id is public: events name it as their recorder (`by`). Only the SHA-256 of the secret is stored;
160 random bits need no slow hash. A token's *scope* is `read`, `record` (includes read) or `direct` (includes both).

A process remembers a token for `REMEMBERED_MS`, and may accept a withdrawn token for that long.
"""

import hmac
import re
from base64 import b32encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from typing import Final, Literal, cast

import orjson
from redis import Redis

from domain.kernel.cards import Seat
from domain.kernel.events import TokenId
from service.kept.cache import MIB, Cache, Shelf
from service.store.keys import CLUB_PATTERN, CLUBS, Club, Keys

Scope = Literal["read", "record", "direct"]
SCOPES: Final[tuple[Scope, ...]] = ("read", "record", "direct")
"""The scopes, from the fewest rights to the most. Each includes those before it."""

REMEMBERED_MS: Final = 1000
REMEMBERED_BYTES: Final = 8 * MIB
_TOKEN: Final = re.compile(rf"fu_({CLUB_PATTERN})_([a-z2-7]{{10}})_([a-z2-7]{{32}})")


@dataclass(frozen=True, slots=True)
class Token:
    """What a token allows. `game`: the only game for which it is valid (a table link), None: all games. `seat`: the seat whose cards it may
    see in that game, or None. `expires`: ms UTC, None: never."""

    id: TokenId
    club: Club
    scope: Scope
    label: str
    game: str | None = None
    seat: Seat | None = None
    created: int = 0
    expires: int | None = None

    def may(self, scope: Scope) -> bool:
        return SCOPES.index(scope) <= SCOPES.index(self.scope)

    @property
    def scopes(self) -> tuple[Scope, ...]:
        return SCOPES[: SCOPES.index(self.scope) + 1]


@dataclass(frozen=True, slots=True)
class _Remembered:
    token: Token
    secret_hash: bytes
    until: int


class Clubs:
    """The clubs of one installation, and their tokens. `now`: returns the time in milliseconds UTC. `random(n)`: returns n unguessable
    bytes."""

    def __init__(self, redis: "Redis", now: Callable[[], int], random: Callable[[int], bytes] = token_bytes) -> None:
        self._redis = redis
        self._now = now
        self._random = random
        self._remembered: Shelf[str, _Remembered] = Shelf(Cache(REMEMBERED_BYTES), lambda _: 1000)

    # clubs

    def found(self, club: Club) -> bool:
        """Create the club. Returns False if it exists already."""
        return bool(self._redis.sadd(CLUBS, club))

    def names_of_clubs(self) -> list[Club]:
        return sorted(Club(name.decode()) for name in cast("set[bytes]", self._redis.smembers(CLUBS)))

    # tokens

    def issue(
        self, club: Club, label: str, scope: Scope, *, game: str | None = None, seat: Seat | None = None, expires: int | None = None
    ) -> tuple[Token, str]:
        """Issue a token. Returns the token and its secret string, which is never shown again."""
        token = Token(TokenId(self._letters(10)), club, scope, label, game, seat, self._now(), expires)
        secret = self._letters(32)
        body = {"l": label, "s": scope, "g": game, "p": seat, "c": token.created, "e": expires}
        keys = Keys(club)
        self._redis.hset(keys.token(token.id), mapping={"hash": _hash(secret), "token": orjson.dumps(body)})
        self._redis.zadd(keys.tokens, {token.id: token.created})
        return token, f"fu_{club}_{token.id}_{secret}"

    def presented(self, text: str) -> Token | None:
        """Return the token whose secret string is `text`. None if the token is unknown, expired or withdrawn, or the secret is wrong."""
        parts = _TOKEN.fullmatch(text)
        known = None if parts is None else self._look_up(Club(parts[1]), parts[2])
        if parts is None or known is None or not hmac.compare_digest(known.secret_hash, _hash(parts[3])):
            return None
        return known.token

    def token(self, club: Club, token: str) -> Token | None:
        """Return the token with this id; None if it is unknown, expired or withdrawn. The secret is not checked: only sessions, which
        checked it when they began, may call this."""
        known = self._look_up(club, token)
        return None if known is None else known.token

    def tokens(self, club: Club) -> list[Token]:
        """Return all tokens of the club except withdrawn ones, oldest first. Expired ones are included."""
        keys = Keys(club)
        ids = [token.decode() for token in cast("list[bytes]", self._redis.zrange(keys.tokens, 0, -1))]
        pipe = self._redis.pipeline(transaction=False)
        for token in ids:
            pipe.hget(keys.token(token), "token")
        bodies = cast("list[bytes | None]", pipe.execute())
        return [_token(club, token, body) for token, body in zip(ids, bodies, strict=True) if body is not None]

    def withdraw(self, club: Club, token: str) -> bool:
        """Make a token invalid for ever. Returns False if there is no such token. Its label is kept for the events that name the token."""
        keys = Keys(club)
        self._remembered.drop(f"{club}_{token}")
        self._redis.zrem(keys.tokens, token)
        return bool(self._redis.hdel(keys.token(token), "hash"))

    def labels(self, club: Club, tokens: Iterable[TokenId]) -> dict[TokenId, str]:
        """Return the labels of `tokens` by id, even of expired and withdrawn ones. Tokens that never belonged to this club are left out."""
        asked = list(dict.fromkeys(tokens))
        pipe = self._redis.pipeline(transaction=False)
        for token in asked:
            pipe.hget(Keys(club).token(token), "token")
        bodies = cast("list[bytes | None]", pipe.execute())
        return {token: _token(club, token, body).label for token, body in zip(asked, bodies, strict=True) if body is not None}

    def _look_up(self, club: Club, token: str) -> _Remembered | None:
        now = self._now()
        name = f"{club}_{token}"
        known = self._remembered.get(name)
        if known is None or known.until <= now:
            known = self._read(club, token, now + REMEMBERED_MS)
            if known is None:
                self._remembered.drop(name)
            else:
                self._remembered.put(name, known)
        expired = known is not None and known.token.expires is not None and known.token.expires <= now
        return None if expired else known

    def _read(self, club: Club, token: str, until: int) -> _Remembered | None:
        kept, body = cast("list[bytes | None]", self._redis.hmget(Keys(club).token(token), ["hash", "token"]))
        return None if kept is None or body is None else _Remembered(_token(club, token, body), kept, until)

    def _letters(self, count: int) -> str:
        return b32encode(self._random(count * 5 // 8 + 1)).decode().lower()[:count]


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def _token(club: Club, token: str, body: bytes) -> Token:
    kept = orjson.loads(body)
    return Token(TokenId(token), club, kept["s"], kept["l"], kept["g"], kept["p"], kept["c"], kept["e"])
