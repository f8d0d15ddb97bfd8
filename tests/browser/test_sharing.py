"""A share card shows a link with its code. If only this machine can open the address of the page, the card says so and offers a link that
phones can open."""

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from service.qr import drawn
from service.running.front_door import reachable
from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.games import link, opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving, configured, serving
from tests.waiting import WITHIN

WARNING = "Phones cannot open this address: it only works on this machine."
FACEUP = "https://faceup.example"
TABLET = {"width": 768, "height": 1024}


def shared(visitor: Taps, game: str) -> str:
    """On the page of the game, make a link for watching it. Returns the address on the share card."""
    visitor.go(f"/games/{game}")
    visitor.find("#share > summary").tap()
    visitor.find('[data-do="link"][data-kind="watch"]').tap()
    return visitor.find("#share-link").input_value()


@pytest.mark.smoke
def test_a_share_card_says_what_to_do_if_only_this_machine_can_open_its_address(owner: Taps, api: httpx.Client, product: Serving) -> None:
    address = shared(owner, opened(api))
    assert address.startswith(f"{product.url}/join#fu_")
    expect(owner.find("#share .warning")).to_have_text(
        "Phones cannot open this address yet: it only works on this machine. Whoever runs Faceup here can change that: "
        "“Links” on the page of the club says how."
    )
    expect(owner.find(".link-card button")).to_be_in_viewport()
    expect(owner.find(".link-card img")).to_be_in_viewport(ratio=1)
    examine(owner)
    owner.go("/club/links")
    expect(owner.find("#phones code")).to_have_text("make run LAN=1")


@pytest.mark.parametrize("settings", [{"public_url": FACEUP}, {"host": "0.0.0.0"}], ids=["public", "network"])
def test_a_share_card_offers_an_address_that_phones_can_open(come: Come, tmp_path: Path, settings: dict[str, str]) -> None:
    config = replace(configured(tmp_path / "data"), **settings)  # type: ignore[arg-type]
    better = next(reachable(config), None)
    if better is None:
        pytest.fail("this machine is in no network: the test needs an address beyond loopback")
    with serving(config, tmp_path / "printed") as server:
        with httpx.Client(base_url=f"{server.url}/api/v1", headers={"Authorization": f"Bearer {server.owner()}"}, timeout=WITHIN) as api:
            game = opened(api)
        visitor: Taps = come(Taps)
        visitor.url = server.url
        visitor.go(f"/join#{server.owner()}")
        visitor.page.wait_for_url(lambda url: "/join" not in url)
        address = shared(visitor, game)
        assert address.startswith(f"{better}/join#fu_")
        expect(visitor.find("#share .warning")).to_have_text(f"{WARNING} The link here begins with {better}, which phones can open.")
        code = visitor.page.evaluate("() => decodeURIComponent(document.querySelector('.link-card img').src.split(',').slice(1).join(','))")
        assert code == drawn(address).decode()
        if "host" in settings:
            visitor.url = better
            visitor.page.goto(address)
            visitor.page.wait_for_url(f"{better}/games/{game}")
            expect(visitor.find(f"body[data-address='{better}']")).to_be_attached()
        visitor.page.goto("about:blank")  # leave before the server stops: a lost connection counts as a fault of the page
    visitor.forgive("Cross-Origin-Opener-Policy")  # the browser logs that it ignores this header without TLS


def test_somebody_who_came_by_a_link_to_record_shares_a_link_to_watch(come: Come, api: httpx.Client) -> None:
    game = opened(api, visibility="private")
    recorder: Taps = come(Taps, token=link(api, game, "record"))
    address = shared(recorder, game)
    expect(recorder.find("#share button:visible")).to_have_text(["Link to watch", "Copy the link"])
    friend: Taps = come(Taps, token=address.partition("#")[2])
    expect(friend.find("#seats .seat")).to_have_count(3)
    expect(friend.find("#tools")).to_be_hidden()


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_scorekeeper_finds_share_and_replay_in_the_menu(come: Come, api: httpx.Client, size: dict[str, int]) -> None:
    game = opened(api, visibility="private")
    anna: Taps = come(Taps, token=link(api, game, "record"), size=size)
    expect(anna.find("#share")).to_be_attached()
    anna.find(".site-button").tap()
    expect(anna.find("#site").get_by_role("link", name="Replay")).to_have_attribute("href", f"/games/{game}/replay")
    anna.find("#site").get_by_role("button", name="Share this table").tap()
    expect(anna.find("#site")).to_be_hidden()
    expect(anna.find("#share > summary")).to_be_focused()
    expect(anna.find('#share [data-kind="watch"]')).to_be_in_viewport()


def test_on_a_wide_page_share_and_replay_are_in_the_bar(come: Come, product: Serving, api: httpx.Client) -> None:
    owner: Taps = come(Taps, token=product.owner(), size=DESKTOP)
    owner.go(f"/games/{opened(api)}")
    expect(owner.find(".top").get_by_role("button", name="Share", exact=True)).to_be_visible()
    expect(owner.find(".top").get_by_role("link", name="Replay")).to_have_count(1)


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_whoever_watches_a_game_that_is_not_private_shares_its_address(come: Come, api: httpx.Client, visibility: str) -> None:
    game = opened(api, visibility=visibility)
    visitor: Taps = come(Taps, token=link(api, game, "read"))
    expect(visitor.find("#seats .seat")).to_have_count(3)
    expect(visitor.find(".share-below button")).to_have_count(int(visibility == "unlisted"))
