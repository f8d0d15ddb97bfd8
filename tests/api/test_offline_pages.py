"""The service worker is sent with the list of the files that pages load, and each page says for whom it is."""

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web import assets
from service.wiring import Wiring
from tests.api.callers import HIGH_CARD, Caller
from tests.api.conftest import Callers
from tests.api.cups import shown, visiting

VIEWER = "Faceup-Viewer"


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    return app.test_client()


def test_the_service_worker_is_asked_for_each_time_and_may_do_nothing_but_ask_this_server(visitor: FlaskClient) -> None:
    answer = visitor.get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    assert visitor.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_service_worker_keeps_every_file_that_the_pages_load(visitor: FlaskClient, scorekeeper: Caller) -> None:
    first, _, script = visitor.get("/sw.js").text.partition("\n")
    assert script == assets.text("js/sw.js")
    release = json.loads(first.removeprefix("self.release = ").removesuffix(";"))
    assert release["version"] == assets.version()
    game = scorekeeper.post("/games", HIGH_CARD).get_json()["game"]
    page = visitor.get(f"/games/{game}", headers={"Authorization": f"Bearer {scorekeeper.secret}"}).text
    linked = {path for text in (page, visitor.get("/offline").text) for path in re.findall(r'"(/assets/[^"]+)"', text)}
    loaded = {
        f"/assets/{assets.version()}/{path}"
        for path in ("js/around.after.game+focus.js", "js/unstored.js", "js/outbox.js", "icons/gavel.svg")
    }
    assert linked | loaded <= set(release["files"])
    for path in release["files"]:
        assert visitor.get(path).headers["Cache-Control"] == assets.KEPT


def test_a_page_says_for_whom_it_is(visitor: FlaskClient, director: Caller, scorekeeper: Caller) -> None:
    def mark(caller: Caller | None) -> str:
        headers = {} if caller is None else {"Authorization": f"Bearer {caller.secret}"}
        return str(visitor.get("/systems", headers=headers).headers[VIEWER])

    before = [mark(None), mark(director), mark(scorekeeper)]
    assert before[0] == ""
    assert len({*before}) == 3
    assert [mark(None), mark(director), mark(scorekeeper)] == before
    person = director.post("/people", {"name": "Ann"}).get_json()["person"]
    assert mark(scorekeeper) == before[2], "a new name changes nothing that is known"
    assert visitor.delete(f"/api/v1/people/{person}", headers={"Authorization": f"Bearer {director.secret}"}).status_code == 200
    assert mark(None) == ""
    assert mark(scorekeeper) != before[2]
    assert director.secret not in "".join(before)


def test_a_page_of_a_game_says_which_rights_the_visitor_has_there(
    visitor: FlaskClient, parts: Wiring, director: Caller, callers: Callers
) -> None:
    cup = shown(parts, director, "private")
    headers = {"Authorization": f"Bearer {visiting(callers, cup, 'link of table 1').secret}"}
    pages = ("/systems", f"/games/{cup.games['one']}", f"/games/{cup.games['two']}", f"/games/{cup.games['casual']}")
    who, *marks = [visitor.get(page, headers=headers).headers[VIEWER] for page in pages]
    assert marks == [f"{who} scorekeeper", f"{who} public", f"{who} public"]


def test_the_page_without_a_network_is_nobodys(visitor: FlaskClient, director: Caller) -> None:
    page = visitor.get("/offline")
    assert "data-signed-in" not in page.text
    assert page.headers[VIEWER] == ""
