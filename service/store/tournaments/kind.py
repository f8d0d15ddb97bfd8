"""The kind of stream `tournament`. Each stream of this kind holds the entries, rounds and results of one tournament."""

import re
from hashlib import sha256
from typing import Final

from domain.files.limits import MOST_IN_A_TOURNAMENT
from domain.kernel.events import TOURNAMENT_TYPES, EventId, TournamentAct
from service.store.keys import CLUB_PATTERN, Club, StreamId, full_name
from service.store.streams.forms import codes_of
from service.store.streams.heads import StreamHead
from service.store.streams.kinds import PLAIN, StreamKind
from service.store.streams.wire import raw_id

FOR_DIRECTORS: Final = 5_000
"""How many of a tournament's events are reserved for directors. So the holder of a table's link, for example, cannot fill a tournament."""


def _named(club: Club, event_id: EventId, _: TournamentAct) -> StreamId:
    return full_name(club, sha256(raw_id(event_id)).digest()[:10], "t")


TOURNAMENT: Final[StreamKind[TournamentAct, StreamHead]] = StreamKind(
    name="tournament",
    letter="t",
    hint="tournament",
    pattern=re.compile(rf"{CLUB_PATTERN}-t[a-z2-7]{{16}}"),
    codes=codes_of(TOURNAMENT_TYPES),
    opening="TournamentOpened",
    named=_named,
    most_events=MOST_IN_A_TOURNAMENT,
    index="tournaments",
    for_directors=FOR_DIRECTORS,
    **PLAIN,
)
