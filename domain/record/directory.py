"""The directory of a club: its people, computed from the events of the club's own stream.

An erased person never gets a name again, whatever is recorded later. A person who was merged into another counts as that other person. An
id always means the same person."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from domain.kernel.events import AnyAct, PersonId, StreamEvent
from domain.kernel.events.club import ClubFounded, ClubNamed, PeopleMerged, PersonErased, PersonRegistered, PersonRenamed

Events = Iterable[StreamEvent[AnyAct]]


class Person(NamedTuple):
    """A person in the directory. `name`: None when it was erased or is not in this copy of the stream. `since`: when the person was
    registered, in milliseconds UTC. `erased`: the name was deleted for good."""

    name: str | None
    since: int
    erased: bool = False


@dataclass(frozen=True, slots=True)
class Directory:
    """The people of a club after event `version` of its stream. `called`: the club's name, empty if not known. `people`: by id. `merged`:
    for each merged id, the id that stands for it now. That id is in `people` and not merged itself."""

    version: int = 0
    called: str = ""
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)

    def whom(self, person: PersonId) -> PersonId:
        """Return the id that stands for `person` now: the id into which it was merged, else `person` itself."""
        return self.merged.get(person, person)

    def ids_of(self, person: PersonId) -> frozenset[PersonId]:
        """Return every id that this person ever had."""
        kept = self.whom(person)
        return frozenset([kept, *(gone for gone, into in self.merged.items() if into == kept)])

    def get(self, person: PersonId) -> Person | None:
        """Return the person with that id; None if the directory has no such id."""
        return self.people.get(self.whom(person))

    def after(self, events: Events) -> "Directory":
        """Return the directory after `events`, which follow version `version` of the stream. Never raises."""
        version, called, people, merged = self.version, self.called, dict(self.people), dict(self.merged)
        for event in events:
            version = event.version
            match event.act:
                case ClubFounded(club):
                    called = called or club
                case ClubNamed(name):
                    called = name
                case PersonRegistered(person, name):
                    if merged.get(person, person) not in people:
                        people[person] = Person(name.value, event.recorded_at)
                case PersonRenamed(person, name):
                    _rename(people, merged.get(person, person), name.value, event.recorded_at)
                case PersonErased(person):
                    kept = merged.get(person, person)
                    people[kept] = Person(None, people[kept].since if kept in people else event.recorded_at, erased=True)
                case PeopleMerged(kept, gone):
                    _merge(people, merged, kept, gone)
                case _:
                    pass
        return replace(self, version=version, called=called, people=people, merged=merged)


def _rename(people: dict[PersonId, Person], person: PersonId, name: str | None, at: int) -> None:
    known = people.get(person)
    if known is None or not known.erased:
        people[person] = Person(name, at if known is None else known.since)


def _merge(people: dict[PersonId, Person], merged: dict[PersonId, PersonId], kept: PersonId, gone: PersonId) -> None:
    into, lost = merged.get(kept, kept), merged.get(gone, gone)
    if into == lost or into not in people:
        return
    former = people.pop(lost, None)
    if former is not None and former.erased:
        people[into] = Person(None, people[into].since, erased=True)
    for other in [other for other, target in merged.items() if target == lost]:
        merged[other] = into
    merged[lost] = into


def directory_of(events: Events) -> Directory:
    """Return the directory after all events of a club's stream, which must be in order of version."""
    return Directory().after(events)


def names_held(events: Events, people: Iterable[PersonId]) -> Iterator[StreamEvent[AnyAct]]:
    """Yield the events that hold a name of one of `people` as a sealed value, even if that name was erased."""
    sought = frozenset(people)
    for event in events:
        if isinstance(event.act, PersonRegistered | PersonRenamed) and event.act.person in sought:
            yield event
