"""/session: exchanges a token for a cookie. So pages need not keep the token. A link may hold the token in its fragment, which browsers do
not send to servers."""

from typing import Annotated, Any, NotRequired, TypedDict

from flask import Response, session
from flask_wtf.csrf import generate_csrf
from marshmallow import Schema

from domain.kernel.shapes import Text
from service.access import CHALLENGE, visitor
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Shaped
from service.errors import Problem
from service.wiring import wired

blueprint = Resource("session", "Sign in with a token, and sign out.")


class Session(TypedDict):
    club: str
    scopes: list[str]
    csrf: NotRequired[Annotated[str, "Send it as X-CSRFToken with every change that uses the cookie."]]
    game: NotRequired[Annotated[str, "The only game that the token is for; absent: it is for the whole club."]]
    seat: NotRequired[Annotated[int, "The token sees what this seat sees."]]


class SignIn(Schema):
    token = Shaped(Text(100), required=True)


@blueprint.route("/session", methods=["POST"])
@blueprint.arguments(SignIn)
@blueprint.response(204)
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in: exchange a token for an HttpOnly cookie"""
    token = wired().clubs.presented(body["token"])
    if token is None:
        raise Problem("token-invalid", "The token is unknown, expired or withdrawn.")
    session.clear()
    session.permanent = True
    session.update(club=token.club, token=token.id)
    generate_csrf()  # made now: two pages that ask for it at the same time must get the same one
    return Response(status=204)


@blueprint.route("/session")
@blueprint.response(200, Session)
def get_session() -> Response:
    """Who is signed in, and the CSRF token for changes"""
    token = visitor()
    if token is None:
        raise Problem("token-missing", "Nobody is signed in here.", headers=CHALLENGE)
    body: Session = {"club": token.club, "scopes": list(token.scopes)}
    if "token" in session:
        body["csrf"] = generate_csrf()
    if token.game is not None:
        body["game"] = token.game
    if token.seat is not None:
        body["seat"] = token.seat
    return reply(body)


@blueprint.route("/session", methods=["DELETE"])
@blueprint.response(204)
def sign_out() -> Response:
    """Sign out: end the session. The token stays valid

    Needs no X-CSRFToken: the cookie is SameSite=Strict, and another site that signs you out learns nothing.
    """
    session.clear()
    return Response(status=204)
