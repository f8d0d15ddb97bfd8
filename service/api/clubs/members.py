"""/clubs/{club}/members: the members of a club, and their roles. Owners give roles; every member may leave."""

from typing import Annotated, Any, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.events import PersonId
from domain.kernel.events.club import ROLES
from domain.kernel.shapes import OneOf
from service.access import needs
from service.api.clubs.clubs import NOT_KEPT
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_club, is_self
from service.api.lib.refusals import LONG
from service.api.lib.sending import event_id
from service.errors import not_found
from service.store.clubs.clubs import Token
from service.store.errors import UnknownPerson
from service.wiring import wired

blueprint = Resource("members", "Members of a club, and their roles.")


class Member(TypedDict):
    person: str
    name: str | None
    role: Annotated[str, "viewer, scorekeeper, director or owner. Each role has the rights of the roles before it."]


class MemberList(TypedDict):
    members: Annotated[list[Member], "Owners first, then directors, scorekeepers and viewers; each group is sorted by name."]


class NewRole(Schema):
    role = Shaped(OneOf(ROLES), required=True)


@blueprint.route("/clubs/<club>/members")
@for_club("record")
@blueprint.response(200, MemberList, headers=ETAG)
@blueprint.refuses(*LONG)
def list_members(token: Token) -> Response:
    """List the members of your club: owners first, then directors, scorekeepers and viewers, each sorted by name"""
    wired().work.people(wired().people.size(token.club))
    directory = wired().people.directory(token.club)
    ranked = sorted(directory.members.items(), key=lambda item: (-ROLES.index(item[1]), directory.people[item[0]].name or "", item[0]))
    members: list[Member] = [{"person": person, "name": directory.people[person].name, "role": role} for person, role in ranked]
    return listed(MemberList(members=members), NOT_KEPT)


@blueprint.route("/clubs/<club>/members/<person>", methods=["PUT"])
@for_club("own")
@blueprint.arguments(NewRole)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(200, Member)
@blueprint.refuses("contended", "last-owner", "person-erased")
def set_role(token: Token, body: dict[str, Any], person: str) -> Response:
    """Make a person in the club's directory a member, or give a member another role, as an owner

    The last owner of a club cannot get another role. A new role is in force on all devices of the person within a second.
    """
    parts, whom = wired(), PersonId(person)
    try:
        parts.members.grant(token.club, whom, body["role"], token.id, event_id(token, f"role:{person}"))
    except UnknownPerson:
        not_found()
    directory = parts.people.directory(token.club)
    known = directory.get(whom)
    if known is None or known.role is None:  # another request ended the membership after the role was set
        not_found()
    member: Member = {"person": directory.whom(whom), "name": known.name, "role": known.role}
    return reply(member, headers=NOT_KEPT)


@blueprint.route("/clubs/<club>/members/<person>", methods=["DELETE"])
@for_club("read")
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(204)
@blueprint.refuses("contended", "last-owner")
def remove_member(token: Token, person: str) -> Response:
    """End your own membership, or, as an owner, the membership of any member

    All tokens and open invitations of the person become invalid within a second. The membership of the last owner cannot be ended. The
    person stays in the directory.
    """
    whom = PersonId(person)
    if not is_self(token, whom):
        needs("own", club_wide=True)
    try:
        wired().members.end(token.club, whom, token.id, event_id(token, f"end:{person}"))
    except UnknownPerson:
        not_found()
    return Response(status=204)
