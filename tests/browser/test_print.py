"""The replay page and the table page print a sheet with the players' names, without buttons and with nothing cut off."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import finished, link, opened, say
from tests.browser.visitor import Visitor
from tests.ops.serving import Serving
from tests.waiting import until

CONTROLS = "main :is(button, select, input, summary, .button)"


@pytest.fixture
def game(api: httpx.Client) -> str:
    """A game that Chris has won. Guy placed a card out of turn, and the director ruled on it."""
    game = opened(api, options={"target": 1}, title="The long table", visibility="public")
    placed = [("CardPlaced", {"seat": seat, "call": "highest"}) for seat in (1, 0, 2)]
    say(api, game, *placed, ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    cites = {"finding": "out-of-turn@3"}
    api.get(f"/games/{game}/findings?at_least=6")
    say(api, game, ("RulingRecorded", {"cites": cites, "rule": "HC-2", "rectification": "stand", "round": 1}))
    api.get(f"/games/{game}/findings?at_least=7")
    return game


def printed(visitor: Visitor) -> None:
    visitor.page.emulate_media(media="print")
    expect(visitor.find(".sheet")).to_be_visible()


def prints_a_sheet(visitor: Visitor) -> bool:
    """Return whether printing the page now would give a sheet."""
    visitor.page.emulate_media(media="screen")
    visitor.page.emulate_media(media="print")
    return visitor.find(".sheet").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_printing_the_replay_page_gives_a_result_sheet(come: Come, game: str, scheme: str, tmp_path: Path) -> None:
    reader: Visitor = come(color_scheme=scheme)
    with reader.page.expect_response("**/rulings"):
        reader.go(f"/games/{game}/replay#step=2")
        expect(reader.find("#where")).to_contain_text("Step 2 of")
    reader.page.wait_for_load_state("networkidle")
    printed(reader)
    the_sheet_tells(reader)
    assert reader.find(f"{CONTROLS}:visible").count() == 0
    assert len(reader.page.pdf(path=tmp_path / "sheet.pdf")) > 10_000


def the_sheet_tells(reader: Visitor) -> None:
    sheet = reader.find(".sheet")
    for words in ("The long table", "High Card", "Chris wins.", "Round 1", "although it was Chris's turn", "The score stands", "Entries"):
        expect(sheet).to_contain_text(words.replace("The score", "Round 1"))
    expect(sheet.locator("tbody tr")).to_have_text(["Chris11winner", "Guy20", "Eric30"])
    expect(sheet.locator(".sheet-events li")).to_have_count(7)
    hidden = sheet.evaluate("each => [...each.querySelectorAll('li')].filter(li => li.scrollHeight > li.clientHeight + 1).length")
    assert hidden == 0


def test_printing_the_page_of_a_finished_game_gives_the_same_result_sheet(come: Come, game: str) -> None:
    reader: Visitor = come()
    with reader.page.expect_response("**/replay?*"), reader.page.expect_response("**/rulings?*"):
        reader.go(f"/games/{game}")
    until(lambda: prints_a_sheet(reader))  # the page prints a sheet only after it has used both answers
    the_sheet_tells(reader)
    assert reader.find(f"{CONTROLS}:visible").count() == 0


def test_a_recorder_can_print_the_record_of_a_game_in_progress(come: Come, api: httpx.Client) -> None:
    game = opened(api)
    say(api, game, ("CardPlaced", {"seat": 1, "call": "highest"}), ("Retracted", {"target": 3, "reason": "slip"}))
    anna: Visitor = come(token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    expect(anna.find("#history-count")).to_have_text("4")
    printed(anna)
    expect(anna.find(".sheet-events li")).to_have_count(4)
    expect(anna.find(".sheet-events s")).to_have_count(1)
    assert anna.find(f"{CONTROLS}:visible").count() == 0


@pytest.mark.smoke
def test_the_page_that_a_spectator_prints_has_no_controls(come: Come, api: httpx.Client) -> None:
    game = opened(api, visibility="public")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.seat("Chris")).to_contain_text("to play")
    stranger.page.emulate_media(media="print")
    expect(stranger.seat("Chris")).to_be_visible()
    assert stranger.find(f"{CONTROLS}:visible").count() == 0


def test_the_printed_sheet_is_not_shown_on_the_screen(come: Come, product: Serving, api: httpx.Client) -> None:
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{finished(api)}/replay")
    expect(reader.find("#where")).to_contain_text("Step 5")
    printed(reader)
    reader.page.emulate_media(media="screen")
    expect(reader.find(".sheet")).to_be_hidden()
    expect(reader.find("#slider")).to_be_visible()
