"""/public: what everybody may watch now: the public games in play and the public tournaments of all clubs."""

import logging
from collections.abc import Iterator
from typing import Annotated, Final, TypedDict

from flask import Response

from domain.answers import GameLine
from domain.kernel.events import PersonId
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.system import PUBLIC
from service.access import met
from service.api.games.games import reading_of
from service.api.lib.contract import Resource, reply
from service.failures import describe
from service.projections.tournaments import Line
from service.seen.table import line_json
from service.seen.tournament_answers import TournamentLine
from service.seen.tournaments import line_json as tournament_json
from service.store.games.heads import Head
from service.store.games.kind import GAME
from service.store.keys import Club, GameId, StreamId, club_of
from service.store.outcomes import StoreUnavailable
from service.store.streams.newest import newest_everywhere
from service.store.tournaments.kind import TOURNAMENT
from service.wiring import wired

MOST_LISTED: Final = 20
"""The most games in the answer, and the most tournaments."""
MOST_LOOKED_AT: Final = 300
"""How many of the newest games, and of the newest tournaments, are looked at to find those that everybody may see."""
MOST_READ: Final = 60
"""How many games are read to find those in play. If spectators see a game late, only its record says what they may know."""

log = logging.getLogger(__name__)
blueprint = Resource("public", "What everybody may watch.")


class PublicGame(GameLine):
    club: Annotated[str, "The name of the club."]


class PublicTournament(TournamentLine):
    club: Annotated[str, "The name of the club."]


class PublicLists(TypedDict):
    games: Annotated[list[PublicGame], "Public games in play, newest first; at most 20."]
    tournaments: Annotated[list[PublicTournament], "Public tournaments, newest first; at most 20. A line may be a moment old."]


@blueprint.route("/public")
@blueprint.response(200, PublicLists)
def list_public() -> Response:
    """List the public games in play and the public tournaments of all clubs

    Needs no token, and tells everybody the same. A record that is damaged is left out.
    """
    parts = wired()
    clubs = parts.clubs.names_of_clubs()
    streams = newest_everywhere(parts.redis, clubs, TOURNAMENT.index, MOST_LOOKED_AT)
    tournaments = parts.tournament_lines.among(streams, MOST_LISTED, lambda _, line: line.visibility == "public")
    lists = PublicLists(games=list(_games(clubs)), tournaments=[_tournament(*line) for line in tournaments])
    return reply(lists, headers={"Cache-Control": "private, no-cache"})


def _tournament(stream: StreamId, line: Line) -> PublicTournament:
    return {**tournament_json(stream, line, records=False), "club": _called(club_of(stream))}


def _games(clubs: list[Club]) -> Iterator[PublicGame]:
    found = [(head, reading) for head, reading in _readable(clubs) if reading.result.state == "open"][:MOST_LISTED]
    people: dict[Club, set[PersonId]] = {}
    for head, reading in found:
        people.setdefault(club_of(head.game), set()).update(person for person in people_of(reading).values() if person)
    names = {club: wired().people.names(club, persons) for club, persons in people.items()}
    for head, reading in found:
        club = club_of(head.game)
        yield {**line_json(head, reading, names[club]), "club": _called(club)}


def _readable(clubs: list[Club]) -> Iterator[tuple[Head, Reading]]:
    """Yield the newest public games that may be in play, as everybody sees them. A game that cannot be read is left out."""
    parts = wired()
    newest = [GameId(stream) for stream in newest_everywhere(parts.redis, clubs, GAME.index, MOST_LOOKED_AT)]
    heads = [head for head in parts.records.heads(newest, for_list=True) if head is not None and head.visibility == "public"]
    for head in [head for head in heads if head.state == "open" or head.delay][:MOST_READ]:
        try:
            seen = met(head, None, PUBLIC)
            yield seen.head, reading_of(seen)
        except StoreUnavailable:
            raise
        except Exception as error:
            log.warning("%s cannot be read and is left out of the public games: %s", head.game, describe(error))


def _called(club: Club) -> str:
    return wired().people.directory(club).called or club
