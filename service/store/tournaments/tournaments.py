"""Stores the tournaments of clubs, as streams of the kind `tournament`, and lists the tournaments of a club."""

from collections.abc import Collection, Iterable, Sequence
from secrets import token_bytes

from redis import Redis

from domain.kernel.events import PersonId, TournamentAct, TournamentEvent
from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.record.chain import NewSalt
from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId, keys_of
from service.store.streams.batch import Now
from service.store.streams.heads import StreamHead
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES, number_of
from service.store.tournaments.kind import TOURNAMENT


class TournamentStreams(Streams[TournamentAct, StreamHead]):
    """The tournaments of all clubs on one server. Threads may share an object. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES)) -> None:
        super().__init__(redis, TOURNAMENT, now, new_salt)

    def newest(self, club: Club) -> list[StreamId]:
        """The ids of a club's tournaments. The one that was opened last is first."""
        ids = ask(lambda: self._redis.zrange(Keys(club).index(TOURNAMENT.index), 0, -1, desc=True))
        return [StreamId(stream.decode()) for stream in ids]

    def scrub(self, club: Club, people: Collection[PersonId]) -> None:
        """Delete the names of every entry that ever had one of `people`, in all tournaments of the club. Safe to repeat. The Redis log
        still holds the names until the log is rewritten (service/store/rewriting.py)."""
        for stream in self.newest(club):
            if ended := names_of(self.events(stream), people):
                self._delete(stream, [str(number_of(version)) for version in ended])

    def _delete(self, stream: StreamId, ended: Sequence[str]) -> None:
        ask(lambda: self._redis.hdel(keys_of(stream).sealed(stream), *ended))


def names_of(events: Iterable[TournamentEvent], people: Collection[PersonId]) -> list[int]:
    """The versions of the events EntryMade and EntryChanged of all entries that ever had one of `people`."""
    named = [(event.version, event.act) for event in events if isinstance(event.act, EntryMade | EntryChanged)]
    entries = {act.entry for _, act in named if set(act.people or ()) & set(people)}
    return [version for version, act in named if act.entry in entries]
