"""Pages of other sites may read what anybody may read, and nothing else (CORS, Fetch standard §3.2)."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.callers import Caller, opener

ELSEWHERE = {"Origin": "https://club.example"}
NAMES = {"Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Access-Control-Allow-Headers", "Access-Control-Allow-Methods"}


def cors(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name in NAMES}


@pytest.fixture
def game(director: Caller) -> str:
    game = director.opened(visibility="public")
    director.recorded(game, opener(0))
    return game


@pytest.mark.parametrize(
    "path", ["/games", "/games/{game}", "/games/{game}/replay?from=0", "/records", "/systems", "/public", "/tournaments", "/openapi.json"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_page_of_another_site_may_read_what_anybody_may_read(path: str, method: str, game: str, stranger: Caller) -> None:
    answer = stranger.call(method, path.format(game=game), headers=ELSEWHERE)
    assert (answer.status_code, cors(answer)) == (200, {"Access-Control-Allow-Origin": "*"})
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]


def test_a_page_of_another_site_may_read_why_it_was_refused_and_that_nothing_changed(game: str, stranger: Caller) -> None:
    refused = stranger.get("/games?state=x", headers=ELSEWHERE)
    assert (refused.status_code, cors(refused)) == (422, {"Access-Control-Allow-Origin": "*"})
    tag = stranger.get(f"/games/{game}").headers["ETag"]
    for _ in range(3):  # the later ones are answered from memory
        same = stranger.get(f"/games/{game}", headers={**ELSEWHERE, "If-None-Match": tag})
        assert (same.status_code, cors(same)) == (304, {"Access-Control-Allow-Origin": "*"})


def test_what_a_token_shows_is_not_for_other_sites(game: str, director: Caller) -> None:
    for path in (f"/games/{game}", "/games", "/people", "/systems"):
        assert cors(director.get(path, headers=ELSEWHERE)) == {}


def test_what_a_cookie_shows_is_not_for_other_sites(game: str, director: Caller) -> None:
    client = FlaskClient(director.app, use_cookies=True)
    assert client.post("/api/v1/session", json={"token": director.secret}).status_code == 204
    answer = client.get(f"/api/v1/games/{game}", headers=ELSEWHERE)
    assert (answer.json["viewer"], cors(answer)) == ("director", {})


def test_a_change_is_never_for_other_sites(game: str, director: Caller, stranger: Caller) -> None:
    events = {"events": [opener(1)]}
    for visitor in (director, stranger):
        assert cors(visitor.post(f"/games/{game}/events", events, headers={**ELSEWHERE, "If-Match": "*"})) == {}
    assert cors(stranger.call("DELETE", "/session", headers=ELSEWHERE)) == {}


ASKED = [
    # (the method that the page wants to use, whether the page may)
    ("GET", True),
    ("HEAD", True),
    ("POST", False),
    ("DELETE", False),
    ("PATCH", False),
    ("get", False),
    ("", False),
]


@pytest.mark.parametrize(("method", "may"), ASKED)
def test_a_browser_that_asks_first_hears_that_only_reading_is_allowed(method: str, may: bool, game: str, stranger: Caller) -> None:
    asked = {"Access-Control-Request-Method": method} if method else {}
    answer = stranger.call("OPTIONS", f"/games/{game}", headers={**ELSEWHERE, **asked})

    assert answer.status_code == 200
    assert bool(cors(answer)) == may
    if may:
        assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
        assert "Authorization" not in answer.headers["Access-Control-Allow-Headers"]
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/games", "/metrics", "/livez", "/docs"])
def test_pages_and_the_addresses_of_the_operator_are_not_for_other_sites(path: str, stranger: Caller) -> None:
    assert cors(stranger.client.get(path, headers=ELSEWHERE)) == {}
