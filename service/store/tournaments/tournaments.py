"""Stores the tournaments of clubs, as streams of the kind `tournament`, and lists the tournaments of a club."""

from collections.abc import Collection, Iterable, Sequence
from secrets import token_bytes

from redis import Redis

from domain.kernel.events import PersonId, TournamentAct, TournamentEvent
from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.record.chain import NewSalt
from service.memory.cache import Cache
from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId, keys_of
from service.store.streams.append import Now
from service.store.streams.heads import StreamHead
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES, number_of
from service.store.tournaments.kind import TOURNAMENT
from service.store.tournaments.pins import EntryPins


class TournamentStreams(Streams[TournamentAct, StreamHead]):
    """The tournaments of all clubs on one server. Threads may share an object. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES), cache: Cache | None = None) -> None:
        super().__init__(redis, TOURNAMENT, now, new_salt, cache)

    def newest(self, club: Club, *, before: StreamId | None = None, limit: int | None = None) -> list[StreamId]:
        """Return the ids of at most `limit` tournaments of a club (None: all), newest first by time of opening. `before`: the last
        tournament of the previous page. Raises NoSuchStream if that tournament does not exist."""
        return self._listed(club, before, limit)

    def opened(self, club: Club, streams: Sequence[StreamId]) -> dict[StreamId, int]:
        """Return when this server opened each of these tournaments of a club, in ms UTC. One that does not exist is left out."""
        names = list[str](streams)
        found = ask(lambda: self._redis.zmscore(Keys(club).index(TOURNAMENT.index), names)) if names else []
        return {stream: int(at) for stream, at in zip(streams, found, strict=True) if at is not None}

    def clubs_with(self, clubs: Sequence[Club]) -> list[Club]:
        """Return those of `clubs` that have a tournament."""

        def question() -> list[int]:
            with self._redis.pipeline(transaction=False) as pipe:
                for club in clubs:
                    pipe.exists(Keys(club).index(TOURNAMENT.index))
                return pipe.execute()

        return [club for club, there in zip(clubs, ask(question), strict=True) if there]

    def scrub(self, club: Club, people: Collection[PersonId]) -> list[tuple[StreamId, int]]:
        """Delete the names and the PINs of every entry that ever had one of `people`, in all tournaments of the club. Returns these
        entries, each with its tournament. Safe to repeat.

        The server's log of writes still holds the names until the log is rewritten (service/store/rewriting.py).
        """
        return [(stream, entry) for stream in self.newest(club) for entry in sorted(self.scrub_one(stream, people))]

    def scrub_one(self, stream: StreamId, people: Collection[PersonId]) -> set[int]:
        """Delete the names and PINs as `scrub` does, but only in one tournament. Returns the numbers of the entries."""
        entries = self.scrub_names(stream, people)
        EntryPins(self._redis).forget(stream, entries)
        return entries

    def scrub_names(self, stream: StreamId, people: Collection[PersonId]) -> set[int]:
        """Delete the names as `scrub` does, in one tournament, but keep the PINs. Returns the numbers of the entries."""
        ended = naming_events(self.events(stream), people) if people else {}
        if ended:
            fields = [str(number_of(version)) for version in ended]
            ask(lambda: self._redis.hdel(keys_of(stream).sealed(stream), *fields))
        return set(ended.values())


def naming_events(events: Iterable[TournamentEvent], people: Collection[PersonId]) -> dict[int, int]:
    """Find the events that hold a name to be deleted: all EntryMade and EntryChanged of an entry that ever had one of `people`. Returns
    their versions, each with the number of its entry."""
    named = [(event.version, event.act) for event in events if isinstance(event.act, EntryMade | EntryChanged)]
    entries = {act.entry for _, act in named if set(act.people or ()) & set(people)}
    return {version: act.entry for version, act in named if act.entry in entries}
