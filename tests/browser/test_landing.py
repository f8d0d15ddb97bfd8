"""The first page. It has a sample game that plays by itself, links to what each kind of visitor can do, the owner's first steps, and the
public games and tournaments of all clubs."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, SCHEMES, Come
from tests.browser.games import finished, link, opened
from tests.browser.late import READS, arrive, hold_answer
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving, configured, serving
from tests.waiting import WITHIN, until

SHIFTED = """() => new Promise((told) => new PerformanceObserver((list) => told(list.getEntries().filter((entry) => !entry.hadRecentInput)
  .reduce((sum, entry) => sum + entry.value, 0))).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => told(0), 500))"""
"""A script that returns how much things on the page have moved by themselves (the sum of layout shift scores)."""

RUNNING = "async () => (await import('/static/js/sample.js')).running()"
PACE = 1_800
"""How long the sample game shows each step, in ms."""

CUT_OFF = """async () => {
  const { frames } = await (await fetch("/static/sample.json")).json();
  const said = document.getElementById("sample-said");
  return frames.map((frame) => frame.said).filter((sentence) => {
    said.textContent = `${sentence}.`;
    return said.scrollHeight > said.clientHeight;
  });
}"""
"""A script that returns the sentences of the sample game that do not fit into the space that the page keeps for them."""


@pytest.fixture
def moving(browser: Browser, product: Serving) -> Iterator[Visitor]:
    """A stranger whose browser shows motion."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="no-preference")  # type: ignore[arg-type]
    visitor = Visitor(context.new_page(), product.url)
    yield visitor
    context.close()
    assert visitor.faults == []


def ways(visitor: Visitor) -> dict[str, str]:
    """Return the addresses of the links to what the visitor can do, by their text."""
    return {str(way.locator("b").text_content()): str(way.get_attribute("href")) for way in visitor.find(".way").all()}


# --- the sample game ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_sample_game_plays_by_itself_and_can_be_paused(moving: Visitor) -> None:
    moving.page.clock.install(time=0)
    moving.page.clock.pause_at(1_000)
    moving.go("/")
    expect(moving.find("h1")).to_have_text("Record card games at real tables, play them back, and run an evening.")
    said = moving.find("#sample-said")
    expect(said).to_have_text("Anna opens.")
    until(lambda: moving.page.evaluate(RUNNING))
    moving.page.clock.run_for(PACE)
    expect(said).to_have_text("Anna places the two of clubs and calls lowest.")
    moving.page.clock.resume()
    assert moving.page.evaluate(SHIFTED) < 0.1
    moving.find("#sample-play").click()
    expect(moving.find("#sample-play")).to_have_text("Play")
    assert moving.page.evaluate(RUNNING) is False


def test_the_sample_game_stops_when_scrolled_out_of_sight_and_goes_on_in_sight(moving: Visitor) -> None:
    moving.go("/")
    expect(moving.find("#sample .seat")).to_have_count(4)
    moving.page.wait_for_function(RUNNING)
    moving.page.evaluate("() => { document.body.style.paddingBottom = '3000px'; scrollTo(0, 2500); }")
    moving.page.wait_for_function(f"async () => !(await ({RUNNING})())")
    expect(moving.find("#sample-play")).to_have_text("Pause")
    moving.page.evaluate("() => scrollTo(0, 0)")
    moving.page.wait_for_function(RUNNING)


def test_the_sample_game_waits_for_a_tap_if_the_reader_prefers_no_motion(come: Come) -> None:
    visitor: Taps = come(Taps)
    visitor.go("/")
    expect(visitor.find("#sample-said")).to_have_text("Anna opens.")
    expect(visitor.find("#sample-play")).to_have_text("Play")
    visitor.find("#sample-play").tap()
    expect(visitor.find("#sample-said")).to_have_text("Anna places the two of clubs and calls lowest.")


@pytest.mark.parametrize("width", [360, 700, 1280])
def test_there_is_room_for_every_sentence_of_the_sample_game(come: Come, width: int) -> None:
    visitor: Taps = come(Taps, size={"width": width, "height": 740})
    visitor.go("/")
    expect(visitor.find("#sample-said")).to_have_text("Anna opens.")
    assert visitor.page.evaluate(CUT_OFF) == []


# --- the links to what a visitor can do ---------------------------------------------------------------------------------------------------


def test_the_first_page_offers_each_visitor_the_links_that_their_rights_allow(come: Come, api: httpx.Client, product: Serving) -> None:
    game = opened(api)
    scorekeeper = api.post("/tokens", json={"label": "a scorekeeper", "scopes": ["record"]}).json()["token"]
    seen = {}
    for kind, token in (("stranger", None), ("table", link(api, game, "record")), ("scorekeeper", scorekeeper), ("owner", product.owner())):
        visitor: Taps = come(Taps, token=token)
        visitor.go("/")
        seen[kind] = ways(visitor)
        assert bool(visitor.find("#begin").count()) is ("#begin" in seen[kind].values())
    rest = {"Watch": "#watch", "Start a game": "#begin", "Run an evening": "#begin"}
    assert seen == {
        "stranger": {"Try a table": "/practice", "Watch": "#watch", "Run an evening": "#begin"},
        "table": {"Go on": f"/games/{game}", **rest},
        "scorekeeper": {**rest, "Start a game": "/games/new"},
        "owner": {**rest, "Start a game": "/games/new", "Run an evening": "/tournaments/new"},
    }


@pytest.mark.parametrize("height", [360, 740])
def test_lists_that_arrive_after_the_tap_do_not_push_away_what_it_leads_to(come: Come, api: httpx.Client, height: int) -> None:
    for _ in range(12):
        opened(api, visibility="public")
    visitor: Taps = come(Taps, size={"width": 360, "height": height})
    visitor.page.add_init_script(READS)
    late = hold_answer(visitor, "/public")
    visitor.go("/")
    visitor.held_one(late)
    visitor.find(".way", has_text="Run an evening").tap()
    expect(visitor.find("#begin")).to_be_in_viewport(ratio=0.9)
    arrive(visitor, *late)
    expect(visitor.find("#live > li .skeleton")).to_have_count(0)
    expect(visitor.find("#begin")).to_be_in_viewport(ratio=0.9)


@SCHEMES
def test_the_first_page_of_a_stranger_is_accessible(come: Come, scheme: str) -> None:
    visitor: Taps = come(Taps, color_scheme=scheme)
    visitor.go("/")
    expect(visitor.find("#sample .seat")).to_have_count(4)
    visitor.find(".way", has_text="Run an evening").tap()
    expect(visitor.find("#begin")).to_be_in_viewport()
    examine(visitor)


# --- a new installation -------------------------------------------------------------------------------------------------------------------


def test_the_first_page_leads_an_owner_through_the_first_steps(come: Come, tmp_path: Path) -> None:
    with serving(configured(tmp_path / "data"), tmp_path / "printed") as new:
        visitor: Taps = come(Taps)
        visitor.url = new.url
        visitor.go(f"/join#{new.owner()}")
        visitor.page.wait_for_url(lambda url: "/join" not in url)
        assert visitor.page.url == f"{new.url}/"
        expect(visitor.find("h1")).to_have_text("home: start a game, or go on with one.")
        expect(visitor.find(".way.first")).to_be_in_viewport(ratio=1)
        steps = visitor.find("#first-steps li")
        expect(steps).to_have_text(["1. Give your club a name", "2. Add the people who play", "3. Start a game or run an evening"])
        places = [str(each.get_attribute("href")) for each in steps.locator("a").all()]
        assert places == ["/club/settings", "/club/people", "/games/new", "/tournaments/new"]
        expect(visitor.find("#no-live")).to_contain_text("A game appears here as soon as")
        expect(visitor.find("#no-cups")).to_contain_text("One appears here as soon as")
        with httpx.Client(base_url=f"{new.url}/api/v1", headers={"Authorization": f"Bearer {new.owner()}"}, timeout=WITHIN) as api:
            api.patch("/clubs/home", json={"name": "The Lions"}).raise_for_status()
            api.post("/people", json={"name": "Anna"}).raise_for_status()
            visitor.go("/")
            expect(steps.nth(0)).to_have_text("1. Give your club a nameDone")
            expect(steps.nth(1)).to_have_text("2. Add the people who playDone")
            examine(visitor)
            opened(api)
        visitor.go("/")
        expect(visitor.find("#sample .seat")).to_have_count(4)
        expect(visitor.find("#first-steps")).to_have_count(0)
        visitor.page.goto("about:blank")  # leave before this server stops: a lost connection counts as a fault of the page


# --- the lists ----------------------------------------------------------------------------------------------------------------------------


def test_everybody_sees_public_games_in_play_and_public_tournaments_and_no_others(come: Come, api: httpx.Client) -> None:
    cup = {"system": "high-card", "format": "swiss"}
    shown = opened(api, title="Open to everyone", visibility="public")
    public = api.post("/tournaments", json={**cup, "title": "The open", "visibility": "public"}).json()["tournament"]
    hidden = [opened(api, title="A closed table"), finished(api, title="Over already", visibility="public")]
    hidden += [api.post("/tournaments", json={**cup, "title": "A closed cup"}).json()["tournament"]]
    visitor: Taps = come(Taps)
    visitor.go("/")
    row = visitor.find(f'#live li:has([href="/games/{shown}?watch"])')
    expect(row).to_contain_text("Open to everyone")
    expect(row).to_contain_text("Chris 0, Guy 0, Eric 0")
    expect(visitor.find(f'#cups li:has([href="/tournaments/{public}"])')).to_have_text("The openSwiss · 0 entriesNot begun")
    content = visitor.page.content()
    assert not any(word in content for word in (*hidden, "A closed table", "A closed cup", "Over already"))
    row.get_by_role("link").tap()
    visitor.page.wait_for_url(f"**/games/{shown}?watch")


def test_the_list_says_when_no_game_matches_the_filter_and_offers_all_games(owner: Taps, api: httpx.Client) -> None:
    opened(api)
    owner.page.route("**/games?*state=annulled*", lambda route: route.fulfill(json={"games": []}))  # other tests annul games
    owner.go("/games")
    expect(owner.find(".game-row").first).to_be_visible()
    owner.find("[data-do=filters]").tap()
    owner.find("#state").select_option("annulled")
    expect(owner.find("#empty-title")).to_have_text("No game is annulled")
    owner.find('[data-do="all"]').tap()
    expect(owner.find(".game-row").first).to_be_visible()
    expect(owner.find("#state")).to_have_value("")
