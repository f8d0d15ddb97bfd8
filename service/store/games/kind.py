"""Describes the records of games as a kind of stream (service/store/streams/kinds.py)."""

import re
from typing import Final

from domain.files.limits import MOST_IN_A_RECORD
from domain.kernel.events import EVENT_TYPES, Act, EventId
from service.store.errors import NoSuchGame
from service.store.games import heads
from service.store.keys import GAME_PATTERN, Club, StreamId, game_id
from service.store.streams.forms import codes_of
from service.store.streams.kinds import StreamKind


def _named(club: Club, event_id: EventId, _: Act) -> StreamId:
    return game_id(club, event_id)


GAME: Final[StreamKind[Act, heads.Head]] = StreamKind(
    name="game",
    letter="e",
    hint="events",
    pattern=re.compile(GAME_PATTERN),
    codes=codes_of(EVENT_TYPES),
    opening="GameOpened",
    named=_named,
    most_events=MOST_IN_A_RECORD,
    before=heads.before_opening,
    unpacked=heads.unpacked,
    moved=heads.moved,
    told_again=heads.told_again,
    told=heads.TELLING,
    packed=heads.packed,
    index="games",
    validated=True,
    missing=NoSuchGame,
)
