"""Describes the clubs' own streams as a kind of stream (service/store/streams/kinds.py). Each club has one such stream, with its people.
Its id is the club's name."""

import re
from typing import Final

from domain.files.limits import MOST_IN_A_CLUB
from domain.kernel.events import CLUB_TYPES, ClubAct, EventId
from domain.kernel.events.club import ClubFounded
from service.store.errors import BatchRefused
from service.store.keys import CLUB_PATTERN, Club, StreamId
from service.store.streams.forms import codes_of
from service.store.streams.heads import StreamHead
from service.store.streams.kinds import PLAIN, StreamKind

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
