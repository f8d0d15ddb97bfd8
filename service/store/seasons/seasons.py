"""The seasons of clubs: streams of the kind `season`, and their list. Their events name people only by their ids, so erasing a person
changes nothing in them."""

from collections.abc import Iterable
from secrets import token_bytes
from typing import Final

from redis import Redis

from domain.files.limits import MOST_IN_A_SEASON
from domain.kernel.events import SEASON_TYPES, SeasonAct
from domain.record.chain import NewSalt
from service.memory.cache import Cache
from service.store.streams.append import Now
from service.store.streams.forms import codes_of
from service.store.streams.kinds import PLAIN, StreamHead, StreamKind, named_with, pattern_with
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES

SEASON: Final[StreamKind[SeasonAct, StreamHead]] = StreamKind(
    name="season",
    letter="s",
    hint="season",
    pattern=pattern_with("s"),
    codes=codes_of(SEASON_TYPES),
    opening="SeasonOpened",
    named=named_with("s"),
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
