"""/clubs/{club}/exports: all games of a club as one archive. It is made in the background, and its download can be resumed.

What is asked for is a row in the store, which the relay sees and a worker carries out (workers/archive.py); the archive is a file under the
data folder, the same one for the workers and the API. Directors of the club only: every sealed value is open in it.
"""

from functools import wraps
from typing import Annotated, Any, Final, TypedDict, cast

from flask import Response, request
from marshmallow import Schema
from werkzeug.utils import send_file

from domain.kernel.shapes import Text
from service.api.lib.contract import PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import View, for_token
from service.errors import Problem, not_found
from service.files.bulk import archive_path
from service.files.club import FORMATS, packed_club
from service.files.formats import FORMATS as RECORDS
from service.files.tables import moment
from service.store.clubs.archives import BulkExport
from service.store.clubs.clubs import Token
from service.store.keys import Club
from service.wiring import wired

blueprint = Resource("exports", "A club's own stream as a file, and all its games as one archive.")


class BulkExportState(TypedDict):
    id: str
    state: Annotated[str, "requested, running, done or failed."]
    done: Annotated[int, "Games that are in the archive, or could not be read."]
    total: Annotated[int | None, "Games of the club when it was begun; null: not yet counted."]
    failed: Annotated[int, "Games that could not be read; the manifest says why."]
    bytes: Annotated[int | None, "Size of the archive; null: not finished."]
    file: Annotated[str | None, "Where the archive is; null: not finished."]
    reason: Annotated[str, "Why it failed, else empty."]
    by: Annotated[str, "Token id of whoever asked."]
    requested_at: Annotated[int, "Milliseconds UTC."]
    expires_at: Annotated[int, "Milliseconds UTC: the archive is kept until then."]


class BulkExportList(TypedDict):
    exports: list[BulkExportState]


LOCATION: Final = {"Location": {"schema": {"type": "string"}}}
RANGE: Final = {
    "name": "Range",
    "in": "header",
    "description": "One range of bytes (RFC 9110 §14.2), with If-Range or without. Several at once are not served: the whole is sent.",
    "schema": {"type": "string"},
}
RANGED: Final = {
    "ETag": {"schema": {"type": "string"}},
    "Accept-Ranges": {"schema": {"type": "string"}},
    "Content-Range": {"schema": {"type": "string"}},
}


def for_directors(view: View) -> View:
    """view(club, …) for a token that directs the club in the path."""

    @for_token("direct", club_wide=True)
    @wraps(view)
    def guarded(token: Token, club: str, **kwargs: Any) -> Response:
        if token.club != club:
            not_found()
        return view(token, **kwargs)

    return guarded


class ClubExportQuery(Schema):
    format = Shaped(Text(20), load_default="json", metadata={"enum": list(FORMATS)})


@blueprint.route("/clubs/<club>/export")
@for_directors
@blueprint.arguments(ClubExportQuery, location="query")
@blueprint.response(200, content_type="application/octet-stream", description="The file.")
def export_club(token: Token, query: dict[str, Any]) -> Response:
    """The club's own stream as a file that anyone can verify without this service

    It holds the club's people: names that are still kept are open in it.
    """
    if query["format"] not in FORMATS:
        detail = f"A club's own stream is exported as {' or '.join(FORMATS)}."
        raise Problem("not-acceptable", detail, [{"parameter": "format", "message": "is not a format"}])
    form = RECORDS[query["format"]]
    packed = packed_club(wired().people.streams, token.club, form.name)
    if packed is None:
        not_found()
    headers = {"Content-Disposition": f'attachment; filename="{packed.name}"', "Cache-Control": "no-store", "ETag": f'"{packed.version}"'}
    return Response(packed.data, 200, headers, content_type=form.content_type)


@blueprint.route("/clubs/<club>/exports", methods=["POST"])
@for_directors
@blueprint.response(202, BulkExportState, headers=LOCATION)
def request_export(token: Token) -> Response:
    """Ask for an archive of all games of the club

    While one is being made, that one is answered. It holds an ndjson export of each game for the eyes of a director, as it stands when its
    turn comes, one of the club's own stream with the names of its people, and a manifest with their digests. It is kept for seven days, or
    until a person is erased.
    """
    asked = wired().exports.request(token.club, token.id)
    headers = {"Location": _path(token.club, asked.id), "Retry-After": "1"}
    return reply(_told(token.club, asked), 202, headers)


@blueprint.route("/clubs/<club>/exports")
@for_directors
@blueprint.response(200, BulkExportList)
def list_exports(token: Token) -> Response:
    """Archives that were asked for and are still kept, newest first"""
    found = [_told(token.club, export) for export in wired().exports.of(token.club)]
    return reply(BulkExportList(exports=found))


@blueprint.route("/clubs/<club>/exports/<export>")
@for_directors
@blueprint.response(200, BulkExportState)
def get_export(token: Token, export: str) -> Response:
    """How far an archive is"""
    return reply(_told(token.club, _found(token.club, export)))


@blueprint.route("/clubs/<club>/exports/<export>/file")
@for_directors
@blueprint.doc(**{SENT_HEADERS: [RANGE]})
@blueprint.response(200, content_type="application/zip", headers=RANGED, description="The archive.")
@blueprint.alt_response(206, content_type="application/zip", headers=RANGED, description="A part of it.")
@blueprint.alt_response(304, description="Not modified.")
def download_export(token: Token, export: str) -> Response:
    """A finished archive: a zip, of which a part may be asked for"""
    found = _found(token.club, export)
    path = archive_path(wired().config.data, token.club, found.id)
    if found.state != "done":
        raise Problem("not-finished", f"The archive is {found.state}: {found.done} of {found.total or '?'} games.")
    if not path.exists():
        not_found()
    environ = dict(request.environ)
    # Who has the whole is told so, whatever part was asked for (RFC 9110 §13.2.2); several parts at once are not made up.
    if "," in environ.get("HTTP_RANGE", "") or request.if_none_match.contains_weak(found.id):
        environ.pop("HTTP_RANGE", None)
    name = f"{token.club}-{moment(found.requested_at)[:10]}.zip"
    sent = cast("Response", send_file(path, environ, "application/zip", True, name, etag=found.id, response_class=Response))
    sent.headers["Cache-Control"] = "private, no-cache"
    return sent


def _found(club: Club, export: str) -> BulkExport:
    parts = wired()
    found = parts.exports.get(club, export)
    if found is None or parts.exports.has_expired(found):
        not_found()
    return found


def _path(club: Club, export: str) -> str:
    return f"{PREFIX}/clubs/{club}/exports/{export}"


def _told(club: Club, export: BulkExport) -> BulkExportState:
    return {
        "id": export.id,
        "state": export.state,
        "done": export.done,
        "total": export.total,
        "failed": export.failed,
        "bytes": export.size if export.state == "done" else None,
        "file": f"{_path(club, export.id)}/file" if export.state == "done" else None,
        "reason": export.reason,
        "by": export.by,
        "requested_at": export.requested_at,
        "expires_at": export.expires_at,
    }
