"""/games/{id}/export and /records/verify: exports records as files, and checks that a file was not changed after export."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TypedDict

from flask import Response, request
from marshmallow import Schema

import service
from domain.files.limits import too_many
from domain.files.transcript import NotARecord
from domain.kernel.shapes import OneOf, Text
from domain.notation.filing import examined
from service.access import Access
from service.api.games.findings import seen_count
from service.api.games.games import reading_of, viewed
from service.api.lib.bodies import FILE, MOST_BYTES_VERIFIED, archive_of, content_of
from service.api.lib.conditional import headers_of, unchanged
from service.api.lib.contract import ETAG, NAMED, Resource, reply
from service.api.lib.fields import Shaped, Switch
from service.api.lib.guards import for_readers
from service.engine import writer_of
from service.errors import Problem, wrong_parameter
from service.files.archive_reading import examined_archive, is_archive
from service.files.contents import Use, replay_address
from service.files.formats import FORMATS, ExportClosed, Exported, export_bytes
from service.files.paper import NOT_PRINTED, SIZES, WHAT_SIZE
from service.files.tables import CONTENT_TYPE, MARKED, NOT_MARKED, with_mark
from service.memory.work import PRINTED
from service.running.front_door import reachable
from service.store.keys import club_of
from service.views.heads import seated
from service.wiring import wired

blueprint = Resource("files", "Export records as files, and check that a file was not changed.")


class VerifyFault(TypedDict):
    event: Annotated[int | None, "The version of the event; null: the fault is in the file as a whole."]
    where: str
    message: str


class Verified(TypedDict):
    valid: bool
    kind: Annotated[str, "game, club or tournament; empty if the header is damaged."]
    stream: Annotated[str, "The id of the game, the club or the tournament; empty if the header is damaged."]
    game: Annotated[str | None, "The id of the game; null: the file is not a game's."]
    version: int | None
    head: Annotated[str | None, "Hash of the last event."]
    faults: list[VerifyFault]


class Offered(TypedDict):
    name: Annotated[str, "The `format` of GET /games/{id}/export."]
    label: Annotated[str, "What pages call it."]
    about: Annotated[str, "What it is, in a sentence."]
    use: Annotated[Use, "look: to look at. keep: to verify, and to import again. count: for a spreadsheet."]
    lost: Annotated[str, "What the record has and the file has not; empty: nothing."]
    content_type: str
    suffix: Annotated[str, "The ending of its files, such as `json`."]


class Offers(TypedDict):
    formats: list[Offered]


class Origin(NamedTuple):
    """What a document says of a game beside its record: the name of the club, and the address of the replay. Empty: nothing."""

    club: str
    replay: str

    @property
    def mark(self) -> str:
        """The end of the entity tag, which changes with this."""
        return f".{sha256(' '.join(self).encode()).hexdigest()[:8]}" if any(self) else ""


NOWHERE: Final = Origin("", "")
WRITER: Final = writer_of(Path(service.__path__[0]))
"""The name of the code that writes files. It is part of their entity tags: after an upgrade nobody keeps a file as it was written."""
MEDIA_TYPES: Final = sorted({form.content_type.partition(";")[0] for form in FORMATS.values()})


class ExportQuery(Schema):
    format = Shaped(Text(20), load_default="json", metadata={"enum": list(FORMATS)})
    bom = Switch(MARKED)
    paper = Shaped(OneOf(tuple(SIZES)), metadata={"description": WHAT_SIZE})
    view = viewed()


@blueprint.route("/export-formats")
@blueprint.response(200, Offers)
def list_export_formats() -> Response:
    """List the formats in which a game can be exported, and what each of them leaves out, sorted by name"""
    offers: list[Offered] = [
        {
            "name": form.name,
            "label": form.label,
            "about": form.about,
            "use": form.use,
            "lost": form.lost,
            "content_type": form.content_type,
            "suffix": form.suffix,
        }
        for form in FORMATS.values()
    ]
    return reply({"formats": offers})


@blueprint.route("/games/<game>/export")
@for_readers
@blueprint.arguments(ExportQuery, location="query")
@blueprint.file(200, MEDIA_TYPES, headers=ETAG | NAMED, description="The file.")
@blueprint.refuses("history-closed", "not-acceptable")
def export_game(access: Access, query: dict[str, Any]) -> Response:
    """Export a record as a file that anyone can verify without this service

    All exports of a record have the same events and hashes. A sealed value is readable in the file only if you may see it. What
    each format leaves out is said by GET /export-formats.
    """
    access = access.seen_as(query.get("view"))
    form = FORMATS.get(query["format"])
    if form is None:
        raise Problem(
            "not-acceptable", f"Records are exported as {', '.join(FORMATS)}.", [{"parameter": "format", "message": "is not a format"}]
        )
    if query["bom"] and form.content_type != CONTENT_TYPE:
        raise wrong_parameter("bom", NOT_MARKED)
    if "paper" in query and not form.printed:
        raise wrong_parameter("paper", NOT_PRINTED)
    size = query.get("paper", "a4")
    head, place = access.head, place_of(access) if form.printed else NOWHERE
    made = f"{form.name}{WRITER}{form.look()}{'.bom' * query['bom']}{f'.{size}' if form.printed else ''}{place.mark}"
    tag = f"{head.version}.{seen_count(access)}.{head.validated}.{head.engine}.{made}"
    same = unchanged(access, tag, lasts=not form.printed)
    if same is not None:
        return same
    if form.printed:
        wired().work.steps(PRINTED)
    whole = exported(access, form.steps)
    try:
        content = export_bytes(form.name, replace(whole, club=place.club, replay=place.replay, paper=size))
    except ExportClosed as closed:
        raise Problem("history-closed", str(closed)) from closed
    content = with_mark(content) if query["bom"] else content
    headers = {**headers_of(access, tag), "Content-Disposition": f'attachment; filename="{form.download_name(head.game, whole.reading)}"'}
    return Response(content, 200, headers, content_type=form.content_type)


def exported(access: Access, steps: int = 1, *, once: bool = False) -> Exported:
    """Return the content of the game's export for this visitor. `steps`: as that of its format. `once`: the game is one of many that are
    read once, and is not cached. Raises TooLong, RecordDamaged."""
    parts, game = wired(), access.head.game
    parts.work.steps(access.head.version * steps)
    if access.delayed:
        findings, validated, engine = list(parts.delays.late(access.head).standing.values()), access.head.validated, access.head.engine
    else:
        standing = parts.verdicts.state(game)
        findings = [entry.finding for entry in standing.findings]
        validated, engine = min(standing.validated, access.head.version), standing.engine
    reading = parts.readings.once(access.head) if once and not access.delayed else reading_of(access)
    return Exported(
        game=game,
        reading=reading,
        sealed=parts.records.sealed(game),
        findings=findings,
        validated=validated,
        engine=engine,
        viewer=access.viewer,
        names=seated(game, reading, parts.people).names,
    )


def place_of(access: Access) -> Origin:
    parts, game = wired(), access.head.game
    replay = replay_address(next(reachable(parts.config), None), game, access.head.visibility)
    return Origin(parts.people.called(club_of(game)), replay)


@blueprint.route("/records/verify", methods=["POST"])
@blueprint.response(200, Verified)
@blueprint.doc(requestBody={"required": False, "content": FILE})
def verify_record() -> Response:
    """Check whether a record file is still as it was exported

    The body is the file, as json, ndjson, html or text, of at most 16 MiB. It has at most 10,000 events of a game, 50,000 of a tournament
    or 200,000 of a club. It may also be the archive of a tournament (a zip), of at most 256 MiB unpacked: then everything in it is checked,
    and `version` and `head` are those of the tournament. Nothing is stored, and the file is not compared with the records of this service.
    """
    content = content_of(request, MOST_BYTES_VERIFIED)
    if is_archive(content):
        return reply(_archive_verified(content))
    if more := too_many(content):
        raise Problem("too-large", f"The file cannot be verified here. {more[0].upper()}{more[1:]}.")
    result = examined(content)
    faults: list[VerifyFault] = [{"event": fault.event, "where": fault.where, "message": fault.message} for fault in result.faults]
    game = result.stream if result.kind in ("game", "") else None
    return reply(
        Verified(
            valid=result.valid, kind=result.kind, stream=result.stream, game=game, version=result.version, head=result.head, faults=faults
        )
    )


def _archive_verified(content: bytes) -> Verified:
    try:
        archive = archive_of(content)
        faults, _ = examined_archive(archive)
        tournament = archive.tournament
        told = {"kind": "tournament", "stream": tournament.stream, "version": tournament.version, "head": tournament.head}
    except NotARecord as refused:
        faults, told = list(refused.reasons), {"kind": "", "stream": "", "version": None, "head": None}
    places = [fault.partition(": ") for fault in faults]
    shown: list[VerifyFault] = [{"event": None, "where": where, "message": message} for where, _, message in places]
    return {"valid": not faults, "game": None, "faults": shown, **told}  # type: ignore[typeddict-item]
