"""/tournaments/{id}/rounds: pair the next round, and read a round. /tournaments/{id}/pairings: pairings that a worker makes."""

from secrets import token_hex
from typing import Any, Final
from uuid import uuid5

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import Flag, Whole
from domain.tournament.fold import round_of
from domain.tournament.pairing import not_granted, playing
from domain.tournament.stages import groups_in
from service.api.lib.conditional import versioned
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, PREFIX, RETRY_AFTER, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Shaped, Switch
from service.api.lib.sending import IF_MATCH_VERSION, exact_version, idempotency_key
from service.api.tournaments.access import TournamentAccess, for_tournament_readers, for_tournament_recorders
from service.errors import Problem, not_found
from service.recording.pairing import PairingWish
from service.recording.recorder import KEYED, Ids
from service.store.clubs.clubs import Token
from service.store.keys import club_of
from service.store.tournaments.pairings import PairingJob
from service.views.tournament_answers import PairingState, TournamentRound
from service.views.tournaments import pairing_json, round_json
from service.wiring import wired

blueprint = Resource("tournament-rounds", "Rounds of a tournament.")

MOST_AT_ONCE: Final = 200
"""The most entries that are paired during a request. More are paired by a worker."""
PAIRED_AS: Final = 2
"""Pairing a round takes about as long as computing the standings this many times."""
MOST_WANTED: Final = 8
"""The most pairings of one club that may wait for a worker."""


class PairQuery(Schema):
    dry_run = Switch("Record nothing; return the pairing that the request would make.")


class PairBody(Schema):
    seed = Shaped(
        Whole(0, 2**53 - 1),
        metadata={"description": "Decides all random choices. Without it: a number that follows from the tournament and the round."},
    )
    accept_least = Shaped(
        Flag(),
        load_default=False,
        metadata={"description": "If no pairing keeps all rules, use the one that a refusal shows as `least`."},
    )


@blueprint.route("/tournaments/<tournament>/rounds", methods=["POST"])
@for_tournament_recorders
@blueprint.arguments(PairQuery, location="query")
@blueprint.arguments(PairBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH_VERSION, IDEMPOTENCY_KEY]})
@blueprint.response(201, TournamentRound, headers=ETAG)
@blueprint.alt_response(200, TournamentRound, description="For a dry run: nothing was recorded.")
@blueprint.alt_response(
    202, PairingState, headers=LOCATION | RETRY_AFTER, description="For more than 200 entries: a worker pairs the round."
)
@blueprint.refuses("not-paired")
def pair_round(access: TournamentAccess, token: Token, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Pair the next round

    The new round is not published yet. `If-Match` must name the version whose results you saw, because a pairing depends on all results. If
    more than 200 entries play, a worker pairs the round, and the answer is 202. GET the path in the header `Location` of this answer to see
    how far the worker is. A repeated request with the same `Idempotency-Key` pairs no second round.
    """
    _needs_direct(token)
    expected = exact_version("a pairing rests on all results")
    wish = PairingWish(expected, body.get("seed"), body["accept_least"], query["dry_run"])
    if len(playing(access.reading.state)) > MOST_AT_ONCE:
        return _by_worker(access, token, wish)
    access.check_work(PAIRED_AS)
    ids = Ids(token.id, idempotency_key(), f"{access.id}/rounds")
    made = wired().rounds.pair(access.id, token, wish, ids)
    answer = round_json(access.id, made.version, round_of(made.act), made.not_granted, made.groups)
    return reply(answer) if wish.dry_run else reply(answer, 201, {"ETag": f'"{made.version}"'})


def _by_worker(access: TournamentAccess, token: Token, wish: PairingWish) -> Response:
    parts, key = wired(), idempotency_key()
    name = token_hex(16) if key is None else uuid5(KEYED, f"{token.id}:{access.id}/pairings:{key}").hex
    asked = PairingJob(name, access.id, token.id, parts.now(), *wish)
    known = None if key is None else parts.pairings.get(club_of(access.id), name)
    if known is None:
        parts.rounds.ready(access.id, wish)
        if parts.pairings.waiting(club_of(access.id)) >= MOST_WANTED:
            detail = f"Workers still have {MOST_WANTED} pairings to make for this club. Wait for one, or cancel one."
            raise Problem("too-many-requests", detail, headers={"Retry-After": "5"})
        known = parts.pairings.request(asked)
    if known.wish != asked.wish:
        raise Problem("id-taken", "A pairing with this Idempotency-Key was asked for already, with another version or body.")
    headers = {"Location": f"{PREFIX}/tournaments/{access.id}/pairings/{name}", "Retry-After": "1"}
    return reply(pairing_json(known), 202, headers)


@blueprint.route("/tournaments/<tournament>/pairings/<pairing>")
@for_tournament_recorders
@blueprint.response(200, PairingState)
def get_pairing(access: TournamentAccess, _: Token, pairing: str) -> Response:
    """Get the state of a pairing that a worker makes

    The state is kept for a day after the pairing has ended.
    """
    return reply(pairing_json(_asked(access, pairing)))


@blueprint.route("/tournaments/<tournament>/pairings/<pairing>", methods=["DELETE"])
@for_tournament_recorders
@blueprint.response(200, PairingState)
def cancel_pairing(access: TournamentAccess, token: Token, pairing: str) -> Response:
    """Cancel a pairing that a worker makes

    A pairing that has ended, or that is being recorded at this moment, cannot be cancelled: the answer shows its state.
    """
    _needs_direct(token)
    return reply(pairing_json(wired().pairings.cancel(_asked(access, pairing))))


def _asked(access: TournamentAccess, pairing: str) -> PairingJob:
    job = wired().pairings.get(club_of(access.id), pairing) if len(pairing) == 32 and pairing.isalnum() else None
    if job is None or job.tournament != access.id:
        not_found()
    return job


def _needs_direct(token: Token) -> None:
    if not token.may("direct"):
        raise Problem("no-right", "Only directors may pair a round.", needs="direct")


@blueprint.route("/tournaments/<tournament>/rounds/<number>")
@for_tournament_readers
@blueprint.response(200, TournamentRound, headers=ETAG)
def get_round(access: TournamentAccess, number: str) -> Response:
    """Get a round: its tables, their results, and the results that wait for approval

    A round that is not published is shown only to those who may record in the whole tournament.
    """
    version, state, paired = access.reading.version, access.reading.state, access.paired(number)
    broken = not_granted(state, paired) if access.records else None
    return versioned(version, round_json(access.id, version, paired, broken, groups_in(state, paired.number)))
