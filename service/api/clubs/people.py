"""/people: the names of people in a club. Names are recorded as events of the club's own stream. An erased name stays erased.

Tokens with the scope `record` may register people and read their names. Only directors may rename, merge and erase people.
Only owners may erase a member, or merge people who have different roles (docs/decisions/clubs.md).
"""

from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId
from domain.kernel.shapes import MAX_SEATS, Text, Whole
from domain.record.directory import finds
from service.api.games.opening import NAME
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_token, is_self
from service.api.lib.paging import A_NAME, NEXT, page_link, searched, sent_cursor, typed_words
from service.api.lib.refusals import LONG
from service.api.lib.sending import compressed, event_id
from service.errors import Problem, not_found, wrong_parameter
from service.store.clubs.clubs import Token
from service.store.clubs.members import erase_everywhere
from service.store.errors import UnknownPerson
from service.store.rewriting import Rewritten, rewritten
from service.wiring import wired

blueprint = Resource("people", "People of a club.")

PERSON: Final = Text(40, r"[a-z0-9_-]{1,40}")
MOST_AT_PRACTICE: Final = 2 * MAX_SEATS
"""How many people a practice table may know."""
NOT_KEPT: Final = {"Cache-Control": "no-store"}
REMAINS: Final[dict[Rewritten, str | None]] = {
    "rewritten": None,
    "no-log": "The Redis server keeps no log of writes. Snapshots and backups that were made before still hold the names.",
    "later": "A server of the cluster is away, and its log of writes holds the names until it has returned: then Faceup has it rewritten.",
    "refused": "Redis does not let Faceup rewrite the log of writes: an administrator must run BGREWRITEAOF. Backups still hold the names.",
    "unfinished": "The log of writes may still hold the names: send this request again.",
}


class Person(TypedDict):
    person: Annotated[str, "The person's id. If ids were merged: the id that stands for all of them."]
    name: Annotated[str | None, "null: the names were erased."]


class PersonList(TypedDict):
    people: Annotated[list[Person], "Sorted by name."]


class HeldName(TypedDict):
    version: Annotated[int, "Version of the event in the club's own stream that gave the name."]
    recorded_at: Annotated[int, "When the server received the event: milliseconds since 1970, UTC."]
    name: Annotated[str | None, "null: the names were erased."]


class Held(TypedDict):
    ids: Annotated[list[str], "Every id that stands for the person in records."]
    names: Annotated[list[HeldName], "Every name that the person ever had, in order."]
    role: Annotated[str | None, "The person's role in the club; null: not a member."]
    devices: Annotated[list[str], "The labels of all tokens that the person ever had."]


class PersonShown(Person):
    since: Annotated[int, "When the person was registered: milliseconds since 1970, UTC."]
    erased: bool
    held: NotRequired[Annotated[Held, "Only for directors: what is stored about the person outside the records of games."]]


class Erased(TypedDict):
    person: Annotated[str, "The id of the erased person. The id stays in the records, without a name."]
    erased: bool
    log: Annotated[
        Literal["rewritten", "no-log", "later", "refused", "unfinished"],
        "The outcome of rewriting the server's log of writes, which held the names.",
    ]
    remains: Annotated[str | None, "What must still be done to remove the names from all files of the server; null: nothing."]


class NewPerson(Schema):
    name = Shaped(NAME, required=True)


class NewName(Schema):
    name = Shaped(NAME, required=True)


class PeopleQuery(Schema):
    q = searched("Only people of this name.")
    limit = Digits(Whole(1, 500), metadata={"description": "At most this many people. Without it: everyone."})
    cursor = sent_cursor(PERSON.pattern)


class Merging(Schema):
    gone = Shaped(PERSON, required=True, metadata={"description": "The id to merge. From now on it stands for the person in the path."})


@blueprint.route("/people", methods=["POST"])
@for_token("record")
@blueprint.arguments(NewPerson)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, Person)
@blueprint.refuses("contended", "person-erased", *LONG)
def add_person(token: Token, body: dict[str, Any]) -> Response:
    """Add a person to the club's directory

    If the same request is sent again with the same `Idempotency-Key`, nobody is added, and the answer is the same person with their current
    name. With the link of a tournament nobody can be added: a scorekeeper of the club must do that.
    """
    if token.tournament is not None:
        said = "With the link of a tournament you cannot register people. Ask a scorekeeper of the club to do it."
        raise Problem("no-right", said, needs="record")
    _read_here(token)
    person = PersonId(f"p-{sha256(event_id(token, 'person').encode()).hexdigest()[:15]}")
    people = wired().people
    if token.practice and people.size(token.club) > MOST_AT_PRACTICE:
        raise Problem("no-right", f"A practice table knows {MOST_AT_PRACTICE} people, and no more.", needs="direct")
    if person not in people.names(token.club, [person]):  # a repeated request adds nobody
        wired().chains.take(token, "people")
    people.register(token.club, {person: body["name"]}, token.id, directs=token.may("direct"))
    return _called(token, person, 201)


@blueprint.route("/people")
@for_token("record", club_wide=True)
@blueprint.arguments(PeopleQuery, location="query")
@blueprint.response(200, PersonList, headers=ETAG | NEXT)
def list_people(token: Token, query: dict[str, Any]) -> Response:
    """List the people in the club's directory, sorted by name

    With `limit` the list comes in pages. Erased names are not listed, and not found.
    """
    wired().work.people((A_NAME if "q" in query else 1) * wired().people.size(token.club))
    everyone = wired().people.everyone(token.club)
    left = [*everyone.items()][_place(token, everyone, query.get("cursor")) :]
    typed = typed_words(query.get("q"))
    found = [(person, name) for person, name in left if typed is None or finds(typed, name)]
    shown = found[: query.get("limit")]
    people: list[Json] = [{"person": person, "name": name} for person, name in shown]
    link = {"Link": page_link("next", cursor=shown[-1][0])} if len(shown) < len(found) else {}
    return compressed(listed({"people": people}, NOT_KEPT | link))


def _place(token: Token, everyone: dict[PersonId, str], cursor: str | None) -> int:
    """Return how many people come before the page that begins after the person `cursor`. Raises Problem `invalid` if that person has no
    name: then nobody knows where the page before ended."""
    if cursor is None:
        return 0
    last = wired().people.directory(token.club).whom(PersonId(cursor))
    if last not in everyone:
        raise wrong_parameter("cursor", "is not from a `next` link of this list, or this person was erased: begin with the first page")
    return [*everyone].index(last) + 1


@blueprint.refuses(*LONG)
@blueprint.route("/people/<person>")
@for_token("record", club_wide=True)
@blueprint.response(200, PersonShown)
@blueprint.refuses("not-found", *LONG)
def get_person(token: Token, person: str) -> Response:
    """Get a person: their name, and when they were registered

    If the id was merged into another one, the answer has that other id.
    """
    _read_here(token)
    asked, parts = PersonId(person), wired()
    directory = parts.people.directory(token.club)
    known = directory.get(asked)
    if known is None:
        not_found()
    body: dict[str, Json] = {"person": directory.whom(asked), "name": known.name, "since": known.since, "erased": known.erased}
    if token.may("direct"):
        names: list[Json] = [held._asdict() for held in parts.people.held(token.club, asked)]
        ids = sorted(directory.ids_of(asked))
        devices: list[Json] = [device.label for device in parts.clubs.devices(token.club, [PersonId(id_) for id_ in ids])]
        body["held"] = {"ids": list[Json](ids), "names": names, "role": known.role, "devices": devices}
    return reply(body, headers=NOT_KEPT)


@blueprint.route("/people/<person>", methods=["PATCH"])
@for_token("direct", club_wide=True)
@blueprint.arguments(NewName)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(200, Person)
@blueprint.refuses("contended", "not-found", "person-erased")
def rename_person(token: Token, body: dict[str, Any], person: str) -> Response:
    """Give a person another name, which every record then shows"""
    renaming = event_id(token, f"rename:{person}")
    try:
        _read_here(token)
        kept = wired().people.rename(token.club, PersonId(person), body["name"], token.id, renaming)
    except UnknownPerson:
        not_found()
    return _called(token, kept, 200)


@blueprint.route("/people/<person>/merge", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(Merging)
@blueprint.response(200, Person)
@blueprint.refuses("contended", "not-found", "person-erased", "same-tournament")
def merge_people(token: Token, body: dict[str, Any], person: str) -> Response:
    """Merge another id into this one, because both belong to the same person

    The request is refused while both ids are in the same unfinished tournament. Only an owner may merge two ids that have different roles
    in the club; the person keeps the role with more rights.
    """
    _refuse_opponents(token, PersonId(person), body["gone"])
    try:
        kept = wired().people.merge(token.club, PersonId(person), body["gone"], token.id, owner=token.may("own"))
    except UnknownPerson:
        not_found()
    wired().clubs.forget_remembered()
    return _called(token, kept, 200)


def _refuse_opponents(token: Token, kept: PersonId, gone: PersonId) -> None:
    """Raise Problem `same-tournament` if both ids are in the same unfinished tournament. Ids that are merged already are never refused."""
    parts = wired()
    directory = parts.people.directory(token.club)
    if directory.whom(kept) == directory.whom(gone):
        return
    shared = parts.tournament_lines.shared(token.club, directory.ids_of(kept), directory.ids_of(gone))
    if shared is not None:
        raise Problem("same-tournament", f"Both are in the tournament {shared}, which is not finished.")


@blueprint.route("/people/<person>", methods=["DELETE"])
@for_token("direct", club_wide=True)
@blueprint.response(200, Erased)
@blueprint.refuses("contended", "last-owner", "not-found")
def erase_person(token: Token, person: str) -> Response:
    """Erase a person's names for good, in the directory, in tournaments and in the files of the server

    The records stay, with the person's id, which then has no name. No later request or import can give this id a name again. The person's
    membership ends; their tokens, invitations and PINs are deleted, and so are the check-in links of their entries. Only an owner may erase
    another member. The request may take minutes, and may be repeated.
    """
    parts, whom = wired(), PersonId(person)
    try:
        owner = token.may("own") or is_self(token, whom)
        erase_everywhere(parts.redis, parts.members, parts.tournaments, token.club, whom, token.id, owner=owner)
    except UnknownPerson:
        not_found()
    parts.exports.expire(token.club)
    folder = None if parts.config.redis_url else parts.config.data / "appendonlydir"
    log = rewritten(parts.redis, folder, pause=parts.pause)
    return reply({"person": person, "erased": True, "log": log, "remains": REMAINS[log]}, headers=NOT_KEPT)


def _read_here(token: Token) -> None:
    """Raise TooLong if reading the whole directory of the club would take too long in this process."""
    wired().work.people(wired().people.size(token.club))


def _called(token: Token, person: PersonId, status: int) -> Response:
    """Make the answer with the person's id and current name. An erased name is null."""
    people = wired().people
    return reply({"person": people.directory(token.club).whom(person), "name": people.names(token.club, [person]).get(person)}, status)
