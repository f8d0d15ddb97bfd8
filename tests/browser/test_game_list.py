"""The list of games: names and points first, a filter that the address keeps, and above it the tables of the tournaments that are being
played."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser import cups
from tests.browser.conftest import Come
from tests.browser.games import finished, opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving

SHIFT = """() => {
  window.shift = 0;
  const add = (list) => list.getEntries().forEach((entry) => { window.shift += entry.value; });
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
}"""
"""A script that adds up how far the parts of a page jump while it loads (CLS)."""
MOST_SHIFT = 0.1
DAY = 86_400_000


def people(name: str) -> list[dict[str, str]]:
    return [{"name": f"{name} {each}"} for each in ("Ada", "Bo", "Cy")]


@pytest.mark.smoke
def test_a_row_has_the_names_and_points_first_and_then_the_game_and_its_date(owner: Taps, api: httpx.Client) -> None:
    game = finished(api, seats=people("Row"), title="The last one")
    owner.go("/games")
    row = owner.find(f'.game-row:has([href="/games/{game}/replay"])')
    expect(row.get_by_role("link").first).to_have_text("Row Ada 1 (won), Row Bo 0, Row Cy 0")
    expect(row.locator(".quiet")).to_have_text(re.compile(r"^High Card · The last one · .*\d+.* · For members$"))
    expect(row.locator(".chip")).to_have_text("Finished")
    row.get_by_role("link").first.tap()
    owner.page.wait_for_url(f"**/games/{game}?watch")


def test_the_address_keeps_the_filter_so_that_back_returns_to_it(owner: Taps, api: httpx.Client) -> None:
    """Back from a game leads to the filtered list. Back in the list leads to the choice before, but not to each letter of a name."""
    over, open_ = finished(api, seats=people("Keeper")), opened(api, seats=people("Keeper"))
    rows = owner.find(".game-row .names")
    owner.go("/games")
    expect(owner.find(f'[href="/games/{open_}"]')).to_be_visible()
    owner.find("#q").press_sequentially("keeper ad")
    expect(rows).to_have_count(2)
    expect(owner.find("#found")).to_have_text("2 games")
    owner.find("[data-do=filters]").tap()
    owner.find("#state").select_option("open")
    expect(rows).to_have_count(1)
    owner.find("#system").select_option("one-up")
    expect(owner.find("#empty-title")).to_have_text("No game of One-up with “keeper ad” is in play")
    owner.page.go_back()
    expect(rows).to_have_count(1)
    expect(owner.find("#system")).to_have_value("")
    assert owner.page.url.endswith("/games?q=keeper+ad&state=open")
    rows.first.tap()
    owner.page.wait_for_url(f"**/games/{open_}")
    owner.page.go_back()
    expect(rows).to_have_count(1)
    expect(owner.find("#q")).to_have_value("keeper ad")
    expect(owner.find("#state")).to_have_value("open")
    owner.page.go_back()
    expect(rows).to_have_count(2)
    expect(owner.find(f'[href="/games/{over}?watch"]')).to_be_visible()
    owner.page.go_back()
    expect(owner.find("#q")).to_have_value("")
    assert owner.page.url.endswith("/games")


def test_games_are_filtered_by_the_days_at_which_they_were_played(owner: Taps, api: httpx.Client) -> None:
    """The last hour of the last day counts, and the days are those of the reader."""
    noon, day = 1_760_000_000_000 // DAY * DAY + DAY // 2, "2025-10-09"
    early, late = (opened(api, seats=people("Dated"), at=noon + days * DAY) for days in (-1, 0))
    rows = owner.find(".game-row .names")
    owner.go("/games?q=dated")
    expect(rows).to_have_count(2)
    owner.find("[data-do=filters]").tap()
    owner.find("#from").fill(day)
    expect(owner.find(f'[href="/games/{late}"]')).to_be_visible()
    expect(rows).to_have_count(1)
    assert owner.page.url.endswith(f"/games?q=dated&from={day}")
    owner.find("#from").fill("")
    owner.find("#to").fill("2025-10-08")
    expect(owner.find(f'[href="/games/{early}"]')).to_be_visible()
    expect(rows).to_have_count(1)
    owner.page.reload()
    expect(owner.find("#to")).to_have_value("2025-10-08")
    expect(rows).to_have_count(1)
    expect(owner.find("#records")).to_be_visible()
    owner.find("#from").fill(day)
    expect(owner.find("#empty-title")).to_have_text("No game: the day “To” is before the day “From”")
    expect(rows).to_have_count(0)
    expect(owner.find("#from")).to_have_value(day)
    expect(owner.find("#records")).to_be_hidden()
    examine(owner)
    owner.page.reload()
    expect(owner.find("#empty-title")).to_have_text("No game: the day “To” is before the day “From”")


@pytest.mark.parametrize("token", ["owner", "stranger"])
def test_the_tables_of_a_running_tournament_are_above_the_list(come: Come, product: Serving, api: httpx.Client, token: str) -> None:
    """A table with a recorded game shows its points and leads to it; another one shows who plays and leads to the round. The game is not in
    the list below too. Nothing jumps while the page loads."""
    names = [f"{token.title()} {each}" for each in ("Ada", "Bo", "Cy", "Di")]
    known = cups.registered(api, *names)
    cup = cups.opened(api, names, known, title=f"Cup of the {token}")
    cup.pair()
    game = cup.game(1, 1)
    visitor: Taps = come(Taps, token=product.owner() if token == "owner" else None)
    visitor.page.add_init_script(f"({SHIFT})()")
    visitor.go("/games")
    shown = visitor.find(".cup", has_text=f"Cup of the {token}")
    expect(shown.locator("p").first).to_have_text(re.compile("^Round 1.* is about to begin"))
    expect(shown.locator(".table-rows .chip")).to_have_text(["In play", "No record yet"])
    first, second = (" – ".join(names[entry - 1] for side in cup.sides(1, table) for entry in side) for table in (1, 2))
    expect(shown.locator(".names").nth(0)).to_have_text(", ".join(f"{name} 0" for name in first.split(" – ")))
    expect(shown.locator(".names").nth(1)).to_have_text(second)
    expect(shown.locator(".names").nth(1)).to_have_attribute("href", f"/tournaments/{cup.id}/rounds")
    expect(visitor.find(f'#games [href^="/games/{game}"]')).to_have_count(0)
    assert visitor.page.evaluate("window.shift") < MOST_SHIFT
    examine(visitor)
    cup.typed(1, 2, 11, 3)
    visitor.page.reload()
    expect(shown.locator(".table-rows .chip")).to_have_text(["In play"])
    visitor.find("[data-do=filters]").tap()
    visitor.find("#state").select_option("open")
    expect(shown).to_have_count(0)
    expect(visitor.find(f'#games [href^="/games/{game}"]').first).to_be_visible()


def test_the_list_is_shown_when_no_tournament_can_be_read(owner: Taps, api: httpx.Client) -> None:
    game = opened(api, seats=people("Alone"))
    owner.page.route("**/api/v1/tournaments?*", lambda route: route.abort())
    owner.go("/games")
    expect(owner.find(f'.game-row [href="/games/{game}"]')).to_be_visible()
    expect(owner.find("#now-word")).to_have_count(0)
    owner.forgive("net::ERR_")
