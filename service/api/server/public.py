"""/public: what everybody may watch now: the public games in play and the public tournaments of all clubs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, TypedDict

from flask import Response

from domain.views.answers import GameLine
from service.api.games.games import names_in, table_results
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, Resource
from service.api.lib.refusals import LONG
from service.api.tournaments.tournaments import latest_of
from service.caches.game_lines import Listed, Wanted
from service.projections.tournaments import ListedTournament
from service.store.games.kind import GAME
from service.store.keys import Club, GameId, StreamId, club_of
from service.store.streams.shown import shown
from service.store.tournaments.tournaments import TOURNAMENT
from service.views.heads import line_json
from service.views.tournament_answers import TournamentLine
from service.views.tournaments import line_json as tournament_json
from service.wiring import wired

MOST_LISTED: Final = 20
"""The answer has at most this many games, and at most this many tournaments."""
blueprint = Resource("public", "What everybody may watch.")


class PublicGame(GameLine):
    club: Annotated[str, "The name of the club."]


class PublicTournament(TournamentLine):
    club: Annotated[str, "The name of the club."]


class PublicLists(TypedDict):
    games: Annotated[list[PublicGame], "Public games in play, newest first; at most 20."]
    tournaments: Annotated[list[PublicTournament], "Public tournaments, newest first; at most 20. A line may be a moment old."]


@blueprint.route("/public")
@blueprint.response(200, PublicLists, headers=ETAG)
@blueprint.refuses("store-unavailable", *LONG)
def list_public() -> Response:
    """List the public games in play and the public tournaments of all clubs, newest first

    This request needs no token, and everybody gets the same answer. A record that is damaged is left out. If many games have changed since
    they were last checked, or spectators see many games late, some of these games may be missing for a moment.
    """
    parts = wired()
    streams = shown(parts.redis, TOURNAMENT.index)
    tournaments = parts.tournament_lines.among(streams, MOST_LISTED, lambda _, line: line.visibility == "public")
    newest = latest_of(tournaments)
    playing = _playing()
    called = parts.people.all_called({*map(club_of, newest), *(club_of(each.head.game) for each in playing)})
    lines = [_tournament(*line, newest[line[0]], called) for line in tournaments]
    return listed(PublicLists(games=list(_games(playing, called)), tournaments=lines))


def _tournament(stream: StreamId, line: ListedTournament, latest: int, called: Mapping[Club, str]) -> PublicTournament:
    return {**tournament_json(stream, line, latest, records=False), "club": called.get(club_of(stream)) or club_of(stream)}


def _playing() -> list[Listed]:
    """Return the newest public games in play of all clubs, as everybody sees them."""
    parts = wired()
    newest = [GameId(stream) for stream in shown(parts.redis, GAME.index)]
    found = parts.game_lines.among(newest, 2 * MOST_LISTED, Wanted(state="open"))  # some may be left out
    elsewhere = table_results(found, None)
    return [each for each in found if each.head.game not in elsewhere][:MOST_LISTED]


def _games(playing: Sequence[Listed], called: Mapping[Club, str]) -> Iterator[PublicGame]:
    """Yield the lines of these games, with names. `called`: the names of their clubs."""
    names = names_in(playing)
    for each in playing:
        club = club_of(each.head.game)
        yield {**line_json(each, names[club]), "club": called.get(club) or club}
