"""/tokens: the tokens of a club. A token says who may do what.

Nobody can issue a token with more rights than their own. A director may issue any token. A scorekeeper may issue only table links: tokens
for one game, which expire. The holder of a table link may issue none.
"""

from typing import Annotated, Any, Final, NotRequired, TypedDict

from flask import Response, request
from marshmallow import Schema, fields

from domain.kernel.cards import Seat
from domain.kernel.shapes import MAX_SEATS, Fault, OneOf, Text, Whole
from service.access import access, needs
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_token
from service.errors import Problem, invalid, not_found
from service.running.owner import link
from service.store.clubs.clubs import SCOPES, Scope, Token
from service.wiring import wired

blueprint = Resource("club", "Tokens and table links of a club.")


class IssuedToken(TypedDict):
    id: str
    token: Annotated[str, "Shown only this once."]
    link: Annotated[str, "A page that signs in anyone who opens it. The token is in the fragment of the URL."]


class TokenLine(TypedDict):
    id: str
    label: str
    scopes: list[str]
    game: NotRequired[str]
    seat: NotRequired[int]
    created_at: Annotated[int, "Milliseconds since 1970, UTC."]
    expires_at: Annotated[int | None, "Milliseconds since 1970, UTC; null: never."]


class TokenList(TypedDict):
    tokens: list[TokenLine]


YEAR: Final = 366 * 24 * 3600
LINK_SECONDS: Final = 24 * 3600
"""For how many seconds a table link is valid if the request does not say."""


class TokenBody(Schema):
    label = Shaped(Text(80), required=True)
    scopes = fields.List(
        Shaped(OneOf(SCOPES)),
        required=True,
        metadata={"minItems": 1, "description": "read, record, direct: each includes those before it."},
    )
    game = Shaped(Text(40), metadata={"description": "Makes the token a table link, which is for this game only."})
    seat = Shaped(
        Whole(0, MAX_SEATS - 1), metadata={"description": "The token sees what this seat sees. Needs `game`, and `read` as the only scope."}
    )
    expires_in = Shaped(
        Whole(1, 10 * YEAR), metadata={"description": "Seconds until the token expires. Default: never; for a table link, one day."}
    )


@blueprint.route("/tokens", methods=["POST"])
@for_token("record", club_wide=True)
@blueprint.arguments(TokenBody)
@blueprint.response(201, IssuedToken)
def issue_token(token: Token, body: dict[str, Any]) -> Response:
    """Issue a token or a table link; the secret is shown only this once"""
    scope = _scope(body, token)
    seconds = body.get("expires_in") or (LINK_SECONDS if "game" in body else None)
    parts = wired()
    made, secret = parts.clubs.issue(
        token.club,
        body["label"],
        scope,
        game=body.get("game"),
        seat=Seat(body["seat"]) if "seat" in body else None,
        expires=None if seconds is None else parts.now() + seconds * 1000,
    )
    return reply(issued(made, secret), 201, {"Cache-Control": "no-store"})


def issued(token: Token, secret: str) -> IssuedToken:
    """Make the answer for a new token. No other answer ever shows its secret."""
    return {"id": token.id, "token": secret, "link": link(request.host_url.rstrip("/"), secret)}


def _scope(body: dict[str, Any], token: Token) -> Scope:
    """Return the widest scope that the request asks for. Raises Problem if the request has faults or the sender's `token` does not allow
    the scope."""
    faults = []
    scope = max(body["scopes"], key=SCOPES.index, default=None)
    if scope is None:
        faults.append(Fault("/scopes", "must name at least one scope"))
    if "seat" in body and ("game" not in body or scope != "read"):
        faults.append(Fault("/seat", "is allowed only with `game` and the scope read"))
    if faults or scope is None:
        raise invalid(faults)
    if "game" in body:
        opened = access(body["game"])
        if opened.token is None:
            raise invalid([Fault("/game", "is not a game of this club")])
        head = opened.head
        if "seat" in body and body["seat"] not in head.seats:
            raise invalid([Fault("/seat", f"there is no seat {body['seat']} at this table")])
    elif not token.may("direct"):
        raise Problem("no-right", "Only directors may issue tokens for the whole club.", needs="direct")
    if not token.may(scope):
        raise Problem("no-right", f"A token without the scope {scope} cannot give that right.", needs=scope)
    return scope  # type: ignore[no-any-return]


@blueprint.route("/tokens")
@for_token("direct", club_wide=True)
@blueprint.response(200, TokenList)
def list_tokens(token: Token) -> Response:
    """List the tokens of the club, oldest first"""
    return reply(TokenList(tokens=[_line(other) for other in wired().clubs.tokens(token.club)]), headers={"Cache-Control": "no-store"})


def _line(token: Token) -> TokenLine:
    line: TokenLine = {
        "id": token.id,
        "label": token.label,
        "scopes": list(token.scopes),
        "created_at": token.created,
        "expires_at": token.expires,
    }
    if token.game is not None:
        line["game"] = token.game
    if token.seat is not None:
        line["seat"] = token.seat
    return line


@blueprint.route("/tokens/<token_id>", methods=["DELETE"])
@for_token("read")
@blueprint.response(204)
def withdraw_token(token: Token, token_id: str) -> Response:
    """Withdraw your own token, or, as a director, any token of the club"""
    if token_id != token.id:
        needs("direct", club_wide=True)
    if not wired().clubs.withdraw(token.club, token_id):
        not_found()
    return Response(status=204)
