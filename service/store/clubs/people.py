"""The people of a club. Each change is an event of the club's own stream. Folding these events gives the directory, which holds the current
names.

Every change is computed from the current directory, and appended only if nothing else was recorded meanwhile. Otherwise it is computed
again. So an erased person stays erased, even if other requests come at the same time. A change that makes no difference is not recorded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from secrets import token_bytes
from typing import Final, NamedTuple

from redis import Redis

from domain.kernel.events import AnyAct, EventId, PersonId, TokenId
from domain.kernel.events.club import PeopleMerged, PersonErased, PersonRegistered, PersonRenamed
from domain.kernel.shapes import Sealed
from domain.record.chain import NewSalt
from domain.record.directory import Directory, Person, names_held
from service.kept.cache import MIB, Cache, Shelf
from service.store.clubs.kind import own_stream
from service.store.clubs.rows import Rows
from service.store.clubs.streams import ClubDraft, ClubStreams, derived_id
from service.store.clubs.upgrade import has_former_people, upgrade_people
from service.store.keys import Club
from service.store.outcomes import Conflict, PersonGone, UnknownPerson
from service.store.streams.batch import MOST_EVENTS, Now
from service.store.streams.streams import ATTEMPTS
from service.store.streams.wire import SALT_BYTES, number_of

REMEMBERED_MS: Final = 1000
REMEMBERED_BYTES: Final = 4 * MIB


class Change(NamedTuple):
    """A change to record. `drafts`: its events. `ended`: the numbers of the sealed values that are deleted with them."""

    drafts: Sequence[ClubDraft] = ()
    ended: Sequence[int] = ()


NOTHING: Final = Change()


class Held(NamedTuple):
    """An event of the club's stream that gives a person a name. `recorded_at`: ms UTC. `name`: None if it was erased."""

    version: int
    recorded_at: int
    name: str | None


class People:
    """The people of all clubs. `redis` must not retry by itself (use `write_client`). Safe to share between threads.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES)) -> None:
        self.streams = ClubStreams(redis, now, new_salt)
        self._redis = redis
        self._now = now
        self._new_salt = new_salt
        self._rows = Rows(redis)
        self._remembered = _names_shelf()

    # --- reading ---

    def directory(self, club: Club) -> Directory:
        """Return the club's current directory. Moves names in the format of layout 1 into the stream, and updates the directory's rows in
        Redis."""
        if has_former_people(self._redis, club):
            upgrade_people(self._redis, club, self._now, self._new_salt)
        for _ in range(ATTEMPTS):
            raw, mark, known = self._rows.whole(club)
            head = self.streams.head(own_stream(club))
            if head is None:
                return Directory()
            if mark is not None and (mark.version, mark.hash) == (head.version, head.hash):
                return known
            before = known if mark is not None and mark.version < head.version else None
            current = (before or Directory()).after(self.streams.events(head.stream, before.version if before else 0, head.version))
            if self._rows.move(club, raw, before, current, head):
                break  # else another writer changed the rows, perhaps to an older head
        return current

    def names(self, club: Club, people: Iterable[PersonId]) -> dict[PersonId, str]:
        """Return the names of `people`, by person. Erased and unknown people are left out. Usually takes one round trip."""
        asked = list(dict.fromkeys(people))
        if not asked:
            return {}
        mark, rows = self._rows.some(club, asked)
        if mark is None:
            rows = list(map(self.directory(club).get, asked))
        elif merged := [mark.merged[person] for person in asked if person in mark.merged]:
            kept = dict(zip(merged, self._rows.some(club, merged)[1], strict=True))
            rows = [kept.get(mark.merged.get(person, person), row) for person, row in zip(asked, rows, strict=True)]
        return {person: row.name for person, row in zip(asked, rows, strict=True) if row is not None and row.name is not None}

    def names_lately(self, club: Club, people: tuple[PersonId, ...]) -> dict[PersonId, str]:
        """Do the same as `names`, perhaps from a cache: the answer is at most `REMEMBERED_MS` old."""
        now, key = self._now(), (club, people)
        names, until = self._remembered.get(key) or ({}, 0)
        if until <= now and people:
            names = self.names(club, people)
            self._remembered.put(key, (names, now + REMEMBERED_MS))
        return names

    def everyone(self, club: Club) -> dict[PersonId, str]:
        """Return the names of everyone who has one, by person, in order of name."""
        named = [(person, row.name) for person, row in self.directory(club).people.items() if row.name is not None]
        return dict(sorted(named, key=lambda item: (item[1].lower(), item[0])))

    def merged(self, club: Club) -> Mapping[PersonId, PersonId]:
        """Return who was merged into whom: {merged id: the person's id now}. Usually takes one round trip."""
        mark, _ = self._rows.some(club, ())
        return self.directory(club).merged if mark is None else mark.merged

    def held(self, club: Club, person: PersonId) -> list[Held]:
        """Return the events of the club's stream that give a person a name, in order of version, even those whose name was erased."""
        directory = self.directory(club)
        if not directory.version:
            return []
        events = self.streams.events(own_stream(club))
        return [Held(event.version, event.recorded_at, _name_in(event.act)) for event in names_held(events, directory.ids_of(person))]

    # --- writing ---

    def found(self, club: Club) -> None:
        """Write the first event of the club's stream, if the stream has none."""
        if not self.directory(club).version:
            self.streams.found(club)

    def add(self, club: Club, name: str, by: TokenId, person: PersonId | None = None) -> PersonId:
        """Register a name under `person`, or under a new opaque id. Returns the id. People who are in the directory stay as they are."""
        person = person or PersonId(f"p-{self._new_salt()[:6].hex()}")
        self.register(club, {person: name}, by)
        return person

    def register(self, club: Club, named: Mapping[PersonId, str], by: TokenId) -> None:
        """Register the people in `named` (id → name, at most 500) who are not in the directory. Erased and merged people are in it."""
        assert len(named) <= MOST_EVENTS

        def decided(directory: Directory) -> Change:
            new = [(person, name) for person, name in named.items() if directory.get(person) is None]
            acts = [(person, PersonRegistered(person, Sealed("", name))) for person, name in new]
            return Change([ClubDraft(act, derived_id(club, person, "registered")) for person, act in acts])

        self._change(club, decided, by)

    def rename(self, club: Club, person: PersonId, name: str, by: TokenId, event_id: EventId) -> PersonId:
        """Give a person another name. Returns the person's current id, into which `person` may have been merged. Raises UnknownPerson,
        PersonGone, BodyDiffers."""

        def decided(directory: Directory) -> Change:
            kept = _present(directory, person)
            return Change([ClubDraft(PersonRenamed(kept, Sealed("", name)), event_id)])

        return self._change(club, decided, by).whom(person)

    def merge(self, club: Club, kept: PersonId, gone: PersonId, by: TokenId) -> PersonId:
        """Record that `gone` and `kept` are the same person. Returns the id of both from now on. Raises UnknownPerson, PersonGone."""

        def decided(directory: Directory) -> Change:
            into, lost = _present(directory, kept), _present(directory, gone)
            if into == lost:
                return NOTHING
            return Change([ClubDraft(PeopleMerged(into, lost), derived_id(club, into, lost, "merged"))])

        return self._change(club, decided, by).whom(kept)

    def erase(self, club: Club, person: PersonId, by: TokenId) -> None:
        """Delete every name that a person ever had, under all merged ids, for ever. Safe to repeat. Raises UnknownPerson.

        The files of the Redis server still hold the names until its log of writes is rewritten (service/store/rewriting.py).
        """

        def decided(directory: Directory) -> Change:
            known = directory.get(person)
            if known is None:
                raise UnknownPerson(person)
            kept = directory.whom(person)
            events = self.streams.events(own_stream(club), upto=directory.version)
            ended = [number_of(event.version) for event in names_held(events, directory.ids_of(person))]
            return NOTHING if known.erased else Change([ClubDraft(PersonErased(kept), derived_id(club, kept, "erased"))], ended)

        self._change(club, decided, by)
        self.streams.scrub(club)
        self._remembered = _names_shelf()

    def _change(self, club: Club, decided: Callable[[Directory], Change], by: TokenId) -> Directory:
        """Record the change that `decided` returns for the current directory. Returns the directory after the change."""
        for _ in range(ATTEMPTS):
            directory = self.directory(club)
            if not directory.version:
                self.streams.found(club)
                continue
            change = decided(directory)
            if not change.drafts:
                return directory
            try:
                self.streams.append(own_stream(club), directory.version, change.drafts, by, change.ended)
            except Conflict:
                continue
            return self.directory(club)
        raise Conflict(directory.version, directory.version)


def _names_shelf() -> Shelf[tuple[Club, tuple[PersonId, ...]], tuple[dict[PersonId, str], int]]:
    """Make the cache of names. {(club, people): (their names, until when they may be used, ms UTC)}."""
    return Shelf(Cache(REMEMBERED_BYTES), lambda kept: 1000 + 500 * len(kept[0]))


def _present(directory: Directory, person: PersonId) -> PersonId:
    known: Person | None = directory.get(person)
    if known is None:
        raise UnknownPerson(person)
    if known.erased:
        raise PersonGone(person)
    return directory.whom(person)


def _name_in(act: AnyAct) -> str | None:
    return act.name.value if isinstance(act, PersonRegistered | PersonRenamed) else None
