"""A director begins a season, counts evenings, and accepts a late correction; everybody sees the table and its reasons, on a phone too."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Come
from tests.browser.cups import registered
from tests.browser.seasons import PLAYERS, corrected, evening
from tests.browser.visitor import Taps


@pytest.mark.smoke
def test_a_season_from_its_first_evening_to_a_late_correction(owner: Taps, come: Come, api: httpx.Client) -> None:
    people = [each[0] for each in registered(api, *PLAYERS).values()]
    first = evening(api, "January", people)
    evening(api, "Among ourselves", people, "private")
    owner.go("/seasons")
    owner.forgive("422")
    owner.find("summary", has_text="Begin a season").tap()
    owner.find("#name").fill("Winter")
    owner.find("#places").fill("5 oops")
    owner.find("#visibility").select_option("public")
    owner.find("#send").tap()
    expect(owner.find("#places-error")).not_to_be_empty()
    owner.find("#places").fill("5 3 2")
    owner.find("#send").tap()
    owner.find("#open-list button[aria-label='Count it: January']").tap()
    expect(owner.find("#told")).to_have_text("January counts.")
    expect(owner.find("#open-list")).to_contain_text("less visible than the season.")

    expect(owner.find(".over")).to_have_text("Winter · all results count")
    owner.find("summary", has_text="Settings").tap()
    owner.find("#best").fill("8")
    owner.find("#send").tap()
    expect(owner.find(".over")).to_have_text("Winter · the best 8 results count")
    guest = come()
    guest.go(owner.page.url.removeprefix(owner.url).removesuffix("/desk"))
    expect(guest.find("h1")).to_have_text("Ulla and Wim lead")
    expect(guest.find("a[download]")).to_have_text("Table as CSV")
    expect(guest.find(".over")).to_have_text("Winter · the best 8 results count")
    guest.find("#rows button", has_text="Ulla").tap()
    expect(guest.find(".why-body")).to_contain_text("shares places 1 to 2 of 4")
    assert guest.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]

    corrected(first)
    owner.page.reload()
    expect(owner.find("h1")).to_have_text("A late correction waits")
    expect(owner.find("#pending-list")).to_contain_text("Vera: 3rd → 1st")
    guest.page.reload()
    expect(guest.find("h1")).to_have_text("Ulla and Wim lead")
    owner.find("#pending-list button", has_text="Accept").tap()
    expect(owner.find("#told")).to_have_text("January counts with its corrected standings.")
    guest.page.reload()
    expect(guest.find("h1")).to_contain_text("Vera")

    owner.find("#close").tap()
    expect(owner.find("#reopen")).to_be_visible()
    guest.page.reload()
    expect(guest.find("h1")).to_contain_text("won the season")
    owner.find("#reopen").tap()
    expect(owner.find("#told")).to_have_text("The season is open again.")
    expect(owner.find("#close")).to_be_visible()
