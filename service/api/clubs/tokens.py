"""/tokens: the tokens of a club. A token says who may do what.

Nobody can issue a token with more rights than their own. A director may issue any token. A *link* is a token that expires and is limited:
to one game, to one table of a tournament, or to viewing a tournament. A scorekeeper may issue only links. The holder of a link that
records a game may issue only links to watch this game.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, TypedDict

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.kernel.events.tournaments import ENTRY
from domain.kernel.shapes import MAX_SEATS, Fault, OneOf, Text, Whole
from domain.tournament.state import Tournament
from service.access import access, needs
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_token, is_self
from service.api.lib.limits import Limits, limits_of
from service.errors import Problem, invalid, not_found
from service.running.front_door import url
from service.running.owner import link
from service.store.clubs.clubs import SCOPES, Scope, Token
from service.store.clubs.members import withdraw_device
from service.store.keys import Club, club_of
from service.store.tournaments.tournaments import TOURNAMENT
from service.wiring import wired

blueprint = Resource("club", "Tokens and table links of a club.")


class IssuedToken(TypedDict):
    id: str
    token: Annotated[str, "Shown only this once."]
    link: Annotated[str, "A page that signs in anyone who opens it. The token is in the fragment of the URL."]


class TokenLine(Limits):
    id: str
    label: str
    scopes: list[str]
    created_at: Annotated[int, "Milliseconds since 1970, UTC."]
    expires_at: Annotated[int | None, "Milliseconds since 1970, UTC; null: never."]
    last_used_at: Annotated[int | None, "Exact to about five minutes: milliseconds since 1970, UTC; null: never, or not known."]


class TokenList(TypedDict):
    tokens: list[TokenLine]


YEAR: Final = 366 * 24 * 3600
LINK_SECONDS: Final = 24 * 3600
"""How many seconds the link of a game is valid if the request names no time."""
EVENT_SECONDS: Final = 7 * LINK_SECONDS
"""How many seconds a link for a tournament is valid if the request names no time. Even long tournaments end within this time."""


class TokenBody(Schema):
    label = Shaped(Text(80), required=True)
    scopes = fields.List(
        Shaped(OneOf(SCOPES)),
        required=True,
        metadata={"minItems": 1, "description": "read, record, direct, own: each includes those before it."},
    )
    game = Shaped(Text(40), metadata={"description": "Makes the token a link, which is for this game only."})
    seat = Shaped(
        Whole(0, MAX_SEATS - 1), metadata={"description": "The token sees what this seat sees. Needs `game`, and `read` as the only scope."}
    )
    tournament = Shaped(Text(40), metadata={"description": "Makes the token a link for this tournament only. Scope read: for viewing."})
    table = Shaped(ENTRY, metadata={"description": "Makes the link one for this table, in all rounds. Needs the scope record."})
    entry = Shaped(ENTRY, metadata={"description": "Makes the link a check-in link, for the people of this entry. Needs the scope `read`."})
    expires_in = Shaped(
        Whole(1, 10 * YEAR),
        metadata={
            "description": "Seconds until it expires. Without it: 1 day for a game's link, 7 days for a tournament's link, otherwise never."
        },
    )


@blueprint.route("/tokens", methods=["POST"])
@for_token("record")
@blueprint.arguments(TokenBody)
@blueprint.response(201, IssuedToken)
@blueprint.refuses("not-found", "record-damaged", "too-many-requests")
def issue_token(token: Token, body: dict[str, Any]) -> Response:
    """Issue a token or a link; the secret is shown only this once

    A link for a tournament gives access to that tournament, even a private one, and to the games of its tables. The link of a table may
    also record at that table. Only directors may issue links of seats in games of tournaments, because the holder of such a link can
    confirm the result. The holder of a link that records one game may issue links to watch that game; they end when the holder's link ends.
    """
    if token.limited and not _watches(token, body):
        needs("record", club_wide=True)
    scope = _scope(body, token)
    seconds = body.get("expires_in") or (LINK_SECONDS if "game" in body else EVENT_SECONDS if "tournament" in body else None)
    parts = wired()
    parts.chains.take(token, "tokens")
    ends = [] if seconds is None else [parts.now() + seconds * 1000]
    if token.limited and token.expires is not None:
        ends.append(token.expires)
    made, secret = parts.clubs.issue(
        token.club,
        body["label"],
        scope,
        game=body.get("game"),
        seat=Seat(body["seat"]) if "seat" in body else None,
        expires=min(ends, default=None),
        tournament=body.get("tournament"),
        table=body.get("table"),
        entry=body.get("entry"),
        by=token,
    )
    return reply(issued(made, secret), 201, {"Cache-Control": "no-store"})


def _watches(token: Token, body: dict[str, Any]) -> bool:
    """Whether the request asks for a link to watch the game that `token`, a link, records. Practice tables have links of their own."""
    same = token.game is not None and token.game == body.get("game")
    return same and body["scopes"] == ["read"] and "seat" not in body and not token.practice


def issued(token: Token, secret: str) -> IssuedToken:
    """Make the answer for a new token. No other answer ever shows its secret."""
    return {"id": token.id, "token": secret, "link": link(url(wired().config), secret)}


def _scope(body: dict[str, Any], token: Token) -> Scope:
    """Return the widest scope that the request asks for. Raises Problem if the request has faults or the sender's `token` does not allow
    the scope."""
    faults = []
    scope = max(body["scopes"], key=SCOPES.index, default=None)
    if scope is None:
        faults.append(Fault("/scopes", "must name at least one scope"))
    if "seat" in body and ("game" not in body or scope != "read"):
        faults.append(Fault("/seat", "is allowed only with `game` and the scope `read`"))
    faults += _misdirected(body, scope, token)
    if faults or scope is None:
        raise invalid(faults)
    if "game" in body:
        opened = access(body["game"])
        if opened.token is None:
            raise invalid([Fault("/game", "is not a game of this club")])
        head = opened.head
        if "seat" in body and body["seat"] not in head.seats:
            raise invalid([Fault("/seat", f"there is no seat {body['seat']} at this table")])
        if "seat" in body and not token.may("direct") and wired().records.opening(head.game).tournament is not None:
            raise Problem("no-right", "Only directors may issue the link of a seat in a game of a tournament.", needs="direct")
    elif ("tournament" not in body or "entry" in body) and not token.may("direct"):
        raise Problem("no-right", "Only directors may issue check-in links, and tokens for the whole club.", needs="direct")
    if not token.may(scope):
        raise Problem("no-right", f"A token without the scope {scope} cannot give that right.", needs=scope)
    return scope  # type: ignore[no-any-return]


def _misdirected(body: dict[str, Any], scope: Scope | None, token: Token) -> Iterator[Fault]:
    """Yield the faults in the members `tournament`, `table` and `entry`, which limit a token to a tournament."""
    if "tournament" not in body:
        yield from (Fault(f"/{name}", "is allowed only with `tournament`") for name in ("table", "entry") if name in body)
        return
    if "game" in body:
        yield Fault("/tournament", "cannot be combined with `game`")
    if "table" in body and "entry" in body:
        yield Fault("/entry", "cannot be combined with `table`")
    wanted = "record" if "table" in body else "read"
    if scope not in (None, wanted):
        yield Fault("/scopes", f"must be {wanted} for this link")
    state = _tournament(body["tournament"], token)
    if state is None:
        yield Fault("/tournament", "is not a tournament of this club")
    elif body.get("entry") not in (None, *state.entries):
        yield Fault("/entry", f"there is no entry {body['entry']}")


def _tournament(tournament: str, token: Token) -> Tournament | None:
    """Return the state of a tournament of the token's club; None if there is no such tournament."""
    try:
        stream = TOURNAMENT.parse(tournament)
    except ValueError:
        return None
    parts = wired()
    head = parts.tournaments.head(stream) if club_of(stream) == token.club else None
    return None if head is None else parts.tournaments_read.at(head).state


@blueprint.route("/tokens")
@for_token("read", club_wide=True)
@blueprint.response(200, TokenList)
def list_tokens(token: Token) -> Response:
    """List the tokens of the club, oldest first

    Members who are not directors see only their own tokens.
    """
    if token.person is None:
        needs("direct")
    listed = wired().clubs.tokens(token.club)
    own = listed if token.may("direct") or token.person is None else _of(token.club, token.person, listed)
    used = wired().clubs.uses.of(token.club, [other.id for other in own])
    return reply(TokenList(tokens=[_line(other, used.get(other.id)) for other in own]), headers={"Cache-Control": "no-store"})


def _of(club: Club, person: PersonId, tokens: Iterable[Token]) -> list[Token]:
    """Return those of `tokens` that belong to `person`. Ids that were merged count as one person."""
    ids = wired().people.directory(club).ids_of(person)
    return [token for token in tokens if token.person in ids]


def _line(token: Token, used: int | None) -> TokenLine:
    line: TokenLine = {
        "id": token.id,
        "label": token.label,
        "scopes": list(token.scopes),
        "created_at": token.created,
        "expires_at": token.expires,
        "last_used_at": used,
    }
    return {**line, **limits_of(token)}


@blueprint.route("/tokens/<token_id>", methods=["DELETE"])
@for_token("read")
@blueprint.response(204)
@blueprint.refuses("last-owner", "not-found")
def withdraw_token(token: Token, token_id: str) -> Response:
    """Withdraw a token

    You may withdraw your own tokens. A director may withdraw any token of the club, but only an owner may withdraw a token with the scope
    `own`. The last token that lets an owner in cannot be withdrawn. With a link that records a game, the links to watch that it issued are
    withdrawn too.
    """
    other = wired().clubs.current(token.club, token_id)
    if token_id != token.id and not (other is not None and other.person and not token.limited and is_self(token, other.person)):
        needs("direct" if other is None or other.scope != "own" else "own", club_wide=True)
    parts = wired()
    known = parts.clubs.withdraw(token.club, token_id) if other is None else withdraw_device(parts.redis, parts.clubs, other, parts.now())
    if not known:
        not_found()
    if other is not None and other.game is not None:
        for each in parts.clubs.tokens(token.club):
            if each.chain == other.first and each.game == other.game and each.scope == "read" and each.seat is None:
                parts.clubs.withdraw(token.club, each.id)
    return Response(status=204)
