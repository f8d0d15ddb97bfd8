"""/tournaments/{id}/pending: changed results that wait for the director, and typed results that wait for a second person."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.tournaments import MOST_ENTRIES
from domain.kernel.shapes import Whole
from service.api.lib.conditional import versioned
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import Digits
from service.api.tournaments.access import TournamentAccess, for_tournament_recorders
from service.store.clubs.clubs import Token
from service.views.pending import pending_json, rankings
from service.views.tournament_answers import Pending

blueprint = Resource("pending", "Results of a tournament that wait for somebody.")


class PendingQuery(Schema):
    round = Digits(Whole(1, MOST_ROUNDS), metadata={"description": "List only results of this round."})
    table = Digits(Whole(1, MOST_ENTRIES), metadata={"description": "List only results of tables with this number."})


@blueprint.route("/tournaments/<tournament>/pending")
@for_tournament_recorders
@blueprint.arguments(PendingQuery, location="query")
@blueprint.response(200, Pending, headers=ETAG)
def list_pending(access: TournamentAccess, _: Token, query: dict[str, Any]) -> Response:
    """List the results that wait for a director or a second person, in order of rounds and tables

    `changes`: results that have changed. A director accepts or declines each with the event ChangeAccepted or ChangeDeclined; a preview
    shows what would change in the standings. `typed`: results that somebody typed in. A second person approves each.
    """
    access.check_work(rankings(access.reading))
    return versioned(access.reading.version, pending_json(access.id, access.reading, query.get("round"), query.get("table")))
