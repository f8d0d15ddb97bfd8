"""/tournaments and /tournaments/{id}: open a tournament, list tournaments, read one."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.events.tournaments import MOST_AT_A_TABLE, SETTINGS
from domain.kernel.shapes import MILLISECONDS, OneOf, RulesMap, Text, Whole
from domain.systems import SYSTEMS
from domain.tournament.formats import FORMATS
from service.access import visitor
from service.api.games.games import ids_of
from service.api.lib.conditional import OWN, listed, versioned
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, SENT_HEADERS, Resource
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_token
from service.api.lib.paging import NEXT, next_page, sent_cursor, stream_at
from service.api.lib.refusals import LONG, TOKEN
from service.api.lib.sending import OpeningBody, idempotency_key, opened, when_of
from service.api.tournaments.access import TournamentAccess, for_tournament_readers
from service.api.tournaments.answers import TournamentOpening
from service.caches.tournament_lines import Wanted
from service.errors import wrong_parameter
from service.projections.tournaments import ListedTournament
from service.recording.tournaments import NewTournament
from service.store.clubs.clubs import Token
from service.store.keys import HOME, Club, StreamId
from service.store.tournaments.tournaments import TOURNAMENT
from service.views.tournament_answers import TournamentList, TournamentState
from service.views.tournaments import line_json, state_json
from service.wiring import wired

blueprint = Resource("tournaments", "Tournaments: entries, rounds, standings.")


COMPLETED: Final = (
    "A setting that is left out is the one that GET /tournaments/formats proposes, except `rounds`: without it, there are as many as the"
    " format needs, or until the director ends the tournament."
)


class NewTournamentBody(OpeningBody):
    title = Shaped(Text(120), required=True)
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "See GET /systems/{slug}: options."})
    seats = Shaped(
        Whole(2, MOST_AT_A_TABLE),
        metadata={
            "description": "Number of people at a table. Without it: one for each entry; if the game has fixed teams, as many as fill them."
        },
    )
    format = Shaped(Text(60), required=True, metadata={"enum": list(FORMATS)})
    settings = fields.Raw(load_default=dict, metadata=SETTINGS.schema() | {"description": COMPLETED})


@blueprint.route("/tournaments", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(NewTournamentBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, TournamentOpening, headers=LOCATION | ETAG)
def open_tournament(token: Token, body: dict[str, Any]) -> Response:
    """Open a tournament

    A repeated request with the same `id` or `Idempotency-Key` opens no second tournament; it answers `already-there`.
    """
    names = ("title", "system", "options", "format", "settings")
    wanted = NewTournament(**{name: body[name] for name in names}, seats=body.get("seats"), visibility=body.get("visibility"))
    return opened("tournament", wired().desk.open(token.club, token, wanted, when_of(body), idempotency_key()))


class ListQuery(Schema):
    format = Shaped(OneOf(tuple(FORMATS)))
    state = Shaped(OneOf(("open", "finished")))
    person = Shaped(Text(40), metadata={"description": "A person's id: only tournaments with this person in an entry."})
    since = Digits(MILLISECONDS, metadata={"description": "Only tournaments that this server opened then or later: ms since 1970, UTC."})
    until = Digits(
        MILLISECONDS, metadata={"description": "Only tournaments that this server opened earlier than that: ms since 1970, UTC."}
    )
    limit = Digits(Whole(1, 50), load_default=20)
    cursor = sent_cursor()


@blueprint.route("/tournaments")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, TournamentList, headers=ETAG | NEXT)
@blueprint.refuses(*TOKEN, *LONG)
def list_tournaments(query: dict[str, Any]) -> Response:
    """List the club's tournaments, newest first

    The newest tournament is the one whose opening was received last; what is recorded later moves none. Visitors without a token get the
    public tournaments of the club `home`. A token that is limited to one tournament gets the public tournaments of its club, and its own
    tournament. A page may have fewer lines than `limit`: only the last page has no `next` link. A line may be behind: then its `latest` is
    higher than its `version`. With several filters, all of them must be true. If several ids of a person were merged, `person` finds the
    tournaments of all these ids. A tournament whose stored events are damaged is left out.
    """
    token, parts = visitor(), wired()
    whole = token is not None and not token.limited
    club = token.club if token is not None else HOME

    def shown(stream: StreamId, line: ListedTournament) -> bool:
        return whole or line.visibility == "public" or (token is not None and token.tournament == stream)

    before = stream_at(query, f"{club}-{TOURNAMENT.letter}", parts.key)
    page = parts.tournament_lines.page(club, before, query["limit"], shown, _wanted(club, query))
    records = whole and token is not None and token.may("record")
    newest = latest_of(page.lines)
    return listed(
        {"tournaments": [line_json(stream, line, newest[stream], records=records) for stream, line in page.lines]},
        OWN | next_page(page.last, parts.key),
    )


def latest_of(lines: Sequence[tuple[StreamId, ListedTournament]]) -> dict[StreamId, int]:
    """Return the version that the tournament of each of these lines has now; 0 if its head cannot be read."""
    streams = [stream for stream, _ in lines]
    heads = wired().tournaments.heads(streams, for_list=True) if streams else []
    return {stream: 0 if head is None else head.version for stream, head in zip(streams, heads, strict=True)}


def _wanted(club: Club, query: dict[str, Any]) -> Wanted:
    """Return which tournaments the query asks for. Raises Problem `invalid`."""
    since, until = query.get("since"), query.get("until")
    if since is not None and until is not None and since >= until:
        raise wrong_parameter("since", "must be earlier than `until`")
    finished = None if "state" not in query else query["state"] == "finished"
    return Wanted(query.get("format"), finished, ids_of(club, query.get("person")), since, until)


@blueprint.route("/tournaments/<tournament>")
@for_tournament_readers
@blueprint.response(200, TournamentState, headers=ETAG)
def get_tournament(access: TournamentAccess) -> Response:
    """Get a tournament: settings, entries, rounds"""
    return versioned(access.reading.version, state_json(access.id, access.reading, access.names, records=access.records))
