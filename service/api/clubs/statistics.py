"""/clubs/{club}/players and /clubs/{club}/games: what a club's games come to, from rows that are kept ready. For members of the club.

The rows count what everyone who may read a record may see, so all members get the same, but that spectators know some games late. The
entity tag is a digest of the answer: the position of the rows in the feed would tell that something happened which its readers may not
see.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from flask import Response, request
from marshmallow import Schema

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId
from domain.kernel.shapes import OneOf, Text, Whole
from domain.record.facts import GameFacts
from domain.record.life import STATES
from domain.system import PUBLIC
from service.access import viewer_of
from service.api.answers.statistics import GameTable, PlayerTable
from service.api.games.games import ETAG, MOST_LOOKED_AT
from service.api.lib.conditional import JSON
from service.api.lib.contract import PREFIX, Resource
from service.api.lib.cursors import cursor_of, game_at
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_token
from service.errors import not_found, wrong_parameter
from service.projections import FOLD, games, players, readable
from service.projections.players import NOTHING, Counts
from service.seen.spectators import rows_known
from service.seen.views import Names
from service.store.clubs.clubs import Token
from service.store.keys import Club, GameId, short_name
from service.store.projected import Rows
from service.wiring import wired

blueprint = Resource("statistics", "What a club's games come to.")

PAGE: Final = 50
LINK: Final = {"Link": {"schema": {"type": "string"}, "description": "RFC 8288; rel=next."}}


class PlayerQuery(Schema):
    system = Shaped(Text(60), metadata={"description": "Count only games of this system."})
    limit = Digits(Whole(1, 200), load_default=100)
    cursor = Shaped(Text(200, r"(-?[0-9]{1,15}\.){3}[a-z0-9_-]{1,40}"), metadata={"description": "From the `next` link."})


class GameQuery(Schema):
    system = Shaped(Text(60))
    player = Shaped(Text(40), metadata={"description": "A person's id."})
    state = Shaped(OneOf(STATES))
    limit = Digits(Whole(1, PAGE), load_default=20)
    cursor = Shaped(Text(200), metadata={"description": "From the `next` link."})


# --- players -----------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/clubs/<club>/players")
@for_token("read", club_wide=True)
@blueprint.arguments(PlayerQuery, location="query")
@blueprint.response(200, PlayerTable(), headers=ETAG | LINK)
@blueprint.alt_response(304, description="Not modified.")
def table_of_players(token: Token, query: dict[str, Any], club: str) -> Response:
    """Everyone who has a seat in a game of the club, by wins, then points, then games"""
    fold, rows = _rows(token, _mine(token, club), players.PROJECTION.name)
    counted = players.merged(rows, wired().people.merged(token.club)) if readable(fold) else {}
    lines = sorted(_counted(counted, query.get("system")), key=lambda line: _rank(line[0], line[1]))
    if "cursor" in query:
        lines = [line for line in lines if _rank(line[0], line[1]) > _ranked(query["cursor"])]
    shown = lines[: query["limit"]]
    names = wired().people.names(token.club, [person for person, *_ in shown])
    more = _cursor(shown[-1]) if len(shown) < len(lines) else None
    return _told(token.club, fold, {"players": [_player_json(*line, names) for line in shown]}, more)


Line = tuple[PersonId, Counts, dict[str, Counts]]
"""A person, what is counted, and that by system."""


def _counted(rows: dict[PersonId, dict[str, Counts]], system: str | None) -> Iterator[Line]:
    for person, by_system in rows.items():
        counts = players.together(by_system) if system is None else by_system.get(system, NOTHING)
        if counts.games:
            yield person, counts, by_system


def _rank(person: PersonId, counts: Counts) -> tuple[int, int, int, str]:
    return (-counts.wins, -counts.points, -counts.games, person)


def _cursor(line: Line) -> str:
    return ".".join(map(str, _rank(line[0], line[1])))


def _ranked(cursor: str) -> tuple[int, int, int, str]:
    wins, points, games, person = cursor.split(".", 3)
    return int(wins), int(points), int(games), person


def _player_json(person: PersonId, counts: Counts, by_system: dict[str, Counts], names: Names) -> Json:
    systems: Json = {slug: _counts_json(each) for slug, each in sorted(by_system.items())}
    return {"person": person, "name": names.get(person), **_counts_json(counts), "systems": systems}


def _counts_json(counts: Counts) -> dict[str, Json]:
    return {name: getattr(counts, name) for name in Counts._fields}


# --- games -------------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/clubs/<club>/games")
@for_token("read", club_wide=True)
@blueprint.arguments(GameQuery, location="query")
@blueprint.response(200, GameTable(), headers=ETAG | LINK)
@blueprint.alt_response(304, description="Not modified.")
def table_of_games(token: Token, query: dict[str, Any], club: str) -> Response:
    """The games of the club, newest first, with scores, winners and breaches by seat"""
    fold, found, looked, last = None, list[GameFacts](), 0, None
    for page, fold, rows in _pages(token, _mine(token, club), query.get("cursor")):
        for game in page:
            if len(found) == query["limit"] or looked == MOST_LOOKED_AT:
                return _games(token.club, fold, found, last)
            looked, last, key = looked + 1, game, short_name(game)
            facts = games.unpacked(token.club, key, rows[key]) if readable(fold) and key in rows else None
            found += [facts] if facts is not None and _wanted(facts, query) else []
    return _games(token.club, fold, found, None)


def _pages(token: Token, club: Club, cursor: str | None) -> Iterator[tuple[Sequence[GameId], str | None, dict[bytes, bytes]]]:
    """The club's games, newest first, with the rows that there are and the fold that made them; at last an empty page."""
    parts, before = wired(), None if cursor is None else _game_at(cursor, club)
    while page := parts.records.newest(club, before=before, limit=PAGE):
        yield page, *_rows(token, club, games.PROJECTION.name, [short_name(game) for game in page])
        before = page[-1]


def _game_at(cursor: str, club: Club) -> GameId:
    try:
        return game_at(cursor, club, wired().key)
    except ValueError:
        raise wrong_parameter("cursor", "is not from a `next` link of this list") from None


def _wanted(facts: GameFacts, query: dict[str, Any]) -> bool:
    return (
        query.get("system", facts.system) == facts.system
        and query.get("state", facts.state) == facts.state
        and ("player" not in query or any(seat.person == query["player"] for seat in facts.seats))
    )


def _games(club: Club, fold: str | None, found: Sequence[GameFacts], last: GameId | None) -> Response:
    names = wired().people.names(club, [seat.person for facts in found for seat in facts.seats if seat.person])
    more = None if last is None else cursor_of(last, wired().key)
    return _told(club, fold, {"games": [_game_json(facts, names) for facts in found]}, more)


def _game_json(facts: GameFacts, names: Names) -> Json:
    seats: list[Json] = [{**seat._asdict(), "name": seat.person and names.get(seat.person)} for seat in facts.seats]
    return {**{name: value for name, value in facts._asdict().items() if name != "verdict"}, "seats": seats}


# --- both --------------------------------------------------------------------------------------------------------------------------------


def _mine(token: Token, club: str) -> Club:
    """The club, if it is the token's: of others nothing is told."""
    if token.club != club:
        not_found()
    return token.club


def _rows(token: Token, club: Club, projection: str, keys: Sequence[bytes] = ()) -> Rows:
    """The live rows, for whoever looks as the public those that spectators may know."""
    parts = wired()
    if viewer_of(token) == PUBLIC:
        return rows_known(parts.projected, parts.records, parts.delays, club, projection, keys)
    return parts.projected.live(club, projection, keys)


def _told(club: Club, fold: str | None, body: dict[str, Json], cursor: str | None) -> Response:
    """The answer, or 304 where the sender has it. While rows are made anew, the former ones are shown, if they can be read."""
    making = fold != FOLD and (fold is not None or wired().projected.end(club) > 0)
    content = orjson.dumps({"making": making, **body})
    tag = sha256(content).hexdigest()[:16]
    headers = {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}
    if cursor is not None:
        query = urlencode({**request.args.to_dict(), "cursor": cursor})
        headers["Link"] = f'<{PREFIX}/clubs/{club}/{next(iter(body))}?{query}>; rel="next"'
    if request.headers.get("If-None-Match") and request.if_none_match.contains_weak(tag):
        return Response(status=304, headers=headers)
    return Response(content, 200, headers, content_type=JSON)
