"""PINs of entries. A PIN belongs to an entry for the whole tournament, and becomes invalid when the people of the entry change."""

from collections.abc import Callable, Collection

from redis import Redis
from werkzeug.security import generate_password_hash

from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.tournament.reading import TournamentReading
from service.store.connect import ask
from service.store.keys import StreamId, keys_of
from service.store.pins import Pin


class EntryPins:
    """The PINs of all tournaments."""

    def __init__(self, redis: Redis, hashed: Callable[[str], str] = generate_password_hash) -> None:
        self._redis = redis
        self._hashed = hashed

    def of(self, stream: StreamId, now: TournamentReading, entry: int) -> Pin:
        """Return the PIN of an entry. Its holder is the people of the entry; for an entry without people of the directory, the version of
        the event that last named the entry. `now`: the tournament now. Raises KeyError if there is no such entry."""
        keys, people = keys_of(stream), now.state.entries[entry].people
        holder = [*people] if people else _named(now, entry)
        return Pin(self._redis, keys.pins(stream), str(entry), keys.tries(stream, entry), holder, self._hashed)

    def forget(self, stream: StreamId, entries: Collection[int]) -> None:
        """Delete the PINs of `entries`. Raises StoreUnavailable."""
        keys, fields = keys_of(stream), [str(entry) for entry in entries]
        if fields:
            ask(lambda: self._redis.hdel(keys.pins(stream), *fields))


def _named(now: TournamentReading, entry: int) -> int:
    """Return the version of the event that last named an entry; 0 if no event did. An entry without people from the directory is
    identified by its name alone."""
    named = ((event.version, event.act) for event in now.events if isinstance(event.act, EntryMade | EntryChanged))
    return max((version for version, act in named if act.entry == entry and act.name is not None), default=0)
