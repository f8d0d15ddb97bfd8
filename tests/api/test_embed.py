"""Pages for a frame on another site: anybody may frame them, nobody may frame other pages, and they show what a stranger sees."""

import re

import pytest
from flask import Flask

from service.memory.work import TooLong
from service.store.errors import RecordDamaged, StoreUnavailable
from service.web.pages import CONTENT_POLICY
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import opened_cup

ANYWHERE = "frame-ancestors *"
NOWHERE = "frame-ancestors 'none'"
READER = {"Accept": "text/html"}
VISIBILITIES = ("public", "unlisted", "private")


def page(caller: Caller, path: str) -> tuple[int, str, str]:
    """Return the status of a page, its content policy and its text."""
    signed = {} if caller.secret is None else {"Authorization": f"Bearer {caller.secret}"}
    answer = caller.client.get(path, headers=READER | signed)
    assert "X-Frame-Options" not in answer.headers
    return answer.status_code, answer.headers["Content-Security-Policy"], answer.get_data(as_text=True)


def test_only_pages_that_are_made_for_it_can_be_shown_in_a_frame(app: Flask, director: Caller, parts: Wiring) -> None:
    names = {
        "game": director.opened(visibility="public"),
        "tournament": opened_cup(parts, "public").id,
        "number": "1",
        "entry": "1",
        "table": "1",
    }
    names |= {"slug": "high-card", "paper": "signs"}
    framed = set()
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.startswith("/api") and "<path:" not in rule.rule:
            _, policy, _ = page(director, re.sub(r"<(?:\w+:)?(\w+)>", lambda found: names.get(found[1], "x"), rule.rule))
            assert (ANYWHERE in policy) != (NOWHERE in policy), rule.rule
            framed |= {rule.rule} if ANYWHERE in policy else set()
    assert framed == {"/embed/games/<game>", "/embed/tournaments/<tournament>", "/embed/tournaments/<tournament>/bracket"}
    assert NOWHERE in CONTENT_POLICY


@pytest.mark.parametrize("who", ["director", "anonymous"])
def test_a_private_game_has_the_same_page_for_everybody_and_names_nothing(who: str, callers: Callers, director: Caller) -> None:
    caller = director if who == "director" else callers.anonymous()
    game = director.opened(visibility="private", title="Moonlight", seats=[{"name": "Zebediah"}, {}, {}])
    status, policy, text = page(caller, f"/embed/games/{game}")
    assert (status, ANYWHERE in policy) == (404, True)
    assert "Not open to everybody" in text
    assert [word for word in ("Moonlight", "Zebediah", "High Card", game) if word in text] == []
    assert text == page(caller, "/embed/games/home-0000000000000000")[2] == page(caller, "/embed/tournaments/home-0000000000000000")[2]


@pytest.mark.parametrize(("failure", "status"), [(RecordDamaged, 409), (StoreUnavailable, 503)])
def test_a_frame_says_why_it_shows_nothing(
    failure: type[Exception], status: int, callers: Callers, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened_cup(parts, "public").id

    def fail(*_: object, **__: object) -> None:
        raise failure(cup)

    monkeypatch.setattr(parts.tournaments_read, "at", fail)
    got, policy, text = page(callers.anonymous(), f"/embed/tournaments/{cup}")
    assert (got, ANYWHERE in policy, 'class="embedded"' in text) == (status, True, True)


def test_a_frame_says_that_the_server_is_busy_and_asks_again(callers: Callers, parts: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long is for a heavy worker, and none runs."""
    cup = opened_cup(parts, "public").id

    def fail(*_: object, **__: object) -> None:
        raise TooLong

    monkeypatch.setattr(parts.tournaments_read, "at", fail)
    answer = callers.anonymous().client.get(f"/embed/tournaments/{cup}?scheme=dark", headers=READER)
    assert answer.status_code == 503
    assert ANYWHERE in answer.headers["Content-Security-Policy"]
    assert (answer.headers["Refresh"], answer.headers["Cache-Control"]) == ("15", "no-store")
    text = answer.get_data(as_text=True)
    assert [word for word in ('data-scheme="dark"', 'href="">Try again</a>') if word not in text] == []


def test_an_address_below_those_of_frames_that_does_not_exist_has_their_page(callers: Callers) -> None:
    status, policy, text = page(callers.anonymous(), "/embed/nothing")
    assert (status, ANYWHERE in policy, "Not open to everybody" in text) == (404, True, True)


def test_a_private_tournament_has_this_page_for_a_director_too(director: Caller, parts: Wiring) -> None:
    cup = opened_cup(parts, "private").id
    assert page(director, f"/tournaments/{cup}")[0] == 200
    status, _, text = page(director, f"/embed/tournaments/{cup}")
    assert (status, "Not open to everybody" in text, cup in text) == (404, True, False)


@pytest.mark.parametrize(("query", "scheme"), [("", ""), ("?scheme=dark", "dark"), ("?scheme=light", "light"), ("?scheme=pink", "")])
def test_an_address_may_name_the_colours_and_what_it_does_not_know_is_ignored(director: Caller, query: str, scheme: str) -> None:
    _, _, text = page(director, f"/embed/games/{director.opened(visibility='public')}{query}")
    assert re.findall('data-scheme="(.*?)"', text) == ([scheme] if scheme else [])
    (sheet,) = re.findall('"(/assets/.*?[.]css)"', text)
    assert sheet.endswith(f"+embed{'.' if scheme else ''}{scheme}.css")
    style = director.client.get(sheet).get_data(as_text=True)
    assert ("@media (prefers-color-scheme: dark)" in style) == (scheme == "")
    assert ("@media all" in style, "@media not all" in style) == (scheme == "dark", scheme == "light")


@pytest.mark.parametrize("path", ["css/base+look.pink.css", "js/game+focus.dark.js", "js/game+focus.x.js"])
def test_there_are_no_packs_for_other_colours(director: Caller, path: str) -> None:
    assert director.client.get(f"/assets/x/{path}").status_code == 404


def test_only_public_games_and_tournaments_offer_the_code_of_a_frame(director: Caller) -> None:
    offered = {name: 'id="embed"' in page(director, f"/games/{director.opened(visibility=name)}/replay")[2] for name in VISIBILITIES}
    assert offered == {"public": True, "unlisted": False, "private": False}
