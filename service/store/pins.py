"""PINs that people use to confirm something on somebody else's phone. They are never stored in the record, but in keys of their own, and
only as hashes that are slow to compute.

Four digits are easily guessed. So wrong tries are counted, for each PIN: those of one phone, and those of all phones for which one member
answers. Nobody else is kept from using the PIN. docs/decisions/life-of-a-record.md has the arithmetic."""

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from threading import BoundedSemaphore
from typing import Any, Final, NamedTuple, TypeVar

import orjson
from redis import Redis
from werkzeug.security import check_password_hash, generate_password_hash

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from service.store.connect import ask, confirming
from service.store.counts import Count, uncount, wait
from service.store.keys import Club, GameId, Keys, keys_of

HASHED_AT_ONCE: Final = 2
"""How many long computations one process runs in threads at the same time. More of them wait for their turn. Hashing a PIN takes 32 MiB of
memory."""
_turns: Final = BoundedSemaphore(HASHED_AT_ONCE)

T = TypeVar("T")


def aside(work: Callable[[], T]) -> T:
    """Return `work()`. In a process with an event loop, other requests are answered while `work` runs. This helps only if the work releases
    Python's lock, as OpenSSL's scrypt does."""
    with _turns:
        return _in_a_thread(work) if _has_an_event_loop() else work()


def _has_an_event_loop() -> bool:
    if "gevent.monkey" not in sys.modules:
        return False
    from gevent import monkey  # noqa: PLC0415 - only API processes need it

    return bool(monkey.is_module_patched("threading"))


def _in_a_thread(work: Callable[[], T]) -> T:
    from gevent import get_hub  # noqa: PLC0415

    done: T = get_hub().threadpool.apply(work)
    return done


MOST_TRIES: Final = 5
WINDOW_SECONDS: Final = 900
"""How many seconds after a phone's first wrong try its wrong tries are counted from 0 again."""
MOST_IN_AN_HOUR: Final = 20
MOST_IN_A_DAY: Final = 60
"""The most wrong tries of all phones together for which one member answers."""
HOUR: Final = 3600
DAY: Final = 24 * HOUR


class Guesser(NamedTuple):
    """Who tries a PIN. `phone`: a word for the link and the address that the try came from. `member`: who answers for that link: the member
    who gave away the first link of its chain. So a member cannot try more PINs by issuing more links."""

    phone: str
    member: str


class TooManyTries(Exception):
    """Too many wrong PINs from this guesser. For the next `seconds` every PIN is refused there, even the right one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many wrong PINs; try again in {seconds} seconds")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Pin:
    """The PIN of one seat or entry, which may be set or not. `kept`, `field`: where it is in Redis. `tries`: the first part of the keys
    that count wrong tries. `holder`: the people that the PIN belongs to, as JSON; one that was set for other people does not count."""

    redis: Redis
    kept: str
    field: str
    tries: str
    holder: Json
    hashed: Callable[[str], str] = generate_password_hash

    def put(self, pin: str) -> None:
        """Set the PIN. It replaces the former PIN. Wrong tries are counted from 0 again, because their keys name the PIN's hash."""
        body = orjson.dumps([self.holder, aside(lambda: self.hashed(pin))])
        ask(lambda: confirming(self.redis).hset(self.kept, self.field, body))

    @property
    def there(self) -> bool:
        """Whether a PIN is set."""
        return self._hash() is not None

    def fits(self, pin: str, by: Guesser) -> bool:
        """Whether `pin` is the PIN. A try is counted before it is checked, so simultaneous tries cannot exceed a limit. Raises
        TooManyTries."""
        right = self._hash()
        if right is None:
            return False
        phone, *together = self.counts(right, by)
        seconds = wait(self.redis, [phone, *together])
        if seconds:
            raise TooManyTries(seconds)
        if not aside(lambda: check_password_hash(right, pin)):  # takes equally long for a right and a wrong PIN
            return False
        ask(lambda: self.redis.delete(phone.key))
        uncount(self.redis, together)
        return True

    def counts(self, right: str, by: Guesser) -> list[Count]:
        """Return the counts of wrong tries by `by`: those of the phone, then those of all phones for which the member answers. `right`: the
        hash of the PIN."""
        front = f"{self.tries}:{sha256(right.encode()).hexdigest()[:8]}"
        return [
            Count(f"{front}:{by.phone}", MOST_TRIES, WINDOW_SECONDS),
            Count(f"{front}:{by.member}:hour", MOST_IN_AN_HOUR, HOUR),
            Count(f"{front}:{by.member}:day", MOST_IN_A_DAY, DAY),
        ]

    def _hash(self) -> str | None:
        kept = ask(lambda: self.redis.hget(self.kept, self.field))
        holder, right = (None, None) if kept is None else orjson.loads(kept)
        return right if holder == self.holder else None


class SeatPins:
    """The PINs of seats in all games. A PIN becomes invalid when somebody else takes the seat."""

    def __init__(self, redis: Redis, hashed: Callable[[str], str] = generate_password_hash) -> None:
        self._redis = redis
        self._hashed = hashed

    def of(self, game: GameId, seat: Seat, person: PersonId | None) -> Pin:
        """Return the PIN of `person`, who sits in `seat`."""
        keys = keys_of(game)
        return Pin(self._redis, keys.pins(game), str(seat), keys.tries(game, seat), person, self._hashed)


AT_ONCE: Final = 500
"""How many games are looked at in one round trip."""


def forget_pins(redis: Redis, club: Club, people: Collection[PersonId]) -> None:
    """Delete the PINs that belong to `people`, in all games of the club. Safe to repeat."""
    for keys in _keys(redis, club):
        _forget(redis, keys, people)


def _keys(redis: Redis, club: Club) -> Iterator[list[str]]:
    """Yield the keys of the PINs of all games of the club, in lists of at most AT_ONCE keys."""
    keys = Keys(club)
    for first in count(0, AT_ONCE):
        games = ask(lambda: redis.zrange(keys.games, first, first + AT_ONCE - 1))  # noqa: B023 (called at once)
        if not games:
            return
        yield [keys.pins(GameId(game.decode())) for game in games]


def _forget(redis: Redis, keys: Sequence[str], people: Collection[PersonId]) -> None:
    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            for key in keys:
                pipe.hgetall(key)
            return pipe.execute()

    for key, pins in zip(keys, ask(question), strict=True):
        if fields := [field for field, pin in pins.items() if orjson.loads(pin)[0] in people]:
            ask(lambda: confirming(redis).hdel(key, *fields))  # noqa: B023 (called at once)
