"""/seasons/{id}/standings: the table of a season, now or as it was known earlier, and why a person has a place."""

from dataclasses import replace
from typing import Any

from flask import Response

from domain.kernel.events import PersonId
from domain.kernel.shapes import Whole
from domain.season.table import table
from service.api.lib.conditional import versioned
from service.api.lib.contract import ETAG, Resource
from service.api.lib.earlier import KnownQuery, known_version
from service.api.lib.fields import Digits
from service.api.lib.paging import NEAR, near_pages
from service.api.seasons.access import SeasonAccess, for_season_readers
from service.errors import not_found, wrong_parameter
from service.views.seasons import SeasonPlace, SeasonTable, in_order, pages, place_json, table_json

blueprint = Resource("season-standings", "The table of a season, and why a person has a place.")


class SeasonTableQuery(KnownQuery):
    page = Digits(Whole(1, 1000), load_default=1, metadata={"description": "A page has 100 people."})


@blueprint.route("/seasons/<season>/standings")
@for_season_readers
@blueprint.arguments(SeasonTableQuery, location="query")
@blueprint.response(200, SeasonTable, headers=ETAG | NEAR)
def get_season_table(access: SeasonAccess, query: dict[str, Any]) -> Response:
    """Get the table of a season, now or as it was known earlier

    Level people share a place, and are in order of their names. Points are exact: whole numbers or fractions.
    """
    known, number = _known(access, query), query["page"]
    rows = table(known.reading.state, known.whom)
    if number > pages(rows):
        raise wrong_parameter("page", "is too high: the table has fewer pages")
    names = known.shown(row.person for row in rows).names
    answer = versioned(known.reading.version, table_json(known.id, known.reading, in_order(rows, names), number, names))
    answer.headers.update(near_pages(number, pages(rows)))
    return answer


@blueprint.route("/seasons/<season>/standings/<person>")
@for_season_readers
@blueprint.arguments(KnownQuery, location="query")
@blueprint.response(200, SeasonPlace, headers=ETAG)
def explain_season_place(access: SeasonAccess, query: dict[str, Any], person: str) -> Response:
    """Explain the place of a person: the tournaments that add up to their points, and those that do not count"""
    known = _known(access, query)
    asked = known.whom(PersonId(person))
    row = next((row for row in table(known.reading.state, known.whom) if row.person == asked), None)
    if row is None:
        not_found()
    shown = known.shown([row.person], [credit.tournament for credit in row.credits])
    return versioned(known.reading.version, place_json(known.id, known.reading, row, shown))


def _known(access: SeasonAccess, query: dict[str, Any]) -> SeasonAccess:
    """Return the access to the season as it was known then."""
    known = replace(access, reading=access.reading.at(known_version(query, access.reading, "season")))
    known.check_work()
    return known
