"""/practice: a practice table. A visitor without a link opens a game at once. It is cleared within the hour; until then a member of a club
may keep the game (docs/decisions/practice.md)."""

from typing import Annotated, Any, Final, TypedDict
from uuid import uuid4

from flask import Response, request
from marshmallow import Schema, fields

from domain.kernel.cards import Seat
from domain.kernel.events import EventId
from domain.kernel.shapes import MAX_SEATS, OFFSET, RulesMap, Text
from domain.record.opening import NewTable, Wanted
from domain.record.refusals import Refused
from domain.systems import SYSTEMS
from service.access import visitor
from service.admission import counts_under, refuse_over, wrong_secret
from service.api.clubs.imports import politely
from service.api.clubs.tokens import IssuedToken, issued
from service.api.games.opening import FEWEST, NAME
from service.api.lib.contract import ETAG, LOCATION, PREFIX, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_token
from service.api.lib.refusals import STORED, TOKEN
from service.api.lib.sending import tag_of_copy
from service.api.server.session import begin_session
from service.errors import Problem, not_found
from service.files.destination import Destination
from service.files.practice import keep
from service.proxies import place_of
from service.recording.recorder import When
from service.store.clubs.clubs import Token
from service.store.clubs.practice import AllTaken
from service.store.keys import Club, GameId, game_id
from service.wiring import wired

blueprint = Resource("practice", "A practice table: record a game without a link. It is cleared within the hour.")

USUAL: Final = 4
"""How many sit at a practice table if the request does not say, as far as the game allows."""


class PracticeTable(IssuedToken):
    game: str
    ends_at: Annotated[int, "When recording ends: milliseconds since 1970, UTC. A minute later everything about the table is deleted."]
    signed_in: Annotated[bool, "Whether the answer has a cookie for the table. It has none if the request came from a member's session."]


class KeptGame(TypedDict):
    game: Annotated[str, "The id of the game in your club."]
    version: int
    outcome: Annotated[str, "appended: the game is new in your club. completed: its first events were there. already-there: all were."]


class SeatName(Schema):
    name = Shaped(NAME)


class PracticeBody(Schema):
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "The chosen options by name. GET /systems/{slug} lists them."})
    seats = fields.List(
        fields.Nested(SeatName),
        metadata={"description": "Clockwise. Without it: four, if the game allows it.", "minItems": FEWEST, "maxItems": MAX_SEATS},
    )
    offset = Shaped(OFFSET, load_default=0, metadata={"description": "The time zone of the table: minutes east of UTC."})


class KeepBody(Schema):
    token = Shaped(Text(100), required=True, metadata={"description": "The token of the practice table."})


@blueprint.route("/practice", methods=["POST"])
@blueprint.arguments(PracticeBody)
@blueprint.response(201, PracticeTable, headers=LOCATION | ETAG)
@blueprint.refuses("contended", "no-right", "not-found", *TOKEN, *STORED)
def open_practice_table(body: dict[str, Any]) -> Response:
    """Open a practice table: a game that anyone may record, without a link

    The token records in this game only, and only until the table ends. A browser that is not signed in as a member is signed in at the
    table. The number of tables is limited, for each address and in all.
    """
    _offered()
    _from_our_pages()
    parts, before = wired(), visitor()
    address = place_of(request.remote_addr or "")
    counts_under("practice_tables", address)
    refuse_over(parts.rates.full("practice_tables", address), _TOO_MANY)
    try:
        club, ends = parts.practice.begin(parts.config.limits.practice_open)
    except AllTaken as taken:
        parts.metrics.refused.labels("practice_open").inc()
        refuse_over(taken.seconds, "All practice tables are taken at the moment.")
        raise
    opening = EventId(str(uuid4()))
    token, secret = _link(game_id(club, opening), club, ends)
    try:
        made = parts.recording.opening.open(club, token, _table(body), When(opening, offset=body["offset"]), None, 0)
    except Refused:
        parts.practice.clear(club)
        raise
    parts.rates.over("practice_tables", address)
    signs_in = before is None or before.practice
    if signs_in:
        begin_session(token)
    answer: PracticeTable = {**issued(token, secret), "game": made.stream, "ends_at": ends, "signed_in": signs_in}
    headers = {"Location": f"{PREFIX}/games/{made.stream}", "ETag": f'"{made.seen}"', "Cache-Control": "no-store"}
    return reply(answer, 201, headers)


@blueprint.route("/practice/links", methods=["POST"])
@for_token("record")
@blueprint.response(201, IssuedToken)
@blueprint.refuses("not-found")
def issue_practice_link(token: Token) -> Response:
    """Make a link to your practice table, for another device; it ends with the table"""
    _offered()
    if not token.practice or token.game is None or token.expires is None:
        raise Problem("no-right", "Only somebody at a practice table makes a link to it.", needs="record")
    return reply(issued(*_link(GameId(token.game), token.club, token.expires)), 201, {"Cache-Control": "no-store"})


@blueprint.route("/practice/kept", methods=["POST"])
@for_token("record", club_wide=True)
@blueprint.arguments(KeepBody)
@blueprint.response(201, KeptGame, headers=LOCATION | ETAG)
@blueprint.refuses("not-found", "record-damaged", "record-differs")
def keep_practice_game(token: Token, body: dict[str, Any]) -> Response:
    """Keep the game of a practice table: store its record in your club

    The record is stored with the same events, hashes and times, as an import of its file would do it. Its players become people of your
    club. The table stays open until its end, but what is recorded there afterwards is kept only if this request is sent again.
    """
    _offered()
    parts, shown = wired(), wired().clubs.presented(body["token"])
    if shown is None or not shown.practice or shown.game is None:
        raise wrong_secret(Problem("token-invalid", "This is not the link of a practice table, or the table has ended."))
    game = GameId(shown.game)
    head = parts.records.head(game)
    if head is None:
        not_found()
    parts.work.steps(head.version)
    into = Destination(parts.recording.copies, parts.people, parts.tournaments, parts.seasons)
    kept = keep(into, (parts.records, parts.verdicts), game, (token.club, token), politely(parts.pause))
    parts.metrics.appended(kept.outcome)
    answer = KeptGame(game=kept.game, version=kept.version, outcome=kept.outcome)
    return reply(answer, 201, {"Location": f"{PREFIX}/games/{kept.game}", "ETag": tag_of_copy("game", kept)})


_TOO_MANY = "You have opened many practice tables in the last hour."


def _offered() -> None:
    """Raise Problem `not-found` if this installation has no practice tables."""
    if not wired().config.practice:
        not_found()


def _from_our_pages() -> None:
    """Raise Problem `csrf` if a browser says that a page of another site sent this request. Without a session there is no CSRF token to
    check, and the answer starts a session."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Problem("csrf", "A page of another site may not open a practice table.")


def _link(game: GameId, club: Club, ends: int) -> tuple[Token, str]:
    """Issue a token for the game of a practice table. Raises Problem `no-right` if the table has as many as it may have."""
    made = wired().practice.link(game, club, ends)
    if made is None:
        raise Problem("no-right", "This practice table has as many links as it may have. Use one of them.", needs="record")
    return made


def _table(body: dict[str, Any]) -> NewTable:
    least, most = SYSTEMS[body["system"]].players if body["system"] in SYSTEMS else (USUAL, USUAL)
    sent = body.get("seats", [{}] * min(max(USUAL, least), most))
    seats = [Wanted(Seat(number), None, seat.get("name")) for number, seat in enumerate(sent)]
    return NewTable(body["system"], body["options"], seats, "private")
