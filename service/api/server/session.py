"""/session: exchanges a token for a cookie, so that pages need not keep the token. A link may hold a token in its fragment, which browsers
do not send to servers."""

from typing import Annotated, Any, NotRequired

from flask import Response, session
from flask_wtf.csrf import generate_csrf
from marshmallow import Schema

from domain.kernel.shapes import Text
from service.access import CHALLENGE, visitor
from service.admission import wrong_secret
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.limits import Limits, limits_of
from service.api.lib.refusals import TOKEN
from service.errors import Problem
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("session", "Sign in with a token, and sign out.")


class Session(Limits):
    club: str
    scopes: list[str]
    practice_ends_at: NotRequired[Annotated[int, "The token is for a practice table, which ends then: milliseconds since 1970, UTC."]]
    csrf: NotRequired[Annotated[str, "Send it as X-CSRFToken with every change that uses the cookie."]]


class SignIn(Schema):
    token = Shaped(Text(100), required=True)


@blueprint.route("/session", methods=["POST"])
@blueprint.arguments(SignIn)
@blueprint.response(204)
@blueprint.refuses("token-invalid", "store-unavailable")
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in: exchange a token for an HttpOnly cookie"""
    token = wired().clubs.presented(body["token"])
    if token is None:
        raise wrong_secret(Problem("token-invalid", "The token is unknown, expired or withdrawn."))
    begin_session(token)
    return Response(status=204)


def begin_session(token: Token) -> None:
    """Sign the sender's browser in with `token`."""
    session.clear()
    session.permanent = True
    session.update(club=token.club, token=token.id)
    generate_csrf()  # The CSRF token is made now, so that two pages that ask for it at the same time get the same one.


@blueprint.route("/session")
@blueprint.response(200, Session)
@blueprint.refuses("token-missing", *TOKEN)
def get_session() -> Response:
    """Get who is signed in, and the CSRF token for changes"""
    token = visitor()
    if token is None:
        raise Problem("token-missing", "Nobody is signed in here.", headers=CHALLENGE)
    body: Session = {"club": token.club, "scopes": list(token.scopes)}
    if token.practice and token.expires is not None:
        body["practice_ends_at"] = token.expires
    if "token" in session:
        body["csrf"] = generate_csrf()
    return reply({**body, **limits_of(token)})


@blueprint.route("/session", methods=["DELETE"])
@blueprint.response(204)
def sign_out() -> Response:
    """Sign out: end the session. The token stays valid

    This request needs no X-CSRFToken: the cookie is SameSite=Strict, and another site that signs you out learns nothing.
    """
    session.clear()
    return Response(status=204)
