"""The tournaments of clubs: streams of the kind `tournament`, their list, the PINs of their entries, and their secrets."""

from collections.abc import Callable, Collection, Iterable, Sequence
from secrets import token_bytes
from typing import Final

from redis import Redis
from werkzeug.security import generate_password_hash

from domain.files.limits import MOST_IN_A_TOURNAMENT
from domain.kernel.events import TOURNAMENT_TYPES, PersonId, TournamentAct, TournamentEvent
from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.record.chain import NewSalt
from domain.tournament.reading import TournamentReading
from service.memory.cache import Cache
from service.store.asking import asked_of_each
from service.store.connect import ask, confirming
from service.store.errors import StoreUnavailable
from service.store.keys import Club, Keys, StreamId, keys_of
from service.store.pins import Pin
from service.store.streams.append import Now
from service.store.streams.forms import codes_of
from service.store.streams.kinds import PLAIN, StreamHead, StreamKind, named_with, pattern_with
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES, number_of

FOR_DIRECTORS: Final = 5_000
"""How many of a tournament's events are reserved for directors. So the holder of a table's link, for example, cannot fill a tournament."""


TOURNAMENT: Final[StreamKind[TournamentAct, StreamHead]] = StreamKind(
    name="tournament",
    letter="t",
    hint="tournament",
    pattern=pattern_with("t"),
    codes=codes_of(TOURNAMENT_TYPES),
    opening="TournamentOpened",
    named=named_with("t"),
    most_events=MOST_IN_A_TOURNAMENT,
    index="tournaments",
    for_directors=FOR_DIRECTORS,
    **PLAIN,
)


class EntryPins:
    """The PINs of entries in all tournaments. A PIN belongs to an entry for the whole tournament, and becomes invalid when the people of
    the entry change."""

    def __init__(self, redis: Redis, hashed: Callable[[str], str] = generate_password_hash) -> None:
        self._redis = redis
        self._hashed = hashed

    def of(self, stream: StreamId, now: TournamentReading, entry: int) -> Pin:
        """Return the PIN of an entry. Its holder is the people of the entry; for an entry without people of the directory, the version of
        the event that last named the entry. `now`: the tournament now. Raises KeyError if there is no such entry."""
        keys, people = keys_of(stream), now.state.entries[entry].people
        holder = [*people] if people else _last_named(now, entry)
        return Pin(self._redis, keys.pins(stream), str(entry), keys.tries(stream, entry), holder, self._hashed)

    def forget(self, stream: StreamId, entries: Collection[int]) -> None:
        """Delete the PINs of `entries`."""
        keys, fields = keys_of(stream), [str(entry) for entry in entries]
        if fields:
            ask(lambda: confirming(self._redis).hdel(keys.pins(stream), *fields))


def _last_named(now: TournamentReading, entry: int) -> int:
    """Return the version of the event that last named an entry; 0 if no event did. An entry without people from the directory is
    identified by its name alone."""
    named = ((event.version, event.act) for event in now.events if isinstance(event.act, EntryMade | EntryChanged))
    return max((version for version, act in named if act.entry == entry and act.name is not None), default=0)


class TournamentStreams(Streams[TournamentAct, StreamHead]):
    """The tournaments of all clubs on one server."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES), cache: Cache | None = None) -> None:
        super().__init__(redis, TOURNAMENT, now, new_salt, cache)

    def opened(self, club: Club, streams: Sequence[StreamId]) -> dict[StreamId, int]:
        """Return when this server opened each of these tournaments of a club, in ms UTC. One that does not exist is left out."""
        names = list[str](streams)
        found = ask(lambda: self._redis.zmscore(Keys(club).index(TOURNAMENT.index), names)) if names else []
        return {stream: int(at) for stream, at in zip(streams, found, strict=True) if at is not None}

    def clubs_with(self, clubs: Sequence[Club]) -> list[Club]:
        """Return those of `clubs` that have a tournament."""
        asked = asked_of_each(self._redis, clubs, lambda keys: [("EXISTS", keys.index(TOURNAMENT.index))])
        return [club for club, (there,) in asked if there]

    def scrub(self, club: Club, people: Collection[PersonId]) -> list[tuple[StreamId, int]]:
        """Delete the names and the PINs of every entry that ever had one of `people`, in all tournaments of the club. Returns these
        entries, each with its tournament. Safe to repeat."""
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
            ask(lambda: self._sure.hdel(keys_of(stream).sealed(stream), *fields))
        return set(ended.values())


def naming_events(events: Iterable[TournamentEvent], people: Collection[PersonId]) -> dict[int, int]:
    """Find the events that hold a name to be deleted: all EntryMade and EntryChanged of an entry that ever had one of `people`. Returns
    their versions, each with the number of its entry."""
    named = [(event.version, event.act) for event in events if isinstance(event.act, EntryMade | EntryChanged)]
    entries = {act.entry for _, act in named if set(act.people or ()) & set(people)}
    return {version: act.entry for version, act in named if act.entry in entries}


SECRET_BYTES: Final = 32


class Secrets:
    """The secrets of all tournaments. The ids of a tournament's games are computed from its secret, so nobody can guess those of the next
    round. A secret is never deleted: with a new one, the game of a table would get a second id, and the table could be opened twice.
    `random(n)`: returns n unguessable bytes."""

    def __init__(self, redis: Redis, random: Callable[[int], bytes] = token_bytes) -> None:
        self._redis = redis
        self._random = random

    def of(self, tournament: StreamId) -> bytes:
        """Return the secret of a tournament. The first call makes the secret; simultaneous first calls all get the same one."""
        key = keys_of(tournament).secret(tournament)
        kept: bytes | None = ask(lambda: self._redis.get(key))
        if kept is None:
            made = self._random(SECRET_BYTES)
            ask(lambda: confirming(self._redis).set(key, made, nx=True))
            kept = ask(lambda: self._redis.get(key))
        if kept is None:
            raise StoreUnavailable("the Redis server did not keep the secret that it was given")
        return kept
