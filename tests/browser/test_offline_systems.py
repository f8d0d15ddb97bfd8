"""Every system goes on without a network, also in a tab that was killed. The server's record is what was tapped, in order and once, and
what the device read at each version is what the server reads.

A phone opens the game, loses the network, records, is killed, is opened again while nothing can be sent, records, and sends."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from domain.systems import SYSTEMS
from tests.browser.conftest import PHONE, WAITS
from tests.browser.games import say
from tests.browser.offline import SEND_NOW, Offline, back, cut, live, messages, recorded, until_told, waits
from tests.browser.visitor import Taps
from tests.domain.playing import opening
from tests.ops.serving import Serving
from tests.speeds import rows
from tests.systems import LEADING

FIRST, LATER = 2, 1
"""So many acts are recorded before the tab is killed, and after that."""
DEAL = 120
"""No deal of these games has more acts."""


@pytest.fixture(scope="module")
def device(browser: Browser, product: Serving) -> Iterator[Offline]:
    """One browser for all rows, in which the files of the rules are in the cache."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(WAITS)
    body, headers = {"token": product.owner()}, {"Content-Type": "application/json"}
    assert context.request.post(f"{product.url}/api/v1/session", data=body, headers=headers).ok
    yield Offline(context, product.url)
    context.close()


def begun(api: httpx.Client, slug: str) -> str:
    system = SYSTEMS[slug]
    least, most = system.players
    seats = opening(system, min(most, max(least, 4))).seats
    body = {"system": slug, "seats": [{"name": f"P{each.seat}"} for each in seats]}
    return str(api.post("/games", json=body).raise_for_status().json()["game"])


def bidden(api: httpx.Client) -> str:
    """Make a game of Spades in which everybody has bid."""
    game = begun(api, "spades-standard")
    say(api, game, ("CardsDealt", {"dealer": 3}), *(("BidMade", {"seat": seat, "amount": 3}) for seat in range(4)))
    return game


def is_over(message: dict[str, Any]) -> bool:
    """Whether a deal, a round or the game is over."""
    game = message["game"]
    return game["state"] != "open" or bool(game["view"]["last_round"])


def goes_on(device: Offline, api: httpx.Client, slug: str, first: int, later: int) -> list[dict[str, Any]]:
    """Record so many acts offline, kill the tab, record so many more, and send all. Return the record."""
    game = begun(api, slug)
    device.kept.clear()
    device.read.clear()
    live(api, game, 1)  # the device begins with a message in which the record is judged
    phone = device.opens(game)
    base = device.message
    device.context.set_offline(True)
    device.acts(phone, first, is_over)
    phone.page.evaluate("localStorage.refusing = 1")
    phone.page.close()
    device.context.set_offline(False)
    phone = device.opens(game)
    until_told(phone.page, lambda: device.message["game"]["version"] == 1 + sum(map(len, device.kept)))
    waits(phone, sum(map(len, device.kept)))
    device.acts(phone, later, is_over)
    assert recorded(api, game)[1:] == [], "nothing was sent"
    phone.page.evaluate(SEND_NOW)
    expect(phone.find("#notice")).to_be_empty()
    events = recorded(api, game)
    tapped = [event for batch in device.kept for event in batch]
    assert [(event["id"], event["type"], event["at"]) for event in events[1:]] == [(act["id"], act["type"], act["at"]) for act in tapped]
    expected = messages(base, events, device.kept)
    for message in device.read:
        assert message == expected[message["game"]["version"]]
    assert {message["game"]["version"] for message in device.read} >= expected.keys()
    last = next(message for message in reversed(device.read) if message["game"]["version"] == len(events))
    assert {**last, "verdict": 0} == {**live(api, game, len(events)), "verdict": 0}
    assert phone.faults == []
    phone.page.close()
    return events


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_three_acts_of_every_system_with_a_killed_tab_are_stored_once_and_in_order(device: Offline, api: httpx.Client, slug: str) -> None:
    assert len(goes_on(device, api, slug, FIRST, LATER)) >= 1 + FIRST + LATER


@pytest.mark.parametrize("slug", sorted(LEADING))
def test_a_whole_deal_of_every_family_is_recorded_without_a_network(device: Offline, api: httpx.Client, slug: str) -> None:
    goes_on(device, api, slug, 5, DEAL)
    assert is_over(device.message)


@pytest.mark.parametrize(
    ("cards", "asks"),
    [
        ("P0 2H, P1 3D, P2 4H, P3 5H, P3 6H, P0 7H, P1 8H", "revoked in trick 1"),
        ("P0 2H, P2 4H, P3 5H", "played although it was P1's turn"),
    ],
    ids=["revoke", "gap"],
)
def test_a_finding_that_is_made_without_a_network_is_that_of_the_server(device: Offline, api: httpx.Client, cards: str, asks: str) -> None:
    game = bidden(api)
    live(api, game, 6)
    phone = device.opens(game)
    cut(phone)
    for each in cards.split(", "):
        name, card = each.split()
        phone.seat(name).tap()
        plays(device, phone, card)
    (finding,) = device.message["findings"]
    assert asks in finding["sentence"]
    back(phone)
    assert live(api, game, device.message["game"]["version"])["findings"] == [finding]
    phone.page.close()


def plays(device: Offline, phone: Taps, card: str) -> None:
    version = device.message["game"]["version"]
    phone.find(f'#seats [data-card="{card}"]').tap()
    until_told(phone.page, lambda: device.message["game"]["version"] > version)
    expect(phone.find("#undo")).to_have_attribute("data-version", str(version + 1))
