"""/seasons/{id}/export: a season as a file that can be verified, and its table for a spreadsheet."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import OneOf
from domain.season.table import table
from domain.system import DIRECTOR, SCOREKEEPER
from service.access import needs
from service.api.lib.conditional import file_or_304
from service.api.lib.contract import ETAG, NAMED, Resource
from service.api.lib.fields import Shaped, Switch
from service.api.seasons.access import SeasonAccess, for_season_readers
from service.errors import wrong_parameter
from service.files.formats import FORMATS
from service.files.season import packed_season
from service.files.season_table import season_csv
from service.files.tables import CONTENT_TYPE, MARKED, NOT_MARKED, with_mark
from service.files.whole import FORMS
from service.views.seasons import in_order
from service.wiring import wired

blueprint = Resource("season-files", "Export a season as a file.")
MEDIA_TYPES: Final = sorted({kind.partition(";")[0] for kind in (CONTENT_TYPE, *(FORMATS[name].content_type for name in FORMS))})


class SeasonExportQuery(Schema):
    format = Shaped(OneOf((*FORMS, "csv")), load_default="json")
    bom = Switch(MARKED)


@blueprint.route("/seasons/<season>/export")
@for_season_readers
@blueprint.arguments(SeasonExportQuery, location="query")
@blueprint.file(200, MEDIA_TYPES, headers=ETAG | NAMED, description="The file.")
@blueprint.refuses("no-right", "token-missing")
def export_season(access: SeasonAccess, query: dict[str, Any]) -> Response:
    """Export a season as a file

    Anyone can verify a json or ndjson file without this service, and compute the table again from it. It has every event, so only those who
    record in the club get it. Everyone else gets the table (csv), with the names of the club's directory.
    """
    form = query["format"]
    if form == "csv":
        return _table(access, marked=query["bom"])
    if query["bom"]:
        raise wrong_parameter("bom", NOT_MARKED)
    needs("record", club_wide=True)
    viewer = DIRECTOR if access.holder("record").may("direct") else SCOREKEEPER
    access.check_work()
    packed = packed_season(access.id, access.reading, wired().seasons.sealed(access.id), viewer, form)
    return file_or_304(packed.data, packed.name, FORMATS[form].content_type)


def _table(access: SeasonAccess, *, marked: bool) -> Response:
    access.check_work()
    state = access.reading.state
    rows = table(state, access.whom)
    shown = access.shown((row.person for row in rows), state.counted)
    content = season_csv(access.id, state, in_order(rows, shown.names), shown)
    return file_or_304(with_mark(content) if marked else content, f"{access.id}.standings.csv", CONTENT_TYPE)
