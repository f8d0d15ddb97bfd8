"""POST /records: imports a record file as a record of the sender's club. The whole file is checked before anything is written."""

from collections.abc import Callable
from itertools import count
from typing import Annotated, Any, Final, TypedDict

from flask import Response, request
from marshmallow import Schema

from domain.files.transcript import NotARecord
from domain.files.verify import Each
from domain.system import DIRECTOR
from domain.words.phrases import counted
from service.api.lib.bodies import FILE, archive_of, content_of
from service.api.lib.contract import ETAG, LOCATION, PREFIX, Resource, reply
from service.api.lib.fields import Switch
from service.api.lib.guards import for_token
from service.api.lib.sending import tag_of_copy
from service.errors import Problem
from service.files.archive_import import foreseen_archive, stored_archive
from service.files.archive_reading import is_archive
from service.files.club import ClubFile
from service.files.destination import Destination
from service.files.importing import Incoming
from service.files.streams import read_stream
from service.files.whole import RecordFile
from service.store.clubs.clubs import Token
from service.store.keys import StreamId
from service.store.streams.append import Restored
from service.wiring import wired

blueprint = Resource("imports", "Import records from files.")


class ImportedRecord(TypedDict):
    game: Annotated[str | None, "The id of the game in this club; null: the file is not a game's."]
    tournament: Annotated[str | None, "The id of the tournament; null: the file is not a tournament's."]
    season: Annotated[str | None, "The id of the season; null: the file is not a season's."]
    version: Annotated[int, "The version of the record in this club after the import."]
    outcome: Annotated[str, "appended: no event was here before. completed: the first events were here. already-there: all were here."]
    file: RecordFile
    added: Annotated[int, "Number of events that were not here before."]
    closed: Annotated[
        int,
        "Number of sealed values of the added events that the file does not contain. Nobody can ever read them here. For an archive 0: "
        "they are not counted.",
    ]
    notes: Annotated[list[str], "Sentences for the person who imports the file."]


MOST_BYTES: Final = 16 * 1024 * 1024
"""The most bytes of a record file: enough for about 50,000 events. Requests that append events have a smaller limit."""
MOST_REASONS: Final = 100
_PAUSE_EVERY: Final = 50
"""After this many pieces of a file, reading pauses so that other requests get a turn: about every five milliseconds."""


class ImportQuery(Schema):
    dry_run = Switch("Return the result without storing anything.")


@blueprint.route("/records", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(ImportQuery, location="query")
@blueprint.response(201, ImportedRecord, headers=LOCATION | ETAG)
@blueprint.alt_response(200, ImportedRecord, description="With `dry_run`: the result that the import would have.")
@blueprint.doc(requestBody={"required": True, "content": FILE})
@blueprint.refuses("over-budget", "record-damaged", "record-differs", "record-refused")
def import_record(token: Token, query: dict[str, Any]) -> Response:
    """Import a record file

    The body is a file that was exported as json, ndjson, html or text, of at most 16 MiB. Its record is stored with the same events, hashes
    and times. Only the id of the game is new: it begins with the name of your club. If this installation has all its events already,
    nothing is stored, and the outcome is `already-there`. If it has only the first events, the others are added, and the outcome is
    `completed`. Sealed values that are not in the file can never be read here.

    A file with the records of many games, as GET /records sends it, is refused: send each record by itself.

    A score sheet that was written by hand (docs/notation.md) has no hashes, so it is recorded as new events, with you as the recorder. The
    time of the events is the date of the sheet, or now if the sheet has no date.

    The archive of a tournament (a zip) of your club is imported whole, with its games and the names of its players, or not at all. `file`,
    `version` and `outcome` are those of the tournament; `added` and `notes` count its games too.

    A file of your club's own stream, or of one of its tournaments or seasons, is accepted if its events do not differ from the events that
    are here. Names of erased people are not stored again.
    """
    parts = wired()
    into = Destination(parts.recording.copies, parts.people, parts.tournaments, parts.seasons)
    content = content_of(request, MOST_BYTES)
    if is_archive(content):
        return _import_archive(content, into, token, dry_run=query["dry_run"])
    try:
        file = read_stream(content, politely(parts.pause))
        if isinstance(file, ClubFile) and not token.may("own") and file.is_for_owners(file.dry_run(into, token.club).added):
            raise Problem(
                "no-right",
                "Only an owner may import this file: it has events that only owners may record, or it merges or erases a member.",
                needs="own",
            )
        if query["dry_run"]:
            return reply(_imported_json(file, file.dry_run(into, token.club)))
        restored = file.store(into, token.club, token.id, lambda _: parts.pause(0))
    except NotARecord as refused:
        raise _refused(refused) from refused
    parts.metrics.appended(restored.outcome)
    return reply(
        _imported_json(file, restored), 201, {"Location": _location(file.kind, restored.stream), "ETag": tag_of_copy(file.kind, restored)}
    )


def _import_archive(content: bytes, into: Destination, token: Token, *, dry_run: bool) -> Response:
    each = politely(wired().pause)
    try:
        archive = archive_of(content)
        restored = foreseen_archive(archive, into, token.club, each)
    except NotARecord as refused:
        raise _refused(refused) from refused
    if not dry_run:
        restored = stored_archive(archive, into, token.club, token.id, each)
    tournament, *games = restored
    new = sum(game.added > 0 for game in games)
    imported: ImportedRecord = {
        "game": None,
        "tournament": tournament.stream,
        "season": None,
        "version": tournament.version,
        "outcome": tournament.outcome,
        "file": {"game": None, "viewer": str(DIRECTOR), "events": archive.tournament.version, "head": archive.tournament.head},
        "added": sum(record.added for record in restored),
        "closed": 0,
        "notes": [
            f"{counted(len(games), 'game')} in the archive, {new} with events that were not here.",
            *(f"{game} is not in the archive ({why})." for game, why in archive.unread.items()),
        ],
    }
    if dry_run:
        return reply(imported)
    wired().metrics.appended(tournament.outcome)
    headers = {"Location": f"{PREFIX}/tournaments/{tournament.stream}", "ETag": f'"{tournament.version}"'}
    return reply(imported, 201, headers)


def _location(kind: str, stream: StreamId) -> str:
    return f"{PREFIX}/clubs/{stream}/export" if kind == "club" else f"{PREFIX}/{kind}s/{stream}"


def politely(pause: Callable[[float], None]) -> Each:
    """Make a function to call for each piece of a long file. Once in _PAUSE_EVERY calls it lets other requests of this process run."""
    calls = count(1)
    return lambda: None if next(calls) % _PAUSE_EVERY else pause(0)


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


def _imported_json(file: Incoming, restored: Restored) -> ImportedRecord:
    return {
        "game": restored.stream if file.kind == "game" else None,
        "tournament": restored.stream if file.kind == "tournament" else None,
        "season": restored.stream if file.kind == "season" else None,
        "version": restored.version,
        "outcome": restored.outcome,
        "file": file.described(),
        "added": restored.added,
        "closed": file.closed_behind(file.size - restored.added),
        "notes": file.notes(restored),
    }
