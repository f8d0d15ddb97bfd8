"""The wall is the screen of a hall. It turns its pages by itself, shows changes at once, says when the connection is lost, and never shows
a round that is not published."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import FOUR, Cup, opened
from tests.browser.late import READS, arrive, hold_answer
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import NETWORK, Visitor
from tests.ops.serving import Serving

HALL = {"width": 1920, "height": 1080}
LAPTOP = {"width": 1280, "height": 800}
PORTRAIT = {"width": 1080, "height": 1920}
PHONE = {"width": 360, "height": 740}
WRONG = datetime(2020, 2, 2, 12)
"""What the clock of a machine shows if it is wrong by years."""
ENTRIES = [f"Player {number}" for number in range(1, 27)]
SECOND = 1_000
BOXES = "all => all.map(each => { const { top, height } = each.getBoundingClientRect(); return [top, height]; })"
OVERFLOWING = "all => all.filter(each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1).length"
FITS_THE_WINDOW = "[document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth]"
SLEEPLESS = "navigator.wakeLock.request = async (kind) => { globalThis.kept = kind; return {}; }"


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    """A tournament of 26 players. Round 1 is over. Round 2 is being played at 13 tables. Its bell rings in half an hour."""
    cup = opened(api, ENTRIES, title="Autumn cup", settings={"round": {"ends": "bell", "minutes": 30}})
    first = cup.pair()
    for table in first["tables"]:
        cup.typed(1, table["table"], 11, 3)
    cup.pair()
    cup.record(("RoundStarted", {"round": 2, "seconds": 1800}))
    return cup


@pytest.fixture
def wall(come: Come, cup: Cup) -> Iterator[Visitor]:
    """The page of the wall. Its clock stands still until a test moves the clock."""
    visitor: Visitor = come(Visitor, size=HALL)
    still(visitor.page)
    shown(visitor, cup)
    yield visitor
    visitor.forgive(NETWORK)


def still(page: Page) -> None:
    page.add_init_script(READS)
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install(time=WRONG)
    page.clock.pause_at(WRONG + timedelta(seconds=1))


def shown(visitor: Visitor, cup: Cup) -> None:
    visitor.go(f"{cup.page}/wall")
    expect(visitor.find("#board tbody tr").first).to_be_visible()


def where(visitor: Visitor) -> str:
    return str(visitor.find("#where").text_content())


@pytest.mark.smoke
def test_the_wall_shows_twelve_tables_and_turns_the_page_after_ten_seconds(wall: Visitor) -> None:
    expect(wall.find("#sentence")).to_have_text("Round 2 is being played: 0 of 13 tables are in")
    expect(wall.find("#board tbody tr")).to_have_count(12)
    expect(wall.find("#where")).to_have_text("Tables of round 2: 1–12 of 13")
    wall.page.clock.run_for(9 * SECOND)
    expect(wall.find("#where")).to_have_text("Tables of round 2: 1–12 of 13")
    wall.page.clock.run_for(2 * SECOND)
    expect(wall.find("#where")).to_have_text("Tables of round 2: 13–13 of 13")
    wall.page.clock.run_for(10 * SECOND)
    expect(wall.find("#where")).to_have_text("Standings: 1–12 of 26")


def test_points_stand_near_the_names_on_a_wide_wall(wall: Visitor) -> None:
    wall.page.keyboard.press("ArrowLeft")
    expect(wall.find(".standings")).to_be_visible()
    name, points = (wall.find(f".standings tbody tr:first-child {cell}") for cell in ("th", ".points"))
    widths = [
        cell.evaluate("each => each.getBoundingClientRect().right - parseFloat(getComputedStyle(each).paddingRight)")
        for cell in (name, points)
    ]
    assert widths[1] - widths[0] < HALL["width"] / 8


def test_the_wall_shows_the_first_tie_break_where_there_is_room(come: Come, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    for table in cup.pair()["tables"]:
        cup.typed(1, table["table"], 11, 3)
    wall: Visitor = come(Visitor, size=HALL)
    shown(wall, cup)
    expect(wall.find("#board thead th")).to_have_text(["Name", "Points", "Buchholz cut 1"])
    expect(wall.find("#board .tie").first).to_be_visible()
    wall.page.set_viewport_size(PHONE)
    expect(wall.find("#board .tie").first).to_be_hidden()


def test_a_page_stays_for_twenty_seconds_if_the_reader_prefers_no_motion(come: Come, cup: Cup) -> None:
    visitor: Visitor = come(Visitor, size=HALL)
    still(visitor.page)
    visitor.page.emulate_media(reduced_motion="reduce")
    shown(visitor, cup)
    first = where(visitor)
    visitor.page.clock.run_for(19 * SECOND)
    assert where(visitor) == first
    visitor.page.clock.run_for(2 * SECOND)
    assert where(visitor) != first


def test_keys_turn_the_pages_of_the_wall_and_stop_the_turning(wall: Visitor) -> None:
    seen = [where(wall)]
    for _ in range(5):
        wall.page.keyboard.press("ArrowRight")
        seen.append(where(wall))
    tables, standings = ["Tables of round 2: 1–12 of 13", "Tables of round 2: 13–13 of 13"], "Standings: {} of 26"
    assert seen == [*tables, *(standings.format(part) for part in ("1–12", "13–24", "25–26")), tables[0]]
    wall.page.keyboard.press("ArrowLeft")
    assert where(wall) == seen[4]
    wall.page.keyboard.press("Escape")
    assert where(wall) == seen[0]
    wall.page.keyboard.press(" ")
    wall.page.clock.run_for(60 * SECOND)
    assert where(wall) == f"{seen[0]} · stopped: press the space bar to go on"
    wall.page.keyboard.press(" ")
    wall.page.clock.run_for(11 * SECOND)
    assert where(wall) == seen[1]


def test_the_wall_counts_down_by_the_servers_clock_if_its_own_is_wrong(wall: Visitor) -> None:
    before = seconds(wall)
    assert 0 < before <= 1800
    wall.page.context.set_offline(True)  # the server's clock does not move with the wall's, so an answer would set the wall's clock back
    wall.page.clock.run_for(60 * SECOND)
    assert before - seconds(wall) in (59, 60, 61)
    wall.page.goto("about:blank")  # leave the page, so that no request fails after the test


def seconds(wall: Visitor) -> int:
    """Return the time that the clock on the wall shows, in seconds."""
    found = re.fullmatch(r"(\d+):(\d\d)", str(wall.find("#clock b").text_content()))
    assert found
    return int(found[1]) * 60 + int(found[2])


def test_the_clock_on_the_wall_says_when_the_bell_rings(wall: Visitor, cup: Cup) -> None:
    cup.record(("BellRung", {"round": 2}))
    expect(wall.find("#clock")).to_have_text("Timeis up")
    expect(wall.find("#clock")).to_have_class(re.compile("over"))


def test_a_result_appears_on_the_wall_without_moving_anything(wall: Visitor, cup: Cup) -> None:
    boxes = wall.find("#board tr").evaluate_all(BOXES)
    cup.typed(2, 3, 9, 5)
    expect(wall.find("#board tbody tr").nth(2).locator(".score")).to_have_text(["9✓ won", "5"])
    expect(wall.find("#sentence")).to_have_text("Round 2 is being played: 1 of 13 tables are in")
    assert wall.find("#board tr").evaluate_all(BOXES) == boxes


def test_the_rows_have_the_same_height_on_every_page_of_the_wall(wall: Visitor, cup: Cup) -> None:
    heights = set()
    for _ in range(5):
        heights |= {round(height, 1) for _, height in wall.find("#board tbody tr").evaluate_all(BOXES)}
        wall.page.keyboard.press("ArrowRight")
    assert len(heights) == 1


def test_an_announcement_is_shown_in_a_band_for_one_hour(wall: Visitor, cup: Cup) -> None:
    boxes = wall.find("#board tr").evaluate_all(BOXES)
    cup.record(("Announced", {"text": "Coffee is ready"}))
    expect(wall.find("#said")).to_have_text("Announcement: Coffee is ready")
    assert wall.find("#board tr").evaluate_all(BOXES) == boxes
    wall.page.clock.run_for(61 * 60 * SECOND)
    expect(wall.find("#said")).to_be_empty()


def test_the_arrows_on_the_wall_compare_places_with_the_round_before(wall: Visitor, cup: Cup) -> None:
    rows = cup.get("/standings")["rows"]
    before = {row["entry"]: row["place"] for row in cup.get("/standings?as_of=1")["rows"]}
    for _ in range(2):
        wall.page.keyboard.press("ArrowRight")
    for line, row in zip(wall.find("#board tbody tr").all(), rows, strict=False):
        moved = before[row["entry"]] - row["place"]
        arrow = "" if not moved else f"{'▲' if moved > 0 else '▼'}{abs(moved)}"
        expect(line.locator("td").first).to_have_text(str(row["place"]))
        expect(line.locator("td").nth(1)).to_have_text(re.compile(f"^{arrow}( |$)"))
        expect(line.locator("th")).to_have_text(row["name"])
        expect(line.locator("td").last).to_have_text(str(row["points"]))


def test_the_wall_hides_an_unpublished_round_even_from_a_director(come: Come, product: Serving, cup: Cup) -> None:
    for table in range(1, 14):
        cup.typed(2, table, 11, 3)
    director: Visitor = come(Visitor, token=product.owner(), size=HALL)
    shown(director, cup)
    expect(director.find("#where")).to_have_text("Standings after round 2: 1–12 of 26")
    cup.post("/rounds", {"seed": 1})
    cup.record(("Announced", {"text": "Round three soon"}))
    expect(director.find("#said")).to_contain_text("Round three soon")
    assert "ound 3" not in director.find("main").inner_text()
    cup.record(("RoundPublished", {"round": 3}))
    expect(director.find("#sentence")).to_contain_text("Round 3 is about to begin")
    cup.record(("RoundUnpublished", {"round": 3, "reason": "Ben came late"}))
    expect(director.find("#where")).to_have_text(re.compile("^Standings after round 2"))
    assert "ound 3" not in director.find("main").inner_text()


def test_the_wall_says_when_the_connection_is_lost_and_catches_up(wall: Visitor, cup: Cup) -> None:
    wall.page.clock.resume()  # time must go on, because the wall waits a while before it connects again
    cup.record(("Announced", {"text": "Coffee is ready"}))
    expect(wall.find("#said")).to_contain_text("Coffee is ready")  # shows that the wall is connected
    wall.page.context.set_offline(True)
    expect(wall.find("#lost")).to_have_text("Waiting for the connection")
    expect(wall.find("#board tbody tr").first).to_be_visible()
    cup.typed(2, 1, 9, 5)
    wall.page.context.set_offline(False)
    expect(wall.find("#sentence")).to_have_text("Round 2 is being played: 1 of 13 tables are in")
    expect(wall.find("#lost")).to_be_empty()


def test_a_change_that_could_not_be_read_at_first_is_shown_later(wall: Visitor, cup: Cup) -> None:
    """The live stream goes on, but for a while no other request is answered. The wall says so, asks again, and then shows the change."""
    wall.page.clock.resume()
    wall.page.route(f"**/api/v1{cup.page}", lambda route: route.abort())
    cup.record(("BellRung", {"round": 2}))
    expect(wall.find("#lost")).to_have_text("Waiting for the connection")
    wall.page.unroute(f"**/api/v1{cup.page}")
    expect(wall.find("#clock")).to_have_text("Timeis up")
    expect(wall.find("#lost")).to_be_empty()


def test_an_answer_that_arrives_after_a_newer_answer_is_not_shown(wall: Visitor, cup: Cup) -> None:
    wall.page.clock.resume()  # time must go on, because the wall waits a while before it repeats a request
    late = hold_answer(wall, cup.page)
    cup.record(("BellRung", {"round": 2}))
    wall.held_one(late)
    cup.record(("Announced", {"text": "Coffee is ready"}))
    expect(wall.find("#said")).to_have_text("Announcement: Coffee is ready")
    arrive(wall, *late)
    wall.page.keyboard.press("Escape")  # makes the wall draw the page again
    assert wall.find("#said").text_content() == "Announcement: Coffee is ready"


def test_a_late_answer_does_not_hide_that_the_connection_is_lost(come: Come, cup: Cup) -> None:
    """The wall has just connected and reads the state again, because of the first event. The connection is lost before the answer
    arrives."""
    visitor: Visitor = come(Visitor, size=HALL)
    late = hold_answer(visitor, cup.page, 2)
    visitor.page.add_init_script(READS)
    shown(visitor, cup)
    visitor.held_one(late)
    visitor.page.context.set_offline(True)
    expect(visitor.find("#lost")).to_have_text("Waiting for the connection")
    arrive(visitor, *late)
    assert visitor.find("#lost").text_content() == "Waiting for the connection"
    visitor.forgive(NETWORK)


def test_the_screen_is_kept_awake_and_has_no_controls(come: Come, cup: Cup) -> None:
    visitor: Visitor = come(Visitor, size=HALL)
    visitor.page.add_init_script(SLEEPLESS)
    shown(visitor, cup)
    visitor.page.wait_for_function("() => globalThis.kept === 'screen'")
    assert visitor.find(":is(a, button, input, select):visible:not(.skip)").count() == 0


@pytest.mark.parametrize("size", [HALL, LAPTOP, PORTRAIT, PHONE], ids=["hall", "laptop", "portrait", "phone"])
def test_long_names_fit_and_nothing_scrolls(come: Come, api: httpx.Client, size: dict[str, int]) -> None:
    cup = opened(api, [f"{LONG} {number}" for number in range(26)], title=f"Final of {LONG}")
    cup.pair()
    cup.typed(1, 1, 11, 3)
    cup.record(("Announced", {"text": " ".join(["The final begins at eight, and everybody is welcome."] * 3)}))
    visitor: Visitor = come(Visitor, size=size)
    shown(visitor, cup)
    for _ in range(5):
        assert visitor.find(".fits").evaluate_all(OVERFLOWING) == 0
        assert visitor.page.evaluate(FITS_THE_WINDOW) == [True, True]
        last = visitor.find("#board tbody tr").last.bounding_box()
        said = visitor.find("#said").bounding_box()
        assert last
        assert said
        assert last["y"] + last["height"] <= said["y"] + 1
        visitor.page.keyboard.press("ArrowRight")


def test_before_round_1_the_wall_shows_who_plays(come: Come, api: httpx.Client) -> None:
    cup = opened(api, ["Anna", "Ben", "Carla"])
    cup.record(("CheckedIn", {"entry": 2}))
    visitor: Visitor = come(Visitor, size=HALL)
    shown(visitor, cup)
    expect(visitor.find("#sentence")).to_have_text("3 players are entered, and round 1 is not paired yet")
    expect(visitor.find("#board tbody tr")).to_have_text(["Anna", "✓Benhere", "Carla"])


@SCHEMES
@pytest.mark.parametrize("size", [HALL, PHONE], ids=["hall", "phone"])
def test_the_wall_is_accessible(come: Come, cup: Cup, scheme: str, size: dict[str, int]) -> None:
    visitor: Visitor = come(Visitor, size=size, color_scheme=scheme)
    cup.typed(2, 1, 11, 3)
    cup.record(("Announced", {"text": "Coffee is ready"}))
    shown(visitor, cup)
    for _ in range(3):
        examine(visitor)  # type: ignore[arg-type]
        visitor.page.keyboard.press("ArrowRight")
