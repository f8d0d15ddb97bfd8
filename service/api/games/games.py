"""/games and /games/{id}: the list of games, and the state of one game."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from flask import Response, request
from marshmallow import Schema

from domain.kernel.events import PersonId
from domain.kernel.shapes import MILLISECONDS, OneOf, Text, Whole
from domain.record.fold import Reading
from domain.record.life import STATES
from domain.system import Viewer
from domain.views.answers import GameLine, GameState
from domain.views.game import game_json
from domain.views.replays import closed_in
from service.access import Access, met, viewer_of, visitor, within
from service.api.games.answers import GameList
from service.api.lib.conditional import OWN, await_version, listed, tagged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import VERSION, Digits, Shaped
from service.api.lib.guards import for_readers
from service.api.lib.paging import A_NAME, NEXT, game_at, next_page, page_link, searched, sent_cursor, typed_words
from service.api.lib.refusals import LONG, TOKEN
from service.api.lib.sending import appended, prefers_representation, state_or_none
from service.api.tournaments.access import access_with as tournament_access
from service.caches.game_lines import MOST_WORDS, Listed, Reach, Wanted
from service.caches.streams import TOURNAMENT_EVENTS_A_STEP
from service.errors import Problem, wrong_parameter
from service.projections import lists as words
from service.store.clubs.clubs import Token
from service.store.errors import NoSuchGame, RecordDamaged
from service.store.games.heads import Head
from service.store.keys import HOME, Club, GameId, StreamId, by_club, club_of, parse_game
from service.store.streams.append import Appended
from service.views.heads import cover_of, line_json, seated
from service.wiring import wired

blueprint = Resource("games", "Games and their current state.")

MOST_IDS: Final = 100
LONGEST_IDS: Final = 3500

AS: Final = OneOf(("corrected", "recorded"))


def viewed() -> Shaped:
    """Make the field for the query parameter `view`. With this parameter, a visitor sees a game as another viewer sees it. That viewer must
    not see more than the visitor."""
    about = "scorekeeper, director, seat:<n> or public: a view that shows no more than the token's own."
    return Shaped(Text(20), metadata={"description": about, "pattern": "^(scorekeeper|director|public|seat:([0-9]|1[0-5]))$"})


class MomentQuery(Schema):
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


class StateQuery(MomentQuery):
    at_least = Digits(VERSION, metadata={"description": "Wait, up to a second, until the record has this version."})


@blueprint.route("/games/<game>")
@for_readers
@blueprint.arguments(StateQuery, location="query")
@blueprint.response(200, GameState, headers=ETAG)
@blueprint.refuses("history-closed")
def get_game(access: Access, query: dict[str, Any]) -> Response:
    """Get a game: its state and scores, what you may see of the table, and what the table waits for"""
    access = fresh(access.seen_as(query.get("view")), query.get("at_least"))
    at, corrected = query.get("at"), query["as_"] == "corrected"
    if at is not None and at > access.head.version:
        raise wrong_parameter("at", f"is too high: the record is at version {access.head.version}")
    tag = access.head.version if at is None or corrected else at
    return tagged(access, str(tag), lambda: state_of(access, at, corrected=corrected))


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
    return parts.delays.late(access.head).reading if access.delayed else parts.readings.until(access.head)


def state_now(access: Access) -> GameState:
    """Return the body of GET /games/{id} without a query. `access`: with a current head. Raises TooLong, and the errors of the store."""
    return state_of(access, None, corrected=False)


def state_of(access: Access, at: int | None, *, corrected: bool) -> GameState:
    """Return the body of GET /games/{id}. `at`: a version that the record has; None: the last. `corrected`: as corrected later. Raises
    Problem `history-closed` or `invalid`, TooLong, and the errors of the store."""
    reading = reading_of(access)
    if at is not None:
        wired().work.steps(reading.version)
        place = _place_of(at, reading) if corrected else at - 1
        closed = closed_in(reading, reading, access.viewer, "corrected" if corrected else "recorded")
        if at in closed if place is None else place in closed.steps:
            raise Problem("history-closed", "This version of the game is hidden from you while the game is in play.")
        if place is None:
            raise wrong_parameter("at", f"version {at} is a correction or was withdrawn: choose another version, or send as=recorded")
        reading = reading.through(place) if corrected else reading.at(at)
    state = game_json(
        cover_of(access.head), reading, access.viewer, seated(access.head.game, reading, wired().people), prompts=access.records
    )
    if at is None:
        state["tag"] = str(access.head.seen)
    return state


def _place_of(version: int, reading: Reading) -> int | None:
    """Return the number of the step of event `version` in the game as corrected; None: it is a correction, or was withdrawn."""
    return next((place for place, step in enumerate(reading.steps) if step.event.version == version), None)


# --- the list ---------------------------------------------------------------------------------------------------------------------------


def in_club() -> Shaped:
    """Make the field for the query parameter `club`."""
    about = "The club. Without it: the club of the token; without a token, and at a practice table, `home`."
    return Shaped(Text(16, r"[a-z0-9]{2,16}"), metadata={"description": about})


class WantedQuery(Schema):
    """Which games are wanted (`wanted_games`)."""

    club = in_club()
    system = Shaped(Text(60))
    player = Shaped(Text(40), metadata={"description": "A person's id."})
    state = Shaped(OneOf(STATES))
    q = searched("Only games with a player of this name, as the directory has it now.")
    from_ = Digits(
        MILLISECONDS,
        data_key="from",
        metadata={"description": "Only games that began at the table then or later: milliseconds since 1970, UTC."},
    )
    to = Digits(
        MILLISECONDS, metadata={"description": "Only games that began at the table earlier than that: milliseconds since 1970, UTC."}
    )


class ListQuery(WantedQuery):
    limit = Digits(Whole(1, 50), load_default=20)
    cursor = sent_cursor()
    ids = Shaped(
        Text(LONGEST_IDS),
        metadata={"description": f"The ids of at most {MOST_IDS} games, with commas between: exactly these games, in this order."},
    )


@blueprint.route("/games")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, GameList, headers=ETAG | NEXT)
@blueprint.refuses(*TOKEN, *LONG)
def list_games(query: dict[str, Any]) -> Response:
    """List the public games of a club and those that your token gives access to, newest first

    The newest game is the one whose opening was received last (the `recorded_at` of its first event; `opened_at` is the time at the table).
    What is recorded later moves no game. A page may have fewer lines than `limit`: only the last page has no `next` link. If several ids of
    a person were merged, `player` finds the games of all these ids, and so does `q`. With `q` you find a name only in games that you may
    see: it looks at the players whose names these lines show. A game whose stored events are damaged is left out.

    With `ids`, the list has exactly these games, also unlisted ones, and games of other clubs. Those that it lacks are named in `unknown`.
    """
    if "ids" in query:
        return _by_ids(query["ids"])
    parts = wired()
    club, wanted = wanted_games(query)
    before = game_at(query, club, parts.key)
    page = parts.game_lines.page(club, before, query["limit"], wanted, reach(visitor(), club))
    return listed(GameList(games=_lines(page.games)), OWN | next_page(page.last, parts.key))


def _by_ids(ids: str) -> Response:
    """Answer with the games that `ids` names. Raises Problem `invalid`, which names every parameter that does not fit."""
    others = [name for name in request.args if name != "ids"]
    if others:
        said = "cannot be combined with ids, which names the games"
        raise Problem("invalid", f"{', '.join(others)} {said}.", [{"parameter": name, "message": said} for name in others])
    asked = list(dict.fromkeys(ids.split(",")))
    if len(asked) > MOST_IDS:
        raise wrong_parameter("ids", f"has {len(asked)} ids; at most {MOST_IDS} are answered at a time")
    token = visitor()
    page = wired().game_lines.these([game for name in asked if (game := _game(name)) is not None], lambda head: _seen_as(head, token))
    left = [] if page.last is None else asked[asked.index(page.last) + 1 :]
    found = {each.head.game for each in page.games}
    unknown = [name for name in asked if name not in found and name not in left]
    link = {"Link": page_link("next", ids=",".join(left))} if left else {}
    return listed(GameList(games=_lines(page.games), unknown=unknown), OWN | link)


def _game(name: str) -> GameId | None:
    try:
        return parse_game(name)
    except ValueError:
        return None


def _seen_as(head: Head, token: Token | None) -> Viewer | None:
    """Return how the visitor with this token sees a game whose id they know; None: not at all."""
    mine = None if token is None else within(token, head.game)
    return None if mine is None and head.visibility == "private" else viewer_of(mine)


def _lines(some: Sequence[Listed]) -> list[GameLine]:
    """Return the lines of games, which may belong to different clubs."""
    names = names_in(some)
    results = table_results(some, visitor())
    return [line_json(each, names[club_of(each.head.game)], results.get(each.head.game)) for each in some]


def table_results(some: Iterable[Listed], token: Token | None) -> dict[str, str]:
    """Return for each of these games that is in play, but whose table in a tournament has a result from elsewhere, where that is from.
    Tournaments that tell nothing to whoever has this token (None: everybody) are left out. Raises TooLong."""
    parts, found = wired(), dict[str, str]()
    tournaments = sorted({each.line.tournament for each in some if each.line.state == "open" and each.line.tournament is not None})
    heads = [head for tournament in tournaments if (head := parts.tournaments.head(StreamId(tournament))) is not None]
    parts.work.steps(sum(parts.tournaments_read.missing(head) for head in heads) // TOURNAMENT_EVENTS_A_STEP)
    for head in heads:
        try:
            rounds = tournament_access(token, head.stream).reading.state.rounds.values()
        except (Problem, RecordDamaged):
            continue
        tables = (seated for paired in rounds if paired.published for seated in paired.tables.values())
        found |= {
            seated.game: seated.result.source for seated in tables if seated.game and seated.result and seated.result.source != "taken"
        }
    return found


def wanted_games(query: dict[str, Any]) -> tuple[Club, Wanted]:
    """Return the club whose games the query asks for, and which games. Raises Problem `invalid`, TooLong."""
    token = visitor()
    club = Club(query.get("club") or (token.club if token and not token.practice else HOME))
    called = _called(club, query.get("q"))
    since, until = query.get("from_"), query.get("to")
    if since is not None and until is not None and since >= until:
        raise wrong_parameter("from", "must be earlier than `to`")
    people, months = ids_of(club, query.get("player")), _months(since, until)
    return club, Wanted(query.get("system"), query.get("state"), people, called, since, until, months)


def _months(since: int | None, until: int | None) -> Sequence[str]:
    """Return the months in which games of that time were played; empty if there are too many to find games by them."""
    months = [] if since is None else list(islice(words.months(since, until, wired().now()), MOST_WORDS + 1))
    return months if len(months) <= MOST_WORDS else ()


def _called(club: Club, q: str | None) -> frozenset[PersonId] | None:
    """Return every id of the people whose names are searched for; None if no name is. Raises Problem `invalid`, TooLong."""
    typed = typed_words(q)
    if typed is None:
        return None
    people = wired().people
    wired().work.people(A_NAME * people.size(club))
    return people.ids_called(club, typed)


def ids_of(club: Club, player: str | None) -> frozenset[PersonId] | None:
    """Return every id of the person with the id `player`; None if the list is for all players."""
    if not player:
        return None
    return ids_in(wired().people.merged(club), PersonId(player))[1]


def ids_in(merged: Mapping[PersonId, PersonId], person: PersonId) -> tuple[PersonId, frozenset[PersonId]]:
    """Return the current id of a person, and every id of them. `merged`: {merged id: current id}."""
    kept = merged.get(person, person)
    return kept, frozenset([kept, *(gone for gone, into in merged.items() if into == kept)])


def reach(token: Token | None, club: Club) -> Reach | None:
    """Return a function that takes a game of the club, and returns the viewer that says how the visitor sees it (None: the token does not
    reach the game). Return None instead of a function if the visitor has no token of this club."""
    if token is None or token.club != club:
        return None
    return lambda game: None if (mine := within(token, game)) is None else viewer_of(mine)


def names_in(some: Iterable[Listed]) -> dict[Club, dict[PersonId, str]]:
    """Return the names of everyone who has a seat in these games, by club."""
    return {club: wired().people.names(club, people_in(ours)) for club, ours in by_club(some, lambda each: each.head.game).items()}


def people_in(some: Iterable[Listed]) -> set[PersonId]:
    """Return everyone who has a seat in these games."""
    return {person for each in some for person in each.line.people.values() if person}


log: Final = logging.getLogger(__name__)


def recorded(access: Access, append: Callable[[], Appended], events: int, *, corrects: bool) -> Response:
    """Call `append`, and answer. `events`: how many events it records. `corrects`: whether one of them may change the steps of earlier
    ones. Raises TooLong, before anything is recorded, if the sender prefers to get the game and making it would take too long here."""
    if not prefers_representation():
        return appended("game", append())
    wired().work.steps(access.head.version if corrects else wired().readings.missing(access.head) + events)
    made = append()
    return appended("game", made, state_or_none(lambda: state_now(again(access)), made.stream, log))
