"""POST /games: a table sits down. What cannot be dealt is refused, every fault named; everything later is the table's business."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from flask import Response, request
from marshmallow import Schema, fields

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, PersonId, Seating
from domain.kernel.shapes import MAX_SEATS, MILLISECONDS, OFFSET, Fault, OneOf, RulesMap, Sealed, Text, Whole
from domain.system import Unplayable
from domain.systems import SYSTEMS
from service.api.answers.events import Opened
from service.api.games.batch import ids_for
from service.api.lib.contract import IDEMPOTENCY_KEY, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import UUID, Shaped
from service.api.lib.guards import for_token
from service.errors import invalid
from service.store.clubs.clubs import Token
from service.store.streams.batch import Draft
from service.wiring import wired

blueprint = Resource("opening", "Start a game.")

NAME: Final = Text(80)
FEWEST: Final = min(system.players[0] for system in SYSTEMS.values())
_PERSON: Final = Text(40, r"[a-z0-9_-]{1,40}")
_BITS = 60


class SeatBody(Schema):
    """A seat at the start: `person` of the directory, or a `name`, which makes a person."""

    seat = Shaped(Whole(0, MAX_SEATS - 1), metadata={"description": "Default: its place in the list."})
    person = Shaped(_PERSON)
    name = Shaped(NAME)


class OpenBody(Schema):
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "See GET /systems/{slug}: options."})
    seats = fields.List(
        fields.Nested(SeatBody), required=True, metadata={"description": "Clockwise.", "minItems": FEWEST, "maxItems": MAX_SEATS}
    )
    visibility = Shaped(OneOf(("private", "unlisted", "public")), load_default="private")
    title = Shaped(Text(120))
    id = Shaped(UUID, metadata={"format": "uuid", "description": "Default: from Idempotency-Key, else random."})
    at = Shaped(MILLISECONDS, metadata={"description": "Milliseconds UTC at the table. Default: now."})
    offset = Shaped(OFFSET, load_default=0)


@blueprint.route("/games", methods=["POST"])
@for_token("record", club_wide=True)
@blueprint.arguments(OpenBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, Opened(), headers={"Location": {"schema": {"type": "string"}}, "ETag": {"schema": {"type": "string"}}})
def open_game(token: Token, body: dict[str, Any]) -> Response:
    """Open a game

    Idempotent by `id` or `Idempotency-Key`: the same opening again answers `already-there`.
    """
    ids = ids_for(token, request.headers.get("Idempotency-Key"), "open")
    event_id = EventId(body["id"].lower()) if "id" in body else ids.of(0)
    act = _opening(body, token, event_id)
    parts = wired()
    made = parts.records.open(token.club, Draft(act, event_id, at=body.get("at"), offset=body["offset"]), token.id)
    parts.metrics.appends.labels(made.outcome).inc()
    events = [{"version": version, "id": name} for version, name in made.events]
    headers = {"Location": f"{PREFIX}/games/{made.game}", "ETag": f'"{made.version}"'}
    return reply({"game": made.game, "version": made.version, "events": events, "outcome": made.outcome}, 201, headers)


def _opening(body: Mapping[str, Any], token: Token, event_id: EventId) -> GameOpened:
    system = SYSTEMS.get(body["system"])
    if system is None:
        raise invalid([Fault("/system", f"is not a system here; known: {', '.join(SYSTEMS)}")])
    seats = body["seats"]
    faults = [*_seat_faults(seats), *_people_faults(seats, token)]
    try:
        rules = system.rules_with(body["options"], len(seats))
    except Unplayable as refused:
        raise invalid([*refused.faults, *faults]) from refused
    if faults:
        raise invalid(faults)
    title = None if "title" not in body else Sealed("", body["title"])
    return GameOpened(system.slug, rules, _seated(seats, token, event_id), body["visibility"], title)


def _seat_faults(seats: list[dict[str, Any]]) -> Iterator[Fault]:
    taken: set[int] = set()
    for index, sent in enumerate(seats):
        seat = sent.get("seat", index)
        if seat in taken:
            yield Fault(f"/seats/{index}/seat", f"seat {seat} is taken")
        taken.add(seat)
        if "person" in sent and "name" in sent:
            yield Fault(f"/seats/{index}/name", "either a person of the directory or a new name, not both")


def _people_faults(seats: list[dict[str, Any]], token: Token) -> Iterator[Fault]:
    named = {index: sent["person"] for index, sent in enumerate(seats) if "person" in sent}
    known = wired().people.names(token.club, named.values())
    for index, person in named.items():
        if person not in known:
            yield Fault(f"/seats/{index}/person", "is nobody in this club's directory")


def _seated(seats: list[dict[str, Any]], token: Token, event_id: EventId) -> tuple[Seating, ...]:
    """The seats by number. Who is new gets an id that follows from the opening's, so that a repeated opening makes nobody twice."""
    new: dict[PersonId, str] = {}
    seated: list[Seating] = []
    for index, sent in sorted(enumerate(seats), key=lambda item: item[1].get("seat", item[0])):
        seat = Seat(sent.get("seat", index))
        person = sent.get("person")
        if "name" in sent:
            digest = sha256(f"{event_id}:{seat}".encode()).hexdigest()[: _BITS // 4]
            person = PersonId(f"p-{digest}")
            new[person] = sent["name"]
        seated.append(Seating(seat, person))
    if new:
        wired().people.register(token.club, new, token.id)
    return tuple(seated)
