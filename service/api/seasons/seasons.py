"""/seasons and /seasons/{id}: open a season, list seasons, read one, count tournaments, and see and accept the changes that wait."""

from itertools import islice
from typing import Annotated, Any, Final, TypedDict

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.events.seasons import SEASON_SETTINGS
from domain.kernel.shapes import ListOf, Text, Whole
from domain.season.fold import SeasonReading
from service.access import visitor
from service.api.games.answers import EventName
from service.api.lib.conditional import OWN, listed, versioned
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, PREFIX, SENT_HEADERS, Resource
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_token
from service.api.lib.paging import NEXT, next_page, sent_cursor, stream_at
from service.api.lib.refusals import LONG, TOKEN
from service.api.lib.sending import OpeningBody, appended, idempotency_key, when_of
from service.api.seasons.access import SeasonAccess, for_season, for_season_readers
from service.recording.seasons import Decision, NewSeason
from service.store.clubs.clubs import Token
from service.store.errors import RecordDamaged
from service.store.keys import HOME
from service.store.seasons.seasons import SEASON
from service.store.streams.kinds import StreamHead
from service.views.seasons import SeasonList, SeasonPending, SeasonState, line_json, pending_json, rows_of, state_json
from service.wiring import wired

blueprint = Resource("seasons", "Seasons: a table of people over several tournaments.")

TOURNAMENT_ID = Text(40)
MOST_AT_ONCE: Final = 50
"""The most tournaments that one request counts. Their standings are one batch, which has a limit in bytes too."""
MOST_CHANGES: Final = 5
"""The most changes in one answer: to say who moves, the table of the season is made again for each. Measured: 1 s for the largest table."""


class SeasonAppended(TypedDict):
    season: str
    version: int
    first: Annotated[int, "Version of the first event of the request."]
    outcome: Annotated[str, "appended: all events are new. completed: only the rest of the batch was new. already-there: nothing was new."]
    events: list[EventName]


class NewSeasonBody(OpeningBody):
    name = Shaped(Text(120), required=True)
    settings = fields.Raw(load_default=dict, metadata=SEASON_SETTINGS.schema() | {"description": "What is left out has its default."})


@blueprint.route("/seasons", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(NewSeasonBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, SeasonAppended, headers=LOCATION | ETAG)
def open_season(token: Token, body: dict[str, Any]) -> Response:
    """Open a season

    A repeated request with the same `id` or `Idempotency-Key` opens no second season; it answers `already-there`.
    """
    wanted = NewSeason(body["name"], body["settings"], body.get("visibility"))
    made = wired().season_desk.open(token.club, token, wanted, when_of(body), idempotency_key())
    answer = appended("season", made)
    answer.headers["Location"] = f"{PREFIX}/seasons/{made.stream}"
    return answer


class SeasonsQuery(Schema):
    limit = Digits(Whole(1, 50), load_default=20)
    cursor = sent_cursor()


@blueprint.route("/seasons")
@blueprint.arguments(SeasonsQuery, location="query")
@blueprint.response(200, SeasonList, headers=ETAG | NEXT)
@blueprint.refuses(*TOKEN, *LONG)
def list_seasons(query: dict[str, Any]) -> Response:
    """List the club's seasons, newest first

    Visitors without a token get the public seasons of the club `home`; a token that is limited to one game or tournament gets the public
    ones of its club. A page may have fewer lines than `limit`: only the last page has no `next` link. A season whose stored events are
    damaged is left out.
    """
    token, parts = visitor(), wired()
    club = HOME if token is None else token.club
    before = stream_at(query, f"{club}-{SEASON.letter}", parts.key)
    streams = parts.seasons.newest(club, before=before, limit=query["limit"] + 1)
    heads = parts.seasons.heads(streams[: query["limit"]], for_list=True) if streams else []
    there = [head for head in heads if head is not None]
    parts.seasons_read.check(there)
    readings = [(head.stream, _readable(head)) for head in there]
    whole = token is not None and not token.limited
    lines = [line_json(name, reading) for name, reading in readings if reading and (whole or reading.state.visibility == "public")]
    last = streams[query["limit"] - 1] if len(streams) > query["limit"] else None
    return listed({"seasons": lines}, OWN | next_page(last, parts.key))


def _readable(head: StreamHead) -> SeasonReading | None:
    """Return the season; None if its stored events are damaged."""
    try:
        return wired().seasons_read.at(head)
    except RecordDamaged:
        return None


@blueprint.route("/seasons/<season>")
@for_season_readers
@blueprint.response(200, SeasonState, headers=ETAG)
def get_season(access: SeasonAccess) -> Response:
    """Get a season: settings, and the tournaments that count"""
    return versioned(access.reading.version, state_json(access.id, access.reading, access.titles(access.reading.state.counted)))


# --- what counts --------------------------------------------------------------------------------------------------------------------------


class CountBody(Schema):
    tournaments = Shaped(
        ListOf(TOURNAMENT_ID, least=1, most=MOST_AT_ONCE), required=True, metadata={"description": "Ids of finished tournaments."}
    )


@blueprint.route("/seasons/<season>/tournaments", methods=["POST"])
@for_season("direct")
@blueprint.arguments(CountBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, SeasonAppended, headers=ETAG)
@blueprint.refuses("contended")
def add_season_tournaments(access: SeasonAccess, token: Token, body: dict[str, Any]) -> Response:
    """Count tournaments in a season, all or none

    One request counts at most 50, whose final standings have at most 256 KB together: 50 evenings of 50 entries, or one tournament of 2,000
    pairs. A season counts at most 200.
    Each must be finished, belong to the season's club, be as visible as the season, and not count yet. Its final standings count as they
    are now. If they change later, the season has a pending change (GET /seasons/{season}/pending) and stays as it is; if its settings say
    `accept_changes`, a worker accepts it.
    """
    return appended("season", wired().season_desk.count(access.id, token, body["tournaments"], idempotency_key()))


@blueprint.route("/seasons/<season>/pending")
@for_season("record")
@blueprint.response(200, SeasonPending, headers=ETAG)
def list_season_changes(access: SeasonAccess, _: Token) -> Response:
    """List the first five changes that wait in a season, in the order in which its tournaments were counted

    A change is a counted tournament whose final standings differ from those that count. It says who would move, and how far. Nobody moves
    before a director accepts it, or has said in the settings that changes are accepted. A director may also decline it, to keep the
    standings that count. A tournament that was reopened brings no change before it is finished again; one whose stored events are damaged
    brings none.
    """
    changes = list(islice(wired().counting.changes(access.reading), MOST_CHANGES))
    access.check_work(1 + len(changes))
    everyone = {access.whom(person) for rows in rows_of(access.reading.state, changes) for row in rows for person in row.people}
    shown = access.shown(everyone if changes else (), [change.counted.tournament for change in changes])
    return versioned(access.reading.version, pending_json(access.id, access.reading, changes, shown))


class DecisionBody(Schema):
    tournament = Shaped(TOURNAMENT_ID, required=True)
    digest = Shaped(Text(64), required=True, metadata={"description": "That of the change, as GET shows it."})
    decline = Shaped(Text(), metadata={"description": "Why the standings that count stay. Without it: the change is accepted."})


@blueprint.route("/seasons/<season>/pending", methods=["POST"])
@for_season("direct")
@blueprint.arguments(DecisionBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, SeasonAppended, headers=ETAG)
@blueprint.refuses("contended")
def answer_season_change(access: SeasonAccess, token: Token, body: dict[str, Any]) -> Response:
    """Accept or decline a change that waits in a season

    `digest` must be that of the change as it is now: nothing is decided about standings that the director has not seen. Standings that were
    declined do not wait again before a change of the tournament is accepted.
    """
    return appended("season", wired().season_desk.decide(access.id, token, Decision(**body), idempotency_key()))
