"""The pages know no game, and they do not read values out of texts that are only for display. They work in the same way when all such texts
are nonsense."""

import re
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Route, expect

from domain.kernel.events import EVENT_TYPES
from service.web import pages
from tests.browser.conftest import Come
from tests.browser.games import pitched
from tests.browser.visitor import Taps
from tests.ops.serving import Serving

SCRIPTS = sorted(Path(pages.__file__).parent.joinpath("static", "js").rglob("*.js"))
SHOWN = {"sentence", "text", "last_round", "label", "phase_label", "deal", "doc", "unexamined", "alternatives"}
"""The names of the members of API answers that hold text only for display."""
NONSENSE = "Zwiebel"
FOUR = ("Ann", "Bob", "Cyd", "Dan")


def in_nonsense(answer: Any) -> Any:
    if isinstance(answer, list):
        return [in_nonsense(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    return {name: NONSENSE if name in SHOWN and isinstance(value, str) and value else in_nonsense(value) for name, value in answer.items()}


def hears_nonsense(visitor: Taps) -> None:
    """From now on, every API answer has nonsense as its display text. Live updates are blocked, so the page asks the API again."""

    def fulfil(route: Route) -> None:
        if route.request.url.partition("?")[0].endswith("/live"):
            route.fulfill(content_type="text/event-stream", body="retry: 600000\n\n")
            return
        answer = route.fetch()
        if answer.headers.get("content-type", "").startswith("application/json"):
            route.fulfill(response=answer, json=in_nonsense(answer.json()))
        else:
            route.fulfill(response=answer)

    visitor.page.route("**/api/v1/**", fulfil)


def test_a_page_shows_the_same_table_when_all_texts_from_the_api_are_nonsense(come: Come, api: httpx.Client, product: Serving) -> None:
    game = pitched(api, "KH", names=FOUR, system="pitch-pagat-partnership")
    visitor: Taps = come(Taps, token=product.owner())
    tiles = []
    for nonsense in (False, True):
        if nonsense:
            hears_nonsense(visitor)
        for path in (f"/games/{game}", f"/games/{game}/replay"):
            visitor.go(path)
            expect(visitor.seat("Bob")).to_contain_text("in hearts")
            assert visitor.names(":has(.dealer)") == ["Ann"]
            assert visitor.names(".turn") == ["Cyd"]
            expect(visitor.seat("Ann").locator(".side-sign")).to_have_attribute("title", "with Cyd")
            tiles.append(visitor.find("#seats").inner_text())
        expect(visitor.find("#deal")).to_have_text(NONSENSE if nonsense else "Bob bid 2 in hearts · dealer Ann")
        expect(visitor.find("#said")).to_contain_text(NONSENSE if nonsense else "Bob plays the king of hearts")
    assert tiles[:2] == tiles[2:]


def test_a_deal_can_be_recorded_when_all_texts_from_the_api_are_nonsense(come: Come, api: httpx.Client, product: Serving) -> None:
    seats = [{"name": name} for name in FOUR]
    game = str(api.post("/games", json={"system": "pitch-roadhouse", "seats": seats}).json()["game"])
    visitor: Taps = come(Taps, token=product.owner())
    hears_nonsense(visitor)
    visitor.go(f"/games/{game}")
    for version in range(1, 8):
        state = api.get(f"/games/{game}").json()
        assert state["version"] == version
        visitor.answer(next(prompt for prompt in state["prompts"] if prompt["expected"]))
        expect(visitor.find("#undo")).to_have_attribute("data-version", str(version + 1))
        expect(visitor.find("#undo")).to_contain_text(NONSENSE)
    expect(visitor.find("#deal")).to_have_text(NONSENSE)


def test_no_script_of_the_pages_contains_the_name_of_a_games_act() -> None:
    of_games = {kind.name for kind in EVENT_TYPES.values() if not kind.common}
    assert len(of_games) > 30
    assert SCRIPTS
    for script in SCRIPTS:
        assert of_games & set(re.findall(r"\w+", script.read_text(encoding="utf-8"))) == set(), script.name
