"""/tournaments/{id}/standings: the standings, now or as they were known earlier, and the explanation of a place."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import MILLISECONDS, Whole
from domain.tournament.reading import TournamentReading
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import VERSION, Digits
from service.api.tournaments.access import TournamentAccess, for_tournament_readers, headers_at
from service.api.tournaments.tournaments import ETAG
from service.errors import not_found, wrong_parameter
from service.seen.tournament_answers import EntryPlace, Standings
from service.seen.tournaments import place_json, standings_json

blueprint = Resource("standings", "Standings of a tournament, and why an entry has its place.")


class StandingsQuery(Schema):
    as_of = Digits(Whole(0, 200), metadata={"description": "Count only the rounds up to this number. Default: all."})
    known_at = Digits(VERSION, metadata={"description": "As the tournament was known at this version. Default: now."})
    known_at_time = Digits(
        MILLISECONDS, metadata={"description": "As the tournament was known at this time: milliseconds since 1970, UTC."}
    )


@blueprint.route("/tournaments/<tournament>/standings")
@for_tournament_readers
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.response(200, Standings, headers=ETAG)
def get_standings(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the standings, now or as they were known earlier

    `as_of` and `known_at` may be combined: the standings after round 3, as they were known on Monday.
    """
    reading = _known(access, query)
    return reply(standings_json(access.id, reading, access.names, query.get("as_of")), headers=headers_at(reading.version))


@blueprint.route("/tournaments/<tournament>/standings/<entry>")
@for_tournament_readers
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.response(200, EntryPlace, headers=ETAG)
def explain_place(access: TournamentAccess, query: dict[str, Any], entry: str) -> Response:
    """Explain the place of an entry: the rounds and opponents that add up to each of its values"""
    reading = _known(access, query)
    number = int(entry) if entry.isdecimal() and len(entry) < 5 else 0
    if number not in reading.state.entries:
        not_found()
    return reply(place_json(access.id, reading, access.names, number, query.get("as_of")), headers=headers_at(reading.version))


def _known(access: TournamentAccess, query: dict[str, Any]) -> TournamentReading:
    version, moment = query.get("known_at"), query.get("known_at_time")
    if version is not None and moment is not None:
        raise wrong_parameter("known_at_time", "cannot be combined with known_at: send one of the two")
    if version is not None and version > access.reading.version:
        raise wrong_parameter("known_at", f"is too high: the tournament is at version {access.reading.version}")
    if moment is not None:
        version = sum(event.recorded_at <= moment for event in access.reading.events)
        if not version:
            raise wrong_parameter("known_at_time", "is before the tournament was opened")
    return access.reading if version is None else access.reading.at(version)
