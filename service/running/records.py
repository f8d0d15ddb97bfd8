"""Verifies every record of an installation: each stream of each club, from its first event to its head (`faceup doctor --records`)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, cast

from redis import Redis

from service.clock import now_ms
from service.store.clubs.clubs import Clubs
from service.store.keys import Club, Keys, StreamId, is_practice
from service.store.kinds import KINDS, kind_of
from service.store.streams.soundness import Damage, damage_of

Progress = Callable[[int, int], object]
"""A function that is called with two numbers: how many streams were verified so far, and how many there are."""
_KEY: Final = re.compile(rf"\{{([^}}]*)\}}:(?:head|{'|'.join(kind.name for kind in KINDS)}):(.+)")
_PAGE: Final = 1000

HOW_TO_MEND: Final = (
    "the other records are not affected. A file of the damaged record, from `faceup export` or an archive, mends it: `faceup mend FILE`. "
    "It is used only if it has exactly the events that were acknowledged. A backup mends everything: `faceup restore`."
)


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for one club. `streams`: how many streams it has. `damages`: what is wrong with them. `feed`: what is wrong with its feed,
    the list of all changes; empty: nothing."""

    club: str
    streams: int
    damages: tuple[Damage, ...]
    feed: str


def verified(redis: Redis, progress: Progress) -> Iterator[Verified]:
    """Verify every stream, one club after the other. Faceup may keep running. Raises StoreUnavailable."""
    streams = streams_of(redis)
    total, done = sum(map(len, streams.values())), 0
    for club, ids in sorted(streams.items()):
        damages = []
        for stream in sorted(ids):
            damage = _damage(redis, stream)
            damages += [damage] if damage else []
            done += 1
            progress(done, total)
        yield Verified(club, len(ids), tuple(damages), _feed_fault(redis, club))


def streams_of(redis: Redis) -> dict[str, set[str]]:
    """Return the ids of all streams, by club. They are found in the lists of streams and in the keys of what is stored: if data are
    damaged, a stream may be missing in one of the two. Practice tables are left out, because they are cleared within the hour."""
    streams: dict[str, set[str]] = {club: set() for club in Clubs(redis, now_ms).names_of_clubs()}
    for key in redis.scan_iter("{*}:*", count=_PAGE):
        named = _KEY.fullmatch(key.decode("utf-8", "replace"))
        if named and (named[1] in streams or not is_practice(Club(named[1]))):
            streams.setdefault(named[1], set()).add(named[2])
    for club, ids in streams.items():
        for kind in KINDS:
            listed = cast("list[bytes]", redis.zrange(Keys(Club(club)).index(kind.index), 0, -1)) if kind.index else []
            ids.update(stream.decode("utf-8", "replace") for stream in listed)
    return streams


def _damage(redis: Redis, stream: str) -> Damage | None:
    try:
        kind = kind_of(stream)
    except ValueError:
        return Damage(StreamId(stream), 1, "no record can have this id")
    return damage_of(redis, kind, StreamId(stream))


def _feed_fault(redis: Redis, club: str) -> str:
    """Return what is wrong with a club's feed; empty if no fault is found. The entries of a feed have the numbers 1, 2, 3, …"""
    key = Keys(Club(club)).feed
    newest = cast("list[tuple[bytes, object]]", redis.xrevrange(key, count=1))
    last, length = int(newest[0][0].partition(b"-")[0]) if newest else 0, redis.xlen(key)
    return "" if last == length else f"its feed has {length} entries, and the last one has the number {last}: run `faceup rebuild`"
