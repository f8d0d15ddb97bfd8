"""Describes the clubs' own streams as a kind of stream (service/store/streams/kinds.py). Each club has one such stream, with its people.
Its id is the club's name."""

import re
from typing import Final

from domain.kernel.events import CLUB_TYPES, ClubAct, EventId
from domain.kernel.events.club import ClubFounded
from service.store.keys import CLUB_PATTERN, Club, StreamId
from service.store.outcomes import BatchRefused
from service.store.streams.forms import codes_of
from service.store.streams.heads import StreamHead
from service.store.streams.kinds import PLAIN, StreamKind

MOST_IN_A_CLUB: Final = 100_000
"""The most events of a club's own stream: a few for each person who was ever in the club's directory."""


def _named(club: Club, _: EventId, opening: ClubAct) -> StreamId:
    if not isinstance(opening, ClubFounded) or opening.club != club:
        raise BatchRefused(f"this is not the founding of {club}")
    return own_stream(club)


def own_stream(club: Club) -> StreamId:
    """The id of a club's own stream."""
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
    **PLAIN,
)
