"""Invitations to a club, and links for another device of a member. A person who accepts an invitation or a link gets a token for their
device.

A link has the secret of the invitation in its fragment, which browsers do not send to servers. The request that accepts the invitation has
the secret in its body, not in its address.
"""

from base64 import b64encode
from typing import Annotated, Any, Final, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.events import PersonId
from domain.kernel.events.club import ROLES
from domain.kernel.shapes import Fault, OneOf, Text, Whole
from service.api.clubs.clubs import NOT_KEPT, Link
from service.api.clubs.people import PERSON
from service.api.clubs.tokens import IssuedToken, issued
from service.api.games.opening import NAME
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_club, for_token
from service.api.lib.refusals import STORED
from service.errors import Problem, invalid, not_found
from service.qr import drawn
from service.running.front_door import url
from service.running.owner import link
from service.store.clubs.clubs import Token
from service.store.clubs.invitations import Invitation
from service.store.clubs.members import DEVICE_MS, WEEK_MS
from service.wiring import wired

blueprint = Resource("invitations", "Invitations to a club, and links for other devices.")

MOST_SECONDS: Final = 30 * 24 * 3600


class NewLink(Link):
    id: str
    person: Annotated[str, "Who becomes a member by accepting the invitation. A new person is registered under this id on acceptance."]


class InvitationLine(TypedDict):
    id: str
    role: str
    person: str
    name: Annotated[str | None, "The name for a new person; null: the person has a name already, or gives one when accepting."]
    by: Annotated[str, "Id of the token that made the invitation."]
    created_at: Annotated[int, "Milliseconds since 1970, UTC."]
    expires_at: Annotated[int, "Milliseconds since 1970, UTC."]


class InvitationList(TypedDict):
    invitations: Annotated[list[InvitationLine], "The invitations that can be accepted, oldest first."]


class InvitationShown(TypedDict):
    """What anybody with the link of the invitation may know."""

    club: Annotated[str, "The club's short name."]
    club_name: str
    role: Annotated[str | None, "The role that the invited person gets; null: the link is for another device of a member."]
    name: Annotated[str | None, "The name of the invited person; null: the person gives it when accepting."]
    by: Annotated[str | None, "The name of the member who made the invitation; null: no person, or not a member any more."]
    expires_at: Annotated[int, "Milliseconds since 1970, UTC."]


class DeviceLink(Link):
    qr: Annotated[str, "The link as a QR code: a data URL of an SVG image."]


class NewInvitation(Schema):
    role = Shaped(OneOf(ROLES), required=True)
    person = Shaped(PERSON, metadata={"description": "A person in the club's directory. Send this or `name`."})
    name = Shaped(NAME, metadata={"description": "The name of a new person."})
    expires_in = Shaped(Whole(1, MOST_SECONDS), metadata={"description": "Seconds until the invitation expires. Without it: seven days."})


class InvitationBody(Schema):
    invitation = Shaped(Text(100), required=True, metadata={"description": "The fragment of the invitation's link."})


class Acceptance(InvitationBody):
    label = Shaped(Text(80), required=True, metadata={"description": "What to call the device."})
    name = Shaped(NAME, metadata={"description": "Your name, if the invitation does not say who you are."})


@blueprint.route("/clubs/<club>/invitations", methods=["POST"])
@for_club("own")
@blueprint.arguments(NewInvitation)
@blueprint.response(201, NewLink)
def invite_member(token: Token, body: dict[str, Any]) -> Response:
    """Invite somebody to become a member of your club, as an owner

    The answer has a link. Its secret is shown only this once. The first person who accepts the invitation becomes a member. A member who
    accepts it keeps their role if that role has more rights than the role in the invitation.
    """
    if ("person" in body) == ("name" in body):
        raise invalid([Fault("/person", "send either `person` or `name`")])
    parts, person = wired(), PersonId(body["person"]) if "person" in body else None
    if person is not None and not parts.people.names(token.club, [person]):
        raise invalid([Fault("/person", "is nobody in this club's directory")])
    expires = parts.now() + (body["expires_in"] * 1000 if "expires_in" in body else WEEK_MS)
    made, secret = parts.invitations.make(token.club, body["role"], token.id, expires, person=person, name=body.get("name"))
    answer: NewLink = {"id": made.id, "person": made.person, **_link(made, secret)}
    return reply(answer, 201, NOT_KEPT)


@blueprint.route("/clubs/<club>/invitations")
@for_club("own")
@blueprint.response(200, InvitationList)
def list_invitations(token: Token) -> Response:
    """List the open invitations of your club, oldest first, as an owner"""
    return reply(InvitationList(invitations=list(_lines(wired().invitations.open(token.club)))), headers=NOT_KEPT)


@blueprint.route("/clubs/<club>/invitations/<invitation>", methods=["DELETE"])
@for_club("own")
@blueprint.response(204)
def withdraw_invitation(token: Token, invitation: str) -> Response:
    """Withdraw an invitation that nobody has accepted, as an owner"""
    if not wired().members.withdraw(token.club, invitation):
        not_found()
    return Response(status=204)


@blueprint.route("/invitations/checked", methods=["POST"])
@blueprint.arguments(InvitationBody)
@blueprint.response(200, InvitationShown)
@blueprint.refuses("invitation-invalid", "store-unavailable")
def check_invitation(body: dict[str, Any]) -> Response:
    """See what an invitation is for, before you accept it

    This request needs no token and changes nothing. It is a POST request because the secret must not be in an address.
    """
    parts, known = wired(), wired().invitations.presented(body["invitation"])
    token = parts.clubs.issued(known.club, known.by)
    inviting = None if token is None else token.person
    names = parts.people.names(known.club, [person for person in (inviting, known.person) if person is not None])
    answer: InvitationShown = {
        "club": known.club,
        "club_name": parts.people.called(known.club) or known.club,
        "role": known.role,
        "name": names.get(known.person) or known.name,
        "by": None if inviting is None else names.get(inviting),
        "expires_at": known.expires,
    }
    return reply(answer, headers=NOT_KEPT)


@blueprint.route("/invitations/accepted", methods=["POST"])
@blueprint.arguments(Acceptance)
@blueprint.response(201, IssuedToken)
@blueprint.refuses("contended", "invitation-invalid", "person-erased", *STORED)
def accept_invitation(body: dict[str, Any]) -> Response:
    """Accept an invitation: become a member, and get a token for this device

    This request needs no token. An invitation can be accepted only once: the first device gets the token. A link for another device of a
    member is accepted in the same way.
    """
    token, secret = wired().members.accept(body["invitation"], body["label"], body.get("name"))
    return reply(issued(token, secret), 201, NOT_KEPT)


@blueprint.route("/session/device", methods=["POST"])
@for_token("read", club_wide=True)
@blueprint.response(201, DeviceLink)
def add_device(token: Token) -> Response:
    """Make a link that signs in another device of yours

    The link is valid once, for ten minutes. The other device gets its own token, with the rights of your role. GET /tokens lists your
    devices.
    """
    if token.person is None:
        raise Problem("no-right", "This token belongs to no member of the club; only members can add devices.")
    parts = wired()
    made, secret = parts.invitations.make(token.club, None, token.id, parts.now() + DEVICE_MS, person=token.person)
    shown = _link(made, secret)
    answer: DeviceLink = {**shown, "qr": f"data:image/svg+xml;base64,{b64encode(drawn(shown['link'])).decode()}"}
    return reply(answer, 201, NOT_KEPT)


def _link(made: Invitation, secret: str) -> Link:
    return {"link": link(url(wired().config), secret), "expires_at": made.expires}


def _lines(invitations: list[Invitation]) -> list[InvitationLine]:
    """Return the lines of the answer, one for each invitation. Links for another device are left out."""
    return [
        {
            "id": invitation.id,
            "role": invitation.role,
            "person": invitation.person,
            "name": invitation.name,
            "by": invitation.by,
            "created_at": invitation.created,
            "expires_at": invitation.expires,
        }
        for invitation in invitations
        if invitation.role is not None
    ]
