"""/tournaments/{id}/rounds/{n}/tables/{n}/approval: a second person approves a result that somebody typed in."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.events.tournaments import ENTRY, ResultApproved
from service.admission import guesser
from service.api.lib.contract import SENT_HEADERS, Resource
from service.api.lib.fields import PIN, VERSION, Shaped
from service.api.lib.sending import APPENDED, PREFER
from service.api.tournaments.access import TournamentAccess, for_tournament_links
from service.api.tournaments.answers import TournamentAppended, tournament_appended
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("approval", "Approve typed results of a tournament.")


class ApprovalBody(Schema):
    result = Shaped(VERSION, required=True, metadata={"description": "The version of the event ResultEntered."})
    entry = Shaped(ENTRY, metadata={"description": "The entry that approves. Without it: the entry of your check-in link."})
    pin = Shaped(PIN, metadata={"description": "The PIN of the entry. Not needed with its check-in link."})


@blueprint.route("/tournaments/<tournament>/rounds/<number>/tables/<table>/approval", methods=["POST"])
@for_tournament_links
@blueprint.arguments(ApprovalBody)
@blueprint.doc(**{SENT_HEADERS: [PREFER]})
@blueprint.response(201, TournamentAppended, headers=APPENDED)
@blueprint.refuses("contended", "second-person-needed", "too-many-attempts", "wrong-pin")
def approve_result(access: TournamentAccess, token: Token, body: dict[str, Any], number: str, table: str) -> Response:
    """Approve a typed result as a second person, so that it counts

    An entry at that table approves with its check-in link, or with its PIN on a phone that may record there. A director approves without
    either. The request may be repeated.
    """
    paired, seated = access.seated(number, table)
    act = ResultApproved(paired.number, seated.table, body["result"], body.get("entry"))
    return tournament_appended(access, lambda: wired().consent.approve(access.id, token, act, body.get("pin"), guesser(token)))
