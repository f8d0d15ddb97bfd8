"""/games and /games/{id}: the list of games, and the state of one game."""

from collections.abc import Iterable
from typing import Any, Final

from flask import Response
from marshmallow import Schema

from domain.answers import GameState
from domain.kernel.events import PersonId
from domain.kernel.shapes import OneOf, Text, Whole
from domain.record.fold import Reading
from domain.record.life import STATES
from domain.views import last_closed_version
from service.access import Access, met, viewer_of, visitor, within
from service.api.games.answers import GameList
from service.api.lib.conditional import await_version, tagged
from service.api.lib.contract import ETAG, Resource, reply
from service.api.lib.cursors import cursor_of, game_at
from service.api.lib.fields import VERSION, Digits, Shaped
from service.api.lib.guards import for_readers
from service.api.lib.paging import NEXT, page_link, sent_cursor
from service.errors import Problem, wrong_parameter
from service.kept.game_lines import Listed, Reach, Wanted
from service.seen.seated import seated
from service.seen.table import game_json, line_json
from service.store.clubs.clubs import Token
from service.store.games.heads import Head
from service.store.keys import HOME, Club
from service.store.outcomes import NoSuchGame
from service.wiring import wired

blueprint = Resource("games", "Games and their current state.")

AS: Final = OneOf(("corrected", "recorded"))


def viewed() -> Shaped:
    """Make the field for the query parameter `view`. With this parameter, a visitor sees a game as another viewer sees it. That viewer must
    not see more than the visitor."""
    about = "scorekeeper, director, seat:<n> or public: a view that shows no more than the token's own."
    return Shaped(Text(20), metadata={"description": about, "pattern": "^(scorekeeper|director|public|seat:([0-9]|1[0-5]))$"})


class StateQuery(Schema):
    at = Digits(VERSION, metadata={"description": "The record as it was at this version."})
    view = viewed()
    as_ = Shaped(
        AS,
        data_key="as",
        load_default="recorded",
        metadata={
            "description": "Only with `at`. recorded: the game as recorded then. corrected: the game after that event, as corrected later."
        },
    )
    at_least = Digits(VERSION, metadata={"description": "Wait, up to a second, until the record has this version."})


@blueprint.route("/games/<game>")
@for_readers
@blueprint.arguments(StateQuery, location="query")
@blueprint.response(200, GameState, headers=ETAG)
@blueprint.alt_response(304, description="Not modified.")
def get_game(access: Access, query: dict[str, Any]) -> Response:
    """Get a game: its state and scores, what you may see of the table, and what the table waits for"""
    access = fresh(access.seen_as(query.get("view")), query.get("at_least"))
    at, corrected = query.get("at"), query["as_"] == "corrected"
    if at is not None and at > access.head.version:
        raise wrong_parameter("at", f"is too high: the record is at version {access.head.version}")
    tag = access.head.version if at is None or corrected else at
    return tagged(access, str(tag), lambda: _state(access, at, corrected=corrected))


def fresh(access: Access, at_least: int | None) -> Access:
    """Wait until the record has at least version `at_least`. Returns `access` with the new head. Raises Problem `not-yet`."""
    if at_least is None or access.head.version >= at_least:
        return access
    await_version(at_least, lambda: head_of(access).version)
    return again(access)


def again(access: Access) -> Access:
    """Read the head (the summary of the record) again. Returns `access` with the new head. Raises NoSuchGame."""
    head = wired().records.head(access.head.game)
    if head is None:
        raise NoSuchGame(access.head.game)
    return met(head, access.token, access.viewer)


def head_of(access: Access) -> Head:
    """Read the game's current head (the summary of the record), as this visitor may see it. Raises NoSuchGame."""
    return again(access).head


def reading_of(access: Access) -> Reading:
    """Return the game up to the version of the head in `access`. Spectators of a game with a delay get the latest state that they may
    see."""
    parts = wired()
    return parts.delays.late(access.head).reading if access.delayed else parts.readings.of(access.head.game).at(access.head.version)


def _state(access: Access, at: int | None, *, corrected: bool) -> GameState:
    reading = reading_of(access)
    if at is not None:
        wired().loop.steps(reading.version)
        if at <= last_closed_version(reading, access.viewer):
            raise Problem("history-closed", "This version of the game is hidden from you while the game is in play.")
        reading = _after_event(reading, at) if corrected else reading.at(at)
    return game_json(access.head, reading, access.viewer, seated(access.head.game, reading, wired().people), prompts=access.records)


def _after_event(reading: Reading, version: int) -> Reading:
    """Return the game as it was after event `version`, with all corrections that are known now."""
    for number, step in enumerate(reading.steps):
        if step.event.version == version:
            return reading.through(number)
    raise wrong_parameter("at", f"version {version} is a correction or was withdrawn: choose another version, or send as=recorded")


# --- the list ---------------------------------------------------------------------------------------------------------------------------


class ListQuery(Schema):
    club = Shaped(
        Text(16, r"[a-z0-9]{2,16}"), metadata={"description": "The club. Default: the club of the token; without a token, `home`."}
    )
    system = Shaped(Text(60))
    player = Shaped(Text(40), metadata={"description": "A person's id."})
    state = Shaped(OneOf(STATES))
    limit = Digits(Whole(1, 50), load_default=20)
    cursor = sent_cursor()


@blueprint.route("/games")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, GameList, headers=NEXT)
def list_games(query: dict[str, Any]) -> Response:
    """List the public games of a club and those that your token gives access to, newest first

    A page may have fewer lines than `limit`: only the last page has no `next` link. If several ids of a person were merged, `player` finds
    the games of all these ids. A game whose stored events are damaged is left out.
    """
    token, parts = visitor(), wired()
    club = Club(query.get("club") or (token.club if token else HOME))
    before = None if "cursor" not in query else game_at(query["cursor"], club, parts.key)
    wanted = Wanted(query.get("system"), query.get("state"), _ids(club, query.get("player")))
    page = parts.game_lines.page(club, before, query["limit"], wanted, reach(token, club))
    names = parts.people.names(club, people_in(page.games))
    headers = {"Cache-Control": "private, no-cache"}
    if page.last is not None:
        headers["Link"] = page_link("next", cursor=cursor_of(page.last, parts.key))
    return reply(GameList(games=[line_json(listed, names) for listed in page.games]), headers=headers)


def _ids(club: Club, player: str | None) -> frozenset[PersonId] | None:
    """Return every id of the person with the id `player`; None if the list is for all players."""
    if not player:
        return None
    merged = wired().people.merged(club)
    kept = merged.get(PersonId(player), PersonId(player))
    return frozenset([kept, *(gone for gone, into in merged.items() if into == kept)])


def reach(token: Token | None, club: Club) -> Reach | None:
    """Return a function that takes a game of the club, and returns the viewer that says how the visitor sees it (None: the token does not
    reach the game). Return None instead of a function if the visitor has no token of this club."""
    if token is None or token.club != club:
        return None
    return lambda game: None if (mine := within(token, game)) is None else viewer_of(mine)


def people_in(listed: Iterable[Listed]) -> set[PersonId]:
    """Return everyone who has a seat in these games."""
    return {person for each in listed for person in each.line.people.values() if person}
