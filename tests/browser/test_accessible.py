"""Every page is accessible, even with long names: controls have names, they are at least 44 pixels wide and high, and nothing is wider than
360 pixels."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import SCHEMES, Come
from tests.browser.correcting import pick
from tests.browser.games import say
from tests.browser.visitor import Taps
from tests.ops.serving import Serving

LONG = "Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh"

PROBES = (Path(__file__).parent / "probes.js").read_text()
SOUND = {"tooSmall": [], "beyond": [], "faint": [], "sideways": 0, "doubled": [], "headings": 1, "mains": 1}


@pytest.fixture(scope="module")
def crowded(api: httpx.Client) -> str:
    """Make a game of thirteen players with long names, in the middle of a hand. It has a finding and a correction."""
    seats = [{"name": f"{LONG} {number}"} for number in range(13)]
    game = str(api.post("/games", json={"system": "high-card", "seats": seats, "title": f"Final of {LONG}"}).json()["game"])
    say(api, game, ("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 0, "call": "highest", "card": "TS"}))
    say(api, game, ("CardPlaced", {"seat": 5, "call": "lowest", "card": "TH"}), ("Retracted", {"target": 3, "reason": "slip"}))
    return game


def smoke(page: str) -> ParameterSet:
    return pytest.param(page, marks=pytest.mark.smoke)


@SCHEMES
@pytest.mark.parametrize(
    "page",
    [
        "/",
        smoke("/games"),
        "/games/new",
        "/games/{}",
        "/games/{}?watch",
        smoke("/games/{}/replay"),
        "/games/{}/rules",
        "/join",
        "/systems",
        "/systems/box",
    ],
)
def test_every_page_is_accessible(come: Come, product: Serving, crowded: str, page: str, scheme: str) -> None:
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme)
    visitor.go(page.format(crowded))
    settled(visitor, page)
    examine(visitor)


def settled(visitor: Taps, page: str) -> None:
    """Wait until the page has its content. Then open every section that can be folded."""
    marks = {
        "/": "#sample .seat",
        "/games": ".game-row",
        "/games/new": "#find",
        "/join": "[role=alert]",
        "/systems": ".system-list",
        "/systems/box": ".clauses",
    }
    marks["/games/{}/rules"] = ".clauses"
    expect(visitor.find(marks.get(page, "#seats .seat")).first).to_be_visible()
    folded = visitor.find("main details:not([open]):visible > summary")
    for _ in range(30):  # search again before each tap, because new sections may appear meanwhile
        if folded.count():
            folded.first.tap()
    if visitor.find("#history:visible").count():
        expect(visitor.find("#history-list li").first).to_be_visible()


def examine(visitor: Taps) -> None:
    visitor.page.wait_for_load_state()  # a new page may still lack its style sheet
    assert visitor.page.evaluate(PROBES) == SOUND
    assert nameless(visitor) == []
    assert violations(visitor.page) == []


def nameless(visitor: Taps) -> list[dict[str, Any]]:
    """Return the controls and landmarks without a name in the browser's accessibility tree."""
    client = visitor.page.context.new_cdp_session(visitor.page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "textbox", "combobox", "checkbox", "slider", "spinbutton", "img", "group", "dialog", "DisclosureTriangle"}
    matching = [node for node in nodes if not node["ignored"] and node["role"]["value"] in roles]
    assert matching
    return [node for node in matching if not node.get("name", {}).get("value", "").strip() and node["role"]["value"] != "group"]


def test_the_dialog_for_recording_an_act_is_accessible(come: Come, product: Serving, crowded: str) -> None:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(f"/games/{crowded}")
    expect(visitor.find("#seats .seat").first).to_be_visible()
    visitor.find('[data-do="other"]').tap()
    kinds = [str(button.get_attribute("data-type")) for button in visitor.find("#other-list [data-type]").all()]
    assert len(kinds) > 10
    for kind in kinds:
        pick(visitor, kind)
        examine(visitor)
        visitor.find("#other-back").tap()
    visitor.page.keyboard.press("Escape")
    expect(visitor.find("#other")).to_be_hidden()


@pytest.mark.parametrize(("page", "drawn"), [("/games/{}", ".asks"), ("/club/people", ".tabs")])
def test_the_first_tab_on_a_drawn_page_leads_to_the_skip_link(come: Come, product: Serving, crowded: str, page: str, drawn: str) -> None:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(page.format(crowded))
    expect(visitor.find(drawn)).to_be_visible()
    visitor.page.keyboard.press("Tab")
    expect(visitor.find(".skip")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("main")).to_be_focused()


def test_screen_readers_announce_findings_notices_the_turn_and_the_last_round(come: Come, product: Serving, crowded: str) -> None:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(f"/games/{crowded}")
    for region in ("#turn", "#findings-list", "#last-round", "#notice"):
        expect(visitor.find(region)).to_have_attribute("aria-live", "polite")
