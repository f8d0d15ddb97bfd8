"""The clubs of an installation, and their tokens, which say who may do what. Their people are in people.py, their streams in streams.py.

A *token* is `fu_<club>_<id>_<secret>`. The id is public: events name it as their recorder (`by`). Only the SHA-256 of the secret is stored;
160 random bits need no slow hash. A token's *scope* is `read`, `record`, `direct` or `own`; each includes those before it.

If a token belongs to a person, its scope follows from that person's current role in the club. If the person is not a member, the token is
invalid. A person's token for only one game or tournament never has more rights than when it was issued.

Links that come from one another, by a hand-over or a rematch, are a *chain*. All of them name its first link, so that what they make can be
counted together (service/recording/limits.py).

A process remembers a token for REMEMBERED_MS. During that second it may accept a withdrawn token, or use a former role."""

import hmac
import re
from base64 import b32encode
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_bytes
from typing import Final, Literal, cast

import orjson
from redis import Redis
from redis.exceptions import RedisError

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, TokenId
from domain.kernel.events.club import Role
from service.memory import shares
from service.memory.cache import ALONE_BYTES, REMEMBERED_MS, Cache, Region
from service.store.asking import asked_of_each
from service.store.connect import confirming, script
from service.store.errors import StoreUnavailable
from service.store.keys import CLUB_PATTERN, CLUB_SETS, Club, Keys, StreamId, club_set, is_practice, set_of

EVERY_MS: Final = 5 * 60 * 1000
FIELD: Final = "used"
"""The field of a token's row that has the time of its last use, in ms UTC."""


class Uses:
    """When each token was last used. Each process writes a use at most once in EVERY_MS for each token, so a time may be too early by that
    much."""

    def __init__(self, redis: "Redis", now: Callable[[], int], cache: Cache) -> None:
        self._redis = redis
        self._now = now
        self._written: Region[str, bool] = Region(cache, lambda _: 100, shares.USES, EVERY_MS, now)

    def note(self, club: Club, token: TokenId) -> None:
        """Remember that a stored token is used now. Raises nothing: even if the time cannot be written, the request succeeds."""
        name = f"{club}_{token}"
        if self._written.get(name):
            return
        self._written.put(name, True)
        with suppress(RedisError):
            self._redis.hset(Keys(club).token(token), FIELD, self._now())

    def of(self, club: Club, tokens: Iterable[TokenId]) -> dict[TokenId, int]:
        """Return when each token was last used, in ms UTC. Tokens that were never used, or only before Faceup stored such times, are left
        out."""
        asked = list(tokens)
        pipe = self._redis.pipeline(transaction=False)
        for token in asked:
            pipe.hget(Keys(club).token(token), FIELD)
        found = cast("list[bytes | None]", pipe.execute())
        return {token: int(used) for token, used in zip(asked, found, strict=True) if used is not None}


# --- tokens and clubs ---------------------------------------------------------------------------------------------------------------------


Scope = Literal["read", "record", "direct", "own"]
SCOPES: Final[tuple[Scope, ...]] = ("read", "record", "direct", "own")
"""The scopes, from the fewest rights to the most. Each scope includes all rights of the scopes before it."""
SCOPE_OF: Final[Mapping[Role, Scope]] = {"viewer": "read", "scorekeeper": "record", "director": "direct", "owner": "own"}
"""The scope that a role gives."""
ERASED: Final = "erased"
"""The label of the tokens of an erased person."""

ID_LETTERS: Final = 10
SECRET_LETTERS: Final = 32
_TOKEN: Final = re.compile(rf"fu_({CLUB_PATTERN})_([a-z2-7]{{10}})_([a-z2-7]{{32}})")


@dataclass(frozen=True, slots=True)
class Token:
    """What a token allows. `game`, `tournament`: the only one for which it is valid; None: all. `seat`: whose cards it may see. `table`:
    where alone it may record in its tournament. `entry`: which alone it may check in and act for there. `person`: the member who has it;
    None: nobody. `expires`: ms UTC; None: never.

    `chain`: the first link of the chain; None: this one was issued by a member, or is for the whole club. `giver`: who issued the first
    link: a person, or the id of a token of the whole club that belongs to nobody; None: unknown, or the token is for the whole club."""

    id: TokenId
    club: Club
    scope: Scope
    label: str
    game: str | None = None
    seat: Seat | None = None
    created: int = 0
    expires: int | None = None
    person: PersonId | None = None
    tournament: StreamId | None = None
    table: int | None = None
    entry: int | None = None
    chain: TokenId | None = None
    giver: str | None = None

    @property
    def first(self) -> TokenId:
        """The first link of the chain; of a token without a chain, the token itself."""
        return self.chain or self.id

    @property
    def answerable(self) -> str:
        """The member who answers for what is done with this token: who holds it, or who gave its chain away. The id of a token, if the
        token belongs to nobody."""
        return self.giver or self.person or self.first

    @property
    def limited(self) -> bool:
        """Whether the token is for one game or one tournament only, not for the whole club."""
        return self.game is not None or self.tournament is not None

    @property
    def practice(self) -> bool:
        """Whether the token is for a practice table (service/store/clubs/practice.py)."""
        return is_practice(self.club)

    def may(self, scope: Scope) -> bool:
        return SCOPES.index(scope) <= SCOPES.index(self.scope)

    @property
    def scopes(self) -> tuple[Scope, ...]:
        return SCOPES[: SCOPES.index(self.scope) + 1]


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that is not stored yet. `secret`: its secret string. `hash`, `body`: the fields to store."""

    token: Token
    secret: str
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class _Remembered:
    token: Token
    secret_hash: bytes


class Clubs:
    """The clubs of one installation, and their tokens. `random(n)`: returns n unguessable bytes. `roles_of`: returns the roles that people
    have in a club now, by person; people who are not members are left out. By default nobody is a member."""

    def __init__(
        self,
        redis: "Redis",
        now: Callable[[], int],
        random: Callable[[int], bytes] = token_bytes,
        roles_of: Callable[[Club, Collection[PersonId]], Mapping[PersonId, Role]] = lambda *_: {},
        cache: Cache | None = None,
    ) -> None:
        cache = cache or Cache(ALONE_BYTES)
        self.uses = Uses(redis, now, cache)
        self._redis = redis
        self._sure = confirming(redis)
        self._now = now
        self._random = random
        self._roles_of = roles_of
        self._names: dict[str, Iterable[bytes]] = {}
        self._hand_over = script(redis, "clubs/handover.lua", confirmed=True)
        self._remembered: Region[str, _Remembered] = Region(cache, lambda _: 1000, shares.TOKENS, REMEMBERED_MS, now)

    # --- clubs ---

    def found(self, club: Club) -> bool:
        """Create the club. Returns False if it exists already."""
        return bool(self._sure.sadd(set_of(club), club))

    def exists(self, club: Club) -> bool:
        return bool(self._redis.sismember(set_of(club), club))

    def names_of_clubs(self) -> list[Club]:
        """Return the names of all clubs, sorted. Those on a node that does not answer now are as they were when it last did. Raises
        StoreUnavailable."""
        asked = asked_of_each(self._redis, map(Club, CLUB_SETS), lambda keys: [("SMEMBERS", club_set(keys.club))])
        self._names |= {tag: names for tag, (names,) in asked}
        if len(self._names) < len(CLUB_SETS):
            raise StoreUnavailable("a node with names of clubs does not answer")
        return sorted(Club(name.decode()) for names in self._names.values() for name in names)

    def is_used(self, club: Club) -> bool:
        """Whether the club has tokens, games or tournaments."""
        keys = Keys(club)
        return bool(self._redis.exists(keys.tokens, keys.games, keys.index("tournaments")))

    # --- tokens ---

    def issue(
        self,
        club: Club,
        label: str,
        scope: Scope,
        *,
        game: str | None = None,
        seat: Seat | None = None,
        expires: int | None = None,
        person: PersonId | None = None,
        tournament: StreamId | None = None,
        table: int | None = None,
        entry: int | None = None,
        by: Token | None = None,
        seed: bytes | None = None,
    ) -> tuple[Token, str]:
        """Issue a token. Returns it and its secret string, which is never shown again. `by`: the token that issues it; None: this
        installation does. `seed`: 32 unguessable bytes. Calls with the same seed issue one token, and a repeated call leaves it as it is:
        valid, or withdrawn since."""
        letters, keys = self._seeded(seed), Keys(club)
        id_ = TokenId(letters[:ID_LETTERS])
        token = Token(id_, club, scope, label, game, seat, self._now(), expires, person, tournament, table, entry)
        new = self.made(token if by is None else issued_by(by, token), letters[ID_LETTERS:])
        if seed is not None and self._sure.hexists(keys.token(id_), "token"):
            return new.token, new.secret
        # The id is put into the lists before the token is stored. A token that is missing in the person's set would keep its label, which
        # may name the person, when the person is erased.
        if person is not None:
            self._sure.sadd(keys.devices(person), id_)
        if tournament is not None and entry is not None:
            self._sure.sadd(keys.links(tournament, entry), id_)
        self._sure.zadd(keys.tokens, {id_: new.token.created})
        self._sure.hset(keys.token(id_), mapping={"hash": new.hash, "token": new.body})
        return new.token, new.secret

    def hand_over(self, former: Token, seed: bytes | None = None) -> tuple[Token, str] | None:
        """Replace the link `former` by a new one with the same rights and the same end, in one step. Returns it and its secret string; None
        if `former` was given away before, or is withdrawn. `seed`: as in `issue`."""
        letters, keys = self._seeded(seed), Keys(former.club)
        link = replace(former, id=TokenId(letters[:ID_LETTERS]), created=self._now())
        new = self.made(issued_by(former, link), letters[ID_LETTERS:])
        places = [keys.token(former.id), keys.token(link.id), keys.tokens]
        taker = self._hand_over(places, [former.id, link.id, new.hash, new.body, link.created])
        self._remembered.drop(f"{former.club}_{former.id}")
        return (new.token, new.secret) if taker == link.id.encode() else None

    def handed_over(self, club: Club, token: str, secret: str | None = None) -> Token | None:
        """Return the link with this id, if it was given away and the link that took its place is still valid; else None. `secret`: None if
        it was checked before."""
        kept = cast("list[bytes | None]", self._redis.hmget(Keys(club).token(token), ["former", "token", "next"]))
        former, body, taker = kept
        if former is None or body is None or taker is None or (secret is not None and not hmac.compare_digest(former, hashed(secret))):
            return None
        return None if self.current(club, taker.decode()) is None else _token(club, token, body)

    def _seeded(self, seed: bytes | None) -> str:
        """Return the letters of a new token's id and secret: derived from `seed`, or unguessable without one."""
        length = ID_LETTERS + SECRET_LETTERS
        return self.letters(length) if seed is None else b32encode(seed).decode().lower()[:length]

    def made(self, token: Token, secret: str | None = None) -> NewToken:
        """Make a new token: its secret string, and the fields to store. `secret`: the letters of its secret; None: new ones."""
        secret = secret or self.letters(SECRET_LETTERS)
        return NewToken(token, f"fu_{token.club}_{token.id}_{secret}", hashed(secret), _body(token))

    def given_away(self, text: str) -> Token | None:
        """Return the link whose secret string is `text`, if it was given away (`handed_over`); else None."""
        parts = _TOKEN.fullmatch(text)
        return None if parts is None else self.handed_over(Club(parts[1]), parts[2], parts[3])

    def presented(self, text: str) -> Token | None:
        """Return the valid token whose secret string is `text`; else None."""
        parts = _TOKEN.fullmatch(text)
        known = None if parts is None else self._look_up(Club(parts[1]), parts[2])
        if parts is None or known is None or not hmac.compare_digest(known.secret_hash, hashed(parts[3])):
            return None
        self.uses.note(known.token.club, known.token.id)
        return known.token

    def token(self, club: Club, token: str) -> Token | None:
        """Return the token with this id; None if it is unknown, expired or withdrawn. Its secret must have been checked before."""
        known = self._look_up(club, token)
        if known is None:
            return None
        self.uses.note(club, known.token.id)
        return known.token

    def tokens(self, club: Club) -> list[Token]:
        """Return all tokens of the club, oldest first, expired ones too, but no withdrawn ones and none of people who are no members any
        more."""
        ids = [token.decode() for token in cast("list[bytes]", self._redis.zrange(Keys(club).tokens, 0, -1))]
        stored = self._stored(club, ids)
        roles = self._roles(club, stored)
        return [token for each in stored if (token := _now_valid(each, roles)) is not None]

    def issued(self, club: Club, token: TokenId) -> Token | None:
        """Return the token with this id, even if it is expired or withdrawn; None if it is unknown."""
        return next(iter(self._stored(club, [token])), None)

    def devices(self, club: Club, people: Iterable[PersonId]) -> list[Token]:
        """Return every token that one of `people` ever had, even withdrawn ones, each with its scope when it was issued."""
        return self._in(club, [Keys(club).devices(person) for person in people])

    def _in(self, club: Club, sets: list[str]) -> list[Token]:
        """Return every token whose id is in one of these Redis sets."""
        return self._stored(club, sorted(token.decode() for token in cast("set[bytes]", self._redis.sunion(sets)))) if sets else []

    def withdraw_devices(self, club: Club, people: Iterable[PersonId], *, erase: bool = False) -> None:
        """Withdraw every token of `people`. `erase`: also delete their labels, which may name the people."""
        self._withdraw_all(club, self.devices(club, people), erase=erase)

    def erase_links(self, club: Club, entries: Iterable[tuple[StreamId, int]]) -> None:
        """Withdraw every check-in link of `entries` and delete the links' labels, which may name people. `entries`: pairs of tournament
        and entry."""
        self._withdraw_all(club, self._in(club, [Keys(club).links(*entry) for entry in entries]), erase=True)

    def _withdraw_all(self, club: Club, tokens: Iterable[Token], *, erase: bool) -> None:
        for token in tokens:
            if erase:
                self._sure.hset(Keys(club).token(token.id), "token", _body(replace(token, label=ERASED)))
            self.withdraw(club, token.id)
        self.forget_remembered()

    def forget_remembered(self) -> None:
        """Forget the tokens that this process remembers. Call this after a change of roles."""
        self._remembered.forget()

    def current(self, club: Club, token: str) -> Token | None:
        """Return the token with this id, with the scope that its person's role gives now; None if it is unknown, expired or withdrawn.
        Unlike `token`, this asks the store, so a role that was given a moment ago counts."""
        self._remembered.drop(f"{club}_{token}")
        known = self._look_up(club, token)
        return None if known is None else known.token

    def withdraw(self, club: Club, token: str) -> bool:
        """Make a token permanently invalid. Returns False if there is none. Its label is kept, because events name it as their recorder."""
        keys = Keys(club)
        known = bool(self._sure.hdel(keys.token(token), "hash"))
        self._sure.zrem(keys.tokens, token)
        self._remembered.drop(f"{club}_{token}")
        return known

    def labels(self, club: Club, tokens: Iterable[TokenId]) -> dict[TokenId, str]:
        """Return the labels of `tokens` by id, even of expired and withdrawn ones."""
        return {token.id: token.label for token in self._stored(club, list(dict.fromkeys(tokens)))}

    def _stored(self, club: Club, ids: Sequence[str]) -> list[Token]:
        """Return the tokens with these ids, in that order. Ids that were never issued are left out."""
        pipe = self._redis.pipeline(transaction=False)
        for token in ids:
            pipe.hget(Keys(club).token(token), "token")
        bodies = cast("list[bytes | None]", pipe.execute())
        return [_token(club, token, body) for token, body in zip(ids, bodies, strict=True) if body is not None]

    def _roles(self, club: Club, tokens: Iterable[Token]) -> Mapping[PersonId, Role]:
        """Return the roles of the people that `tokens` belong to, by person. Looks all of them up together."""
        people = {token.person for token in tokens if token.person is not None}
        return self._roles_of(club, people) if people else {}

    def _look_up(self, club: Club, token: str) -> _Remembered | None:
        known = self._remembered.of(f"{club}_{token}", lambda: self._read(club, token))
        expired = known is not None and known.token.expires is not None and known.token.expires <= self._now()
        return None if expired else known

    def _read(self, club: Club, token: str) -> _Remembered | None:
        kept, body = cast("list[bytes | None]", self._redis.hmget(Keys(club).token(token), ["hash", "token"]))
        if kept is None or body is None:
            return None
        stored = _token(club, token, body)
        valid = _now_valid(stored, self._roles(club, [stored]))
        return None if valid is None else _Remembered(valid, kept)

    def letters(self, count: int) -> str:
        """Return `count` unguessable letters of base32."""
        return b32encode(self._random(count * 5 // 8 + 1)).decode().lower()[:count]


def _now_valid(token: Token, roles: Mapping[PersonId, Role]) -> Token | None:
    """Return `token` with the scope that it has now; None if it belongs to a person who is not a member."""
    if token.person is None:
        return token
    role = roles.get(token.person)
    if role is None:
        return None
    scope = SCOPE_OF[role]
    return replace(token, scope=min(scope, token.scope, key=SCOPES.index) if token.limited else scope)


def issued_by(issuer: Token, token: Token) -> Token:
    """Return the new `token` with its place in a chain. A link that another link issues continues its chain; a member's link begins one."""
    if not token.limited:
        return token
    return replace(token, chain=issuer.first if issuer.limited else None, giver=issuer.answerable)


def hashed(secret: str) -> bytes:
    """Return the SHA-256 of a secret: only this is stored."""
    return sha256(secret.encode()).digest()


def _body(token: Token) -> bytes:
    body = {"l": token.label, "s": token.scope, "g": token.game, "p": token.seat, "c": token.created, "e": token.expires}
    limits = {"w": token.person, "t": token.tournament, "n": token.table, "y": token.entry, "f": token.chain, "o": token.giver}
    return orjson.dumps(body | {key: value for key, value in limits.items() if value is not None})


def _token(club: Club, token: str, body: bytes) -> Token:
    kept = orjson.loads(body)
    limits = (kept.get(key) for key in ("w", "t", "n", "y", "f", "o"))
    return Token(TokenId(token), club, kept["s"], kept["l"], kept["g"], kept["p"], kept["c"], kept["e"], *limits)
