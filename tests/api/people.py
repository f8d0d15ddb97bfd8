"""Functions that make members of clubs, for the tests of the API."""

from typing import Any
from uuid import uuid4

from domain.kernel.events import EventId, PersonId, TokenId
from domain.kernel.events.club import Role
from service.store.keys import HOME, Club
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers

BY = TokenId("t-test")


def member(callers: Callers, role: Role | None, *, club: str = HOME, name: str = "Ann") -> tuple[Caller, PersonId]:
    """Register a person, make the person a member with this role (None: no member), and issue a token. Returns the holder of the token and
    the person's id."""
    parts: Wiring = callers.parts
    person = parts.people.add(Club(club), name, BY)
    if role is not None:
        parts.members.grant(Club(club), person, role, BY, EventId(str(uuid4())))
    return another_device(callers, person, club=club), person


def another_device(callers: Callers, person: PersonId, *, club: str = HOME) -> Caller:
    return Caller(callers.app, callers.parts.clubs.issue(Club(club), "phone", "read", person=person)[1])


def fragment(link: str) -> str:
    """Return the secret in a link, which is the part after `#`."""
    return link.partition("#")[2]


def invited(owner: Caller, **body: Any) -> dict[str, Any]:
    answer = owner.post("/clubs/home/invitations", {"role": "scorekeeper", "name": "Cy", **body})
    assert answer.status_code == 201, answer.json
    return dict(answer.json or {})


def accept(visitor: Caller, link: str, **body: Any) -> Any:
    return visitor.post("/invitations/accepted", {"invitation": fragment(link), "label": "Cy's phone", **body})
