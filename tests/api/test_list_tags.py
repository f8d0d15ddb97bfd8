"""Entity tags of lists: a list that did not change is not sent again, and a list that shows anything else is."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_statistics import caught_up
from tests.api.test_tournaments import opened

CLUB = (
    "/games",
    "/people",
    "/tournaments",
    "/clubs",
    "/clubs/home/members",
    "/clubs/home/feed",
    "/clubs/home/players",
    "/clubs/home/games",
)


def again(visitor: Caller, path: str, former: TestResponse) -> TestResponse:
    return visitor.get(path, headers={"If-None-Match": former.headers["ETag"]})


@pytest.fixture
def game(director: Caller, parts: Wiring) -> str:
    game = director.opened(seats=[{"name": "Ann"}, {"name": "Ben"}, {}], visibility="public")
    opened(director)
    caught_up(parts)
    return game


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("path", [*CLUB, "/public"])
def test_a_list_that_did_not_change_is_not_sent_again(path: str, director: Caller) -> None:
    first = director.get(path)
    same = again(director, path, first)

    assert (same.status_code, same.get_data(), same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert same.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert director.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


CHANGES: list[tuple[str, Callable[[Caller], object], str]] = [
    # (the list, what happens, what this is)
    ("/games", lambda director: director.opened(), "a game was opened"),
    ("/public", lambda director: director.opened(visibility="public"), "a public game was opened"),
    ("/people", lambda director: director.post("/people", {"name": "Cleo"}), "somebody joined"),
    ("/tournaments", opened, "a tournament was opened"),
    ("/clubs/home/feed", lambda director: director.opened(), "an entry came"),
]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(("path", "change", "what"), CHANGES)
def test_a_list_that_changed_is_sent_again(path: str, change: Callable[[Caller], object], what: str, director: Caller) -> None:
    first = director.get(path)
    change(director)
    changed = again(director, path, first)
    assert (changed.status_code, changed.get_data() != first.get_data()) == (200, True), what


@pytest.mark.parametrize("path", ["/games", "/people", "/public", "/clubs/home/players", "/clubs/home/games"])
def test_a_list_with_an_erased_name_is_sent_again_without_the_name(path: str, game: str, director: Caller) -> None:
    first = director.get(path)
    assert b"Ann" in first.get_data()
    ann = director.get(f"/games/{game}").json["seats"][0]["person"]

    assert director.call("DELETE", f"/people/{ann}").status_code == 200

    after = again(director, path, first)
    assert (after.status_code, b"Ann" in after.get_data()) == (200, False)


def test_a_list_with_a_game_that_became_private_is_sent_again_without_it(game: str, director: Caller, stranger: Caller) -> None:
    first = stranger.get("/games")
    director.recorded(game, {"type": "VisibilitySet", "data": {"visibility": "private"}})
    assert again(stranger, "/games", first).json == {"games": []}


def test_visitors_who_see_other_games_have_other_tags(game: str, director: Caller, stranger: Caller, callers: Callers) -> None:
    """A tag that was given away says nothing about a list that its holder may not see."""
    director.opened()
    tag = {"If-None-Match": director.get("/games").headers["ETag"]}
    for other in (stranger, callers.holder("record", game=game), callers.holder("direct", club="away")):
        assert other.get("/games?club=home", headers=tag).status_code == 200


def test_the_tag_of_a_page_changes_with_the_link_to_the_next_page(director: Caller) -> None:
    director.opened()
    first = director.get("/games?limit=1")
    same = director.get("/games").json
    assert first.json == same
    assert "Link" not in first.headers
    older = director.get("/clubs/home/feed?limit=1")
    assert "Link" in older.headers
    assert again(director, "/clubs/home/feed?limit=1", older).headers["Link"] == older.headers["Link"]


def test_the_tag_of_a_compressed_list_is_that_of_the_list(director: Caller) -> None:
    for number in range(20):
        director.post("/people", {"name": f"A long name of a person {number}"})
    client, bearer = FlaskClient(director.app), {"Authorization": f"Bearer {director.secret}"}
    packed = client.get("/api/v1/people", headers={**bearer, "Accept-Encoding": "gzip"})
    tag = director.get("/people").headers["ETag"]

    assert (packed.headers["Content-Encoding"], packed.headers["ETag"]) == ("gzip", tag)
    assert tag.startswith("W/")
    assert client.get("/api/v1/people", headers={**bearer, "Accept-Encoding": "gzip", "If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("path", ["crosstable", "bracket", "stages", "standings/people", "standings/pairs"])
def test_the_tables_of_a_tournament_are_not_sent_again_before_they_change(path: str, director: Caller, stranger: Caller) -> None:
    cup = opened(director, visibility="public")
    there = f"/tournaments/{cup}/{path}"
    first = stranger.get(there)
    assert again(stranger, there, first).status_code == 304
    director.post(
        f"/tournaments/{cup}/events",
        {"events": [{"type": "EntryMade", "data": {"entry": 9, "people": [], "name": "Nine"}}]},
        headers={"If-Match": "*"},
    )
    assert again(stranger, there, first).status_code == 200
