"""Upgrades a club from layout 1, with people's names in a Redis hash, to layout 2, with the names in the club's own stream."""

from collections.abc import Callable
from secrets import token_bytes
from typing import Final, cast

from redis import Redis

from domain.kernel.events import PersonId
from domain.kernel.events.club import PersonRegistered
from domain.kernel.shapes import Sealed
from domain.record.chain import NewSalt
from service.store.clubs.kind import own_stream
from service.store.clubs.streams import FACEUP, ClubDraft, ClubStreams, derived_id
from service.store.connect import ask
from service.store.keys import Club, Keys
from service.store.streams.wire import SALT_BYTES

AT_ONCE: Final = 400
"""The most people in one append."""


def has_former_people(redis: Redis, club: Club) -> bool:
    """Whether the club still has names in the format of layout 1. Raises StoreUnavailable."""
    return bool(ask(lambda: redis.exists(Keys(club).former_people)))


def upgrade_people(redis: Redis, club: Club, now: Callable[[], int], new_salt: NewSalt = lambda: token_bytes(SALT_BYTES)) -> int:
    """Begin the club's stream, register in it everyone from the hash of names (layout 1), then delete the hash. Returns how many people
    were in the hash.

    Safe to repeat after the process was killed, and to call from several processes at the same time. People who are in the stream already,
    perhaps renamed or erased, stay as they are. `redis` must not retry by itself (`write_client`). Raises StoreUnavailable.
    """
    streams, stream = ClubStreams(redis, now, new_salt), own_stream(club)
    streams.found(club)
    former = cast("dict[bytes, bytes]", ask(lambda: redis.hgetall(Keys(club).former_people)))
    people = sorted((PersonId(person.decode()), name.decode()) for person, name in former.items())
    for first in range(0, len(people), AT_ONCE):
        part = people[first : first + AT_ONCE]
        known = {event.id for event in streams.events(stream)}
        drafts = [ClubDraft(PersonRegistered(person, Sealed("", name)), derived_id(club, person, "registered")) for person, name in part]
        if new := [draft for draft in drafts if draft.id not in known]:
            streams.append(stream, None, new, FACEUP)
    ask(lambda: redis.delete(Keys(club).former_people))
    return len(people)
