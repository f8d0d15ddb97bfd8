"""/games/{id}/rulings: the decisions of directors, and which are still valid. Rulings are recorded with POST …/events, like all events."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.views.answers import RulingList
from domain.views.rulings import rulings_json
from service.access import Access
from service.api.games.games import fresh, reading_of, viewed
from service.api.lib.conditional import tagged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import VERSION, Digits
from service.api.lib.guards import for_readers
from service.views.heads import seated
from service.wiring import wired

blueprint = Resource("rulings", "Rulings: what directors decided.")


class RulingsQuery(Schema):
    view = viewed()
    at_least = Digits(VERSION, metadata={"description": "Wait, up to a second, until the record has this version."})


@blueprint.route("/games/<game>/rulings")
@for_readers
@blueprint.arguments(RulingsQuery, location="query")
@blueprint.response(200, RulingList, headers=ETAG)
def list_rulings(access: Access, query: dict[str, Any]) -> Response:
    """List the rulings of a game, in the order in which they were recorded"""
    access = fresh(access.seen_as(query.get("view")), query.get("at_least"))
    return tagged(access, str(access.head.version), lambda: _rulings(access))


def _rulings(access: Access) -> RulingList:
    reading = reading_of(access)
    sitting = seated(access.head.game, reading, wired().people)
    return {"game": access.head.game, "version": reading.version, "rulings": rulings_json(reading, access.viewer, sitting)}
