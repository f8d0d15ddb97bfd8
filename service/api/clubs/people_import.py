"""POST /people/import: imports people from a CSV file into the club's directory. All rows are imported, or none."""

from hashlib import sha256
from typing import Annotated, Any, Final, Literal, TypedDict

from flask import Response, request
from marshmallow import Schema

from domain.kernel.events import PersonId
from service.api.lib.bodies import FILE, content_of
from service.api.lib.contract import IDEMPOTENCY_KEY, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Switch
from service.api.lib.guards import for_token
from service.api.lib.sending import idempotency_key
from service.errors import MOST_PLACES, Problem
from service.files.people import MOST_BYTES, Matched, RowsRefused, import_people, matched, read_people
from service.recording.recorder import Ids
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("people-import", "Import people from a CSV file.")


class ImportedPerson(TypedDict):
    line: Annotated[int, "The line of the file, from 1."]
    person: Annotated[str | None, "The id of the person; null: in a dry run, for a row that would get a new id."]
    name: Annotated[str, "The name in the file."]
    outcome: Annotated[
        Literal["registered", "already-there", "erased"],
        "already-there: nothing was stored. erased: an earlier request with this key registered the person, who was erased later.",
    ]
    namesakes: Annotated[list[str], "Ids of other people in the directory who have the same name."]


class ImportedPeople(TypedDict):
    registered: Annotated[int, "Number of people who were not in the directory before."]
    people: Annotated[list[ImportedPerson], "In the order of the file."]
    ignored: Annotated[list[str], "Columns of the file that are not imported."]


class PeopleImportQuery(Schema):
    dry_run = Switch("Return the result without storing anything.")


CSV: Final = {"required": True, "content": {"text/csv": FILE["application/octet-stream"], **FILE}}
"""Describes, for the contract, the body. Programs that can send no text/csv send the same bytes as a file."""


@blueprint.route("/people/import", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(PeopleImportQuery, location="query")
@blueprint.doc(requestBody=CSV, **{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, ImportedPeople)
@blueprint.alt_response(200, ImportedPeople, description="With `dry_run`: the result that the import would have.")
@blueprint.refuses("contended", "unsupported-media-type")
def import_people_file(token: Token, query: dict[str, Any]) -> Response:
    """Import people from a CSV file, all or none

    The body is the file: UTF-8 or UTF-16, commas, semicolons or tabs, a row of column names, and at most 2,000 people. The column `name` is
    required, and the column `id` is optional; other columns are ignored. A row without an id stands for the person with that name in the
    directory, if there is one. So sending the same file again registers nobody. If a row is faulty, nobody is registered, and the answer
    names every faulty row.
    """
    if request.mimetype.startswith("multipart/"):
        raise Problem("unsupported-media-type", "Send the file itself as the body, as text/csv.")
    parts = wired()
    try:
        file = read_people(content_of(request, MOST_BYTES))
        parts.work.people(parts.people.size(token.club) + 2 * len(file.rows))
        ids = Ids(token.id, idempotency_key(), "people").first(len(file.rows))
        new = [PersonId(f"p-{sha256(event_id.encode()).hexdigest()[:15]}") for event_id in ids]
        if query["dry_run"]:
            found = matched(file.rows, parts.people.directory(token.club), new)
        else:
            found = import_people(parts.people, token.club, file.rows, new, token.id)
    except RowsRefused as refused:
        raise _refused(refused) from refused
    listed = [_person(each, dry_run=query["dry_run"]) for each in found]
    registered = sum(each.found == "registered" for each in found)
    body = ImportedPeople(registered=registered, people=listed, ignored=list(file.ignored))
    return reply(body, 200 if query["dry_run"] else 201)


def _person(each: Matched, *, dry_run: bool) -> ImportedPerson:
    unknown = dry_run and each.found == "registered" and each.row.id is None
    return {
        "line": each.row.line,
        "person": None if unknown else each.person,
        "name": each.row.name,
        "outcome": each.found,
        "namesakes": list(each.called),
    }


def _refused(refused: RowsRefused) -> Problem:
    places = [
        {"where": f"line {fault.line}{f', column {fault.column}' if fault.column else ''}", "message": fault.message}
        for fault in refused.faults[:MOST_PLACES]
    ]
    return Problem("invalid", f"{len(refused.faults)} fault(s) in the file; nobody was registered.", places)
