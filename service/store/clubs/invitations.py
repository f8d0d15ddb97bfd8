"""Invitations to a club, and links for another device of a member. Each can be accepted once, which issues a token for the device.

The secret string of an invitation is `fi_<club>_<id>_<secret>`; only its SHA-256 is stored, in a row in Redis and never in an event. The
row is kept until the invitation expires, so a used invitation stays used, even if `make` is called again with the same seed."""

import hmac
import re
from base64 import b32encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

import orjson
from redis import Redis

from domain.kernel.events import PersonId, TokenId
from domain.kernel.events.club import Role
from service.store.clubs.clubs import NewToken, hashed
from service.store.connect import ask, confirming, script
from service.store.errors import InvitationInvalid
from service.store.keys import CLUB_PATTERN, Club, Keys

_SECRET: Final = re.compile(rf"fi_({CLUB_PATTERN})_([a-z2-7]{{10}})_([a-z2-7]{{32}})")
WITHDRAWN: Final = "-"
"""The row of a withdrawn invitation has this word in the field where a used invitation has the id of its token."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation. `person`: who becomes a member by accepting. `name`: that of a new person. `role`: None: it is for another device of a
    member. `by`: the token that made it. `created`, `expires`: ms UTC."""

    id: str
    club: Club
    role: Role | None
    person: PersonId
    name: str | None
    by: TokenId
    created: int
    expires: int


class Invitations:
    """The invitations of all clubs. `letters(n)`: returns n unguessable letters of base32."""

    def __init__(self, redis: Redis, now: Callable[[], int], letters: Callable[[int], str]) -> None:
        self._redis = redis
        self._now = now
        self._letters = letters
        self._use = script(redis, "clubs/use.lua", confirmed=True)

    def make(
        self,
        club: Club,
        role: Role | None,
        by: TokenId,
        expires: int,
        *,
        person: PersonId | None = None,
        name: str | None = None,
        seed: bytes | None = None,
    ) -> tuple[Invitation, str]:
        """Make an invitation. Returns it and its secret string. `person`: None: a new person. `seed`: 32 unguessable bytes; calls with the
        same seed make the same invitation. If `expires` is in the past, nothing is stored."""
        letters = self._letters(42) if seed is None else b32encode(seed).decode().lower()[:42]
        id_, secret = letters[:10], letters[10:]
        whom = person or PersonId(f"p-{sha256(f'{club}:{id_}'.encode()).hexdigest()[:15]}")
        made = Invitation(id_, club, role, whom, name, by, self._now(), expires)
        kept = None if seed is None else self._read(club, id_, confirming(self._redis))[0]
        if kept is None and made.created < expires:
            self._put(made, secret)
        return kept or made, f"fi_{club}_{id_}_{secret}"

    def _put(self, made: Invitation, secret: str) -> None:
        keys = Keys(made.club)

        def written() -> Any:
            with confirming(self._redis).pipeline(transaction=True) as pipe:
                pipe.hset(keys.invitation(made.id), mapping={"hash": hashed(secret), "invitation": _body(made)})
                pipe.pexpire(keys.invitation(made.id), made.expires - made.created)
                pipe.zadd(keys.invitations, {made.id: made.created})
                return pipe.execute()

        ask(written)

    def presented(self, text: str) -> Invitation:
        """Return the invitation whose secret string is `text`, if it can be accepted. Raises InvitationInvalid."""
        parts = _SECRET.fullmatch(text)
        kept, secret, used = (None, b"", None) if parts is None else self._read(Club(parts[1]), parts[2])
        if parts is None or kept is None or not hmac.compare_digest(secret, hashed(parts[3])):
            raise InvitationInvalid("This invitation is unknown or has expired. Ask for a new one.")
        if used is not None:
            raise _is_used(used)
        if kept.expires <= self._now():
            raise InvitationInvalid("This invitation has expired. Ask for a new one.")
        return kept

    def accept(self, invitation: Invitation, new: NewToken) -> None:
        """Issue the token `new` to the invitation's person, and make the invitation invalid. Both happen in one step. Raises
        InvitationInvalid if the invitation was used or withdrawn before this step."""
        keys, token = Keys(invitation.club), new.token
        places = [keys.token(token.id), keys.tokens, keys.devices(invitation.person)]
        used = self._used(invitation, token.id, places, [new.hash, new.body, token.created])
        if used != token.id:
            raise _is_used(used)

    def withdraw(self, club: Club, invitation: str) -> Invitation | None:
        """Make an open invitation invalid, and return it. Returns None if there is no such open invitation."""
        kept, _, used = self._read(club, invitation)
        return kept if kept is not None and used is None and self._used(kept, WITHDRAWN) == WITHDRAWN else None

    def withdraw_all(self, club: Club, people: Iterable[PersonId]) -> None:
        """Withdraw every open invitation that was made for one of `people`, including those that only add a device."""
        gone = frozenset(people)
        for invitation in self.open(club):
            if invitation.person in gone:
                self._used(invitation, WITHDRAWN)

    def open(self, club: Club) -> list[Invitation]:
        """Return the invitations that can be accepted, oldest first."""
        keys, now = Keys(club), self._now()
        listed = [(raw.decode(), self._read(club, raw.decode())) for raw in ask(lambda: self._redis.zrange(keys.invitations, 0, -1))]
        if gone := [id_ for id_, (kept, _, _) in listed if kept is None]:
            ask(lambda: self._redis.zrem(keys.invitations, *gone))
        return [kept for _, (kept, _, used) in listed if kept is not None and used is None and kept.expires > now]

    def _used(self, invitation: Invitation, use: str, places: Iterable[str] = (), values: Iterable[Any] = ()) -> str | None:
        """Record `use` (the id of the new token, or WITHDRAWN), unless a use was recorded before. Returns the recorded use; None if the
        invitation is gone. `places`, `values`: keys and values of the new token, stored in the same step."""
        keys = Keys(invitation.club)
        nameless = _body(replace(invitation, name=None))
        reply = self._use([keys.invitation(invitation.id), keys.invitations, *places], [invitation.id, use, nameless, *values])
        return None if reply is None else reply.decode()

    def _read(self, club: Club, invitation: str, redis: Redis | None = None) -> tuple[Invitation | None, bytes, str | None]:
        """Return the stored invitation (None: there is none), the hash of its secret, and its use (None: it was not used)."""
        key = Keys(club).invitation(invitation)
        secret, body, used = ask(lambda: (redis or self._redis).hmget(key, ["hash", "invitation", "used"]))
        if secret is None or body is None:
            return None, b"", None
        return Invitation(invitation, club, *orjson.loads(body)), secret, None if used is None else used.decode()


def _is_used(used: str | None) -> InvitationInvalid:
    if used is None:
        return InvitationInvalid("This invitation has expired. Ask for a new one.")
    if used == WITHDRAWN:
        return InvitationInvalid("This invitation was withdrawn. Ask for a new one.")
    return InvitationInvalid("This invitation was accepted already, on this or another device. Ask for a new one.")


def _body(invitation: Invitation) -> bytes:
    kept = invitation
    return orjson.dumps([kept.role, kept.person, kept.name, kept.by, kept.created, kept.expires])
