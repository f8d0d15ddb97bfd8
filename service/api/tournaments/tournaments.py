"""/tournaments and /tournaments/{id}: open a tournament, list tournaments, read one."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.events.club import VISIBILITIES
from domain.kernel.events.tournaments.values import MOST_AT_A_TABLE, SETTINGS
from domain.kernel.shapes import MILLISECONDS, OFFSET, OneOf, RulesMap, Text, Whole
from domain.systems import SYSTEMS
from domain.tournament.formats import FORMATS
from service.access import visitor
from service.api.games.answers import EventName
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.cursors import cursor_of, stream_at
from service.api.lib.fields import UUID, Digits, Shaped
from service.api.lib.guards import for_token
from service.api.lib.paging import NEXT, page_link, sent_cursor
from service.api.lib.sending import idempotency_key
from service.api.tournaments.access import TournamentAccess, for_tournament_readers
from service.api.tournaments.answers import TournamentOpening
from service.projections.tournaments import Line
from service.recording.opening import When
from service.recording.tournaments import NewTournament
from service.seen.tournament_answers import TournamentList, TournamentState
from service.seen.tournaments import line_json, state_json
from service.store.clubs.clubs import Token
from service.store.keys import HOME, StreamId
from service.store.tournaments.kind import TOURNAMENT
from service.wiring import wired

blueprint = Resource("tournaments", "Tournaments: entries, rounds, standings.")


class NewTournamentBody(Schema):
    title = Shaped(Text(120), required=True)
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "See GET /systems/{slug}: options."})
    seats = Shaped(
        Whole(2, MOST_AT_A_TABLE), metadata={"description": "Number of people at a table. Default: the number in `settings.table`."}
    )
    format = Shaped(Text(60), required=True, metadata={"enum": list(FORMATS)})
    settings = fields.Raw(load_default=dict, metadata=SETTINGS.schema())
    visibility = Shaped(OneOf(VISIBILITIES), metadata={"description": "Default: as in the settings of the club."})
    id = Shaped(UUID, metadata={"format": "uuid", "description": "Default: from Idempotency-Key, else random."})
    at = Shaped(MILLISECONDS, metadata={"description": "When the tournament was opened: milliseconds since 1970, UTC. Default: now."})
    offset = Shaped(OFFSET, load_default=0)


@blueprint.route("/tournaments", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(NewTournamentBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, TournamentOpening, headers=LOCATION | ETAG)
def open_tournament(token: Token, body: dict[str, Any]) -> Response:
    """Open a tournament

    A repeated request with the same `id` or `Idempotency-Key` opens no second tournament; it answers `already-there`.
    """
    when = When(body.get("id"), body.get("at"), body["offset"])
    names = ("title", "system", "options", "format", "settings")
    wanted = NewTournament(**{name: body[name] for name in names}, seats=body.get("seats"), visibility=body.get("visibility"))
    made = wired().desk.open(token.club, token, wanted, when, idempotency_key())
    events = [EventName(version=version, id=name) for version, name in made.events]
    headers = {"Location": f"{PREFIX}/tournaments/{made.stream}", "ETag": f'"{made.version}"'}
    return reply(TournamentOpening(tournament=made.stream, version=made.version, outcome=made.outcome, events=events), 201, headers)


class ListQuery(Schema):
    limit = Digits(Whole(1, 50), load_default=20)
    cursor = sent_cursor()


@blueprint.route("/tournaments")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, TournamentList, headers=NEXT)
def list_tournaments(query: dict[str, Any]) -> Response:
    """List the club's tournaments, newest first

    Visitors without a token get the public tournaments of the club `home`. A token that is limited to one tournament gets the public
    tournaments of its club, and its own tournament. A page may have fewer lines than `limit`: only the last page has no `next` link. New
    results, entries and rounds may be missing for a moment. A tournament whose stored events are damaged is left out.
    """
    token, parts = visitor(), wired()
    whole = token is not None and not token.limited
    club = token.club if token is not None else HOME

    def shown(stream: StreamId, line: Line) -> bool:
        return whole or line.visibility == "public" or (token is not None and token.tournament == stream)

    before = None if "cursor" not in query else stream_at(query["cursor"], f"{club}-{TOURNAMENT.letter}", parts.key)
    page = parts.tournament_lines.page(club, before, query["limit"], shown)
    records = whole and token is not None and token.may("record")
    headers = {"Cache-Control": "private, no-cache"}
    if page.last is not None:
        headers["Link"] = page_link("next", cursor=cursor_of(page.last, parts.key))
    return reply({"tournaments": [line_json(stream, line, records=records) for stream, line in page.lines]}, headers=headers)


@blueprint.route("/tournaments/<tournament>")
@for_tournament_readers
@blueprint.response(200, TournamentState, headers=ETAG)
def get_tournament(access: TournamentAccess) -> Response:
    """Get a tournament: settings, entries, rounds"""
    body = state_json(access.id, access.reading, access.names, records=access.records)
    return reply(body, headers=access.headers_at(access.reading.version))
