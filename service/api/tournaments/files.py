"""/tournaments/{id}/export: a tournament as a file that can be verified, and its tables for a spreadsheet."""

from collections.abc import Collection
from typing import Any, Final

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import OneOf, Text, Whole
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer
from domain.tournament.scoring import knocks_out
from service.access import needs
from service.api.lib.conditional import file_or_304
from service.api.lib.contract import ETAG, NAMED, Resource
from service.api.lib.fields import Digits, Shaped, Switch
from service.api.tournaments.access import TournamentAccess, for_tournament_readers
from service.errors import Problem, wrong_parameter
from service.files.formats import FORMATS
from service.files.names import day_of, look_name, plain
from service.files.paper import NOT_PRINTED, SIZES, WHAT_SIZE
from service.files.tables import CONTENT_TYPE, MARKED, NOT_MARKED, with_mark
from service.files.tournament import packed_tournament
from service.files.tournament_tables import BRACKET, NO_BRACKET, PRINTED_TABLES, TOURNAMENT_TABLES, TournamentExported, tournament_csv
from service.files.whole import FORMS
from service.memory.work import PRINTED
from service.store.keys import club_of
from service.wiring import wired

blueprint = Resource("tournament-files", "Export a tournament as a file.")

VIEWERS: Final = {str(viewer): viewer for viewer in (DIRECTOR, SCOREKEEPER, PUBLIC)}
"""The viewers that can get a file, by name. The viewer that sees the most is first."""


PDF: Final = FORMATS["pdf"].content_type
MEDIA_TYPES: Final = sorted({kind.partition(";")[0] for kind in (CONTENT_TYPE, PDF, *(FORMATS[name].content_type for name in FORMS))})


class TournamentExportQuery(Schema):
    format = Shaped(Text(20), load_default="json", metadata={"enum": [*FORMS, "csv", "pdf"]})
    table = Shaped(
        Text(20),
        metadata={
            "enum": sorted({*TOURNAMENT_TABLES, *PRINTED_TABLES}),
            "description": "Which table to export. Required with the formats `csv` and `pdf`; "
            "`pdf` writes the standings, the pairings of a round, or the bracket of a knock-out.",
        },
    )
    round = Digits(
        Whole(0, 200),
        metadata={"description": "Only with the format `pdf`: pairings of this round, or what stands after it. Without it: the newest."},
    )
    bom = Switch(MARKED)
    paper = Shaped(OneOf(tuple(SIZES)), metadata={"description": WHAT_SIZE})
    view = Shaped(
        Text(20), metadata={"enum": list(VIEWERS), "description": "Make the file for this viewer, who must not see more than you."}
    )


@blueprint.route("/tournaments/<tournament>/export")
@for_tournament_readers
@blueprint.arguments(TournamentExportQuery, location="query")
@blueprint.file(200, MEDIA_TYPES, headers=ETAG | NAMED, description="The file.")
@blueprint.refuses("no-right", "not-acceptable", "token-missing")
def export_tournament(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Export a tournament as a file

    Anyone can verify a json or ndjson file without this service, and compute the standings again from it. It has every event, so only those
    who record in the tournament get it. Everyone else gets the tables (csv, and pdf to print), which show what the visitor may see.
    """
    name = query["format"]
    if name not in (*FORMS, "csv", "pdf"):
        detail = f"Tournaments are exported as {', '.join(FORMS)}, csv or pdf."
        raise Problem("not-acceptable", detail, [{"parameter": "format", "message": "is not a format"}])
    if "round" in query and name != "pdf":
        raise wrong_parameter("round", NOT_PRINTED)
    if "paper" in query and name != "pdf":
        raise wrong_parameter("paper", NOT_PRINTED)
    if name == "csv":
        return _table(access, query.get("table"), query.get("view"), marked=query["bom"])
    if query["bom"]:
        raise wrong_parameter("bom", NOT_MARKED)
    if name == "pdf":
        return _paper(access, query.get("table"), query.get("view"), query.get("round"), query.get("paper", "a4"))
    if "table" in query:
        raise wrong_parameter("table", "is only for the formats csv and pdf")
    viewer = _viewer(access, query.get("view"))
    parts = wired()
    parts.work.steps(access.reading.version)
    gone = parts.people.directory(club_of(access.id)).erased
    packed = packed_tournament(access.id, access.reading, parts.tournaments.sealed(access.id), gone, viewer, name)
    return file_or_304(packed.data, packed.name, FORMATS[name].content_type)


def _viewer(access: TournamentAccess, view: str | None) -> Viewer:
    """Return the viewer that the file is made for. Raises Problem `token-missing`, `no-right`, `wider-view` or `invalid`."""
    if access.token is None or access.token.limited:
        needs("record", club_wide=True)
        raise Problem("no-right", "This token may not export this tournament.", needs="record")
    if not access.records:
        raise Problem(
            "no-right", "Only those who record in the tournament get all its events; export a table (format=csv).", needs="record"
        )
    widest = DIRECTOR if access.token.may("direct") else SCOREKEEPER
    if view is None:
        return widest
    if view not in VIEWERS:
        raise wrong_parameter("view", f"must be one of {', '.join(VIEWERS)}")
    if list(VIEWERS).index(view) < list(VIEWERS).index(str(widest)):
        raise Problem("wider-view", f"This token may see the tournament as {widest}, but not as {view}.")
    return VIEWERS[view]


def _paper(access: TournamentAccess, table: str | None, view: str | None, number: int | None, size: str) -> Response:
    exported = _exported(access, table, PRINTED_TABLES, view)
    if table == "pairings" and number is not None and number not in [paired.number for paired in exported.rounds()]:
        raise wrong_parameter("round", "must be a round that is paired")
    if table == BRACKET and not knocks_out(access.reading.state):
        raise wrong_parameter("table", NO_BRACKET)
    wired().work.steps(PRINTED)
    from service.files.paper.tournament import tournament_paper  # noqa: PLC0415 - as in service/files/formats/pdf.py

    state = access.reading.state
    name = look_name(f"{plain(state.title or '', state.system)}-{table}", day_of(exported.last), access.id, "pdf")
    return file_or_304(tournament_paper(str(table), exported, number, size), name, PDF)


def _exported(access: TournamentAccess, table: str | None, tables: Collection[str], view: str | None) -> TournamentExported:
    """Return the tournament for this visitor. `tables`: the tables of which `table` must be one. Raises Problem `invalid`."""
    if table not in tables:
        raise wrong_parameter("table", f"must be one of {', '.join(tables)}")
    if view is not None and view not in VIEWERS:
        raise wrong_parameter("view", f"must be one of {', '.join(VIEWERS)}")
    wired().work.steps(access.reading.version)
    return TournamentExported(access.id, access.reading, access.names, access.records and view != str(PUBLIC))


def _table(access: TournamentAccess, table: str | None, view: str | None, *, marked: bool) -> Response:
    exported = _exported(access, table, TOURNAMENT_TABLES, view)
    content = tournament_csv(str(table), exported)
    return file_or_304(with_mark(content) if marked else content, f"{access.id}.{table}.csv", CONTENT_TYPE)
