"""The feed of a club: a list of all changes in the club. Its entries are numbered 1, 2, 3 and so on, without gaps. After a restore from a
backup it begins with a much higher number.

There is one entry for each batch of events, and one for each addition to a verdict. An entry names the stream but does not hold the events.
Its letter says what has changed: `e` the record of a game, `v` the verdict on a game, any other letter a stream of the kind with that
letter. Readers skip letters that they do not know.

After a failover or a restore a number may come back with another change. So each entry has a few bytes of its own, its *stamp*: of an
append, from the hash of its last event; else at random. The number and the stamp together are its *place*. Older entries have no stamp."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_bytes
from typing import Any, Final, NamedTuple

from redis import Redis

from service.store.asking import Command, asked_of_each
from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId, full_name

CLUB_LETTER: Final = "c"
"""The letter of entries about a club's own stream."""
STAMP_BYTES: Final = 4


def new_stamp() -> bytes:
    """Make the stamp of an entry that is not about an event."""
    return token_bytes(STAMP_BYTES)


class FeedPlace(NamedTuple):
    """A place in a feed: after the entry with this number and stamp (in hexadecimal; empty: unknown)."""

    n: int
    stamp: str = ""

    def __str__(self) -> str:
        return f"{self.n}.{self.stamp}" if self.stamp else str(self.n)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Entry number `n` of a club's feed. `letter`: what has changed (the docstring of the module lists the letters). `version`: the newest
    version of the stream; for a verdict, the newest validated version. `stamp`: in hexadecimal; empty: it has none."""

    n: int
    letter: str
    stream: StreamId
    version: int
    stamp: str = ""

    @property
    def place(self) -> FeedPlace:
        return FeedPlace(self.n, self.stamp)


def read_feed(redis: Redis, club: Club, after: int, limit: int) -> list[FeedEntry]:
    """Return at most `limit` entries of the club's feed, in order, after entry number `after` (0: from the start)."""
    entries: list[Any] = ask(lambda: redis.xrange(Keys(club).feed, min=f"{after + 1}-0", count=limit)) or []
    return [_entry(club, entry_id, fields) for entry_id, fields in entries]


def last_entry(redis: Redis, club: Club) -> FeedEntry | None:
    """Return the last entry of a club's feed; None if it has none."""
    entries: list[Any] = ask(lambda: redis.xrevrange(Keys(club).feed, count=1))
    return _entry(club, *entries[0]) if entries else None


def begin_feed(redis: Redis, club: Club, after: int) -> None:
    """Begin the feed of a club that has none, with an entry about the club's own stream. The entry has the number `after` + 1."""
    key = Keys(club).feed
    if not ask(lambda: redis.exists(key)):
        ask(lambda: redis.xadd(key, {"g": CLUB_LETTER, "s": new_stamp()}, id=f"{after + 1}-1"))


def last_number(redis: Redis, club: Club) -> int:
    """Return the number of the last entry of a club's feed; 0: it has none."""
    return number_of_last(ask(lambda: redis.xrevrange(Keys(club).feed, count=1)))


def last_numbers(redis: Redis, clubs: Iterable[Club]) -> dict[Club, int]:
    """Return the number of the last entry of each club's feed; 0: it has none."""
    return {club: number_of_last(last) for club, (last,) in asked_of_each(redis, clubs, lambda keys: [last_of(keys)])}


def last_of(keys: Keys) -> Command:
    """Return the command that asks for the last entry of a feed."""
    return "XREVRANGE", keys.feed, "+", "-", "COUNT", 1


def number_of_last(reply: Sequence[Any]) -> int:
    """Return the number of the entry in the reply to `last_of`; 0: there is none."""
    return int(reply[0][0].partition(b"-")[0]) if reply else 0


def _entry(club: Club, entry_id: bytes, fields: Mapping[bytes, bytes]) -> FeedEntry:
    """Parse a stored entry. `entry_id`: `<n>-<version>`. Its fields: `g` the letter, then the short name of the stream; `s` the stamp."""
    n, _, version = entry_id.partition(b"-")
    about = fields[b"g"]
    letter = about[:1].decode()
    return FeedEntry(int(n), letter, full_name(club, about[1:], letter), int(version), fields.get(b"s", b"").hex())
