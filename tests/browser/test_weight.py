"""The form of a game is light: few requests and few bytes at the first load. If something is lost on the way, it still records."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.games import pitched
from tests.browser.visitor import Taps

MOST_SENT = 100_000
"""Bytes, with headers and compression, so that the form records within three seconds where 50 kB arrive in a second. The second script is
not counted: it is loaded when the form already records."""
MOST_REQUESTS = 12
SEATS = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dee")]


@pytest.mark.parametrize("system", ["pitch-auction-classic", "spades-standard"])
def test_the_form_of_a_game_needs_few_requests_and_few_bytes(api: httpx.Client, owner: Taps, system: str) -> None:
    game = api.post("/games", json={"system": system, "seats": SEATS}).json()["game"]
    first = loaded(owner, game)
    second = [path for path in first if ".after." in path]
    assert len(second) == 1
    assert 50_000 < sum(first.values()) - first[second[0]] < MOST_SENT
    assert len(first) <= MOST_REQUESTS
    again = loaded(owner, game)
    assert [path for path in again if path.startswith("/assets/")] == []


def loaded(visitor: Taps, game: str) -> dict[str, int]:
    """Open the form and wait until it knows its record. Returns the bytes that were sent for each address."""
    sent: dict[str, int] = {}
    addresses: dict[str, str] = {}
    client = visitor.page.context.new_cdp_session(visitor.page)

    def asked(event: dict[str, Any]) -> None:
        addresses[event["requestId"]] = event["request"]["url"].removeprefix(visitor.url)

    def finished(event: dict[str, Any]) -> None:
        if event["encodedDataLength"]:
            sent[addresses[event["requestId"]]] = int(event["encodedDataLength"])

    client.on("Network.requestWillBeSent", asked)
    client.on("Network.loadingFinished", finished)
    client.send("Network.enable")
    visitor.go(f"/games/{game}")
    expect(visitor.find("#connection")).to_have_text("Live")
    expect(visitor.find("#history-count")).to_have_text("1")
    expect(visitor.find("#seats button:not([aria-disabled])")).not_to_have_count(0)
    client.detach()
    return sent


LOST = ["**/assets/*/css/*", "**/js/faults.js", "**/icon.svg", "**/api/v1/people", "**/rulings?*", "**/live"]


@pytest.mark.parametrize("lost", LOST)
def test_a_card_can_be_recorded_although_a_part_of_the_page_is_lost(api: httpx.Client, owner: Taps, lost: str) -> None:
    game = pitched(api, "KH")
    owner.page.route(lost, lambda route: route.abort())
    owner.forgive("ERR_FAILED")
    with owner.page.expect_event("requestfailed"):
        owner.go(f"/games/{game}")
    expect(owner.seat("Cyd")).to_have_class("seat turn")
    owner.activate('#seats [data-card="AH"]')
    expect(owner.find("#stored")).to_have_text("Stored as entry 7.")
    assert api.get(f"/games/{game}").json()["version"] == 7


def test_a_page_whose_script_is_lost_offers_to_load_it_again(api: httpx.Client, owner: Taps) -> None:
    game = pitched(api, "KH")
    owner.page.route("**/js/game+focus.js", lambda route: route.abort(), times=1)
    owner.forgive("ERR_FAILED", "was preloaded using link preload but not used")
    owner.go(f"/games/{game}")
    expect(owner.find("main > [role=alert]")).to_contain_text("Part of this page did not arrive.")
    owner.activate("text=Load it again")
    expect(owner.seat("Cyd")).to_have_class("seat turn")
    expect(owner.find("main > [role=alert]")).to_have_count(0)


def test_the_form_records_although_the_second_script_is_lost(api: httpx.Client, owner: Taps) -> None:
    game = pitched(api, "KH")
    owner.page.route("**/js/*.after.*", lambda route: route.abort(), times=1)
    owner.forgive("ERR_FAILED", "Failed to fetch dynamically imported module")
    owner.go(f"/games/{game}")
    expect(owner.find("main > [role=alert]")).to_contain_text("Part of this page did not arrive.")
    expect(owner.find("#wrong")).to_have_attribute("aria-disabled", "true")
    owner.activate('#seats [data-card="AH"]')
    expect(owner.find("#stored")).to_have_text("Stored as entry 7.")
    owner.activate("text=Load it again")
    expect(owner.find("#wrong")).not_to_have_attribute("aria-disabled", "true")
    expect(owner.find("main > [role=alert]")).to_have_count(0)
