"""How owners get into their club. A club always keeps at least one owner, and at least one token that lets an owner in
(docs/decisions/clubs.md)."""

from collections.abc import Collection

from redis import Redis, WatchError

from domain.kernel.events import PersonId
from service.store.clubs.clubs import Clubs, Token
from service.store.clubs.kind import own_stream
from service.store.errors import LastOwner
from service.store.keys import Club, Keys


def tokens_of_owners(clubs: Clubs, club: Club, now: int, but: str = "", people: Collection[PersonId] = ()) -> list[Token]:
    """Return the tokens that let an owner into the club at the time `now` (ms UTC), except the token `but` and those of `people`. Links and
    expired tokens are left out."""
    owning = [token for token in clubs.tokens(club) if token.scope == "own" and not token.limited]
    valid = [token for token in owning if token.expires is None or token.expires > now]
    return [token for token in valid if token.id != but and (token.person is None or token.person not in people)]


def withdraw_device(redis: "Redis", clubs: Clubs, token: Token, now: int) -> bool:
    """Make a token permanently invalid, as `Clubs.withdraw` does. `now`: ms UTC. Raises LastOwner if the token lets an owner in, and no
    other token of an owner is valid for at least as long."""
    if token.scope != "own" or token.limited:
        return clubs.withdraw(token.club, token.id)
    keys = Keys(token.club)
    with redis.pipeline() as pipe:
        while True:
            try:
                # The commands below fail if another owner withdraws a token at the same time, or if somebody's role ends.
                pipe.watch(keys.tokens, keys.head(own_stream(token.club)))  # type: ignore[no-untyped-call]
                if not any(_outlives(other, token) for other in tokens_of_owners(clubs, token.club, now, token.id)):
                    raise LastOwner(token.id)
                pipe.multi()
                pipe.zrem(keys.tokens, token.id)
                pipe.hdel(keys.token(token.id), "hash")
                _, known = pipe.execute()
            except WatchError:
                continue
            clubs.forget_remembered()
            return bool(known)


def _outlives(other: Token, token: Token) -> bool:
    """Whether `other` is valid for at least as long as `token`."""
    return other.expires is None or (token.expires is not None and other.expires >= token.expires)
