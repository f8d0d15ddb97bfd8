"""A double tap records one act: the second tap presses no button that has moved under the finger. Acts by keyboard need no pause."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.correcting import pick
from tests.browser.games import link, pitched
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor

AGAIN = 60
"""Milliseconds between the taps of a double tap."""


@pytest.fixture
def game(api: httpx.Client) -> str:
    return pitched(api, "KH")


def at(visitor: Visitor, come_to: str) -> None:
    visitor.page.add_init_script(HOLDING)
    visitor.go(f"/games/{come_to}")
    expect(visitor.seat("Cyd")).to_have_class("seat turn")


HOLDING = """
const held = new Map(), start = window.setTimeout, stop = window.clearTimeout;
let still = false, number = -1;
window.setTimeout = (act, delay, ...rest) => still && delay > 100 ? (held.set(--number, act), number) : start(act, delay, ...rest);
window.clearTimeout = id => held.delete(id) || stop(id);
window.stand = now => { still = now; if (!still) held.forEach(act => act()); if (!still) held.clear(); };
"""
"""A script that runs before the page's own scripts. Timers of more than 100 ms that start after `stand(true)` do nothing until
`stand(false)`."""


@contextmanager
def still(visitor: Visitor) -> Iterator[None]:
    """While this block runs, the page's new timers of more than 100 ms do not end. So the test also passes on a slow machine."""
    visitor.page.evaluate("stand(true)")
    yield
    visitor.page.evaluate("stand(false)")


def tap_at(visitor: Visitor, target: Locator, *, times: int = 1) -> None:
    """Tap several times where the middle of the target is at first. All taps hit this spot of the screen, even if the target moves."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    for _ in range(times):
        visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        visitor.page.wait_for_timeout(AGAIN)


def tap_twice(visitor: Visitor, target: Locator) -> None:
    expect(visitor.find(".resting")).to_have_count(0)
    with still(visitor):
        tap_at(visitor, target, times=2)


def event_types(api: httpx.Client, visitor: Visitor, version: int) -> list[str]:
    """Wait until the record has this version, then a little longer for unwanted acts. Returns all event types."""
    expect(visitor.find("#undo")).to_have_attribute("data-version", str(version))
    visitor.page.wait_for_timeout(6 * AGAIN)
    return [event["type"] for event in api.get(f"/games/{visitor.game}/events").json()["events"]]


def test_a_card_tapped_twice_is_played_once(come: Come, api: httpx.Client, game: str) -> None:
    cyd: Taps = come(Taps, token=link(api, game, "record"))
    at(cyd, game)
    tap_twice(cyd, cyd.find('#seats [data-card="7H"]'))
    assert event_types(api, cyd, 7)[5:] == ["CardPlayed"] * 2
    expect(cyd.find('#seats .key[aria-pressed="true"]')).to_have_count(0)
    cyd.find('#seats [data-card="JH"]').tap()
    assert event_types(api, cyd, 8)[5:] == ["CardPlayed"] * 3


def test_a_tap_at_another_place_counts_at_once_and_one_at_the_same_place_is_said(come: Come, api: httpx.Client, game: str) -> None:
    cyd: Taps = come(Taps, token=link(api, game, "record"))
    at(cyd, game)
    with still(cyd):
        tap_at(cyd, cyd.find('#seats [data-card="7H"]'), times=2)
        expect(cyd.find("#untaken")).to_contain_text("the same place was tapped twice")
        expect(cyd.seat("Ann")).to_have_class("seat turn")
        tap_at(cyd, cyd.find('#seats [data-card="JH"]'))
        assert event_types(api, cyd, 8)[5:] == ["CardPlayed"] * 3
    expect(cyd.find("#untaken")).to_be_empty()


def test_a_bid_and_a_pass_tapped_twice_are_recorded_once(owner: Taps, api: httpx.Client) -> None:
    owner.page.add_init_script(HOLDING)
    owner.start(["Ann", "Bob", "Cyd"], system="Auction Pitch (Bicycle)")
    tap_twice(owner, owner.seat("Ann"))
    assert event_types(api, owner, 2) == ["GameOpened", "CardsDealt"]
    expect(owner.find("dialog[open]")).to_have_count(0)  # the button bar has moved under the finger, but the second tap opened no dialog
    tap_twice(owner, owner.find('#seats [data-number="3"]'))
    assert event_types(api, owner, 3)[2:] == ["BidMade"]
    tap_twice(owner, owner.find('#seats [data-do="say"]'))
    assert event_types(api, owner, 4)[2:] == ["BidMade", "BidPassed"]


def test_a_card_that_is_tapped_before_the_server_has_answered_is_the_next_players(come: Come, api: httpx.Client, game: str) -> None:
    """It waits, however long the server takes, and is recorded when the page shows whose turn it is."""
    cyd: Taps = come(Taps, token=link(api, game, "record"))
    at(cyd, game)
    held = cyd.hold_sent_events()
    with still(cyd):  # without this, a message would replace the form after two seconds
        tap_at(cyd, cyd.find('#seats [data-card="7H"]'))
        cyd.page.wait_for_timeout(5 * AGAIN)
        tap_at(cyd, cyd.find('#seats [data-card="JH"]'))
        held[0].continue_()
        while len(held) < 2:
            cyd.page.wait_for_timeout(AGAIN)
        held[1].continue_()
        expect(cyd.find("#undo")).to_contain_text("Ann plays the jack of hearts")
    assert event_types(api, cyd, 8)[5:] == ["CardPlayed"] * 3
    cards = [(event["data"].get("seat"), event["data"].get("card")) for event in api.get(f"/games/{game}/events").json()["events"]]
    assert cards[-2:] == [(2, "7H"), (0, "JH")]


def test_a_card_that_the_next_player_may_not_lay_is_not_recorded_early(come: Come, api: httpx.Client, game: str) -> None:
    cyd: Taps = come(Taps, token=link(api, game, "record"))
    at(cyd, game)
    held = cyd.hold_sent_events()
    with still(cyd):
        tap_at(cyd, cyd.find('#seats [data-card="7H"]'))
        cyd.page.wait_for_timeout(5 * AGAIN)
        tap_at(cyd, cyd.find('#seats [data-card="KH"]'))  # Bob has laid it
    held[0].continue_()
    assert event_types(api, cyd, 7)[5:] == ["CardPlayed"] * 2
    expect(cyd.find('#seats .key[aria-pressed="true"]')).to_have_count(0)


def test_a_second_tap_on_the_card_that_was_just_played_is_not_the_next_players_card(come: Come, api: httpx.Client, game: str) -> None:
    """Not even when the page waits for the next player. Any other card is taken at once, and after a while also that card."""
    cyd: Taps = come(Taps, token=link(api, game, "record"))
    at(cyd, game)
    cyd.page.evaluate("const real = Date.now; Date.now = () => window.stopped ?? real()")
    cyd.find('#seats [data-card="7H"]').tap()
    expect(cyd.find("#seats .seat.turn .seat-name")).not_to_have_text("Cyd")
    cyd.page.evaluate("window.stopped = Date.now()")
    cyd.find('#seats [data-card="7H"]').tap()
    cyd.page.evaluate("window.stopped += 3_000")
    cyd.find('#seats [data-card="JH"]').tap()
    assert event_types(api, cyd, 8)[5:] == ["CardPlayed"] * 3
    cards = [event["data"].get("card") for event in api.get(f"/games/{game}/events").json()["events"]]
    assert cards[-2:] == ["7H", "JH"]


def test_a_double_tap_on_undo_or_in_a_dialog_acts_once(come: Come, api: httpx.Client, game: str) -> None:
    cyd: Taps = come(Taps, token=link(api, game, "record"))
    at(cyd, game)
    tap_twice(cyd, cyd.find("#undo"))
    assert event_types(api, cyd, 5)[6:] == ["Retracted"]
    cyd.find('[data-do="other"]').tap()
    pick(cyd, "NoteWritten")
    cyd.find("#other-form textarea").fill("Bob was first with the king")
    tap_twice(cyd, cyd.find('#other-form [data-do="commit"]'))
    assert event_types(api, cyd, 8)[6:] == ["Retracted", "NoteWritten"]


def test_the_keyboard_works_while_the_page_ignores_repeated_taps(come: Come, api: httpx.Client, game: str) -> None:
    cyd: Keys = come(Keys, token=link(api, game, "record"))
    at(cyd, game)
    with still(cyd):
        cyd.type_card("7H")
        cyd.press("Enter")
        expect(cyd.seat("Ann")).to_have_class("seat turn")
        assert "resting" in str(cyd.find("main").get_attribute("class"))
        cyd.type_card("JH")
        cyd.press("Enter")
    assert event_types(api, cyd, 8)[5:] == ["CardPlayed"] * 3


def test_the_card_pad_stays_in_the_same_place_between_turns(come: Come, api: httpx.Client) -> None:
    """The text that asks for an act may have two lines for one player and only one line for the next player."""
    names = ("Ann", "Bob", "Wilhelmina-Konstantina Featherstonehaugh")
    game = pitched(api, "KH", names=names)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    phone.go(f"/games/{game}")
    places = []
    for name, card in ((names[2], "7H"), (names[0], "JH"), (names[1], "QH")):
        expect(phone.find("#turn")).to_contain_text(name)
        places.append(phone.find('#seats [data-card="AS"]').bounding_box())
        phone.find(f'#seats [data-card="{card}"]').tap()
    assert places[0] == places[1]


def numbered(api: httpx.Client) -> str:
    """Open a game of High Card Low Card for A to D. Returns its id."""
    seats = [{"name": name} for name in "ABCD"]
    return str(api.post("/games", json={"system": "high-card-low-card", "seats": seats}).json()["game"])


def test_the_focus_stays_where_a_keyboard_has_gone_on_before_the_answer(keyboard: Keys, api: httpx.Client) -> None:
    """When the table shows the act, the focus goes to where the next one begins. But Enter must not hit that in place of what the
    scorekeeper has reached meanwhile."""
    game = numbered(api)
    keyboard.go(f"/games/{game}")
    expect(keyboard.find("#connection")).to_have_text("Live")
    held = keyboard.hold("**/api/v1/games/*/events", times=1)
    keyboard.lay("A", 4)
    keyboard.held_one(held)
    keyboard.choose_seat("B")
    keyboard.reach("#seats .skip-card")
    held[0].continue_()
    expect(keyboard.find("#undo")).to_contain_text("A lays")
    keyboard.page.wait_for_timeout(100)
    expect(keyboard.find("#seats .skip-card")).to_be_focused()
    keyboard.press("Enter")
    expect(keyboard.seat("B")).to_contain_text("a card face down")
