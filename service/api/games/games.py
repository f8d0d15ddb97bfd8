"""/games and /games/{id}: the list of games, and the state of one game."""

from collections.abc import Iterator
from typing import Any, Final

from flask import Response
from marshmallow import Schema

from domain.answers import GameState
from domain.kernel.events import PersonId
from domain.kernel.shapes import OneOf, Text, Whole
from domain.record.facts import people_of
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
from service.seen.seated import seated
from service.seen.table import game_json, line_json
from service.store.clubs.clubs import Token
from service.store.games.heads import Head
from service.store.keys import HOME, Club
from service.store.outcomes import NoSuchGame
from service.wiring import wired

blueprint = Resource("games", "Games and their current state.")

MOST_LOOKED_AT: Final = 500
"""The most games that one request reads to find those that match its query. After that many games the page ends, even if it is not full.
Its `next` link continues from there."""
AS: Final = OneOf(("corrected", "recorded"))


def viewed() -> Shaped:
    """Make the field for the query parameter `view`. With it, a visitor sees a game as another viewer does. That viewer must not see more
    than the visitor."""
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
    """Read the game's current head, as this visitor may see it. Raises NoSuchGame."""
    return again(access).head


def reading_of(access: Access) -> Reading:
    """Return the state of the game at the version of `access`. Spectators of a game with a delay get the latest state that they may see."""
    parts = wired()
    return parts.delays.late(access.head).reading if access.delayed else parts.readings.of(access.head.game).at(access.head.version)


def _state(access: Access, at: int | None, *, corrected: bool) -> GameState:
    reading = reading_of(access)
    if at is not None:
        wired().loop.steps(reading.version)
        if at <= last_closed_version(reading, access.viewer):
            raise Problem("history-closed", "Earlier versions of this game are closed while it is in play.")
        reading = _after_event(reading, at) if corrected else reading.at(at)
    return game_json(access.head, reading, access.viewer, seated(access.head.game, reading, wired().people), prompts=access.records)


def _after_event(reading: Reading, version: int) -> Reading:
    """Return the game after the event of that version, with all corrections that are known now."""
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
    """List the public games of a club and those that your token gives access to, newest first"""
    token = visitor()
    club = Club(query.get("club") or (token.club if token else HOME))
    lines: list[tuple[Head, Reading]] = []
    looked, last = 0, None
    for head in _heads(club, query.get("cursor")):
        if len(lines) == query["limit"] or looked == MOST_LOOKED_AT:
            break
        looked, last = looked + 1, head
        line = _listed(head, token, query)
        lines += [] if line is None else [line]
    else:
        last = None
    people = {person for _, reading in lines for person in people_of(reading).values() if person}
    names = wired().people.names(club, people)
    headers = {"Cache-Control": "private, no-cache"}
    if last is not None:
        headers["Link"] = page_link("next", cursor=cursor_of(last.game, wired().key))
    return reply(GameList(games=[line_json(head, reading, names) for head, reading in lines]), headers=headers)


def _listed(head: Head, token: Token | None, query: dict[str, Any]) -> tuple[Head, Reading] | None:
    """Return the game's head and reading for the list. Returns None if this visitor may not see the game there, or the query excludes
    it."""
    mine = None if token is None else within(token, head.game)
    if mine is None and head.visibility != "public":
        return None
    if query.get("system", head.system) != head.system:
        return None
    readable = met(head, mine, viewer_of(mine))
    reading = reading_of(readable)
    if "state" in query and query["state"] != reading.result.state:
        return None
    if query.get("player") and PersonId(query["player"]) not in people_of(reading).values():
        return None
    return readable.head, reading


def _heads(club: Club, cursor: str | None) -> Iterator[Head]:
    before = None if cursor is None else game_at(cursor, club, wired().key)
    while page := wired().records.games(club, before=before, limit=50):
        yield from page
        before = page[-1].game
