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
    return [_entry(club, entry_id, fields[b"g"]) for entry_id, fields in found]


def _entry(club: Club, entry_id: bytes, about: bytes) -> FeedEntry:
    """An entry has the id `<n>-<version>` and one field: the letter of its kind, and the short name of the game."""
    n, _, version = entry_id.partition(b"-")
    return FeedEntry(int(n), _KINDS[about[:1]], full_name(club, about[1:]), int(version))
