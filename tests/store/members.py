"""Helpers of the store tests about members: people, roles, invitations and tokens of a club."""

from typing import Any

from domain.kernel.events import PersonId
from domain.kernel.events.club import Role
from service.store.clubs.clubs import Clubs
from service.store.clubs.invitations import Invitations
from service.store.clubs.members import WEEK_MS, Members
from service.store.clubs.people import People
from service.store.keys import HOME, Club
from tests.store.bench import BY, Store

ANN, BEN = PersonId("p-ann"), PersonId("p-ben")


def another(store: Store) -> Members:
    """Return a second `Members`, as another process would have it: with its own connections and its own caches."""
    redis = store._client(store.server.socket)
    people = People(redis, store.clock)
    clubs = Clubs(redis, store.clock, roles_of=people.roles)
    return Members(people, clubs, Invitations(redis, store.clock, clubs.letters), store.clock)


def types(members: Members, club: Club = HOME) -> list[str]:
    streams = members.people.streams
    return [event.type for event in streams.events(streams.kind.parse(club), verify=True)]


def roles(members: Members, club: Club = HOME) -> dict[PersonId, Role]:
    return members.people.directory(club).members


def invited(members: Members, role: Role | None = "director", *, person: PersonId | None = None, name: str | None = "Carla") -> str:
    """Make an invitation. Returns its secret string."""
    return members.invitations.make(HOME, role, BY, members.now() + WEEK_MS, person=person, name=None if person else name)[1]


def device(members: Members, person: PersonId, **limits: Any) -> str:
    """Issue a token of a person. Returns its secret string."""
    return members.clubs.issue(HOME, f"phone of {person}", "read", person=person, **limits)[1]


def another_scope(members: Members, secret: str) -> str:
    members.clubs.forget_remembered()
    token = members.clubs.presented(secret)
    assert token is not None
    return token.scope


class Killed(Exception):
    """Tests raise this error in place of killing the process."""
