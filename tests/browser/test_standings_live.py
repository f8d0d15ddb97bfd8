"""The standings of a tournament in a browser while results, corrections and announcements come in."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from bench.cup import acts, stored
from service.running.server import client
from tests.browser.conftest import Come
from tests.browser.cups import Cup, two_rounds
from tests.browser.visitor import AHEAD, NETWORK, Taps, Visitor
from tests.ops.serving import Serving
from workers.wiring import wired_to


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    return two_rounds(api, 11, 2)


def order(visitor: Visitor) -> list[str]:
    return visitor.find("#rows .called").all_inner_texts()


def test_a_result_moves_the_rows_at_once(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    assert order(visitor) == ["Anna", "Carla", "Ben", "Dora"]
    cup.typed(2, 2, 3, 11)
    expect(visitor.find("#sentence")).to_have_text("Anna leads after round 2")
    expect(visitor.find("#rows .called")).to_have_text(["Anna", "Carla", "Dora", "Ben"])
    expect(visitor.find("#rows tr", has_text="Ben").locator(".moved .spoken")).to_have_text(" down 1 place")
    expect(visitor.find("#moved")).to_be_empty()


def test_after_a_correction_the_page_says_which_rows_moved_and_why(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    cup.record(("ForfeitRuled", {"round": 2, "table": 1, "winners": [1]}))
    expect(visitor.find("#moved")).to_contain_text("Table 1 of round 2 was corrected: Carla is now 1st")
    assert order(visitor)[0] == "Carla"
    cup.record(("ScoreAdjusted", {"entry": 4, "points": 9, "reason": "kind"}))
    expect(visitor.find("#moved")).to_contain_text("The director changed what counts: Dora is now 1st")


def test_a_correction_is_announced_although_a_result_comes_while_the_page_still_reads_the_state(come: Come, cup: Cup) -> None:
    """Changes come to the page in order: the change with the result waits for the change with the correction."""
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    held = visitor.hold(f"**/api/v1{cup.page}", times=1)
    cup.record(("ForfeitRuled", {"round": 2, "table": 1, "winners": [1]}))
    route = visitor.held_one(held)
    cup.typed(2, 2, 3, 11)
    visitor.page.wait_for_timeout(1000)
    route.continue_()
    expect(visitor.find("#moved")).to_contain_text("Table 1 of round 2 was corrected: Carla is now 1st")


def test_a_correction_that_is_already_in_the_standings_on_the_page_is_announced(come: Come, cup: Cup) -> None:
    """The page reads the standings because of a result, and a correction is recorded before the answer. The places before the correction
    are not known then."""
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    standings = f"**/api/v1{cup.page}/standings?page=1"
    first = visitor.hold(standings, times=1)
    cup.record(("ScoreAdjusted", {"entry": 4, "points": 9, "reason": "kind"}))
    route = visitor.held_one(first)
    cup.record(("ForfeitRuled", {"round": 2, "table": 1, "winners": [1]}))
    second = visitor.hold(standings, times=1)
    route.continue_()
    route = visitor.held_one(second)  # the page has heard of the correction, and reads again
    cup.typed(2, 2, 3, 11)
    route.continue_()
    expect(visitor.find("#moved")).to_have_text("Table 1 of round 2 was corrected.")  # nothing about the places that the result changed
    expect(visitor.find("#rows tr", has_text="Dora").locator("td.points")).to_have_text("11")
    expect(visitor.find("#moved")).to_have_text("Table 1 of round 2 was corrected.")


def test_a_correction_is_announced_once_if_the_chart_cannot_be_read_after_it(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    visitor.find("#progress > summary").tap()
    expect(visitor.find("#progress .player-line").first).to_be_visible()
    visitor.page.route("**/standings/*", lambda route: route.abort())
    cup.record(("ForfeitRuled", {"round": 2, "table": 1, "winners": [1]}))
    expect(visitor.find("#live .waiting")).to_be_visible()
    visitor.page.wait_for_timeout(1500)
    expect(visitor.find("#moved")).to_contain_text("Table 1 of round 2 was corrected: Carla is now 1st")
    visitor.forgive(NETWORK)


def test_an_open_row_is_explained_again_after_a_correction(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    visitor.find('[data-do="why"][data-entry="1"]').tap()
    expect(visitor.find("#why-1 tfoot .points")).to_have_text("4")
    cup.record(("ForfeitRuled", {"round": 2, "table": 1, "winners": [1]}))
    expect(visitor.find("#why-1 tfoot .points")).to_have_text("2")
    expect(visitor.find("#why-1")).to_contain_text("Lost without play")


def test_announcements_and_the_clock_appear_while_the_page_is_open(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    cup.record(("RoundStarted", {"round": 2, "seconds": 3000}), ("Announced", {"text": "Soup is ready."}))
    expect(visitor.find("#announced")).to_contain_text("Soup is ready.")
    expect(visitor.find("#clock")).to_contain_text("left, the bell at")
    cup.record(("Announced", {"text": "Soup is cold."}))
    expect(visitor.find("#announced > .announced")).to_contain_text("Soup is cold.")
    expect(visitor.find("#announced summary")).to_have_text("Older announcements (1)")


def test_the_clock_of_a_round_is_right_on_a_phone_whose_clock_is_wrong(come: Come, cup: Cup) -> None:
    cup.record(("RoundStarted", {"round": 2, "seconds": 2400}))
    visitor: Taps = come(Taps)
    visitor.page.add_init_script(AHEAD)
    for page in ("", "/rounds", "/crosstable", "/entries/1"):
        visitor.go(cup.page + page)
        expect(visitor.find("#clock [role=timer]")).to_have_text(re.compile(r"^(3\d:\d\d|40:00)$"))


def test_large_standings_announce_corrections_but_not_results(come: Come, product: Serving, api: httpx.Client) -> None:
    """The standings of a large tournament are computed by a worker, so they change some time after a result is stored."""
    with client(product.config.store_url) as redis:
        cup = Cup(api, stored(wired_to(redis).tournaments, list(acts(240, 5, open_last=True))))
    table = cup.get()["rounds"][-1]["unfinished"][0]
    seated = next(each for each in cup.get("/rounds/5")["tables"] if each["table"] == table)
    ((winner,), (loser,)) = seated["sides"]
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()

    def shows(entry: int) -> None:
        """Search the page for the entry, which is called `Entry 7` or similar because it has no name. Wait until the page shows its newest
        points."""
        visitor.find("#find").fill(f"Entry {entry}")
        points = visitor.find(f'#rows tr:has(.called[title="Entry {entry}"]) td.points')
        expect(points).to_have_text(cup.get(f"/standings/{entry}")["values"][0]["total"])

    before = cup.get(f"/standings/{winner}")["values"][0]["total"]
    shows(winner)
    expect(visitor.find("#moved")).to_be_empty()
    cup.record(("ForfeitRuled", {"round": 5, "table": table, "winners": [0]}))
    assert cup.get(f"/standings/{winner}")["values"][0]["total"] != before
    shows(winner)
    expect(visitor.find("#moved")).to_be_empty()
    cup.record(("ForfeitRuled", {"round": 5, "table": table, "winners": [1]}))
    expect(visitor.find("#moved")).to_contain_text(f"Table {table} of round 5 was corrected")
    shows(loser)


def test_the_page_asks_again_after_requests_for_the_standings_have_failed(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#live .live")).to_be_visible()
    visitor.page.route("**/standings?*", lambda route: route.abort())
    cup.typed(2, 2, 3, 11)
    expect(visitor.find("#live .waiting")).to_be_visible()
    assert visitor.find("#rows tr", has_text="Dora").locator("td.points").inner_text() == "0"
    visitor.page.unroute("**/standings?*")
    expect(visitor.find("#rows tr", has_text="Dora").locator("td.points")).to_have_text("2")
    visitor.forgive(NETWORK)  # the browser logs the requests that this test has cut off
