"""/tournaments/{id}/standings: the standings, now or as they were known earlier, and the explanation of a place.

The entity tag is `"<version>.<engine>"`. Its part `<engine>` is a digest of the code that makes standings (service/engine.py). If a person
in one of the page's entries was erased, the tag has a third part: a digest of the names that the page shows for these entries.
"""

from hashlib import sha256
from typing import Any

import orjson
from flask import Response

from domain.kernel.shapes import Whole
from domain.tournament.reading import TournamentReading
from service.api.lib.conditional import JSON, OWN, known, versioned
from service.api.lib.contract import ETAG, Resource
from service.api.lib.earlier import AsOfQuery, KnownQuery, known_version
from service.api.lib.fields import Digits
from service.api.lib.paging import NEAR, near_pages
from service.api.tournaments.access import TournamentAccess, for_tournament_readers
from service.caches.standings import Standings as Found
from service.engine import ENGINE
from service.errors import not_found, wrong_parameter
from service.store.streams.seen import digits_of
from service.views.tournament_answers import EntryPlace, Standings
from service.views.tournaments import Names, page_json, place_json
from service.wiring import wired

blueprint = Resource("standings", "Standings of a tournament, and why an entry has its place.")


class PlaceQuery(AsOfQuery, KnownQuery):
    """Which rounds count, as they were known when."""


class StandingsQuery(PlaceQuery):
    page = Digits(Whole(1, 1000), load_default=1, metadata={"description": "A page has 100 rows."})


@blueprint.route("/tournaments/<tournament>/standings")
@for_tournament_readers
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.response(200, Standings, headers=ETAG | NEAR)
def get_standings(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the standings, now or as they were known earlier

    `as_of` and `known_at` may be combined, for example to get the standings after round 3 as they were known on Monday. `version` says up
    to which version results are counted.
    """
    found, reading = _found(access, query)
    number = query["page"]
    if number > found.pages:
        raise wrong_parameter("page", "is too high: the standings have fewer pages")
    names = access.names_at(reading, [line.entry for line in found.page(number)])
    tag = _tag(found, names)
    headers = {"ETag": f'"{tag}"', **OWN} | near_pages(number, found.pages)
    if known(tag):
        return Response(status=304, headers=headers)
    return Response(orjson.dumps(page_json(access.id, found, number, names)), 200, headers, content_type=JSON)


def _found(access: TournamentAccess, query: dict[str, Any]) -> tuple[Found, TournamentReading]:
    """Return the standings and the tournament at their version."""
    kept = wired().standings
    if query.keys() != {"page"}:
        reading = _known(access, query)
        return kept.earlier(access.id, reading, query.get("as_of")), reading
    found = kept.current(access.id, access.reading)
    newest = access.reading if found.version == access.reading.version else wired().tournaments_read.of(access.id)
    return found, kept.known(access.id, newest, found.version)


def _tag(found: Found, names: Names) -> str:
    closed = sorted((entry, names.shown[entry]) for entry in names.closed)
    return f"{found.version}.{ENGINE}.e{digits_of(found.mark)}" + (f".{sha256(orjson.dumps(closed)).hexdigest()[:8]}" if closed else "")


@blueprint.route("/tournaments/<tournament>/standings/<entry>")
@for_tournament_readers
@blueprint.arguments(PlaceQuery, location="query")
@blueprint.response(200, EntryPlace, headers=ETAG)
def explain_place(access: TournamentAccess, query: dict[str, Any], entry: str) -> Response:
    """Explain the place of an entry: the rounds and opponents that add up to each of its values"""
    reading = _known(access, query)
    number = int(entry) if entry.isdecimal() and len(entry) < 5 else 0
    if number not in reading.state.entries:
        not_found()
    access.check_work()
    names = access.names_at(reading, [number])
    explained = place_json(access.id, reading, names, number, query.get("as_of"), records=access.records)
    return versioned(reading.version, explained)


def _known(access: TournamentAccess, query: dict[str, Any]) -> TournamentReading:
    return wired().standings.known(access.id, access.reading, known_version(query, access.reading, "tournament"))
