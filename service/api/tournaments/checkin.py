"""/tournaments/{id}/entries/{n}/check-in and …/pin: records that the people of an entry have arrived, and sets their PIN."""

from typing import Any

from flask import Response
from marshmallow import Schema

from service.admission import guesser
from service.api.lib.contract import SENT_HEADERS, Resource
from service.api.lib.fields import PIN, Shaped
from service.api.lib.sending import APPENDED, PREFER
from service.api.tournaments.access import TournamentAccess, for_tournament_links
from service.api.tournaments.answers import TournamentAppended, tournament_appended
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("check-in", "Check entries of a tournament in, and set their PINs.")


class CheckInBody(Schema):
    pin = Shaped(PIN, metadata={"description": "The PIN to set. Without it: none is set."})


class EntryPinBody(Schema):
    pin = Shaped(PIN, required=True)


@blueprint.route("/tournaments/<tournament>/entries/<entry>/check-in", methods=["POST"])
@for_tournament_links
@blueprint.arguments(CheckInBody)
@blueprint.doc(**{SENT_HEADERS: [PREFER]})
@blueprint.response(201, TournamentAppended, headers=APPENDED)
@blueprint.refuses("contended", "pin-set", "too-many-attempts")
def check_in(access: TournamentAccess, token: Token, body: dict[str, Any], entry: str) -> Response:
    """Check an entry in, and set its PIN

    This needs a token that may record in the whole tournament, or the check-in link of the entry. The request may be repeated. Only a
    director or the check-in link can set the PIN.
    """
    checking = (access.id, token, access.entry(entry), body.get("pin"), guesser(token))
    return tournament_appended(access, lambda: wired().consent.check_in(*checking))


@blueprint.route("/tournaments/<tournament>/entries/<entry>/pin", methods=["PUT"])
@for_tournament_links
@blueprint.arguments(EntryPinBody)
@blueprint.response(204)
@blueprint.refuses("pin-set", "too-many-attempts")
def set_entry_pin(access: TournamentAccess, token: Token, body: dict[str, Any], entry: str) -> Response:
    """Set the PIN that an entry uses to approve results on somebody else's phone

    The PIN is valid for the whole tournament, until the people of the entry change. Only a director or the check-in link of the entry can
    set it.
    """
    wired().consent.set_pin(access.id, token, access.entry(entry), body["pin"], guesser(token))
    return Response(status=204)
