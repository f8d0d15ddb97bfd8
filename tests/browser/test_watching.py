"""Spectators see findings when they are proved, step through replays by keyboard, and sign in by links. Strangers see only public games."""

import re

import httpx
import pytest
from playwright.sync_api import expect

import verify_record
from service.files.formats import FORMATS
from tests.browser.conftest import Come
from tests.browser.games import link, opened, say
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving
from tests.paper.reading import text_of


@pytest.mark.smoke
def test_a_question_and_its_answer_appear_on_a_strangers_page_without_revealing_the_sealed_card(come: Come, api: httpx.Client) -> None:
    game = opened(api, visibility="public")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#connection")).to_have_text("Live")
    expect(stranger.find("#findings-list")).to_contain_text("Nothing found")
    say(api, game, ("CardPlaced", {"seat": 1, "call": "highest", "card": "KH"}))
    finding = stranger.find(".finding")
    expect(finding).to_contain_text("Guy placed a card although it was Chris's turn.")
    expect(finding.locator(".kind")).to_have_text("? Question")
    say(api, game, ("IrregularityAttested", {"finding": "out-of-turn@3"}))
    expect(finding).to_contain_text("As the table said, Guy placed a card although it was Chris's turn.")
    expect(finding.locator(".kind")).to_have_text("⚑ Breach")
    expect(finding.locator(".source")).to_have_text("Round 1 · entries 3, 4")
    expect(stranger.seat("Guy")).to_contain_text("a card face down")
    assert "KH" not in stranger.page.content()
    assert "king" not in stranger.page.content()


def test_a_flag_appears_on_the_screen_when_there_is_a_new_finding(come: Come, product: Serving, api: httpx.Client) -> None:
    """Findings are listed below the card pad, out of sight. The flag links to them, and no button moves when it appears."""
    game = opened(api, title="Thursday club, last table")
    scorekeeper: Taps = come(Taps, token=link(api, game, "record"))
    scorekeeper.go(f"/games/{game}")
    expect(scorekeeper.find("#findings-list")).to_contain_text("Nothing found")
    expect(scorekeeper.find("#flag")).to_be_hidden()
    say(api, game, ("CardPlaced", {"seat": 1, "call": "highest", "card": "KH"}))
    flag = scorekeeper.find("#flag")
    expect(flag).to_have_text("?1 question")
    expect(flag).to_be_in_viewport()
    expect(flag).to_have_accessible_name("1 question")
    flagged = scorekeeper.find("#seats").bounding_box()
    flag.evaluate("flag => { flag.hidden = true }")
    assert scorekeeper.find("#seats").bounding_box() == flagged
    flag.evaluate("flag => { flag.hidden = false }")
    examine(scorekeeper)
    flag.tap()
    expect(scorekeeper.find(".asks summary")).to_be_focused()
    expect(scorekeeper.find(".asks")).to_be_in_viewport()
    say(api, game, ("Retracted", {"target": 3}))
    expect(flag).to_be_hidden()


def test_a_finding_appears_on_a_page_that_is_open_while_the_game_is_recorded(come: Come, api: httpx.Client) -> None:
    """The bench measures how long this takes, on a machine that runs nothing else."""
    game = opened(api, visibility="public")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#connection")).to_have_text("Live")
    say(api, game, ("CardPlaced", {"seat": 2, "call": "middle"}))
    stranger.page.wait_for_selector(".finding")


def test_a_visitor_without_the_right_to_record_sees_the_table_but_no_form(come: Come, api: httpx.Client) -> None:
    game = opened(api)
    watcher: Visitor = come(token=link(api, game, "read"))
    watcher.go(f"/games/{game}")
    expect(watcher.seat("Chris")).to_contain_text("to play")
    assert watcher.find("#seats button, #tools:visible, #history:visible, #share:visible").count() == 0


@pytest.mark.smoke
def test_a_reader_can_step_through_a_replay_by_keyboard(come: Come, api: httpx.Client, product: Serving) -> None:
    game = opened(api)
    say(api, game, ("CardPlaced", {"seat": 1, "call": "highest", "card": "KH"}), ("Retracted", {"target": 3}))
    say(api, game, ("CardPlaced", {"seat": 0, "call": "middle", "card": "TS"}))
    reader: Keys = come(Keys, token=product.owner())
    reader.go(f"/games/{game}/replay#step=1")
    expect(reader.find("#where")).to_contain_text("Step 1 of 2")
    reader.press("ArrowRight")
    expect(reader.find("#where")).to_contain_text("Step 2 of 2")
    expect(reader.seat("Chris")).to_contain_text("middle")
    assert reader.page.url.endswith("#step=2")
    reader.press("Home")
    expect(reader.find("#where")).to_contain_text("Step 0 of 2")
    expect(reader.find("#where")).to_contain_text("Who opens?")
    reader.press("End")
    expect(reader.find("#where")).to_contain_text("Step 2 of 2")
    reader.press("ArrowLeft")
    expect(reader.find("#where")).to_contain_text("Step 1 of 2")
    reader.reach("#as")
    reader.page.keyboard.type("as r")
    expect(reader.find("#where")).to_contain_text("Step 1 of 4")
    reader.find("#where").click()
    reader.press("ArrowRight")
    expect(reader.find(".finding")).to_contain_text("although it was Chris's turn")
    expect(reader.find("#said s")).to_be_visible()


def test_a_replay_can_play_automatically_and_stops_at_the_end(come: Come, api: httpx.Client, product: Serving) -> None:
    game = opened(api)
    reader: Keys = come(Keys, token=product.owner())
    reader.go(f"/games/{game}/replay")
    expect(reader.find("#where")).to_contain_text("Step 1 of 1")
    reader.find("#speed").select_option("4")
    reader.find("#where").click()
    reader.page.clock.pause_at(reader.page.evaluate("Date.now()") + 1)
    reader.press(" ")
    expect(reader.find("#play")).to_contain_text("Pause")
    reader.page.clock.resume()
    expect(reader.find("#where")).to_contain_text("Step 1 of 1")
    expect(reader.find("#play")).to_contain_text("Play")


def test_the_replay_page_offers_exports_as_files(come: Come, api: httpx.Client, product: Serving) -> None:
    game = opened(api)
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay")
    for form in ("JSON", "JSON lines", "Replay in one file"):
        with reader.page.expect_download() as download:
            reader.page.get_by_role("link", name=form, exact=True).click()
        assert api.post("/records/verify", content=download.value.path().read_bytes()).json()["valid"]
        assert verify_record.verify(download.value.path().read_bytes())[0].startswith(f"OK {game}")
    section = reader.find("section", has=reader.find("#export-title"))
    section.get_by_text("What is in each file").click()
    expect(section.locator("dt")).to_have_count(len(FORMATS))
    expect(section).to_contain_text("Not in it: everything but the points")
    with reader.page.expect_download() as download:
        reader.page.get_by_role("link", name="Score sheet (PDF)").click()
    assert f"Game {game}" in text_of(download.value.path().read_bytes())


@pytest.mark.smoke
def test_opening_a_table_link_removes_its_token_from_the_address(come: Come, api: httpx.Client) -> None:
    game = opened(api)
    token = link(api, game, "record")
    guest: Taps = come(Taps, token=token)
    expect(guest.seat("Chris")).to_contain_text("to play")
    assert guest.page.url.endswith(f"/games/{game}")
    guest.page.go_back()
    assert token not in guest.page.url
    guest.go(f"/games/{game}")
    guest.place("Chris", "middle", "TS")
    expect(guest.seat("Guy")).to_have_class("seat turn")
    guest.find("#share > summary").tap()
    expect(guest.find("#share button:visible")).to_have_text(["Link to watch"])


def test_opening_an_invalid_link_shows_a_page_that_says_it_is_invalid(come: Come) -> None:
    stranger: Visitor = come()
    stranger.go("/join#fu_home_aaaaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbbbb")
    expect(stranger.find(".error[role=alert]")).to_contain_text("This link is no longer valid")
    assert stranger.page.url.endswith("/join")
    stranger.forgive("401")


def test_a_director_can_share_a_table_by_a_qr_code(owner: Taps, come: Come) -> None:
    owner.start(["Chris", "Guy"])
    owner.find("#share > summary").tap()
    owner.find('[data-do="link"][data-kind="record"]').tap()
    expect(owner.find(".link-card img")).to_be_visible()
    assert owner.page.evaluate("document.querySelector('.link-card img').naturalWidth") > 100
    guest: Taps = come(Taps)
    guest.page.goto(owner.find("#share-link").input_value())
    guest.page.wait_for_url(f"**/games/{owner.game}")
    guest.opener("Guy")
    expect(owner.seat("Guy")).to_have_class("seat turn")


def test_strangers_see_only_public_games(come: Come, api: httpx.Client) -> None:
    private, public = opened(api, title="Behind closed doors"), opened(api, title="The open final", visibility="public")
    unlisted = opened(api, title="By address only", visibility="unlisted")
    stranger: Visitor = come()
    stranger.go("/games")
    expect(stranger.find(".game-row")).not_to_have_count(0)
    assert f"/games/{public}" in stranger.page.content()
    for hidden in (private, unlisted, "Behind closed doors", "By address only"):
        assert hidden not in stranger.page.content()
    expect(stranger.find("#visitor")).to_be_visible()
    expect(stranger.find("#start")).to_have_count(0)
    stranger.go(f"/games/{unlisted}")
    expect(stranger.find("#title")).to_have_text("By address only")
    for page in (f"/games/{private}", f"/games/{private}/replay", "/games/home-aaaaaaaaaaaaaaaa"):
        stranger.go(page)
        expect(stranger.find("h1")).to_have_text("There is nothing here")
    stranger.forgive("404")


@pytest.mark.parametrize("pointer", ["target", "seats"])
def test_settings_that_need_too_many_cards_are_explained_beside_the_field_at_fault(owner: Taps, pointer: str) -> None:
    owner.go("/games/new")
    owner.pick("High Card")
    if pointer == "target":
        owner.find("#house-rules > summary").tap()
        owner.find("#option-target").fill("14")
        owner.find("#send").tap()
        expect(owner.find("#option-target-error")).to_contain_text("14 × 4 cannot be dealt")
        expect(owner.find("#option-target")).to_be_focused()
        owner.forgive("422")
    else:
        for _ in range(9):
            owner.find("#add").tap()
        expect(owner.find("#seat-count")).to_have_text("13 players")
        assert owner.find("#add").is_disabled()
        owner.find("#name-12").fill("Zoe")
        owner.find('.move[data-seat="12"]').press("ArrowUp")
        expect(owner.find("#name-11")).to_have_value("Zoe")
        owner.find('[data-do="remove"][data-seat="0"]').tap()
        expect(owner.find("#name-10")).to_have_value("Zoe")


@pytest.mark.parametrize(
    ("locale", "zone", "day", "clock"),
    [
        ("de-DE", "Asia/Tokyo", "21.11.2025, 13:40", "13:40:00"),
        ("en-US", "America/New_York", "Nov 20, 2025, 11:40 PM", "11:40:00 PM"),
    ],
)
def test_times_are_shown_in_the_format_and_time_zone_of_the_visitor(
    come: Come, api: httpx.Client, product: Serving, locale: str, zone: str, day: str, clock: str
) -> None:
    """Times are in the reader's time zone, even if the table is in another zone. The reader's language decides between 12 and 24 hours."""
    game = opened(api, at=1_763_700_000_000, offset=-480, title=f"Read in {zone}")
    reader: Visitor = come(token=product.owner(), locale=locale, timezone_id=zone)
    reader.go("/games")
    expect(reader.find(f'.game-row:has([href="/games/{game}"]) time')).to_have_text(day)
    reader.go(f"/games/{game}/replay#step=0")
    expect(reader.find("#said time")).to_have_text(clock)
    expect(reader.find("#steps time").first).to_have_text(clock)
    reader.go(f"/games/{game}")
    reader.find("#history > summary").click()
    opening = reader.find('#history-list [data-key="v1"] time').first
    expect(opening).to_have_text(re.sub(r":\d\d(?=$|\s)", "", clock))  # without seconds
    expect(opening).to_have_attribute("title", day)
