"""Pages in a frame on another site. The other site is a small server on another port, which browsers treat as the same site: so they would
send it our cookies."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
from playwright.sync_api import FrameLocator, expect

from tests.browser.conftest import Come
from tests.browser.cups import NAMES
from tests.browser.cups import opened as cup_opened
from tests.browser.desks import cup_of
from tests.browser.games import finished, opened, say
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

NARROW = {"width": 320, "height": 640}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


class Club:
    """The site of a club. `frame` shows an address of ours on its page."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder

    def frame(self, visitor: Visitor, path: str) -> FrameLocator:
        frame = f'<iframe src="{visitor.url}{path}" title="A game" width="100%" height="600" style="border: 0"></iframe>'
        head = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Our club</title>'
        (self.folder / "index.html").write_text(f'{head}<body style="margin: 0"><h1>Our club</h1>{frame}', "utf-8")
        visitor.page.goto(self.url)
        return visitor.page.frame_locator("iframe")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield Club(f"http://127.0.0.1:{server.server_address[1]}/", tmp_path)
        server.shutdown()


@pytest.mark.smoke
def test_another_site_shows_a_replay_that_is_played_by_taps_and_keys(come: Come, club: Club, api: httpx.Client) -> None:
    reader: Taps = come(Taps, size=NARROW)
    game = finished(api, visibility="public")
    frame = club.frame(reader, f"/embed/games/{game}?seat=1")
    expect(frame.locator("h1")).to_have_text("Chris wins")
    expect(frame.locator("#where")).to_contain_text("Step 5 of 5")
    expect(frame.locator(".spot.near .seat-name")).to_have_text("Guy")
    assert reader.page.frames[1].evaluate("() => document.documentElement.scrollWidth") == NARROW["width"]
    frame.locator("#play").tap()
    expect(frame.locator("#where")).to_contain_text("Step 1 of 5")
    frame.locator("#play").tap()
    frame.locator("#play").press("Home")
    expect(frame.locator("#where")).to_contain_text("Step 0 of 5")
    frame.locator("#play").press("ArrowRight")
    expect(frame.locator("#where")).to_contain_text("Step 1 of 5")
    whole = frame.get_by_role("link", name="Faceup: open the whole game")
    expect(whole).to_have_attribute("href", f"/games/{game}/replay")
    assert (whole.get_attribute("target"), whole.get_attribute("rel")) == ("_blank", "noopener")


@pytest.mark.parametrize(("query", "step"), [("step=2", 2), ("event=3", 2), ("step=99", 5), ("step=x&seat=9&event=", 5), ("autoplay=1", 0)])
def test_the_address_says_where_a_replay_begins(come: Come, club: Club, api: httpx.Client, query: str, step: int) -> None:
    """Nothing plays by itself for a reader who prefers no motion, as all readers in these tests do."""
    frame = club.frame(come(), f"/embed/games/{finished(api, visibility='public')}?{query}")
    expect(frame.locator("#where")).to_contain_text(f"Step {step} of 5")


def test_a_replay_plays_by_itself_if_the_address_says_so(come: Come, club: Club, api: httpx.Client) -> None:
    reader: Visitor = come()
    reader.page.emulate_media(reduced_motion="no-preference")
    frame = club.frame(reader, f"/embed/games/{finished(api, visibility='public')}?autoplay=1")
    expect(frame.locator("#where")).to_contain_text("Step 5 of 5")


def test_a_director_sees_in_a_frame_what_a_stranger_sees_and_sends_no_cookie(
    come: Come, club: Club, product: Serving, api: httpx.Client
) -> None:
    director: Taps = come(Taps, token=product.owner())
    sent = []
    director.page.on("request", lambda request: sent.append(request) if "/api/" in request.url else None)
    game = opened(api, visibility="public", options={"target": 1})
    frame = club.frame(director, f"/embed/games/{game}")
    expect(frame.locator("#said")).to_have_text("Chris to play.")
    say(api, game, ("CardPlaced", {"seat": 0, "call": "highest", "card": "KH"}))
    expect(frame.locator("#said")).to_have_text("Guy to play.")
    expect(frame.locator(".lies .playing.down")).to_have_count(1)
    say(api, game, *(("CardPlaced", {"seat": seat, "call": "highest"}) for seat in (1, 2)))
    say(api, game, ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    expect(frame.locator("#where")).to_contain_text("Step 5 of 5")
    expect(frame.locator("h1")).to_have_text("Chris wins")
    assert {"cookie" in request.all_headers() for request in sent} == {False}


def test_a_game_that_is_closed_while_it_is_shown_disappears(come: Come, club: Club, api: httpx.Client) -> None:
    game = opened(api, visibility="public")
    reader: Visitor = come()
    reader.forgive("404")
    frame = club.frame(reader, f"/embed/games/{game}")
    expect(frame.locator("#said")).to_have_text("Chris to play.")
    say(api, game, ("VisibilitySet", {"visibility": "private"}))
    expect(frame.get_by_role("alert")).to_have_text("This is not open to everybody any more.")
    expect(frame.locator("#seats")).to_have_count(0)


def test_another_site_shows_standings(come: Come, club: Club, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    reader: Visitor = come(size=NARROW)
    frame = club.frame(reader, f"/embed{cup.page}?scheme=dark")
    expect(frame.locator("#rows tr")).to_have_count(4)
    expect(frame.locator("#rows button")).to_have_count(0)


def test_another_site_shows_a_bracket_and_a_phone_one_round_of_it(come: Come, club: Club, api: httpx.Client) -> None:
    cup = cup_opened(api, NAMES[:4], format="single-elimination", settings={})
    cup.start()
    reader: Visitor = come(size=NARROW)
    frame = club.frame(reader, f"/embed{cup.page}/bracket")
    expect(frame.locator(".match:visible")).to_have_count(2)
    frame.get_by_role("button", name="Final", exact=True).tap()
    expect(frame.locator(".match:visible")).to_have_count(1)
    expect(frame.locator(".match:visible")).to_contain_text("Winner of match 1")


@pytest.mark.parametrize("path", ["/games/{}", "/games/{}/replay", "/games", "/"])
def test_a_frame_with_any_other_page_of_ours_stays_empty(come: Come, club: Club, api: httpx.Client, path: str) -> None:
    reader: Visitor = come()
    reader.forgive("frame-ancestors")
    club.frame(reader, path.format(opened(api, visibility="public")))
    reader.page.wait_for_load_state()
    assert reader.page.frames[1].evaluate("() => document.querySelector('main') === null")


def test_a_private_game_has_a_page_that_names_nobody(come: Come, club: Club, product: Serving, api: httpx.Client) -> None:
    director: Visitor = come(token=product.owner())
    director.forgive("404")
    frame = club.frame(director, f"/embed/games/{opened(api, visibility='private')}")
    expect(frame.locator("main")).to_have_text("Not open to everybody There is no such game or tournament here, or it is private.")


def test_the_code_for_another_site_is_copied_where_people_share(come: Come, product: Serving, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    size = 'width="100%" height="620" loading="lazy" style="border: 0px;"'
    reader: Keys = come(Keys)
    game = finished(api, visibility="public")
    for page, shown in ((f"/games/{game}/replay", f"/embed/games/{game}"), (cup.page, f"/embed{cup.page}")):
        reader.go(page)
        reader.activate("#embed > summary")
        code = f'<iframe src="{product.url}{shown}" title="{reader.page.title()}" {size}></iframe>'
        expect(reader.find("#embed-code")).to_have_value(code)
        reader.activate('#embed [data-do="copy"]')
        expect(reader.find('#embed [data-do="copy"]')).to_have_text("Copied")
