"""The tournaments of clubs: streams of the kind `tournament`, and the list of a club's tournaments."""

from secrets import token_bytes

from redis import Redis

from domain.kernel.events import TournamentAct
from domain.record.chain import NewSalt
from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId
from service.store.streams.batch import Now
from service.store.streams.heads import StreamHead
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES
from service.store.tournaments.kind import TOURNAMENT


class TournamentStreams(Streams[TournamentAct, StreamHead]):
    """The tournaments of all clubs on one server. Safe to share between threads. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES)) -> None:
        super().__init__(redis, TOURNAMENT, now, new_salt)

    def newest(self, club: Club) -> list[StreamId]:
        """The ids of a club's tournaments, the one that was opened last first."""
        ids = ask(lambda: self._redis.zrange(Keys(club).index(TOURNAMENT.index), 0, -1, desc=True))
        return [StreamId(stream.decode()) for stream in ids]
