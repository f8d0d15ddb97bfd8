"""If there is nothing for a visitor at an address, a page says so in plain words and has a link back. Only programs get a problem
document."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import link, opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving
from tests.waiting import WITHIN


def forgive(visitor: Visitor, *statuses: int) -> None:
    """Ignore the errors that the browser logs for answers with these statuses."""
    visitor.forgive(*(f"status of {status}" for status in statuses))


@pytest.mark.parametrize(
    "path", [pytest.param("/nowhere", marks=pytest.mark.smoke), "/games/", "/systems/none", "/games/home-aaaaaaaaaaaaaaaa", "/qr"]
)
def test_an_unknown_address_shows_a_page_with_a_link_back(come: Come, path: str) -> None:
    stranger: Taps = come(Taps)
    stranger.go(path)
    expect(stranger.find("h1")).to_be_visible()
    examine(stranger)
    stranger.find("main a", has_text="All games").tap()
    expect(stranger.find("h1")).to_have_text("Games")
    forgive(stranger, 404, 405)


def test_programs_that_ask_for_an_unknown_address_get_a_problem_document(product: Serving) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    for path, headers in (("/nowhere", {}), ("/nowhere", {"Accept": "application/json"}), ("/api/v1/nowhere", browser)):
        answer = httpx.get(product.url + path, headers=headers, timeout=WITHIN)
        assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")
        assert answer.json()["type"] == "/problems/not-found"
    page = httpx.get(product.url + "/nowhere", headers=browser, timeout=WITHIN)
    assert (page.status_code, page.headers["Cache-Control"]) == (404, "no-store")
    assert page.headers["Content-Type"].startswith("text/html")


def test_the_page_tells_a_stranger_how_to_start_a_game(come: Come) -> None:
    stranger: Visitor = come()
    stranger.go("/games/new")
    expect(stranger.find("[role=alert]")).to_contain_text("Open the link that your club gave you")
    expect(stranger.find("h1")).to_have_text("This page is for members of a club")
    expect(stranger.find("main")).not_to_contain_text("scope")
    forgive(stranger, 401)


def test_the_holder_of_a_link_to_one_table_cannot_start_a_game(come: Come, api: httpx.Client) -> None:
    watcher: Taps = come(token=link(api, opened(api), "read"))
    watcher.go("/games/new")
    watcher.pick("high-card")
    watcher.find("#send").click()
    expect(watcher.find("#form-error")).to_contain_text("Your link does not allow this.")
    forgive(watcher, 403)


def test_an_empty_list_invites_only_visitors_with_the_right_to_start_a_game(come: Come, product: Serving) -> None:
    for token, invited in ((None, False), (product.owner(), True)):
        visitor: Visitor = come(token=token)
        visitor.page.route("**/api/v1/games*", lambda route: route.fulfill(json={"games": []}))
        visitor.page.route("**/api/v1/tournaments*", lambda route: route.fulfill(json={"tournaments": []}))
        visitor.go("/games")
        expect(visitor.find("#empty")).to_be_visible()
        assert ("Start a game" in visitor.find("#empty").inner_text()) is invited
        assert visitor.find("#start").is_visible() is invited
