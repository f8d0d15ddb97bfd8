"""The table of players: who may see it, what it counts, and that it is accessible on a phone."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.games import say
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving
from tests.waiting import until

FIRST, SECOND = f"Ann {LONG}", f"Ben {LONG}"


@pytest.fixture(scope="module")
def counted(api: httpx.Client) -> str:
    """Make a finished game of High Card and an open game of One-up with the same two players. Wait until the table of players counts both.
    Returns the id of the finished game."""
    seats = [{"name": name} for name in (FIRST, SECOND)]
    opened = api.post("/games", json={"system": "high-card", "seats": seats}).json()["game"]
    say(api, opened, ("ResultStated", {"winners": [0], "scores": {"0": 123456, "1": 3}}))
    people = [{"person": seat["person"]} for seat in api.get(f"/games/{opened}").json()["seats"]]
    api.post("/games", json={"system": "one-up", "seats": people})

    def games() -> dict[str, int]:
        return {each["name"]: each["games"] for each in api.get("/clubs/home/players?limit=200").json()["players"]}

    until(lambda: games().get(FIRST) == games().get(SECOND) == 2)
    return opened


def line(visitor: Taps, name: str) -> list[str]:
    """Return the texts of the cells in a player's row, including words for screen readers only."""
    row = visitor.page.locator(f'#players tr:has([title="{name}"]) td')
    expect(row.first).to_be_visible()
    return row.all_text_contents()


@SCHEMES
def test_the_table_of_players_is_accessible(come: Come, product: Serving, counted: str, scheme: str) -> None:
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme)
    visitor.go("/games")
    visitor.find(".site-button").tap()
    visitor.find('.site a[href="/players"]').tap()
    assert line(visitor, FIRST) == ["2, 1 of them not finished", "1", "123456", "0"]
    examine(visitor)


@SCHEMES
def test_the_page_of_a_player_has_results_opponents_and_tournaments(come: Come, product: Serving, counted: str, scheme: str) -> None:
    """The table of players leads to it, and it leads to the pages of the opponents."""
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme)
    visitor.go("/players")
    visitor.find(f'#players a[title="{FIRST}"]').tap()
    expect(visitor.find("#said")).to_have_text("2 games, 1 of them with a result")
    expect(visitor.find("h1")).to_have_text(FIRST)
    expect(visitor.find("#short dd")).to_have_text(["2", "1", "100 %"])
    expect(visitor.find("#last li")).to_have_count(1)
    expect(visitor.find("#opponents td")).to_have_text(["1", "1", "0"])
    expect(visitor.find("#partners-panel")).to_be_hidden()
    examine(visitor)
    visitor.find("#opponents a").tap()
    expect(visitor.find("h1")).to_have_text(SECOND)


def test_strangers_see_no_page_of_a_player_without_a_public_game(come: Come, api: httpx.Client, counted: str) -> None:
    stranger: Taps = come(Taps)
    stranger.forgive("404")
    person = api.get(f"/games/{counted}").json()["seats"][0]["person"]
    stranger.go(f"/clubs/home/players/{person}")
    expect(stranger.find("main")).not_to_contain_text(FIRST)
    api.post(
        f"/games/{counted}/events",
        json={"events": [{"type": "VisibilitySet", "data": {"visibility": "public"}}]},
        headers={"If-Match": "*"},
    )
    stranger.page.reload()
    expect(stranger.find("#short dd").first).to_have_text("1")


@pytest.mark.smoke
def test_the_table_of_players_shows_one_system_at_a_time(come: Come, product: Serving, counted: str) -> None:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go("/players")
    line(visitor, SECOND)
    visitor.find("#system").select_option("high-card")
    expect(visitor.find(f'#players tr:has([title="{SECOND}"]) td').first).to_have_text("1")
    assert line(visitor, SECOND) == ["1", "0", "3", "0"]


def test_the_table_of_players_says_that_results_are_still_being_counted(come: Come, product: Serving, counted: str) -> None:
    behind = [3]

    def late(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "behind": behind.pop()} if behind else answer.json())

    visitor: Taps = come(Taps, token=product.owner())
    visitor.page.route("**/clubs/home/players", late)
    visitor.go("/players")
    expect(visitor.find("#making")).to_have_text("The newest results are still being counted.")
    expect(visitor.find("#making")).to_be_empty()
    assert line(visitor, FIRST)[0].startswith("2")


def test_only_members_see_the_table_of_players(come: Come, product: Serving, api: httpx.Client, counted: str) -> None:
    guest = api.post("/tokens", json={"label": "guest", "scopes": ["record"], "game": counted}).json()["token"]
    for token in (None, guest):
        visitor: Taps = come(Taps, token=token)
        visitor.go("/games")
        expect(visitor.find(".site a").first).to_be_attached()
        expect(visitor.find('.site a[href="/players"]')).to_have_count(0)
        visitor.go("/players")
        expect(visitor.find("#visitor")).to_be_visible()
        expect(visitor.find("#counts")).to_be_hidden()
        examine(visitor)
