"""As long as nothing has changed, the same request with the same entity tag gets 304 again. For this answer, only the head (the stored
summary) of the record is read.

Source: docs/decisions/api-answers.md, "Tags and caching".
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from flask import Flask, Response
from flask import request as asked_for
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import API, Caller, opener, placed
from tests.api.conftest import Callers
from tests.api.test_sealed import validated


@pytest.fixture
def game(scorekeeper: Caller, parts: Wiring) -> str:
    """A validated public game with a finding: seat 2 plays out of turn."""
    game = scorekeeper.opened(visibility="public", seats=[{"name": "Ada"}, {}, {}])
    scorekeeper.recorded(game, opener(0), placed(0, "lowest", "TS"), placed(2, "lowest", "KH"))
    validated(parts, game)
    return game


@pytest.fixture
def asked(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the requests that were not answered from the cache, in the order of the requests."""
    paths: list[str] = []
    usual = app.full_dispatch_request

    def dispatched() -> Response:
        paths.append(asked_for.path)
        return usual()

    monkeypatch.setattr(app, "full_dispatch_request", dispatched)
    return paths


def known(visitor: Caller, path: str) -> Callable[[], TestResponse]:
    """Send a request. Then send it with the entity tag of its answer, and assert that this second answer is 304. Returns a function that
    sends the second request again."""
    tag = visitor.get(path).headers["ETag"]
    again = lambda: visitor.get(path, headers={"If-None-Match": tag})  # noqa: E731
    assert again().status_code == 304
    return again


PATHS = ["", "?at=2", "/replay", "/replay?as=recorded", "/replay?view=public", "/findings", "/rulings", "/diff?from=1&to=3", "/events"]


@pytest.mark.parametrize("role", ["stranger", "scorekeeper"])
@pytest.mark.parametrize("path", [*PATHS, "/export?format=json"])
def test_a_request_that_got_304_gets_it_again_and_only_the_head_is_read(
    path: str, role: str, game: str, asked: list[str], redis: Redis, request: pytest.FixtureRequest
) -> None:
    visitor = request.getfixturevalue(role)
    tag = visitor.get(f"/games/{game}{path}").headers["ETag"]
    first = visitor.get(f"/games/{game}{path}", headers={"If-None-Match": tag})
    asked.clear()
    redis.config_resetstat()

    again = visitor.get(f"/games/{game}{path}", headers={"If-None-Match": tag})

    commands = {name.removeprefix("cmdstat_"): each["calls"] for name, each in redis.info("commandstats").items()}
    assert (again.status_code, again.get_data(), asked) == (304, b"", [])
    assert dict(again.headers) == dict(first.headers)
    assert not commands.keys() & {"xrange", "lrange", "evalsha", "eval", "fcall"}
    assert commands["hgetall"] == 1


@dataclass
class World:
    """What a test changes. `game`: the game; `parts`: the parts of the application; `director`: a visitor who may change everything."""

    game: str
    parts: Wiring
    director: Caller
    visitor: Caller

    def erased(self) -> None:
        person = next(iter(self.parts.people.everyone(HOME)))
        assert self.director.call("DELETE", f"/people/{person}").status_code in (200, 204)

    def withdrawn(self) -> None:
        assert self.visitor.secret is not None
        self.parts.clubs.withdraw(HOME, self.visitor.secret.split("_")[2])


CHANGES: dict[str, tuple[Callable[[World], object], int]] = {
    # the name of a change: (a function that makes the change, the status of the same request afterwards)
    "an event is recorded": (lambda w: w.director.recorded(w.game, placed(1)), 200),
    "a finding is withdrawn": (
        lambda w: (w.director.recorded(w.game, {"type": "Retracted", "data": {"target": 4}}), validated(w.parts, w.game)),
        200,
    ),
    "a person is erased": (lambda w: w.erased(), 200),
    "the token is withdrawn": (lambda w: w.withdrawn(), 401),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("path", ["/replay", "/findings"])
def test_a_request_gets_no_304_after_a_change(
    path: str, what: str, game: str, parts: Wiring, director: Caller, callers: Callers, app: Flask
) -> None:
    change, status = CHANGES[what]
    visitor = callers.holder("record")
    again = known(visitor, f"/games/{game}{path}")

    change(World(game, parts, director, visitor))

    assert again().status_code == status


def test_a_stranger_gets_no_304_for_a_game_that_has_become_private(stranger: Caller, director: Caller, game: str) -> None:
    again = known(stranger, f"/games/{game}/replay")

    director.recorded(game, {"type": "VisibilitySet", "data": {"visibility": "private"}})

    assert again().status_code == 404


def test_a_stranger_gets_no_304_for_a_game_that_has_got_a_delay(stranger: Caller, director: Caller, game: str) -> None:
    again = known(stranger, f"/games/{game}/replay")

    director.recorded(game, {"type": "SpectatorDelaySet", "data": {"seconds": 600}})

    late = again()
    assert (late.status_code, late.json["version"]) == (200, 1)


NOT_KEPT = ["the game is shown late", "the token is for a tournament", "the last event is not validated", "the session has ended"]


@pytest.mark.parametrize("why", NOT_KEPT)
def test_an_answer_that_depends_on_more_than_the_head_is_made_again_each_time(
    why: str, game: str, parts: Wiring, director: Caller, stranger: Caller, callers: Callers, asked: list[str]
) -> None:
    visitor, headers = stranger, {}
    if why == "the game is shown late":
        director.recorded(game, {"type": "SpectatorDelaySet", "data": {"seconds": 600}})
        validated(parts, game)
    if why == "the token is for a tournament":
        visitor = callers.holder("read", tournament="home-taaaaaaaaaaaaaaaa")
    if why == "the last event is not validated":
        director.recorded(game, placed(1))
    if why == "the session has ended":
        headers = {"Cookie": "faceup=old"}
    tag = visitor.get(f"/games/{game}/replay", headers=headers).headers["ETag"]
    asked.clear()

    for _ in range(3):
        assert visitor.get(f"/games/{game}/replay", headers={**headers, "If-None-Match": tag}).status_code == 304

    assert len(asked) == 3


def test_a_session_by_cookie_gets_304_again_until_its_token_is_withdrawn(
    app: Flask, callers: Callers, game: str, director: Caller, asked: list[str], parts: Wiring
) -> None:
    director.recorded(game, {"type": "VisibilitySet", "data": {"visibility": "private"}})
    validated(parts, game)
    asked.clear()
    browser: FlaskClient = app.test_client()
    holder = callers.holder("record")
    browser.post(f"{API}/session", json={"token": holder.secret})
    path = f"{API}/games/{game}/replay"
    tag = browser.get(path).headers["ETag"]
    answers = [browser.get(path, headers={"If-None-Match": tag}).status_code for _ in range(3)]
    assert (answers, asked[3:]) == ([304, 304, 304], [])

    assert holder.secret is not None
    parts.clubs.withdraw(HOME, holder.secret.split("_")[2])

    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 404
