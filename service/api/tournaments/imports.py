"""POST /tournaments/import: imports a finished tournament that was published elsewhere."""

from typing import Annotated, Any, Final, TypedDict

from flask import Response, request
from marshmallow import Schema

from domain.kernel.shapes import OneOf
from domain.tournament.published import Refused
from service.api.lib.bodies import content_of, parsed
from service.api.lib.contract import ETAG, LOCATION, PREFIX, Resource, reply
from service.api.lib.fields import Shaped, Switch
from service.api.lib.guards import for_token
from service.errors import invalid
from service.files.finished import FinishedFile, read_finished
from service.store.clubs.clubs import Token
from service.store.streams.append import Restored
from service.wiring import wired

blueprint = Resource("tournament-imports", "Import finished tournaments.")

MOST_BYTES: Final = 1024 * 1024


class Difference(TypedDict):
    name: Annotated[str, "The name of the value: points, place, or the printed name of a tie-break."]
    of: Annotated[str, "To what the value belongs, such as `player 3`."]
    published: str
    ours: Annotated[str, "The value that Faceup computes."]


class ImportedTournament(TypedDict):
    tournament: str
    version: int
    outcome: Annotated[str, "appended: it is new. completed: an interrupted import was completed. already-there: it was here before."]
    added: Annotated[int, "Number of events that were not here before."]
    compared: Annotated[int, "How many published values were compared with values that Faceup computes."]
    differences: Annotated[list[Difference], "The published values that differ from those that Faceup computes."]
    not_compared: Annotated[list[str], "Names of published values that are not compared."]


class TournamentImportQuery(Schema):
    dry_run = Switch("Return the result without storing anything.")
    visibility = Shaped(OneOf(("private", "unlisted", "public")), load_default="private")


@blueprint.route("/tournaments/import", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(TournamentImportQuery, location="query")
@blueprint.doc(requestBody={"required": True, "content": {"application/json": {"schema": {"type": "object"}}}})
@blueprint.response(201, ImportedTournament, headers=LOCATION | ETAG)
@blueprint.alt_response(200, ImportedTournament, description="With `dry_run`: the result that the import would have.")
@blueprint.refuses("contended", "record-damaged", "record-differs")
@blueprint.never_refuses("unsupported-media-type")  # the file is read whatever its type says
def import_tournament(token: Token, query: dict[str, Any]) -> Response:
    """Import a finished tournament that was published elsewhere

    The body is one tournament in the form of docs/finished-tournaments.md, of at most 1 MiB. Players with names are registered in the
    club's directory. Importing the same tournament again stores nothing. The answer lists the published values that differ from those that
    Faceup computes.
    """
    parts = wired()
    try:
        file = read_finished(parsed(content_of(request, MOST_BYTES), exact_numbers=True), query["visibility"])
        if query["dry_run"]:
            return reply(_imported_json(file, file.dry_run(parts.tournaments, parts.people, token.club)))
        made = file.store(parts.tournaments, parts.people, token.club, token.id, lambda _: parts.pause(0))
    except Refused as refused:
        raise invalid(refused.faults) from refused
    parts.metrics.appended(made.outcome)
    headers = {"Location": f"{PREFIX}/tournaments/{made.stream}", "ETag": f'"{made.version}"'}
    return reply(_imported_json(file, made), 201, headers)


def _imported_json(file: FinishedFile, made: Restored) -> ImportedTournament:
    return {
        "tournament": made.stream,
        "version": made.version,
        "outcome": made.outcome,
        "added": made.added,
        "compared": len(file.compared),
        "differences": [{"name": one.name, "of": one.of, "published": one.printed, "ours": one.computed} for one in file.differences],
        "not_compared": [*file.not_compared],
    }
