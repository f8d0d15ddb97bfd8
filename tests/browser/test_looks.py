"""How cards look on a device: the letters of suits and four colours are choices, and off at first."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.games import link, opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps

COLOUR = "element => getComputedStyle(element).color"


@pytest.fixture(scope="module")
def game(api: httpx.Client) -> str:
    return opened(api)


@SCHEMES
def test_letters_and_four_colours_are_chosen_for_all_pages_of_a_device(come: Come, api: httpx.Client, game: str, scheme: str) -> None:
    table: Taps = come(Taps, token=link(api, game, "record"), color_scheme=scheme)
    table.go(f"/games/{game}")
    ace = table.find('.key[data-card="AD"]')
    hearts = table.find('.key[data-card="AH"]')
    expect(ace.locator(".letter")).to_be_hidden()
    assert ace.evaluate(COLOUR) == hearts.evaluate(COLOUR)

    table.find("#looks summary").tap()
    table.find("#looks").get_by_label("With the letter of the suit").tap()
    expect(ace.locator(".letter")).to_be_visible()
    table.find("#looks").get_by_label("Four colours").tap()
    assert len({table.find(f'.key[data-card="A{suit}"]').evaluate(COLOUR) for suit in "SHDC"}) == 4
    examine(table)

    table.go(f"/games/{game}")
    expect(ace.locator(".letter")).to_be_visible()
    table.find("#looks summary").tap()
    expect(table.find("#looks").get_by_label("Four colours")).to_be_checked()
    table.find("#looks").get_by_label("With the letter of the suit").tap()
    expect(ace.locator(".letter")).to_be_hidden()
