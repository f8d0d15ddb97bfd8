"""/seasons/{id}/export: a season as a file that can be verified."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import OneOf
from domain.system import DIRECTOR, SCOREKEEPER
from service.api.lib.conditional import file_or_304
from service.api.lib.contract import ETAG, NAMED, Resource
from service.api.lib.fields import Shaped
from service.api.seasons.access import SeasonAccess, for_season
from service.files.formats import FORMATS
from service.files.season import packed_season
from service.files.whole import FORMS
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("season-files", "Export a season as a file.")
MEDIA_TYPES: Final = sorted({kind.partition(";")[0] for kind in (FORMATS[name].content_type for name in FORMS)})


class SeasonExportQuery(Schema):
    format = Shaped(OneOf(tuple(FORMS)), load_default="json")


@blueprint.route("/seasons/<season>/export")
@for_season("record")
@blueprint.arguments(SeasonExportQuery, location="query")
@blueprint.file(200, MEDIA_TYPES, headers=ETAG | NAMED, description="The file.")
def export_season(access: SeasonAccess, token: Token, query: dict[str, Any]) -> Response:
    """Export a season as a file

    Anyone can verify the file without this service, and compute the table again from it. It has every event, so only those who record in
    the club get it.
    """
    access.check_work()
    form, viewer = query["format"], DIRECTOR if token.may("direct") else SCOREKEEPER
    packed = packed_season(access.id, access.reading, wired().seasons.sealed(access.id), viewer, form)
    return file_or_304(packed.data, packed.name, FORMATS[form].content_type)
