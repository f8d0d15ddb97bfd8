"""Claims, confirmations, rulings and corrections are accessible: thirteen long names, 360 pixels wide, light and dark."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.correcting import change, pick
from tests.browser.games import link, say
from tests.browser.test_accessible import LONG, PROBES, examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving

CARDS = ["AS", *(f"{rank}H" for rank in "23456789TJQK")]


@pytest.fixture(scope="module")
def settled(api: httpx.Client) -> str:
    """A game of thirteen players with a breach, a claim, and two rulings. The second ruling replaces the first. Seat 1 has confirmed the
    result."""
    seats = [{"name": f"{LONG} {number}"} for number in range(13)]
    body = {"system": "high-card", "seats": seats, "title": f"Final of {LONG}", "options": {"target": 1}, "visibility": "public"}
    game = str(api.post("/games", json=body).json()["game"])
    order = [0, 2, 1, *range(3, 13)]
    say(api, game, ("OpenerChosen", {"seat": 0}), *(("CardPlaced", {"seat": seat, "call": "highest"}) for seat in order))
    say(api, game, ("CardsRevealed", {"cards": {str(seat): card for seat, card in enumerate(CARDS)}}))
    say(api, game, ("ClaimMade", {"seat": 3, "claim": f"{LONG} moved"}), ("ClaimAnswered", {"claim": 17, "seat": 1, "accepts": False}))
    ruling = {"cites": {"finding": "out-of-turn@4"}, "rule": "HC-2", "rectification": "adjust", "round": 1, "points": {"1": 1}}
    say(api, game, ("RulingRecorded", ruling))
    say(api, game, ("RulingRecorded", {**ruling, "points": {"0": 1}, "supersedes": 19, "note": LONG}))
    assert api.put(f"/games/{game}/seats/2/pin", json={"pin": "2580"}).status_code == 204
    headers = {"Authorization": f"Bearer {link(api, game, 'read', seat=1)}", "If-Match": '"20"'}
    assert api.post(f"/games/{game}/confirmation", json={"seat": 1}, headers=headers).status_code == 201
    return game


def director(come: Come, product: Serving, game: str, scheme: str, page: str = "/games/{}") -> Taps:
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme)
    visitor.go(page.format(game))
    expect(visitor.find("#seats .seat:visible, #life .winner").first).to_be_visible()
    return visitor


def unfold(visitor: Taps) -> None:
    closed = visitor.find("main details:not([open]):not(.menu) > summary:visible")
    while closed.count():
        closed.first.tap()


@SCHEMES
def test_the_page_of_a_game_with_a_final_result_is_accessible(come: Come, product: Serving, settled: str, scheme: str) -> None:
    visitor = director(come, product, settled, scheme)
    expect(visitor.find("#life")).to_contain_text("Confirmed by")
    unfold(visitor)
    visitor.find('#confirmation [data-seat="2"]').tap()
    expect(visitor.find("#confirm-pin")).to_be_visible()
    expect(visitor.find("#rulings-list .changes").first).to_be_visible()
    expect(visitor.find("#history-list li").first).to_be_visible()
    visitor.find('#menu [data-do="handover"]').tap()
    expect(visitor.find("#menu-link img")).to_be_visible()
    examine(visitor)


@SCHEMES
def test_the_form_for_a_correction_is_accessible(come: Come, product: Serving, settled: str, scheme: str) -> None:
    visitor = director(come, product, settled, scheme)
    change(visitor, 16, "retract")
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")
    visitor.find('#review [data-reason="other"]').tap()
    examine(visitor)


@SCHEMES
@pytest.mark.parametrize("decision", ["stand", "adjust"])
def test_the_form_for_a_ruling_is_accessible(come: Come, product: Serving, settled: str, scheme: str, decision: str) -> None:
    visitor = director(come, product, settled, scheme)
    visitor.find("#rulings > summary").tap()
    visitor.find('#rulings-list [data-do="supersede"]').tap()
    visitor.find(f'#ruling [data-word="{decision}"]').tap()
    examine(visitor)


@pytest.mark.parametrize(
    ("button", "act"),
    [
        ("other", "ClaimMade"),
        ("other", "PlayerSubstituted"),
        ("end", "TimeCalled"),
        ("end", "GameAbandoned"),
        ("wrong", "IrregularityCalled"),
    ],
)
def test_every_list_of_acts_and_its_forms_are_accessible(come: Come, product: Serving, api: httpx.Client, button: str, act: str) -> None:
    seats = [{"name": f"{LONG} {number}"} for number in range(13)]
    game = str(api.post("/games", json={"system": "high-card", "seats": seats, "title": f"Final of {LONG}"}).json()["game"])
    visitor = director(come, product, game, "light")
    visitor.find(f'#tools [data-do="{button}"]').tap()
    expect(visitor.find("#other-list button").first).to_be_visible()
    examine(visitor)
    pick(visitor, act)
    examine(visitor)


@SCHEMES
def test_the_replay_page_with_its_list_of_corrections_is_accessible(come: Come, product: Serving, settled: str, scheme: str) -> None:
    visitor = director(come, product, settled, scheme, "/games/{}/replay")
    visitor.find("#diff > summary").tap()
    expect(visitor.find("#diff-shown p").first).to_be_visible()
    assert visitor.page.evaluate(PROBES)["beyond"] == []
    examine(visitor)


@SCHEMES
def test_the_page_of_a_table_as_the_public_sees_it_is_accessible(come: Come, product: Serving, settled: str, scheme: str) -> None:
    visitor = director(come, product, settled, scheme, "/games/{}?view=public")
    expect(visitor.find("#seen-as")).to_contain_text("You see what everyone sees.")
    unfold(visitor)
    examine(visitor)


def test_screen_readers_announce_what_changes_on_the_page(come: Come, product: Serving, settled: str) -> None:
    visitor = director(come, product, settled, "light")
    for region in ("#life", "#claims", "#review-changes"):
        expect(visitor.find(region)).to_have_attribute("aria-live", "polite")
    expect(visitor.find("#menu-told")).to_have_attribute("role", "status")
    expect(visitor.find("#menu-error")).to_have_attribute("role", "alert")
