"""/seasons/{id}/events: record events in a season, and read the recorded ones."""

from typing import Annotated, Any, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.canonical import Json
from domain.kernel.events import data_of
from domain.kernel.events.seasons import CountingAct
from domain.kernel.shapes import Whole
from domain.words.seasons import words
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, SENT_HEADERS, Resource
from service.api.lib.fields import Digits, ShapedSchema
from service.api.lib.sending import IF_MATCH, Events, expected_version, idempotency_key
from service.api.seasons.access import SeasonAccess, for_season
from service.api.seasons.seasons import SeasonAppended, season_appended
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("season-events", "Record in a season, and read what was recorded.")


class SeasonEvent(TypedDict):
    version: int
    id: str
    type: str
    data: dict[str, Json]
    by: str
    at: Annotated[int, "Milliseconds since 1970, UTC."]
    offset: int
    recorded_at: Annotated[int, "Milliseconds since 1970, UTC."]
    sentence: Annotated[str, "The event in words."]


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
    made = wired().season_desk.recorder.append(access.head, token, body["events"], expected_version(), idempotency_key())
    return season_appended(made)


class SeasonEventsQuery(Schema):
    after = Digits(Whole(0, 10**9), load_default=0, metadata={"description": "List the events after this version."})
    limit = Digits(Whole(1, 500), load_default=500)


@blueprint.route("/seasons/<season>/events")
@for_season("record")
@blueprint.arguments(SeasonEventsQuery, location="query")
@blueprint.response(200, SeasonEvents, headers=ETAG)
@blueprint.alt_response(304, description="Not modified.")
def list_season_events(access: SeasonAccess, _: Token, query: dict[str, Any]) -> Response:
    """List the recorded events of a season, in order of version"""
    chosen = access.reading.events[query["after"] : query["after"] + query["limit"]]
    titles = access.titles(event.act.tournament for event in chosen if isinstance(event.act, CountingAct))
    events: list[Json] = [
        {
            "version": event.version,
            "id": event.id,
            "type": event.type,
            "data": data_of(event.act),
            "by": event.by,
            "at": event.at,
            "offset": event.offset,
            "recorded_at": event.recorded_at,
            "sentence": words(event.act, lambda tournament: titles[tournament] or tournament),
        }
        for event in chosen
    ]
    return access.answer(access.reading.version, {"events": events})
