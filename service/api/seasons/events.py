"""/seasons/{id}/events: record events in a season, and read the recorded ones."""

from typing import Annotated, Any, TypedDict

from flask import Response

from domain.kernel.events.seasons import CountingAct
from domain.words.seasons import words
from service.api.lib.conditional import versioned
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, SENT_HEADERS, Resource
from service.api.lib.events import EventLine, EventsQuery, chosen, line_of
from service.api.lib.fields import ShapedSchema
from service.api.lib.sending import IF_MATCH, Events, appended, expected_seen, idempotency_key
from service.api.seasons.access import SeasonAccess, for_season
from service.api.seasons.seasons import SeasonAppended
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("season-events", "Record in a season, and read what was recorded.")


class SeasonEvent(EventLine):
    """An event of a season."""


class SeasonEvents(TypedDict):
    events: Annotated[list[SeasonEvent], "In order of version."]


class SeasonAppendBody(ShapedSchema):
    events = Events()


@blueprint.route("/seasons/<season>/events", methods=["POST"])
@for_season("direct")
@blueprint.arguments(SeasonAppendBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH, IDEMPOTENCY_KEY]})
@blueprint.response(201, SeasonAppended, headers=ETAG)
def append_season_events(access: SeasonAccess, token: Token, body: dict[str, Any]) -> Response:
    """Record events in a season, all or none

    So settings change, a tournament is left out, and the season is closed; it is reopened by withdrawing that event. Tournaments are
    counted, and changes accepted or declined, with requests of their own.
    """
    made = wired().season_desk.recorder.append(access.head, token, body["events"], expected_seen(), idempotency_key())
    return appended("season", made)


@blueprint.route("/seasons/<season>/events")
@for_season("record")
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, SeasonEvents, headers=ETAG)
def list_season_events(access: SeasonAccess, _: Token, query: dict[str, Any]) -> Response:
    """List the recorded events of a season, in order of version"""
    asked = chosen(access.reading.events, query)
    titles = access.titles(event.act.tournament for event in asked if isinstance(event.act, CountingAct))
    lines = [line_of(event, event.act, words(event.act, lambda tournament: titles[tournament] or tournament)) for event in asked]
    return versioned(access.reading.version, {"events": lines})
