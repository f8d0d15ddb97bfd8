"""/tournaments and /tournaments/{id}: open a tournament, list tournaments, read one."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.events.tournaments.values import MOST_AT_A_TABLE, SETTINGS
from domain.kernel.shapes import MILLISECONDS, OFFSET, OneOf, RulesMap, Text, Whole
from domain.systems import SYSTEMS
from domain.tournament.formats import FORMATS
from service.access import visitor
from service.api.games.answers import EventName
from service.api.lib.contract import IDEMPOTENCY_KEY, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import UUID, Shaped
from service.api.lib.guards import for_token
from service.api.lib.sending import idempotency_key
from service.api.tournaments.access import TournamentAccess, for_tournament_readers, headers_at
from service.api.tournaments.answers import TournamentOpening
from service.recording.opening import When
from service.recording.tournaments import NewTournament
from service.seen.tournament_answers import TournamentList, TournamentState
from service.seen.tournaments import line_json, state_json
from service.store.clubs.clubs import Token
from service.store.keys import HOME
from service.wiring import wired

blueprint = Resource("tournaments", "Tournaments: entries, rounds, standings.")

ETAG: Final = {"ETag": {"schema": {"type": "string"}}}


class NewTournamentBody(Schema):
    title = Shaped(Text(120), required=True)
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "See GET /systems/{slug}: options."})
    seats = Shaped(Whole(2, MOST_AT_A_TABLE), metadata={"description": "People at a table. Default: as many as `settings.table` entries."})
    format = Shaped(Text(60), required=True, metadata={"enum": list(FORMATS)})
    settings = fields.Raw(load_default=dict, metadata=SETTINGS.schema())
    visibility = Shaped(OneOf(("private", "unlisted", "public")), load_default="private")
    id = Shaped(UUID, metadata={"format": "uuid", "description": "Default: from Idempotency-Key, else random."})
    at = Shaped(MILLISECONDS, metadata={"description": "When the tournament was opened: milliseconds since 1970, UTC. Default: now."})
    offset = Shaped(OFFSET, load_default=0)


@blueprint.route("/tournaments", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(NewTournamentBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, TournamentOpening, headers={"Location": {"schema": {"type": "string"}}, **ETAG})
def open_tournament(token: Token, body: dict[str, Any]) -> Response:
    """Open a tournament

    A repeated request with the same `id` or `Idempotency-Key` opens no second tournament; it answers `already-there`.
    """
    when = When(body.get("id"), body.get("at"), body["offset"])
    names = ("title", "system", "options", "format", "settings", "visibility")
    wanted = NewTournament(**{name: body[name] for name in names}, seats=body.get("seats"))
    made = wired().desk.open(token.club, token, wanted, when, idempotency_key())
    events = [EventName(version=version, id=name) for version, name in made.events]
    headers = {"Location": f"{PREFIX}/tournaments/{made.stream}", "ETag": f'"{made.version}"'}
    return reply(TournamentOpening(tournament=made.stream, version=made.version, outcome=made.outcome, events=events), 201, headers)


@blueprint.route("/tournaments")
@blueprint.response(200, TournamentList)
def list_tournaments() -> Response:
    """List the club's tournaments, newest first

    Visitors without a token get the public tournaments of the club `home`.
    """
    token, parts = visitor(), wired()
    whole = token is not None and token.game is None
    club = token.club if token is not None else HOME
    listed = []
    for stream in parts.tournaments.newest(club):
        reading = parts.tournaments_read.of(stream)
        if whole or reading.state.visibility == "public":
            listed.append(line_json(stream, reading))
    return reply({"tournaments": listed}, headers={"Cache-Control": "private, no-cache"})


@blueprint.route("/tournaments/<tournament>")
@for_tournament_readers
@blueprint.response(200, TournamentState, headers=ETAG)
def get_tournament(access: TournamentAccess) -> Response:
    """Get a tournament: settings, entries, rounds"""
    body = state_json(access.id, access.reading, access.names, records=access.records)
    return reply(body, headers=headers_at(access.reading.version))
