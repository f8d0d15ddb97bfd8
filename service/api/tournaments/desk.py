"""/tournaments/{id}/desk: all that a director must look at now."""

from collections.abc import Iterator
from typing import Final

from flask import Response

from domain.tournament.state import Tournament
from service.api.lib.contract import Resource, reply
from service.api.tournaments.access import TournamentAccess, for_tournament_recorders
from service.errors import Problem
from service.store.clubs.clubs import Token
from service.store.errors import RecordDamaged
from service.store.games.heads import Head
from service.views.desk import Desk, Looked, desk_json, games_of
from service.views.heads import seated
from service.views.pending import rankings
from service.wiring import Wiring, wired

blueprint = Resource("desk", "The director's desk of a tournament.")


READ_AS: Final = 2
"""A game that this process has read already costs the desk as much time as reading this many steps of another game. Measured: 0.1 ms."""


@blueprint.route("/tournaments/<tournament>/desk")
@for_tournament_recorders
@blueprint.response(200, Desk)
def get_desk(access: TournamentAccess, token: Token) -> Response:
    """Get the director's desk: the newest round with its clock, and a line for each table that needs the director

    The answer also depends on the games of the tables and on the time, so it has no ETag.
    """
    if not token.may("direct"):
        raise Problem("no-right", "Only directors have the desk.", needs="direct")
    parts = wired()
    access.check_work(rankings(access.reading))
    looked: dict[str, Looked] = {each.game: each for each in _looked(parts, access.reading.state)}
    body = desk_json(
        access.id, access.reading, looked, lambda game, reading: seated(game, reading, parts.people), parts.now(), parts.desk_cache
    )
    return reply(body, headers={"Cache-Control": "private, no-cache"})


def _looked(parts: Wiring, state: Tournament) -> Iterator[Looked]:
    """Yield the games that the desk looks at. Games that do not exist are left out."""
    games = games_of(state)
    heads = [head for head in parts.records.heads(games, for_list=True) if head is not None] if games else []
    parts.work.steps(sum(READ_AS + parts.readings.missing(head) for head in heads))
    for head in heads:
        yield _look(parts, head)


def _look(parts: Wiring, head: Head) -> Looked:
    """Return what the desk needs to know of a game. If the game's record is damaged, `reading` is None in the result, so that the desk can
    still show the other tables."""
    try:
        return Looked(head.game, head.version, head.recorded_at, parts.readings.at(head), parts.verdicts.at(head))
    except RecordDamaged:
        return Looked(head.game, head.version, head.recorded_at, None, ())
