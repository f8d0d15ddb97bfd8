"""Events of a club's own stream: the club's name, and its people.

Names of people are sealed values: the record holds only commitments (keyed hashes) to them. So a name can be erased and the hash chain
still verifies. A person's id says nothing about the person and never changes. domain/record/directory.py reads the events."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from domain.kernel.events.kinds import EventType, PersonId, event_type
from domain.kernel.shapes import Seal, Sealed, Text

CLUB_TYPES: Final[dict[str, EventType]] = {}
"""The events of a club's own stream."""
PERSON_ID: Final = Text(40, r"[a-z0-9_-]{1,40}")
PERSON_NAME: Final = Text(80)

AKnownPerson = Annotated[PersonId, PERSON_ID]
AName = Annotated[Sealed[str], Seal(PERSON_NAME)]

_club_event = partial(event_type, types=CLUB_TYPES, common=False)


@_club_event("CF", {"club": "home"}, right="direct")
@dataclass(frozen=True, slots=True)
class ClubFounded:
    """The club is founded. `club`: its short name, which is also the id of its stream."""

    club: Annotated[str, Text(16, r"[a-z0-9]{2,16}")]


@_club_event("CB", {"name": "The Tuesday Club"}, right="direct")
@dataclass(frozen=True, slots=True)
class ClubNamed:
    """The club gets a name. It replaces any earlier name."""

    name: Annotated[str, Text(80)]


@_club_event("PR", {"person": "p-anna", "name": "Anna"})
@dataclass(frozen=True, slots=True)
class PersonRegistered:
    """A person is added to the club's directory. `person`: their id, which says nothing about them."""

    person: AKnownPerson
    name: AName


@_club_event("PN", {"person": "p-anna", "name": "Anna B."}, right="direct")
@dataclass(frozen=True, slots=True)
class PersonRenamed:
    """A person gets a new name. It replaces the earlier one."""

    person: AKnownPerson
    name: AName


@_club_event("PE", {"person": "p-anna"}, right="direct")
@dataclass(frozen=True, slots=True)
class PersonErased:
    """A person's names are deleted for good. No later event can give this id a name again."""

    person: AKnownPerson


@_club_event("PG", {"kept": "p-anna", "gone": "p-ann2"}, right="direct")
@dataclass(frozen=True, slots=True)
class PeopleMerged:
    """Two ids turn out to belong to one person. From now on the id `gone` counts as the id `kept`."""

    kept: AKnownPerson
    gone: AKnownPerson


ClubAct = ClubFounded | ClubNamed | PersonRegistered | PersonRenamed | PersonErased | PeopleMerged
