"""Events of a club's own stream: the club's name and settings, its people, and who is a member.

Names of people are sealed values: the record contains only commitments (keyed hashes) of the names. Therefore a name can be erased without
breaking the hash chain. A person's id never changes, and tells nothing about the person. domain/record/directory.py reads the events."""

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, dataclass_transform

from domain.kernel.canonical import Json
from domain.kernel.events.common import Visibility
from domain.kernel.events.kinds import C, EventType, PersonId, Right, event_type
from domain.kernel.shapes import Flag, OneOf, Optional, Seal, Sealed, Text, Whole

CLUB_TYPES: Final[dict[str, EventType]] = {}
"""The events of a club's own stream."""
PERSON_ID: Final = Text(40, r"[a-z0-9_-]{1,40}")
PERSON_NAME: Final = Text(80)

Role = Literal["viewer", "scorekeeper", "director", "owner"]
ROLES: Final[tuple[Role, ...]] = ("viewer", "scorekeeper", "director", "owner")
"""The roles of a club's members. Each role has all rights of the roles before it, and more."""

VISIBILITIES: Final[tuple[Visibility, ...]] = ("private", "unlisted", "public")
DELAY: Final = Whole(0, 86_400)
"""The delay with which spectators see a game, in seconds."""

AKnownPerson = Annotated[PersonId, PERSON_ID]
AName = Annotated[Sealed[str], Seal(PERSON_NAME)]


@dataclass_transform(frozen_default=True)
def _club_event(code: str, example: Mapping[str, Json], right: Right = "record") -> Callable[[type[C]], type[C]]:
    """A class decorator. It makes the class a type of event of a club's own stream."""
    return event_type(code, example, right=right, common=False, types=CLUB_TYPES)


@_club_event("CF", {"club": "home"}, right="own")
class ClubFounded:
    """The club is founded. `club`: its short name, which is also the id of its stream."""

    club: Annotated[str, Text(16, r"[a-z0-9]{2,16}")]


@_club_event("CB", {"name": "The Tuesday Club"}, right="own")
class ClubNamed:
    """The club gets a name. It replaces any earlier name."""

    name: Annotated[str, Text(80)]


@_club_event("CS", {"visibility": "unlisted", "delay": 300, "pins": True}, right="own")
class ClubSettingsChanged:
    """The settings of the club. A setting that is null or left out stays as it was. `visibility`: who may read games and tournaments that
    begin from now on. `delay`: the delay with which spectators see such games, in seconds. `pins`: whether players are asked for a PIN at
    every check-in from now on. `results_first`: whether the form of a game that begins from now on asks for the result of a deal first, not
    for its cards."""

    visibility: Annotated[Visibility | None, Optional(OneOf(VISIBILITIES))] = None
    delay: Annotated[int | None, Optional(DELAY)] = None
    pins: Annotated[bool | None, Optional(Flag())] = None
    results_first: Annotated[bool | None, Optional(Flag())] = None


@_club_event("PR", {"person": "p-anna", "name": "Anna"})
class PersonRegistered:
    """A person is added to the club's directory. `person`: their id, which says nothing about them."""

    person: AKnownPerson
    name: AName


@_club_event("PN", {"person": "p-anna", "name": "Anna B."}, right="direct")
class PersonRenamed:
    """A person gets a new name. It replaces the earlier one."""

    person: AKnownPerson
    name: AName


@_club_event("PE", {"person": "p-anna"}, right="direct")
class PersonErased:
    """A person's names are deleted for good. No later event can give this id a name again."""

    person: AKnownPerson


@_club_event("PG", {"kept": "p-anna", "gone": "p-ann2"}, right="direct")
class PeopleMerged:
    """Two ids turn out to belong to one person. From now on the id `gone` counts as the id `kept`. If both are members, the person keeps
    the role with more rights."""

    kept: AKnownPerson
    gone: AKnownPerson


@_club_event("MG", {"person": "p-anna", "role": "director"}, right="own")
class MembershipGranted:
    """A person becomes a member of the club with this role. It replaces any earlier role."""

    person: AKnownPerson
    role: Annotated[Role, OneOf(ROLES)]


@_club_event("ME", {"person": "p-anna"}, right="own")
class MembershipEnded:
    """A person is no longer a member of the club. They stay in its directory."""

    person: AKnownPerson


ClubAct = (
    ClubFounded
    | ClubNamed
    | ClubSettingsChanged
    | PersonRegistered
    | PersonRenamed
    | PersonErased
    | PeopleMerged
    | MembershipGranted
    | MembershipEnded
)
