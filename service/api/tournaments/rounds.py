"""/tournaments/{id}/rounds: pair the next round, and read a round."""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import Whole
from domain.tournament.fold import round_of
from service.api.lib.contract import SENT_HEADERS, Resource, reply
from service.api.lib.fields import Shaped, Switch
from service.api.lib.sending import IF_MATCH, expected_version
from service.api.tournaments.access import TournamentAccess, for_tournament_readers, for_tournament_recorders, headers_at
from service.api.tournaments.tournaments import ETAG
from service.errors import Problem, not_found
from service.seen.tournament_answers import TournamentRound
from service.seen.tournaments import round_json
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("tournament-rounds", "Rounds of a tournament.")


class PairQuery(Schema):
    dry_run = Switch("Record nothing; return the pairing that the request would make.")


class PairBody(Schema):
    seed = Shaped(
        Whole(0, 2**53 - 1),
        metadata={"description": "Decides all random choices. Default: a number that follows from the tournament and the round."},
    )


@blueprint.route("/tournaments/<tournament>/rounds", methods=["POST"])
@for_tournament_recorders
@blueprint.arguments(PairQuery, location="query")
@blueprint.arguments(PairBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH]})
@blueprint.response(201, TournamentRound, headers=ETAG)
@blueprint.alt_response(200, TournamentRound, description="Of a dry run: nothing was recorded.")
def pair_round(access: TournamentAccess, token: Token, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Pair the next round

    The round is not published yet. `If-Match` must name the version whose results you saw, because a pairing rests on all results.
    """
    if not token.may("direct"):
        raise Problem("no-right", "Only directors pair a round.", needs="direct")
    expected = expected_version()
    if expected is None:
        message = 'must name a version ("7"): a pairing rests on all results'
        raise Problem("invalid", f"The header If-Match {message}.", [{"header": "If-Match", "message": message}])
    made, version = wired().desk.pair(access.id, token, expected, body.get("seed"), dry_run=query["dry_run"])
    answer = round_json(access.id, version, round_of(made))
    return reply(answer) if query["dry_run"] else reply(answer, 201, {"ETag": f'"{version}"'})


@blueprint.route("/tournaments/<tournament>/rounds/<number>")
@for_tournament_readers
@blueprint.response(200, TournamentRound, headers=ETAG)
def get_round(access: TournamentAccess, number: str) -> Response:
    """Get a round: its tables, their results, and results that wait there

    A round that is not published is shown only to those who may record.
    """
    paired = access.reading.state.rounds.get(int(number)) if number.isdecimal() and len(number) < 5 else None
    if paired is None or not (paired.published or access.records):
        not_found()
    version = access.reading.version
    return reply(round_json(access.id, version, paired), headers=headers_at(version))
