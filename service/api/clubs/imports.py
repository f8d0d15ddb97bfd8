"""POST /records: imports a record file as a record of the sender's club. The whole file is checked before anything is written."""

from collections.abc import Callable
from itertools import count
from typing import Annotated, Any, Final, TypedDict

from flask import Response, request
from marshmallow import Schema

from domain.files.transcript import NotARecord
from domain.files.verify import Each
from service.api.lib.bodies import content_of
from service.api.lib.contract import PREFIX, Resource, reply
from service.api.lib.fields import Switch
from service.api.lib.guards import for_token
from service.errors import Problem
from service.files.by_hand import RecordFile
from service.files.club import ClubFile, read_stream
from service.files.importing import Incoming
from service.store.clubs.clubs import Token
from service.store.streams.streams import Restored
from service.wiring import wired

blueprint = Resource("imports", "Import records from files.")


class ImportedRecord(TypedDict):
    game: Annotated[str | None, "The id of the game in this club; null: the file is the club's own stream."]
    version: Annotated[int, "The version of the record in this club after the import."]
    outcome: Annotated[str, "appended: none of it was here before. completed: the first part was here. already-there: all of it was here."]
    file: RecordFile
    added: Annotated[int, "Number of events that were not here before."]
    closed: Annotated[int, "Number of sealed values of those events that the file does not contain. They stay closed here for ever."]
    notes: Annotated[list[str], "What to know about the import, in sentences."]


MOST_BYTES: Final = 16 * 1024 * 1024
"""The most bytes of a record file: enough for some 50,000 events. Requests that append events have a smaller limit."""
MOST_REASONS: Final = 100
_PAUSE_EVERY: Final = 50
"""While a file is read, other requests get their turn after this many pieces of work: about every five milliseconds."""


class ImportQuery(Schema):
    dry_run = Switch("Return the result without storing anything.")


@blueprint.route("/records", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(ImportQuery, location="query")
@blueprint.response(201, ImportedRecord, headers={"Location": {"schema": {"type": "string"}}, "ETag": {"schema": {"type": "string"}}})
@blueprint.alt_response(200, ImportedRecord, description="With `dry_run`: the result that the import would have.")
@blueprint.doc(requestBody={"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}})
def import_record(token: Token, query: dict[str, Any]) -> Response:
    """Import a record file

    The body is a file that was exported as json, ndjson or text, of at most 16 MiB. Its record is stored with the same events, hashes and
    times; only the id of the game is new: it begins with the name of your club. If the record is here already, nothing is stored, and the
    outcome is `already-there`; if the file goes on after the last event here, it completes the record. Sealed values that are not in the
    file can never be read here.

    A score sheet that was written by hand (docs/notation.md) has no hashes, so it is recorded as new events. You are their recorder, and
    their time is the date of the sheet; without a date, it is now.

    A file of your club's own stream is accepted if its events agree with those that are here. Names of erased people do not come back.
    """
    parts, copies = wired(), wired().recording.copies
    file = _read(content_of(request, MOST_BYTES), politely(parts.pause))
    if isinstance(file, ClubFile):
        return _club(file, token, dry_run=query["dry_run"])
    if query["dry_run"]:
        return reply(_imported_json(file, file.foreseen(copies, token.club)))
    restored = file.store(copies, token.club, token.id, lambda _: parts.pause(0))
    parts.metrics.appends.labels(restored.outcome).inc()
    return reply(_imported_json(file, restored), 201, {"Location": f"{PREFIX}/games/{restored.game}", "ETag": f'"{restored.version}"'})


def _club(file: ClubFile, token: Token, *, dry_run: bool) -> Response:
    parts = wired()
    streams = parts.people.streams
    try:
        if dry_run:
            return reply(_imported_json(file, file.foreseen(streams, token.club)))
        restored = file.store(streams, token.club, lambda _: parts.pause(0))
    except NotARecord as refused:
        raise _refused(refused) from refused
    return reply(_imported_json(file, restored), 201, {"Location": f"{PREFIX}/clubs/{token.club}/export", "ETag": f'"{restored.version}"'})


def politely(pause: Callable[[float], None]) -> Each:
    """Make a function to call for each piece of a long file. Once in _PAUSE_EVERY calls it lets other requests of this process run."""
    calls = count(1)
    return lambda: None if next(calls) % _PAUSE_EVERY else pause(0)


def _read(content: bytes, each: Each) -> Incoming | ClubFile:
    try:
        return read_stream(content, each)
    except NotARecord as refused:
        raise _refused(refused) from refused


def _refused(refused: NotARecord) -> Problem:
    shown = list(map(_place, refused.reasons[:MOST_REASONS]))
    more = len(refused.reasons) - len(shown)
    detail = f"{len(refused.reasons)} fault(s) in the file{f'; the first {len(shown)} are listed' if more else ''}."
    return Problem("record-refused", detail, shown)


def _place(reason: str) -> dict[str, str]:
    """Split a reason such as `event 7: /data/seat must lie …` into the place in the file, the pointer and the message."""
    where, _, message = reason.partition(": ")
    pointer, _, rest = message.partition(" ")
    return {"where": where, "pointer": pointer, "message": rest} if pointer.startswith("/") else {"where": where, "message": message}


def _imported_json(file: Incoming | ClubFile, restored: Restored) -> ImportedRecord:
    return {
        "game": None if isinstance(file, ClubFile) else restored.game,
        "version": restored.version,
        "outcome": restored.outcome,
        "file": file.described(),
        "added": restored.added,
        "closed": file.closed_behind(file.size - restored.added),
        "notes": file.notes(restored),
    }
