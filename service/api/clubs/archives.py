"""/clubs/{club}/exports: all games of a club as one archive. Only directors may download it: its hidden cards are readable.

A request is stored as a row in Redis. The relay sees the row and sends a job to a worker, which makes the archive (workers/archive.py).
Workers and API share the data folder, where the archive is kept.
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

blueprint = Resource("exports", "Export a club's own stream as a file, and all its games as one archive.")


class BulkExportState(TypedDict):
    id: str
    state: Annotated[str, "requested, running, done or failed."]
    done: Annotated[int, "Number of games dealt with: they are in the archive, or could not be read."]
    total: Annotated[int | None, "Number of games in the club when the archive was begun; null: not yet counted."]
    failed: Annotated[int, "Number of games that could not be read; the manifest says why."]
    bytes: Annotated[int | None, "Size of the archive; null: not finished."]
    file: Annotated[str | None, "Where the archive is; null: not finished."]
    reason: Annotated[str, "Why it failed, else empty."]
    by: Annotated[str, "Id of the token that asked for it."]
    requested_at: Annotated[int, "Milliseconds since 1970, UTC."]
    expires_at: Annotated[int, "The archive is kept until then: milliseconds since 1970, UTC."]


class BulkExportList(TypedDict):
    exports: list[BulkExportState]


LOCATION: Final = {"Location": {"schema": {"type": "string"}}}
RANGE: Final = {
    "name": "Range",
    "in": "header",
    "description": "One range of bytes (RFC 9110 §14.2), with or without If-Range. A request for several ranges gets the whole archive.",
    "schema": {"type": "string"},
}
RANGED: Final = {
    "ETag": {"schema": {"type": "string"}},
    "Accept-Ranges": {"schema": {"type": "string"}},
    "Content-Range": {"schema": {"type": "string"}},
}


def for_directors(view: View) -> View:
    """Make a view that calls `view(token, …)` for directors of the club in the path, and refuses all others."""

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
    """Export the club's own stream as a file that anyone can verify without this service

    The stream holds the club's name and its people. In the file you can read all names that were not erased.
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
    """Request an archive of all games of the club

    While an archive is being made, no other is begun: the answer describes the one that is being made. An archive holds an ndjson export
    of each game, with everything that a director may see, as the game is when its turn comes; an export of the club's own stream, with the
    names of its people; and a manifest with the digests of these files. It is kept for seven days, or until a person is erased.
    """
    asked = wired().exports.request(token.club, token.id)
    headers = {"Location": _path(token.club, asked.id), "Retry-After": "1"}
    return reply(_state_json(token.club, asked), 202, headers)


@blueprint.route("/clubs/<club>/exports")
@for_directors
@blueprint.response(200, BulkExportList)
def list_exports(token: Token) -> Response:
    """List the requested archives that are still kept, newest first"""
    exports = [_state_json(token.club, export) for export in wired().exports.of(token.club)]
    return reply(BulkExportList(exports=exports))


@blueprint.route("/clubs/<club>/exports/<export>")
@for_directors
@blueprint.response(200, BulkExportState)
def get_export(token: Token, export: str) -> Response:
    """Get the state of an archive: how many games are done, and whether it is finished"""
    return reply(_state_json(token.club, _kept(token.club, export)))


@blueprint.route("/clubs/<club>/exports/<export>/file")
@for_directors
@blueprint.doc(**{SENT_HEADERS: [RANGE]})
@blueprint.response(200, content_type="application/zip", headers=RANGED, description="The archive.")
@blueprint.alt_response(206, content_type="application/zip", headers=RANGED, description="A part of the archive.")
@blueprint.alt_response(304, description="Not modified.")
def download_export(token: Token, export: str) -> Response:
    """Download a finished archive (a zip file), or a part of it"""
    kept = _kept(token.club, export)
    path = archive_path(wired().config.data, token.club, kept.id)
    if kept.state != "done":
        raise Problem("not-finished", f"The archive is {kept.state}: {kept.done} of {kept.total or '?'} games.")
    if not path.exists():
        not_found()
    environ = dict(request.environ)
    # A client with the complete file gets 304, whichever range the request names (RFC 9110 §13.2.2). Several ranges get the whole file.
    if "," in environ.get("HTTP_RANGE", "") or request.if_none_match.contains_weak(kept.id):
        environ.pop("HTTP_RANGE", None)
    name = f"{token.club}-{moment(kept.requested_at)[:10]}.zip"
    sent = cast("Response", send_file(path, environ, "application/zip", True, name, etag=kept.id, response_class=Response))
    sent.headers["Cache-Control"] = "private, no-cache"
    return sent


def _kept(club: Club, export: str) -> BulkExport:
    parts = wired()
    kept = parts.exports.get(club, export)
    if kept is None or parts.exports.has_expired(kept):
        not_found()
    return kept


def _path(club: Club, export: str) -> str:
    return f"{PREFIX}/clubs/{club}/exports/{export}"


def _state_json(club: Club, export: BulkExport) -> BulkExportState:
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
