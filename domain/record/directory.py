"""The directory of a club: its people, members and settings, computed from the events of the club's own stream.

A person who was erased never gets a name or a role again, whatever is recorded later. If one person's id was merged into another id, both
ids mean the same person. An id never passes to a different person."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from domain.kernel.events import AnyAct, EventId, PersonId, StreamEvent, Visibility
from domain.kernel.events import club as acts

Events = Iterable[StreamEvent[AnyAct]]


class Person(NamedTuple):
    """A person in the directory. `name`: None if the name was erased, or is not in this copy of the stream. `since`: when the person was
    registered, in milliseconds UTC. `erased`: whether the name was deleted for good. `role`: the person's role as a member of the club;
    None if the person is no member."""

    name: str | None
    since: int
    erased: bool = False
    role: acts.Role | None = None


class ClubSettings(NamedTuple):
    """The settings of a club. `visibility`: who may read games and tournaments that begin from now on. `delay`: the delay with which
    spectators see them, in seconds. `pins`: whether players are asked for a PIN at every check-in; a change applies at once, also to
    tournaments that have begun. `results_first`: whether the form of a game that begins asks for the result of a deal first."""

    visibility: Visibility = "private"
    delay: int = 0
    pins: bool = True
    results_first: bool = False

    def after(self, change: acts.ClubSettingsChanged) -> "ClubSettings":
        """Return the settings after `change`."""
        return ClubSettings(
            self.visibility if change.visibility is None else change.visibility,
            self.delay if change.delay is None else change.delay,
            self.pins if change.pins is None else change.pins,
            self.results_first if change.results_first is None else change.results_first,
        )


AS_FOUNDED: Final = ClubSettings()
"""The settings that a club has when it is founded."""


@dataclass(frozen=True, slots=True)
class Directory:
    """The people of a club after event `version` of its stream. `called`: the club's name, empty if not known. `people`: by id. `merged`:
    for each merged id, the id that stands for the person now. That id is in `people`, and is not merged itself. `named_at`: the version of
    the last event that renamed, merged or erased somebody; 0 if there is none."""

    version: int = 0
    called: str = ""
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)
    named_at: int = 0
    settings: ClubSettings = AS_FOUNDED

    def whom(self, person: PersonId) -> PersonId:
        """Return the id that stands for `person` now: the id into which `person` was merged, or `person` itself without a merge."""
        return self.merged.get(person, person)

    def ids_of(self, person: PersonId) -> frozenset[PersonId]:
        """Return every id that this person ever had."""
        kept = self.whom(person)
        return frozenset([kept, *(gone for gone, into in self.merged.items() if into == kept)])

    @property
    def erased(self) -> frozenset[PersonId]:
        """Every id of every erased person, ids that were merged into another included."""
        return frozenset(each for person, row in self.people.items() if row.erased for each in self.ids_of(person))

    def get(self, person: PersonId) -> Person | None:
        """Return the person with that id; None if the directory has no such id."""
        return self.people.get(self.whom(person))

    def role(self, person: PersonId) -> acts.Role | None:
        """Return the role of the person with that id; None if the person is unknown or is no member."""
        known = self.get(person)
        return None if known is None else known.role

    @property
    def members(self) -> dict[PersonId, acts.Role]:
        """The roles of all members, by person."""
        return {person: row.role for person, row in self.people.items() if row.role is not None}

    def after(self, events: Events) -> "Directory":
        """Return the directory after `events`. The first of them must follow version `version` of the stream. Never raises."""
        version, called, people, merged, named_at = self.version, self.called, dict(self.people), dict(self.merged), self.named_at
        settings = self.settings
        for event in events:
            version = event.version
            match event.act:
                case acts.ClubFounded(club):
                    called = called or club
                case acts.ClubNamed(name):
                    called = name
                case acts.ClubSettingsChanged():
                    settings = settings.after(event.act)
                case acts.PersonRegistered(person, name):
                    if merged.get(person, person) not in people:
                        people[person] = Person(name.value, event.recorded_at)
                case acts.PersonRenamed(person, name):
                    named_at = version
                    _rename(people, merged.get(person, person), name.value, event.recorded_at)
                case acts.PersonErased(person):
                    named_at = version
                    kept = merged.get(person, person)
                    people[kept] = Person(None, people[kept].since if kept in people else event.recorded_at, erased=True)
                case acts.PeopleMerged(kept, gone):
                    named_at = version
                    _merge(people, merged, kept, gone)
                case acts.MembershipGranted(person, role):
                    _set_role(people, merged.get(person, person), role)
                case acts.MembershipEnded(person):
                    _set_role(people, merged.get(person, person), None)
                case _:
                    pass
        return replace(self, version=version, called=called, people=people, merged=merged, named_at=named_at, settings=settings)


def _rename(people: dict[PersonId, Person], person: PersonId, name: str | None, at: int) -> None:
    known = people.get(person)
    if known is None or not known.erased:
        people[person] = Person(name, at) if known is None else known._replace(name=name)


def _set_role(people: dict[PersonId, Person], person: PersonId, role: acts.Role | None) -> None:
    known = people.get(person)
    if known is not None and not known.erased:
        people[person] = known._replace(role=role)


def _merge(people: dict[PersonId, Person], merged: dict[PersonId, PersonId], kept: PersonId, gone: PersonId) -> None:
    into, lost = merged.get(kept, kept), merged.get(gone, gone)
    if into == lost or into not in people:
        return
    former = people.pop(lost, None)
    if former is not None:
        people[into] = _joined(people[into], former)
    for other in [other for other, target in merged.items() if target == lost]:
        merged[other] = into
    merged[lost] = into


def _joined(kept: Person, gone: Person) -> Person:
    if kept.erased or gone.erased:
        return Person(None, kept.since, erased=True)
    roles = [role for role in (kept.role, gone.role) if role is not None]
    return kept._replace(role=max(roles, key=acts.ROLES.index, default=None))


def directory_of(events: Events) -> Directory:
    """Return the directory after all events of a club's stream, which must be in order of version."""
    return Directory().after(events)


class Held(NamedTuple):
    """An event of the club's stream that gives a person a name. `recorded_at`: ms UTC. `name`: None if it was erased."""

    version: int
    recorded_at: int
    name: str | None


def names_held(events: Events, people: Iterable[PersonId]) -> Iterator[Held]:
    """Yield the events that give a name to one of `people`, even if that name was erased."""
    sought = frozenset(people)
    for event in events:
        if isinstance(event.act, acts.PersonRegistered | acts.PersonRenamed) and event.act.person in sought:
            yield Held(event.version, event.recorded_at, event.act.name.value)


def taken_back(
    directory: Directory, events: Sequence[StreamEvent[AnyAct]], granting: EventId, after: int
) -> acts.MembershipGranted | acts.MembershipEnded | None:
    """Return the act that takes back the role which the event `granting` gave to a person. The act gives the person the earlier role
    again, or ends the membership if the person had no role before that event.

    Returns None if there is no such event, if it was recorded at or before the time `after` (ms UTC), or if the person's role was changed
    later. `events`: all events of the club's stream. `directory`: the directory after them."""
    found = next((event for event in events if event.id == granting and event.recorded_at > after), None)
    if found is None or not isinstance(found.act, acts.MembershipGranted):
        return None
    ids = directory.ids_of(found.act.person)
    later = [event.act for event in events[found.version :]]
    if any(isinstance(act, acts.MembershipGranted | acts.MembershipEnded | acts.PersonErased) and act.person in ids for act in later):
        return None
    person, former = directory.whom(found.act.person), directory_of(events[: found.version - 1]).role(found.act.person)
    return acts.MembershipEnded(person) if former is None else acts.MembershipGranted(person, former)


# --- finding names ------------------------------------------------------------------------------------------------------------------------


_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text, in a form that can be compared. Empty if it has no letter and no digit."""
    plain = text.casefold()
    if not plain.isascii():
        plain = "".join(letter for letter in normalize("NFKD", plain) if not combining(letter))
    return _WORD.findall(plain)


def finds(typed: Sequence[str], name: str) -> bool:
    """Whether each of the words `typed` (`words_of`) is the beginning of a word of `name`."""
    words = words_of(name)
    return all(any(word.startswith(part) for word in words) for part in typed)
