"""The feed of a club: a pointer to every change in it, numbered 1, 2, 3 … without gaps.

There is one pointer for each batch of events (`version`: of the last event) and for each verdict with new entries (`version`: the one
validated through). A pointer says where to look, not what changed: a reader that knows the stream up to some version reads on from there.
Its letter says what grew: `e` a game, `v` the verdict on a game, and any other letter a stream of the kind with that letter. Readers
skip letters that they do not know.
"""

from dataclasses import dataclass
from typing import Any

from redis import Redis

from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId, full_name


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Entry `n` of a club's feed. `letter`: what grew (see above); `stream`: the stream concerned; `version`: how far it grew."""

    n: int
    letter: str
    stream: StreamId
    version: int


def read_feed(redis: Redis, club: Club, after: int, limit: int) -> list[FeedEntry]:
    """At most `limit` entries after entry `after` (0: from the start), in order. Raises StoreUnavailable."""
    entries: list[Any] = ask(lambda: redis.xrange(Keys(club).feed, min=f"{after + 1}-0", count=limit)) or []
    return [_entry(club, entry_id, fields[b"g"]) for entry_id, fields in entries]


def _entry(club: Club, entry_id: bytes, about: bytes) -> FeedEntry:
    """Read one entry. `entry_id` is `<n>-<version>`; `about` is the letter, then the short name of the stream."""
    n, _, version = entry_id.partition(b"-")
    letter = about[:1].decode()
    return FeedEntry(int(n), letter, full_name(club, about[1:], letter), int(version))
