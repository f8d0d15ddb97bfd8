"""The feed of a club: a pointer to every change in it, numbered 1, 2, 3 … without gaps.

There is one pointer for each batch of events (`version`: the last of them) and for each verdict with new entries (`version`: validated
through). It says where to look, not what changed: a reader that knows the stream up to some version reads on from there. The letter names
the kind of stream: `e` a game, `v` the verdict on a game, and any other letter the kind that has it. Readers skip letters that they do not
know.
"""

from dataclasses import dataclass
from typing import Any

from redis import Redis

from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId, full_name


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Entry `n` of a club's feed: `letter` of its kind, the stream that moved on, and how far."""

    n: int
    letter: str
    stream: StreamId
    version: int


def read_feed(redis: Redis, club: Club, after: int, limit: int) -> list[FeedEntry]:
    """At most `limit` entries after entry `after` (0: from the start), in order. Raises StoreUnavailable."""
    entries: list[Any] = ask(lambda: redis.xrange(Keys(club).feed, min=f"{after + 1}-0", count=limit)) or []
    return [_entry(club, entry_id, fields[b"g"]) for entry_id, fields in entries]


def _entry(club: Club, entry_id: bytes, about: bytes) -> FeedEntry:
    """Read one entry: its id is `<n>-<version>`, its one field the letter of the kind and the short name of the stream."""
    n, _, version = entry_id.partition(b"-")
    letter = about[:1].decode()
    return FeedEntry(int(n), letter, full_name(club, about[1:], letter), int(version))
