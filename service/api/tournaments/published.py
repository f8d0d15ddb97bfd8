"""/tournaments/{id}/standings/published: publish the standings after a round, with their digest."""

from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from flask import Response
from marshmallow import Schema

from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.shapes import Whole
from domain.record.batch import Sent
from domain.tournament.standings import standings_digest
from service.api.lib.contract import ETAG, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.sending import IF_MATCH_VERSION, exact_version
from service.api.tournaments.access import TournamentAccess, for_tournament_recorders
from service.errors import Problem
from service.store.clubs.clubs import Token
from service.store.streams.seen import Seen
from service.views.tournament_answers import PublishedStandings
from service.wiring import wired

blueprint = Resource("published-standings", "Publish standings, so that anyone can check later what was shown.")

PUBLICATIONS: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/published-standings")
"""The UUID namespace of the ids of StandingsPublished events. A repeated request makes an event with the same id, so nothing is recorded
twice."""


class PublishBody(Schema):
    through_round = Shaped(Whole(1, MOST_ROUNDS), required=True, metadata={"description": "The last round that counts."})


@blueprint.route("/tournaments/<tournament>/standings/published", methods=["POST"])
@for_tournament_recorders
@blueprint.arguments(PublishBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH_VERSION]})
@blueprint.response(201, PublishedStandings, headers=ETAG)
def publish_standings(access: TournamentAccess, token: Token, body: dict[str, Any]) -> Response:
    """Publish the standings after a round: record their digest

    The digest is the SHA-256 of the canonical JSON of `through`, the names of the tie-breaks, and the rows without names. The standings at
    `…/standings?as_of=<through_round>&known_at=<version>` always have the same digest. A repeated request records nothing.
    """
    if not token.may("direct"):
        raise Problem("no-right", "Only directors may publish standings.", needs="direct")
    expected, through = exact_version("standings rest on all results"), int(body["through_round"])
    if not 1 <= expected <= access.reading.version:
        raise wired().desk.recorder.conflict(access.id, expected, access.reading)
    access.check_work()
    digest = standings_digest(access.reading.at(expected).state, through)
    name = str(uuid5(PUBLICATIONS, f"{access.id}:{through}:{expected}:{digest}"))
    sent = Sent({"type": "StandingsPublished", "id": name, "data": {"through_round": through, "digest": digest}})
    made = wired().desk.recorder.append(access.head, token, [sent], Seen(expected, None), None)
    version = next(version for version, event in made.events if event == name)
    answer = PublishedStandings(through_round=through, digest=digest, version=version)
    return reply(answer, 201, {"ETag": f'"{made.version}"'})
