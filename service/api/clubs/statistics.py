"""/clubs/{club}/players and /clubs/{club}/games: statistics of a club's games, for members of the club. Workers keep the rows of these
statistics up to date (service/store/projected.py).

All members get the same answer, except those who are spectators: they see some games late.

The entity tag is a digest of the answer. It is not made from the feed, because such a tag would change with events that readers may not
see.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.events import PersonId
from domain.kernel.shapes import OneOf, Text, Whole
from domain.record.facts import GameFacts, SeatFacts
from domain.record.life import STATES
from domain.system import PUBLIC
from domain.views import answers
from domain.words.seated import Names
from service.access import viewer_of
from service.api.lib.conditional import OWN, listed
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_token
from service.api.lib.paging import NEXT, cursor_of, game_at, page_link, sent_cursor
from service.caches.game_lines import LOOKED_AT_IN_A_LOOP, Wanted
from service.errors import not_found
from service.projections import FOLD, games, players, readable, tournaments
from service.projections.players import NOTHING, Counts
from service.store.clubs.clubs import Token
from service.store.keys import Club, GameId, short_name
from service.store.projected import Generation, Rows
from service.views.counts import counts_json, rows_known
from service.views.feed import VERDICT
from service.wiring import wired

blueprint = Resource("statistics", "Statistics of a club's games.")


MOST_BEHIND: Final = 500
BEHIND: Final = (
    "How much is not counted yet: records of events in the club's feed that no worker has read, and games with events that are not checked "
    f"yet. 0: everything is counted that was recorded before this request. {MOST_BEHIND} may mean more."
)


class PlayerStatistics(answers.Counts):
    person: Annotated[str, "Opaque id."]
    name: Annotated[str | None, "From the club's directory; null: not there, or erased."]
    systems: Annotated[dict[str, answers.Counts], "The same counts for each system."]


class PlayerTable(TypedDict):
    making: Annotated[bool, "true: everything is being counted again; until then the former counts are shown, or none."]
    behind: Annotated[int, BEHIND]
    players: Annotated[list[PlayerStatistics], "Sorted by wins, then points, then games."]


class SeatRow(TypedDict):
    seat: Annotated[int, "Seat number, clockwise from 0."]
    person: Annotated[str | None, "Opaque id; null: not named."]
    name: Annotated[str | None, "From the club's directory; null: not named, or erased."]
    score: Annotated[int | None, "null: the record has no scores."]
    breaches: Annotated[int, "Breaches of the person who sat there then, counted as in the table of players."]
    won: Annotated[bool, "Whether the person won, alone or with others."]


class GameRow(TypedDict):
    game: str
    system: str
    state: Annotated[str, "The state of the game, as in the list of games."]
    decided: Annotated[bool, "Whether the game has a result that counts: the tables of players count such games as `finished`."]
    version: Annotated[int, "The version of the record that was counted."]
    opened_at: Annotated[int, "When it happened at the table: milliseconds since 1970, UTC."]
    recorded_at: Annotated[int, "When the server received the last event: milliseconds since 1970, UTC."]
    seats: Annotated[
        list[SeatRow],
        "In order of seats. If several people had a seat, it is listed once for each of them; the last one has its score and win.",
    ]


class GameTable(TypedDict):
    making: Annotated[bool, "true: everything is being counted again; until then the former counts are shown, or none."]
    behind: Annotated[int, BEHIND]
    games: Annotated[list[GameRow], "Newest first."]


PAGE: Final = 50


class PlayerQuery(Schema):
    system = Shaped(Text(60), metadata={"description": "Count only games of this system."})
    limit = Digits(Whole(1, 200), load_default=100)
    cursor = sent_cursor(r"(-?[0-9]{1,15}\.){3}[a-z0-9_-]{1,40}")


class GameQuery(Schema):
    system = Shaped(Text(60))
    player = Shaped(Text(40), metadata={"description": "A person's id."})
    state = Shaped(OneOf(STATES))
    limit = Digits(Whole(1, PAGE), load_default=20)
    cursor = sent_cursor()


# --- players -----------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/clubs/<club>/players")
@for_token("read", club_wide=True)
@blueprint.arguments(PlayerQuery, location="query")
@blueprint.response(200, PlayerTable, headers=ETAG | NEXT)
@blueprint.refuses("not-found")
def list_players(token: Token, query: dict[str, Any], club: str) -> Response:
    """List the players of the club, sorted by wins, then points, then games

    Everyone who had a seat in a game is listed. Without `system`, those who have only been in an entry of a tournament are listed too, with
    0 games: the rounds of a tournament may be played without a record of each game.
    """
    wired().work.people(wired().people.size(_mine(token, club)))
    live = wired().projected.generation(token.club, "live")  # before the rows, so that the table is not further behind than it says
    fold, rows = _rows(token, _mine(token, club), players.PROJECTION.name)
    counted = players.merged(rows, wired().people.merged(token.club)) if readable(fold) else {}
    lines = [*_counted(counted, query.get("system"))]
    if "system" not in query:
        lines += [(person, NOTHING, {}) for person in _entered(token.club) - {person for person, *_ in lines}]
    lines.sort(key=lambda line: _rank(line[0], line[1]))
    if "cursor" in query:
        lines = [line for line in lines if _rank(line[0], line[1]) > _ranked(query["cursor"])]
    shown = lines[: query["limit"]]
    names = wired().people.names(token.club, [person for person, *_ in shown])
    more = _cursor(shown[-1]) if len(shown) < len(lines) else None
    making, behind = _lag(token.club, live, fold)
    return _answer(PlayerTable(making=making, behind=behind, players=[_player_json(*line, names) for line in shown]), more)


Line = tuple[PersonId, Counts, dict[str, Counts]]
"""A row of the table of players: a person, the counts of all their games, and the counts for each system."""


def _counted(rows: dict[PersonId, dict[str, Counts]], system: str | None) -> Iterator[Line]:
    for person, by_system in rows.items():
        counts = players.together(by_system) if system is None else by_system.get(system, NOTHING)
        if counts.games:
            yield person, counts, by_system


def _entered(club: Club) -> set[PersonId]:
    """Return the people with a name who are in an entry of a tournament of the club."""
    parts = wired()
    fold, rows = parts.projected.live(club, tournaments.PROJECTION.name)
    into = parts.people.merged(club)
    people = {into.get(person, person) for person in tournaments.everybody(rows)} if readable(fold) else set()
    return set(parts.people.names(club, people))


def _rank(person: PersonId, counts: Counts) -> tuple[int, int, int, str]:
    return (-counts.wins, -counts.points, -counts.games, person)


def _cursor(line: Line) -> str:
    return ".".join(map(str, _rank(line[0], line[1])))


def _ranked(cursor: str) -> tuple[int, int, int, str]:
    wins, points, games, person = cursor.split(".", 3)
    return int(wins), int(points), int(games), person


def _player_json(person: PersonId, counts: Counts, by_system: dict[str, Counts], names: Names) -> PlayerStatistics:
    systems = {slug: counts_json(each) for slug, each in sorted(by_system.items())}
    return {"person": person, "name": names.get(person), **counts_json(counts), "systems": systems}


# --- games -------------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/clubs/<club>/games")
@for_token("read", club_wide=True)
@blueprint.arguments(GameQuery, location="query")
@blueprint.response(200, GameTable, headers=ETAG | NEXT)
@blueprint.refuses("not-found")
def list_club_games(token: Token, query: dict[str, Any], club: str) -> Response:
    """List the games of the club, newest first; for each seat, its score, its breaches and whether it won

    The order is that of the list of games: the game whose opening was received last comes first.
    """
    live, listed, looked, last = wired().projected.generation(token.club, "live"), list[GameFacts](), 0, None
    fold = None if live is None else live.fold
    for page, fold, rows in _pages(token, _mine(token, club), query):
        for game in page:
            if len(listed) == query["limit"] or looked == LOOKED_AT_IN_A_LOOP:
                return _games(token.club, live, fold, listed, last)
            looked, last, key = looked + 1, game, short_name(game)
            facts = games.unpacked(token.club, key, rows[key]) if readable(fold) and key in rows else None
            listed += [facts] if facts is not None and _wanted(facts, query) else []
    return _games(token.club, live, fold, listed, None)


def _pages(token: Token, club: Club, query: dict[str, Any]) -> Iterator[tuple[Sequence[GameId], str | None, dict[bytes, bytes]]]:
    """Yield the club's games in parts, newest first: (game ids, fold, rows by key). The fold is the version of the code that made the rows.
    Games that do not match the query may be left out."""
    parts = wired()
    before = game_at(query, club, parts.key)
    people = frozenset([PersonId(query["player"])]) if "player" in query else None
    wanted = Wanted(query.get("system"), query.get("state"), people)
    for page, _ in parts.listing.pages(club, wanted.words(public=False), before):
        yield page, *_rows(token, club, games.PROJECTION.name, [short_name(game) for game in page])


def _wanted(facts: GameFacts, query: dict[str, Any]) -> bool:
    return (
        not facts.removed
        and query.get("system", facts.system) == facts.system
        and query.get("state", facts.state) == facts.state
        and ("player" not in query or any(seat.person == query["player"] for seat in facts.seats))
    )


def _games(club: Club, live: Generation | None, fold: str | None, listed: Sequence[GameFacts], last: GameId | None) -> Response:
    names = wired().people.names(club, [seat.person for facts in listed for seat in facts.seats if seat.person])
    more = None if last is None else cursor_of(last, wired().key)
    making, behind = _lag(club, live, fold)
    return _answer(GameTable(making=making, behind=behind, games=[_game_json(facts, names) for facts in listed]), more)


def _game_json(facts: GameFacts, names: Names) -> GameRow:
    return {
        "game": facts.game,
        "system": facts.system,
        "state": facts.state,
        "decided": facts.decided,
        "version": facts.version,
        "opened_at": facts.opened_at,
        "recorded_at": facts.recorded_at,
        "seats": [_seat_json(seat, names) for seat in facts.seats],
    }


def _seat_json(seat: SeatFacts, names: Names) -> SeatRow:
    name = None if seat.person is None else names.get(seat.person)
    return {"seat": seat.seat, "person": seat.person, "score": seat.score, "breaches": seat.breaches, "won": seat.won, "name": name}


# --- shared by both -----------------------------------------------------------------------------------------------------------------------


def _mine(token: Token, club: str) -> Club:
    """Return the token's club. Raises Problem `not-found` if `club` is another club."""
    if token.club != club:
        not_found()
    return token.club


def _rows(token: Token, club: Club, projection: str, keys: Sequence[bytes] = ()) -> Rows:
    """Read the rows with these keys; without keys, all rows. For a spectator, the rows contain only what spectators may know now."""
    parts = wired()
    if viewer_of(token) == PUBLIC:
        return rows_known(parts.projected, parts.records, parts.delays, parts.work, club, projection, keys)
    return parts.projected.live(club, projection, keys)


def _lag(club: Club, live: Generation | None, fold: str | None) -> tuple[bool, int]:
    """Return whether the club's rows must be made again, and how much they do not count (BEHIND). They must be made again if another
    version of the code (`fold`) made them, or if the club has games but no rows. `live`: what was stored about the rows before they were
    read."""
    parts = wired()
    unread = parts.records.feed(club, 0 if live is None else live.position, MOST_BEHIND)
    # Entries about verdicts do not count: how many there are depends on findings that not every member may see.
    behind = sum(entry.letter != VERDICT for entry in unread) + (0 if live is None else live.waiting)
    making = fold != FOLD and (fold is not None or parts.projected.end(club) > 0)
    return making, MOST_BEHIND if len(unread) == MOST_BEHIND else min(behind, MOST_BEHIND)


def _answer(table: PlayerTable | GameTable, cursor: str | None) -> Response:
    """Answer with the table. `cursor`: where the next page begins; None: this is the last page."""
    return listed(table, OWN if cursor is None else OWN | {"Link": page_link("next", cursor=cursor)})
