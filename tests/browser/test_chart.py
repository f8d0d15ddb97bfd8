"""The replay page draws a chart of the scores. A tap on the chart shows a step of the replay, and a table has the same numbers."""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from service import web
from tests.browser.conftest import Come
from tests.browser.games import pitched, say
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

WIDE = {"width": 1280, "height": 800}
VALUES = ((1, 2, 2), (3, 1, 2), (3, 3, 3), (2, 1, 1))
"""The values of the cards that the players showed in four rounds of High Card Low Card. `TOTALS` has the scores after each round."""
TOTALS = ((3, -1, -1), (5, 0, -1), (4, -1, -2), (7, -2, -3))


@pytest.fixture
def game(api: httpx.Client) -> str:
    """Make a game of three players and four rounds. After the opening each round has three cards and a reveal."""
    table = {"system": "high-card-low-card", "seats": [{"name": "Anna"}, {"name": "Ben"}, {"name": "Carla"}]}
    game = str(api.post("/games", json=table).json()["game"])
    for values in VALUES:
        say(api, game, *(("CardSelected", {"seat": seat}) for seat in range(3)))
        say(api, game, ("NumbersRevealed", {"values": {str(seat): value for seat, value in enumerate(values)}}))
    return game


def scores(visitor: Visitor) -> list[str]:
    return [text.split()[0] for text in visitor.find(".player-line b").all_inner_texts()]


def written(totals: tuple[int, ...]) -> list[str]:
    """Return the totals as people write them, with a minus sign."""
    return [str(total).replace("-", "−") for total in totals]


def inked(visitor: Visitor) -> int:
    """Return how many pixels of the plot are not empty."""
    script = """() => {
      const { width, height } = document.querySelector("#scores .plot canvas");
      const drawn = document.querySelector("#scores .plot canvas").getContext("2d").getImageData(0, 0, width, height);
      return drawn.data.filter((value, at) => at % 4 === 3 && value).length;
    }"""
    return int(visitor.page.evaluate(script))


@pytest.mark.parametrize("size", [None, WIDE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tapping_a_step_in_the_chart_shows_that_step_of_the_replay(
    come: Come, product: Serving, game: str, scheme: str, size: dict[str, int] | None
) -> None:
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme, size=size)
    visitor.go(f"/games/{game}/replay")
    expect(visitor.find(".player-line .clip")).to_have_text(["Anna", "Ben", "Carla"])
    assert scores(visitor) == written(TOTALS[-1])
    assert inked(visitor) > 2000
    over = visitor.find("#scores .u-over")
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    assert box is not None
    # The chart spans steps 0 to 16 with equal margins, so step 8, the end of the second round, is in the middle.
    over.tap(position={"x": box["width"] * 0.505, "y": box["height"] / 2})
    expect(visitor.find("#where")).to_contain_text("Step 8 of 16")
    assert scores(visitor) == written(TOTALS[1])
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_table_below_the_chart_has_the_same_numbers_as_the_chart(come: Come, product: Serving, game: str) -> None:
    reader: Keys = come(Keys, token=product.owner())
    reader.go(f"/games/{game}/replay#step=9")
    reader.reach("#scores summary")
    reader.press("Enter")
    expect(reader.find("#scores thead th")).to_have_text(["Step", "Anna", "Ben", "Carla"])
    rows = reader.find("#scores tbody tr")
    expect(rows).to_have_count(5)
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert cells == [["0", "0", "0"], *(written(totals) for totals in TOTALS)]
    expect(reader.find("#scores tr[aria-current]").locator("th")).to_have_text("8")
    reader.reach('#scores tbody [data-step="4"]')
    reader.press("Enter")
    expect(reader.find("#where")).to_contain_text("Step 4 of 16")
    expect(reader.find("#scores tr[aria-current]").locator("th")).to_have_text("4")


def test_tapping_a_players_name_below_the_chart_highlights_only_that_players_line(come: Come, product: Serving, game: str) -> None:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(f"/games/{game}/replay")
    ben = visitor.find(".player-line").nth(1)
    ben.tap()
    expect(ben).to_have_attribute("aria-pressed", "true")
    expect(visitor.find('.player-line[aria-pressed="true"]')).to_have_count(1)
    ben.tap()
    expect(visitor.find('.player-line[aria-pressed="true"]')).to_have_count(0)


def test_a_flag_above_the_chart_says_what_it_is_and_leads_to_its_step(come: Come, api: httpx.Client, product: Serving) -> None:
    """Cyd follows hearts with a club, and plays a heart in the second trick, at step 9 of 10."""
    game = pitched(api, "AH", "5C", "3H", "KD", "9H", "4D")
    reader: Keys = come(Keys, token=product.owner(), size=WIDE)
    reader.go(f"/games/{game}/replay")
    flag = reader.find("#scores .chart-flag")
    expect(flag).to_have_count(1)
    expect(flag).to_have_accessible_name(re.compile("^Question, step 9: Cyd "))
    reader.reach("#scores .chart-flag")
    reader.press("Enter")
    expect(reader.find("#where")).to_contain_text("Step 9 of 10")
    expect(flag).to_have_attribute("aria-current", "step")
    shown, line = flag.bounding_box(), reader.find("#scores .u-over").bounding_box()
    assert shown is not None
    assert line is not None
    assert abs(shown["x"] + shown["width"] / 2 - line["x"] - line["width"] * (0.02 + 9 / 10) / 1.04) < 2


def test_a_replay_without_scores_has_no_chart(come: Come, api: httpx.Client, product: Serving) -> None:
    """The record states only the winner."""
    game = str(api.post("/games", json={"system": "high-card-low-card", "seats": [{}, {}, {}]}).json()["game"])
    say(api, game, ("ResultStated", {"winners": [1]}))
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay")
    expect(reader.find("#where")).to_contain_text("Step 1 of 1")
    expect(reader.find(".player-line")).to_have_text(["Seat 1", "Seat 2", "Seat 3"])


@pytest.mark.smoke
def test_the_copied_scripts_have_the_versions_that_the_lock_file_names() -> None:
    """`make vendor` copies the scripts. Nobody may edit the copies."""
    pages = Path(next(iter(web.__path__)))
    packages = json.loads((pages / "package-lock.json").read_text())["packages"]
    charts, viewers = pages / "static" / "vendor" / "uplot", pages.parent / "api" / "static" / "vendor" / "swagger-ui"
    chart, viewer = (packages[f"node_modules/{name}"]["version"] for name in ("uplot", "swagger-ui-dist"))
    assert f"(v{chart})" in (charts / "uPlot.iife.min.js").read_text()[:200]
    assert f'"{viewer}"' in (viewers / "swagger-ui-bundle.js").read_text()
    assert {each.name for each in charts.iterdir()} == {"LICENSE", "uPlot.iife.min.js", "uPlot.min.css"}
    assert {each.name for each in viewers.iterdir()} == {"LICENSE", "NOTICE", "swagger-ui-bundle.js", "swagger-ui.css"}
    shipped = {name.removeprefix("node_modules/") for name, each in packages.items() if not each.get("dev")}
    unused = {"@scarf/scarf", "@types/emscripten", "ws"}  # scarf: a report that npm may not send (--ignore-scripts); the others: for Node
    assert shipped == {"", "pyodide", "swagger-ui-dist", "uplot", *unused}
