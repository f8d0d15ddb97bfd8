"""/clubs/{club}/exports: an archive of all games and tournaments of a club. /tournaments/{id}/exports: an archive of one tournament with
its games. /clubs/{club}/export: the club's own stream (the events about its name, people and members) as a file. Only directors may
download them, because they show hidden cards and names.

A request is stored as a row in Redis. The relay (the process that puts jobs into the queue) sees the row and sends a job to a worker, which
makes the archive (workers/archive.py). The workers and the API share the data folder, which holds the archive.
"""

from typing import Annotated, Any, Final, TypedDict, cast

from flask import Response, request
from marshmallow import Schema
from werkzeug.utils import send_file

from domain.kernel.shapes import Text
from service.api.lib.conditional import file_or_304
from service.api.lib.contract import ETAG, LOCATION, NAMED, PREFIX, RETRY_AFTER, SENT_HEADERS, ProblemDocument, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_club, for_token
from service.api.lib.refusals import may_refuse
from service.errors import MEDIA_TYPE, Problem, not_found
from service.files.bulk import archive_path
from service.files.club import packed_club
from service.files.formats import FORMATS as RECORDS
from service.files.tables import moment
from service.files.whole import FORMS
from service.store.clubs.archives import MOST_KEPT, AllUnfinished, BulkExport
from service.store.clubs.clubs import Token
from service.store.clubs.streams import own_stream
from service.store.keys import Club, club_of
from service.store.tournaments.tournaments import TOURNAMENT
from service.wiring import wired

blueprint = Resource("exports", "Export a club's own stream as a file, and all its games as one archive.")


class BulkExportState(TypedDict):
    id: str
    tournament: Annotated[str | None, "The tournament that is archived; null: the whole club."]
    state: Annotated[str, "requested, running, done or failed."]
    done: Annotated[int, "Number of games and tournaments tried so far: they are in the archive, or could not be read."]
    total: Annotated[
        int | None, "Number of games and tournaments that belong in the archive, as counted when it was begun; null: not yet counted."
    ]
    failed: Annotated[int, "Number of games and tournaments that could not be read; manifest.json in the archive says why."]
    bytes: Annotated[int | None, "Size of the archive; null: not finished."]
    file: Annotated[str | None, "The path from which to download the archive; null: not finished."]
    reason: Annotated[str, "Why the archive failed; empty: it has not failed."]
    by: Annotated[str, "Id of the token that requested the archive."]
    requested_at: Annotated[int, "Milliseconds since 1970, UTC."]
    expires_at: Annotated[int, "The time until which the archive is kept: milliseconds since 1970, UTC."]


class BulkExportList(TypedDict):
    exports: list[BulkExportState]


RANGE: Final = {
    "name": "Range",
    "in": "header",
    "description": "One range of bytes (RFC 9110 §14.2), with or without If-Range. A request for several ranges gets the whole archive.",
    "schema": {"type": "string"},
}
RANGED: Final = {**ETAG, **NAMED, "Accept-Ranges": {"schema": {"type": "string"}, "required": True}}
LENGTH: Final = {"Content-Range": {"schema": {"type": "string"}, "required": True}}
PART: Final = {**RANGED, **LENGTH}


ALL_UNFINISHED: Final = (
    f"{MOST_KEPT} archives of tournaments of this club are still being made. Request this one again when one of them is finished."
)
MEDIA_TYPES: Final = sorted({RECORDS[name].content_type.partition(";")[0] for name in FORMS})


class ClubExportQuery(Schema):
    format = Shaped(Text(20), load_default="json", metadata={"enum": list(FORMS)})


@blueprint.route("/clubs/<club>/export")
@for_club("direct")
@blueprint.arguments(ClubExportQuery, location="query")
@blueprint.file(200, MEDIA_TYPES, headers=ETAG | NAMED, description="The file.")
@blueprint.refuses("not-acceptable", "record-damaged")
def export_club(token: Token, query: dict[str, Any]) -> Response:
    """Export the club's own stream as a file that anyone can verify without this service

    The stream holds the events about the club's name, people and members. The file shows all names that were not erased.
    """
    if query["format"] not in FORMS:
        detail = f"A club's own stream is exported as {' or '.join(FORMS)}."
        raise Problem("not-acceptable", detail, [{"parameter": "format", "message": "is not a format"}])
    form = RECORDS[query["format"]]
    head = wired().people.streams.head(own_stream(token.club))
    wired().work.steps(0 if head is None else head.version)
    packed = packed_club(wired().people.streams, token.club, form.name)
    if packed is None:
        not_found()
    return file_or_304(packed.data, packed.name, form.content_type, kept={"Cache-Control": "no-store"})


@blueprint.route("/clubs/<club>/exports", methods=["POST"])
@for_club("direct")
@blueprint.response(202, BulkExportState, headers=LOCATION | RETRY_AFTER)
def request_export(token: Token) -> Response:
    """Request an archive of all games and tournaments of the club

    While one archive is being made, no other is begun: the answer describes the archive that is being made. An archive holds an ndjson file
    of each game and each tournament, with everything that a director may see. Each file shows the state at the moment when it is written.
    The archive also holds a file of the club's own stream, with the names of its people, and a manifest with the digests of all files. The
    archive is kept for seven days, or until a person is erased.
    """
    return _requested(token.club, wired().exports.request(token.club, token.id))


@blueprint.route("/tournaments/<tournament>/exports", methods=["POST"])
@may_refuse("not-found")
@for_token("direct", club_wide=True)
@blueprint.response(202, BulkExportState, headers=LOCATION | RETRY_AFTER)
@blueprint.refuses("busy")
def request_tournament_export(token: Token, tournament: str) -> Response:
    """Request an archive of one tournament and all its games

    The archive holds an ndjson file of the tournament as it is now and one of each game, with everything that a director may see, the
    standings as a table, and a manifest. `faceup verify` verifies it, and `faceup import` reads it back. Its state and its file are among
    the exports of the club. While an archive of the tournament is being made, no other is begun.
    """
    parts = wired()
    try:
        stream = TOURNAMENT.parse(tournament)
    except ValueError:
        not_found()
    head = parts.tournaments.head(stream) if club_of(stream) == token.club else None
    if head is None:
        not_found()
    try:
        return _requested(token.club, parts.exports.request(token.club, token.id, stream, head.version))
    except AllUnfinished:
        raise Problem("busy", ALL_UNFINISHED, headers={"Retry-After": "30"}) from None


def _requested(club: Club, asked: BulkExport) -> Response:
    return reply(_state_json(club, asked), 202, {"Location": _path(club, asked.id), "Retry-After": "1"})


@blueprint.route("/clubs/<club>/exports")
@for_club("direct")
@blueprint.response(200, BulkExportList)
def list_exports(token: Token) -> Response:
    """List the requested archives of the whole club that are still kept, newest first"""
    exports = [_state_json(token.club, export) for export in wired().exports.of(token.club) if export.tournament is None]
    return reply(BulkExportList(exports=exports))


@blueprint.route("/clubs/<club>/exports/<export>")
@for_club("direct")
@blueprint.response(200, BulkExportState)
def get_export(token: Token, export: str) -> Response:
    """Get the state of an archive: how many games and tournaments are done, and whether the archive is finished"""
    return reply(_state_json(token.club, _kept(token.club, export)))


@blueprint.route("/clubs/<club>/exports/<export>/file")
@for_club("direct")
@blueprint.doc(**{SENT_HEADERS: [RANGE]})
@blueprint.file(200, ["application/zip"], headers=RANGED, description="The archive.")
@blueprint.file(206, ["application/zip"], headers=PART, description="A part of the archive.")
@blueprint.alt_response(416, schema=ProblemDocument, content_type=MEDIA_TYPE, headers=LENGTH, description="The archive is shorter.")
@blueprint.refuses("not-finished")
def download_export(token: Token, export: str) -> Response:
    """Download a finished archive (a zip file), or a part of it"""
    kept = _kept(token.club, export)
    path = archive_path(wired().config.data, token.club, kept.id)
    if kept.state != "done":
        raise Problem("not-finished", f"The archive is {kept.state}: {kept.done} of {kept.total or '?'} games.")
    if not path.exists():
        not_found()
    environ = dict(request.environ)
    # A client with the complete file gets 304, whichever range it asks for (RFC 9110 §13.2.2).
    # A request for several ranges gets the whole file.
    if "," in environ.get("HTTP_RANGE", "") or request.if_none_match.contains_weak(kept.id):
        environ.pop("HTTP_RANGE", None)
    name = f"{kept.tournament or token.club}-{moment(kept.requested_at)[:10]}.zip"
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
        "tournament": export.tournament,
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
