"""The people of a club, and their roles as members. Each change is an event of the club's own stream. Folding these events gives the
directory, which holds the current names and roles.

Every change is computed from the current directory, and appended only if nothing was recorded since that directory was read. Otherwise the
change is computed again. So an erased person stays erased, even if other requests come at the same time. A change that makes no difference
is not recorded."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from secrets import token_bytes
from typing import Final, NamedTuple

from redis import Redis

from domain.kernel.events import EventId, PersonId, TokenId
from domain.kernel.events.club import (
    ROLES,
    ClubNamed,
    ClubSettingsChanged,
    MembershipEnded,
    MembershipGranted,
    PeopleMerged,
    PersonErased,
    PersonRegistered,
    PersonRenamed,
    Role,
)
from domain.kernel.shapes import Sealed
from domain.record.chain import NewSalt
from domain.record.directory import ClubSettings, Directory, Held, Person, finds, names_held, taken_back
from service.memory import shares
from service.memory.cache import ALONE_BYTES, REMEMBERED_MS, Cache, Region
from service.store.clubs.rows import Mark, Rows
from service.store.clubs.streams import ClubDraft, ClubStreams, derived_id, has_former_people, own_stream, upgrade_people
from service.store.errors import Conflict, Contended, LastOwner, OnlyForOwners, PersonGone, UnknownPerson
from service.store.keys import Club
from service.store.streams.append import MOST_EVENTS, Now
from service.store.streams.streams import ATTEMPTS
from service.store.streams.wire import SALT_BYTES, number_of


def present(directory: Directory, person: PersonId) -> PersonId:
    """Return the current id of a registered person. Raises UnknownPerson, or PersonGone if the person was erased."""
    known: Person | None = directory.get(person)
    if known is None:
        raise UnknownPerson(person)
    if known.erased:
        raise PersonGone(person)
    return directory.whom(person)


def replaceable(directory: Directory, person: PersonId) -> PersonId:
    """Return the person's current id. Raises LastOwner if this person is the only owner of the club."""
    kept = directory.whom(person)
    if [other for other, role in directory.members.items() if role == "owner"] == [kept]:
        raise LastOwner(person)
    return kept


_Key = tuple[Club, int, tuple[PersonId, ...]]
"""The key of remembered names: (club, version of the last change of a name in it, people)."""


class Lately:
    """What one process remembers of all clubs. Every answer is at most REMEMBERED_MS old. `named_at`, `names`: the methods of `People` that
    read what is not remembered."""

    def __init__(
        self,
        now: Now,
        named_at: Callable[[Club], int],
        names: Callable[[Club, tuple[PersonId, ...]], dict[PersonId, str]],
        cache: Cache,
    ) -> None:
        self._read_named = named_at
        self._read_names = names
        self._names: Region[_Key, dict[PersonId, str]] = Region(
            cache, lambda names: 1000 + 500 * len(names), shares.NAMES, REMEMBERED_MS, now
        )
        self._changed: Region[Club, int] = Region(cache, lambda _: 100, shares.RENAMED, REMEMBERED_MS, now)

    def named_at(self, club: Club) -> int:
        """Return the version of the last event of the club's stream that renamed, merged or erased somebody; 0: there is none."""
        return self._changed.of(club, lambda: self._read_named(club)) or 0

    def names(self, club: Club, people: tuple[PersonId, ...]) -> dict[PersonId, str]:
        """Return the names of `people`, by person, without erased and unknown people. If `named_at` has returned the version of a
        change, names that were read before that change are never returned again."""
        key = (club, self.named_at(club), people)
        return (self._names.of(key, lambda: self._read_names(club, people)) if people else None) or {}

    def forget(self, club: Club) -> None:
        """Forget all names, and the last change of a name in the club."""
        self._names.forget()
        self._changed.drop(club)


class Change(NamedTuple):
    """A change to record. `drafts`: its events. `ended`: the numbers of the sealed values that are deleted when the events are recorded."""

    drafts: Sequence[ClubDraft] = ()
    ended: Sequence[int] = ()


NOTHING: Final = Change()


class People:
    """The people of all clubs. `redis` must not retry by itself (use `write_client`)."""

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(SALT_BYTES), cache: Cache | None = None) -> None:
        cache = cache or Cache(ALONE_BYTES)
        self.streams = ClubStreams(redis, now, new_salt, cache)
        self._redis = redis
        self._now = now
        self._new_salt = new_salt
        self._rows = Rows(redis)
        self.lately = Lately(now, self.named_at, self.names, cache)

    # --- reading ---

    def directory(self, club: Club) -> Directory:
        """Return the club's current directory. Names that are still stored in the former format (layout 1) are first moved into the stream.
        The directory's rows in Redis are updated."""
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
                break  # If the rows were not moved, another writer has changed them, perhaps to an older head: try again.
        return current

    def names(self, club: Club, people: Iterable[PersonId]) -> dict[PersonId, str]:
        """Return the names of `people`, by person. Erased and unknown people are left out. Usually takes one round trip."""
        return {person: row.name for person, row in self._known(club, people) if row.name is not None}

    def erased(self, club: Club, people: Iterable[PersonId]) -> list[PersonId]:
        """Return those of `people` who were erased. Usually takes one round trip."""
        return [person for person, row in self._known(club, people) if row.erased]

    def roles(self, club: Club, people: Iterable[PersonId]) -> dict[PersonId, Role]:
        """Return the roles that `people` have now, by person. People who are not members are left out. Usually takes one round trip."""
        return {person: row.role for person, row in self._known(club, people) if row.role is not None}

    def _known(self, club: Club, people: Iterable[PersonId]) -> list[tuple[PersonId, Person]]:
        """Return (person, directory row) for each of `people` who is in the directory."""
        asked = list(dict.fromkeys(people))
        found = zip(asked, self._found(club, asked) if asked else [], strict=True)
        return [(person, row) for person, row in found if row is not None]

    def _found(self, club: Club, asked: Sequence[PersonId]) -> list[Person | None]:
        """Return the directory's row for each person in `asked`, in that order; None for somebody who is not in the directory."""
        mark, rows = self._rows.some(club, asked)
        if mark is None:
            return list(map(self.directory(club).get, asked))
        if merged := [mark.merged[person] for person in asked if person in mark.merged]:
            kept = dict(zip(merged, self._rows.some(club, merged)[1], strict=True))
            return [kept.get(mark.merged.get(person, person), row) for person, row in zip(asked, rows, strict=True)]
        return rows

    def size(self, club: Club) -> int:
        """Return an upper bound for the number of people in the club. Takes one round trip."""
        return self._rows.size(club)

    def everyone(self, club: Club) -> dict[PersonId, str]:
        """Return the name of everyone who has a name, by person, in order of name."""
        named = [(person, row.name) for person, row in self.directory(club).people.items() if row.name is not None]
        return dict(sorted(named, key=lambda item: (item[1].lower(), item[0])))

    def ids_called(self, club: Club, typed: Sequence[str]) -> frozenset[PersonId]:
        """Return every id of everyone whose name now is found by the words `typed` (domain/record/directory.py)."""
        directory = self.directory(club)
        found = {person for person, row in directory.people.items() if row.name is not None and finds(typed, row.name)}
        return frozenset(found | {gone for gone, into in directory.merged.items() if into in found})

    def merged(self, club: Club) -> Mapping[PersonId, PersonId]:
        """Return the ids that were merged into others: {merged id: current id of the person}. Usually takes one round trip."""
        return self._summary(club).merged

    def named_at(self, club: Club) -> int:
        """Return the version of the club's last event that renamed, merged or erased somebody; 0: there is none. Usually one round trip."""
        return self._summary(club).named_at

    def _summary(self, club: Club) -> Mark | Directory:
        return self._rows.some(club, ())[0] or self.directory(club)

    def settings(self, club: Club) -> ClubSettings:
        """Return the club's settings. Usually takes one round trip."""
        return self._summary(club).settings

    def called(self, club: Club) -> str:
        """Return the club's name as people write it; empty if it is not known. Usually takes one round trip."""
        return self._summary(club).called

    def all_called(self, clubs: Iterable[Club]) -> dict[Club, str]:
        """Return the name of each of `clubs`, as in `called`, by club."""
        return {club: (mark or self.directory(club)).called for club, mark in self._rows.marks(clubs).items()}

    def held(self, club: Club, person: PersonId) -> list[Held]:
        """Return the events of the club's stream that give a person a name, in order of version, even those whose name was erased."""
        directory = self.directory(club)
        events = self.streams.events(own_stream(club)) if directory.version else []
        return [*names_held(events, directory.ids_of(person))]

    # --- writing ---

    def found(self, club: Club) -> None:
        """Write the first event of the club's own stream, if the stream has none."""
        if not self.directory(club).version:
            self.streams.found(club)

    def add(self, club: Club, name: str, by: TokenId, person: PersonId | None = None) -> PersonId:
        """Register a name under `person`, or under a new opaque id. Returns the id. If the person is in the directory already, nothing
        changes."""
        person = person or PersonId(f"p-{self._new_salt()[:6].hex()}")
        self.register(club, {person: name}, by)
        return person

    def register(self, club: Club, named: Mapping[PersonId, str], by: TokenId, *, directs: bool = True) -> None:
        """Register the people in `named` (id → name, at most 500) who are not in the directory; erased and merged people are. `directs`:
        whether a director asks, or somebody that an owner invited. Raises OnlyForDirectors."""
        self.register_chosen(club, lambda _: named, by, directs=directs)

    def register_chosen(
        self, club: Club, chosen: Callable[[Directory], Mapping[PersonId, str]], by: TokenId, *, directs: bool = True
    ) -> None:
        """Register, as `register` does, the people that `chosen` returns for the current directory."""

        def decided(directory: Directory) -> Change:
            named = chosen(directory)
            assert len(named) <= MOST_EVENTS
            new = [(person, name) for person, name in named.items() if directory.get(person) is None]
            acts = [(person, PersonRegistered(person, Sealed("", name))) for person, name in new]
            return Change([ClubDraft(act, derived_id(club, person, "registered")) for person, act in acts])

        self.change(club, decided, by, self.streams.kind.longest(directs=directs))

    def rename(self, club: Club, person: PersonId, name: str, by: TokenId, event_id: EventId) -> PersonId:
        """Give a person another name. Returns the person's current id, into which `person` may have been merged. Raises UnknownPerson,
        PersonGone, BodyDiffers."""

        def decided(directory: Directory) -> Change:
            return Change([ClubDraft(PersonRenamed(present(directory, person), Sealed("", name)), event_id)])

        return self._named(club, decided, by).whom(person)

    def merge(self, club: Club, kept: PersonId, gone: PersonId, by: TokenId, *, owner: bool = False) -> PersonId:
        """Record that `gone` and `kept` are the same person. Returns the id that both have from now on. `owner`: whether an owner asked for
        this. Raises UnknownPerson, PersonGone, OnlyForOwners (the two have different roles)."""

        def decided(directory: Directory) -> Change:
            into, lost = present(directory, kept), present(directory, gone)
            if into == lost:
                return NOTHING
            if not owner and directory.role(into) != directory.role(lost):
                raise OnlyForOwners(kept)
            return Change([ClubDraft(PeopleMerged(into, lost), derived_id(club, into, lost, "merged"))])

        return self._named(club, decided, by).whom(kept)

    def erase(self, club: Club, person: PersonId, by: TokenId, *, owner: bool = False) -> None:
        """Permanently delete every name that a person ever had, under all merged ids, and end the membership. Safe to repeat. `owner`:
        whether an owner asks, or the person. Raises UnknownPerson, LastOwner, OnlyForOwners (the person is a member)."""

        def decided(directory: Directory) -> Change:
            known = directory.get(person)
            if known is None:
                raise UnknownPerson(person)
            if known.erased:
                return NOTHING
            if known.role is not None and not owner:
                raise OnlyForOwners(person)
            kept = replaceable(directory, person)
            events = self.streams.events(own_stream(club), upto=directory.version)
            ended = [number_of(held.version) for held in names_held(events, directory.ids_of(person))]
            drafts = [ClubDraft(PersonErased(kept), derived_id(club, kept, "erased"))]
            if known.role is not None:
                drafts = [ClubDraft(MembershipEnded(kept), derived_id(club, kept, "ended")), *drafts]
            return Change(drafts, ended)

        self.change(club, decided, by, self.streams.kind.most_events)
        self.streams.scrub(club)
        self.lately.forget(club)

    def grant(self, club: Club, person: PersonId, role: Role, by: TokenId, event_id: EventId, *, widen: bool = False) -> Role | None:
        """Make a person a member with this role. `widen`: if the person has a role with more rights already, that role stays. Returns the
        person's role now.

        Raises UnknownPerson, PersonGone, LastOwner, BodyDiffers.
        """

        def decided(directory: Directory) -> Change:
            kept = present(directory, person)
            before = directory.role(kept)
            if before == role or (widen and before is not None and ROLES.index(before) > ROLES.index(role)):
                return NOTHING
            return Change([ClubDraft(MembershipGranted(kept if role == "owner" else replaceable(directory, kept), role), event_id)])

        return self.change(club, decided, by).role(person)

    def take_back(self, club: Club, granting: EventId, after: int, by: TokenId, event_id: EventId) -> None:
        """Undo the event `granting`: the person has the former role again, or none. Nothing happens if there is no such event, if it is not
        newer than the time `after` (ms UTC), or if the role has changed since. Raises LastOwner, BodyDiffers."""

        def decided(directory: Directory) -> Change:
            act = taken_back(directory, self.streams.events(own_stream(club), upto=directory.version), granting, after)
            if act is None:
                return NOTHING
            replaceable(directory, act.person)
            return Change([ClubDraft(act, event_id)])

        self.change(club, decided, by)

    def end(self, club: Club, person: PersonId, by: TokenId, event_id: EventId) -> None:
        """End a person's membership. Nothing happens if the person is not a member. Raises UnknownPerson, LastOwner, BodyDiffers."""

        def decided(directory: Directory) -> Change:
            known = directory.get(person)
            if known is None:
                raise UnknownPerson(person)
            return NOTHING if known.role is None else Change([ClubDraft(MembershipEnded(replaceable(directory, person)), event_id)])

        self.change(club, decided, by)

    def _named(self, club: Club, decided: Callable[[Directory], Change], by: TokenId) -> Directory:
        """Record a change of names. From now on, this process gives no former name."""
        directory = self.change(club, decided, by)
        self.lately.forget(club)
        return directory

    def change(self, club: Club, decided: Callable[[Directory], Change], by: TokenId, longest: int | None = None) -> Directory:
        """Record the change that `decided` returns for the current directory. Returns the directory after the change. `longest`: the last
        version that the stream may reach (None: the limit for directors). Raises Contended."""
        for _ in range(ATTEMPTS):
            directory = self.directory(club)
            if not directory.version:
                self.streams.found(club)
                continue
            change = decided(directory)
            if not change.drafts:
                if self.streams.confirmed(own_stream(club)) < directory.version:
                    continue
                return directory
            self.streams.keep_reserve(directory.version + len(change.drafts), longest)
            try:
                self.streams.append(own_stream(club), directory.version, change.drafts, by, change.ended)
            except Conflict:
                continue
            return self.directory(club)
        raise Contended(club)


class ClubChange(NamedTuple):
    """A change of a club. `name`: the new name; None: the name stays. `settings`: a setting that is None stays."""

    name: str | None
    settings: ClubSettingsChanged


def change_club(people: People, club: Club, change: ClubChange, by: TokenId, ids: tuple[EventId, EventId]) -> Directory:
    """Give the club another name, other settings, or both; all or nothing. `ids`: the ids of the events for the name and for the settings.
    Settings that are in force already are not recorded. Returns the directory after the change. Raises BodyDiffers."""

    def decided(directory: Directory) -> Change:
        drafts = [] if change.name is None else [ClubDraft(ClubNamed(change.name), ids[0])]
        if directory.settings.after(change.settings) != directory.settings:
            drafts.append(ClubDraft(change.settings, ids[1]))
        return Change(drafts)

    return people.change(club, decided, by)
