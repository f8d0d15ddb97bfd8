"""The seasons of clubs: streams of the kind `season`, and their list. Their events name people only by their ids, so erasing a person
changes nothing in them."""

import re
from collections.abc import Iterable
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from redis import Redis

from domain.files.limits import MOST_IN_A_SEASON
from domain.kernel.events import SEASON_TYPES, EventId, SeasonAct
from domain.record.chain import NewSalt
from service.memory.cache import Cache
from service.store.keys import CLUB_PATTERN, Club, StreamId, full_name
from service.store.streams.append import Now
from service.store.streams.forms import codes_of
from service.store.streams.kinds import PLAIN, StreamHead, StreamKind
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES, raw_id


def _named(club: Club, event_id: EventId, _: SeasonAct) -> StreamId:
    return full_name(club, sha256(raw_id(event_id)).digest()[:10], "s")


SEASON: Final[StreamKind[SeasonAct, StreamHead]] = StreamKind(
    name="season",
    letter="s",
    hint="season",
    pattern=re.compile(rf"{CLUB_PATTERN}-s[a-z2-7]{{16}}"),
    codes=codes_of(SEASON_TYPES),
    opening="SeasonOpened",
    named=_named,
    most_events=MOST_IN_A_SEASON,
    index="seasons",
    **PLAIN,
)


class SeasonStreams(Streams[SeasonAct, StreamHead]):
    """The seasons of all clubs on one server."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES), cache: Cache | None = None) -> None:
        super().__init__(redis, SEASON, now, new_salt, cache)

    def _show(self, head: StreamHead, acts: Iterable[object]) -> None:
        """Do nothing: the landing page shows no seasons."""

    def newest(self, club: Club, *, before: StreamId | None = None, limit: int | None = None) -> list[StreamId]:
        """Return the ids of at most `limit` seasons of a club (None: all), newest first by time of opening. `before`: the last season of
        the previous page. Raises NoSuchStream if that season does not exist."""
        return self._listed(club, before, limit)
