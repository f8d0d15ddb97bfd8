"""The feed of a club: a pointer to everything that changes in it, numbered 1, 2, 3 … without gaps.

One pointer stands for one batch of events (`version`: the last of them) or for one verdict with new entries (`version`: validated through).
It says where to look, not what changed: a reader that knows the record up to some version reads on from there.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from redis import Redis

from service.store.connect import ask
from service.store.keys import Club, GameId, Keys, full_name

_KINDS: Final[dict[bytes, Literal["events", "verdict"]]] = {b"e": "events", b"v": "verdict"}


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Entry `n` of a club's feed."""

    n: int
    kind: Literal["events", "verdict"]
    game: GameId
    version: int


def read_feed(redis: Redis, club: Club, after: int, limit: int) -> list[FeedEntry]:
    """At most `limit` entries behind entry `after` (0: from the start), in order. Raises StoreUnavailable."""
    found: list[Any] = ask(lambda: redis.xrange(Keys(club).feed, min=f"{after + 1}-0", count=limit)) or []
    return [
        FeedEntry(int(entry.partition(b"-")[0]), _KINDS[fields[b"k"]], full_name(club, fields[b"g"]), int(fields[b"v"]))
        for entry, fields in found
    ]
