"""POST /games: open a game. An opening is refused if no game can begin in this way; the answer names all faults."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.cards import Seat
from domain.kernel.events.club import DELAY, VISIBILITIES
from domain.kernel.shapes import MAX_SEATS, MILLISECONDS, OFFSET, OneOf, RulesMap, Text, Whole
from domain.record.opening import NewTable, Wanted
from domain.systems import SYSTEMS
from service.api.games.answers import EventName, Opened
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import UUID, Shaped
from service.api.lib.guards import for_token
from service.api.lib.sending import idempotency_key
from service.recording.games import When
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("opening", "Start a game.")

NAME: Final = Text(80)
FEWEST: Final = min(system.players[0] for system in SYSTEMS.values())
_PERSON: Final = Text(40, r"[a-z0-9_-]{1,40}")


class SeatBody(Schema):
    """A seat at the opening. It has either `person`, the id of a person in the directory, or `name`, the name of a new person."""

    seat = Shaped(Whole(0, MAX_SEATS - 1), metadata={"description": "The seat number. Without it: the place in the list, from 0."})
    person = Shaped(_PERSON)
    name = Shaped(NAME)


class OpenBody(Schema):
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "The chosen options by name. GET /systems/{slug} lists them."})
    seats = fields.List(
        fields.Nested(SeatBody), required=True, metadata={"description": "Clockwise.", "minItems": FEWEST, "maxItems": MAX_SEATS}
    )
    visibility = Shaped(OneOf(VISIBILITIES), metadata={"description": "Without it: as in the settings of the club."})
    delay = Shaped(DELAY, metadata={"description": "How many seconds late spectators see the game. Without it: as in the club's settings."})
    title = Shaped(Text(120))
    id = Shaped(UUID, metadata={"format": "uuid", "description": "Without it: from Idempotency-Key, else random."})
    at = Shaped(MILLISECONDS, metadata={"description": "When it happened at the table: milliseconds since 1970, UTC. Without it: now."})
    offset = Shaped(OFFSET, load_default=0)


@blueprint.route("/games", methods=["POST"])
@for_token("record", club_wide=True)
@blueprint.arguments(OpenBody)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, Opened, headers=LOCATION | ETAG)
@blueprint.refuses("contended")
def open_game(token: Token, body: dict[str, Any]) -> Response:
    """Open a game

    If the same request is sent again with the same `id` or `Idempotency-Key`, no second game is opened, and the outcome is `already-there`.
    """
    recording, when = wired().recording.opening, When(body.get("id"), body.get("at"), body["offset"])
    made = recording.open(token.club, token, _table(body), when, idempotency_key(), body.get("delay"))
    wired().metrics.appended(made.outcome)
    events = [EventName(version=version, id=name) for version, name in made.events]
    headers = {"Location": f"{PREFIX}/games/{made.game}", "ETag": f'"{made.version}"'}
    return reply(Opened(game=made.game, version=made.version, events=events, outcome=made.outcome), 201, headers)


def _table(body: Mapping[str, Any]) -> NewTable:
    seats = [Wanted(Seat(sent.get("seat", index)), sent.get("person"), sent.get("name")) for index, sent in enumerate(body["seats"])]
    return NewTable(body["system"], body["options"], seats, body.get("visibility"), body.get("title"))
