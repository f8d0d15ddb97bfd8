"""POST /games: open a game. An opening is refused if no game can begin in this way; the answer names all faults."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.cards import Seat
from domain.kernel.events.club import DELAY
from domain.kernel.shapes import MAX_SEATS, RulesMap, Text, Whole
from domain.record.opening import NewTable, Wanted
from domain.systems import SYSTEMS
from service.api.games.answers import Opened
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, SENT_HEADERS, Resource
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_token
from service.api.lib.sending import OpeningBody, idempotency_key, opened, when_of
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


class OpenBody(OpeningBody):
    system = Shaped(Text(60), required=True, metadata={"enum": list(SYSTEMS)})
    options = Shaped(RulesMap(), load_default=dict, metadata={"description": "The chosen options by name. GET /systems/{slug} lists them."})
    seats = fields.List(
        fields.Nested(SeatBody), required=True, metadata={"description": "Clockwise.", "minItems": FEWEST, "maxItems": MAX_SEATS}
    )
    delay = Shaped(DELAY, metadata={"description": "How many seconds late spectators see the game. Without it: as in the club's settings."})
    title = Shaped(Text(120))


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
    opening = wired().recording.opening
    return opened("game", opening.open(token.club, token, _table(body), when_of(body), idempotency_key(), body.get("delay")))


def _table(body: Mapping[str, Any]) -> NewTable:
    seats = [Wanted(Seat(sent.get("seat", index)), sent.get("person"), sent.get("name")) for index, sent in enumerate(body["seats"])]
    return NewTable(body["system"], body["options"], seats, body.get("visibility"), body.get("title"))
