"""The clubs' own streams. Each club has one stream outside its games, with its founding and its people; its id is the club's name."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from secrets import token_bytes
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID, uuid5

from redis import Redis

from domain.files.limits import MOST_IN_A_CLUB
from domain.kernel.events import CLUB_TYPES, ClubAct, EventId, PersonId, TokenId
from domain.kernel.events.club import ClubFounded, PersonRegistered, PersonRenamed
from domain.kernel.shapes import Sealed
from domain.record.batch import StreamDraft
from domain.record.chain import NewSalt
from domain.record.directory import Directory, directory_of, names_held
from service.memory.cache import Cache
from service.store.connect import ask, confirming
from service.store.errors import BatchRefused, OnlyForDirectors
from service.store.keys import CLUB_PATTERN, Club, Keys, StreamId, is_practice, keys_of, parse_club, set_of
from service.store.streams.append import Appended, Now, Restored
from service.store.streams.copies import Copied, Was
from service.store.streams.forms import codes_of
from service.store.streams.kinds import PLAIN, StreamHead, StreamKind
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES, number_of

FOR_ERASING: Final = MOST_IN_A_CLUB // 2
"""How many of a club's events are reserved for erasures. This is enough to erase everybody: the erasure of a person takes as many events as
the registration did (one, or two for a member)."""
FOR_DIRECTORS: Final = 10_000
"""How many of the club's events, besides those reserved for erasures, are reserved for directors. So the holder of a game's link, for
example, cannot fill the directory."""


def _named(club: Club, _: EventId, opening: ClubAct) -> StreamId:
    if not isinstance(opening, ClubFounded) or opening.club != club:
        raise BatchRefused(f"this is not the founding of {club}")
    return own_stream(club)


def own_stream(club: Club) -> StreamId:
    """Return the id of the club's own stream."""
    return StreamId(club)


CLUB: Final[StreamKind[ClubAct, StreamHead]] = StreamKind(
    name="club",
    letter="c",
    hint="club",
    pattern=re.compile(CLUB_PATTERN),
    codes=codes_of(CLUB_TYPES),
    opening="ClubFounded",
    named=_named,
    most_events=MOST_IN_A_CLUB,
    for_directors=FOR_DIRECTORS,
    for_erasing=FOR_ERASING,
    **PLAIN,
)


FACEUP: Final = TokenId("job:faceup")
"""The recorder (`by`) of events that the program records by itself: the founding of a club, and names from layout 1."""
if TYPE_CHECKING:
    ClubDraft = StreamDraft[ClubAct]
else:
    ClubDraft = StreamDraft
_IDS: Final = UUID("6e1c5b0a-7f0e-4f3c-9f36-4b1f6c1f2a77")


def derived_id(*parts: str) -> EventId:
    """Make an event id from `parts`: the same parts give the same id."""
    return EventId(str(uuid5(_IDS, ":".join(parts))))


class ClubStreams(Streams[ClubAct, StreamHead]):
    """The own streams of all clubs on one server."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES), cache: Cache | None = None) -> None:
        super().__init__(redis, CLUB, now, new_salt, cache)

    def open(self, club: Club, draft: ClubDraft, by: TokenId) -> Appended:
        """Found a club. Its name is put into the set of names first, so that a club with a stream is always found there."""
        if not is_practice(club):
            ask(lambda: self._sure.sadd(set_of(parse_club(club)), club))
        return super().open(club, draft, by)

    def found(self, club: Club) -> None:
        """Write the first event of the club's stream, if the stream has none."""
        self.open(club, ClubDraft(ClubFounded(club), derived_id(club, "founded")), FACEUP)

    def keep_reserve(self, version: int, longest: int | None) -> None:
        """Raise OnlyForDirectors or BatchRefused if the sender may not append events up to `version`. `longest`: the last version that the
        sender may reach (None: the limit for directors)."""
        most = self.kind.longest(directs=True)
        if version > (most if longest is None else longest):
            raise OnlyForDirectors if version <= most else BatchRefused(f"a club has at most {most} events, apart from erasures")

    def restore(self, club: Club, record: Sequence[Copied], written: Callable[[int], object], was: Was | None = None) -> Restored:
        """Store a club's own stream from a file, without the names of people who were erased in the file or in this store. Names that this
        store has of people whom the file erased are deleted too."""
        stream = own_stream(club)
        here = directory_of(self.events(stream)) if self.head(stream) is not None else Directory()
        there = directory_of(copied.event for copied in record)
        gone = {each for known in (here, there) for person, row in known.people.items() if row.erased for each in known.ids_of(person)}
        restored = super().restore(club, without_names(record, gone), written, was)
        self.scrub(club)
        return restored

    def scrub(self, club: Club) -> None:
        """Delete every stored name of erased people. An import may have stored a name before the event that erases the person."""
        stream = own_stream(club)
        events = self.events(stream)
        directory = directory_of(events)
        gone = [each for person, row in directory.people.items() if row.erased for each in directory.ids_of(person)]
        if ended := [str(number_of(event.version)) for event in names_held(events, gone)]:
            ask(lambda: self._sure.hdel(keys_of(stream).sealed(stream), *ended))


def without_names(record: Iterable[Copied], gone: Collection[PersonId]) -> list[Copied]:
    """Return the events of a club's own stream without the names of the people `gone`."""
    return [replace(copied, opened={}) if _names_one(copied, gone) else copied for copied in record]


def _names_one(copied: Copied, gone: Collection[PersonId]) -> bool:
    act = copied.event.act
    return isinstance(act, PersonRegistered | PersonRenamed) and act.person in gone


# --- layout 1 -----------------------------------------------------------------------------------------------------------------------------


AT_ONCE: Final = 400
"""The most people in one append."""


def has_former_people(redis: Redis, club: Club) -> bool:
    """Whether the club still has names in the format of layout 1."""
    return bool(ask(lambda: redis.exists(Keys(club).former_people)))


def upgrade_people(redis: Redis, club: Club, now: Callable[[], int], new_salt: NewSalt = lambda: token_bytes(SALT_BYTES)) -> int:
    """Bring a club from layout 1 to layout 2: register in its stream everyone from the hash of names, then delete the hash. Returns how
    many people were in it. Safe to repeat, and to call from several processes at the same time. Who is in the stream already stays as is.
    `redis` must not retry by itself (`write_client`)."""
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
    ask(lambda: confirming(redis).delete(Keys(club).former_people))
    return len(people)
