"""Players confirm a result with a PIN on the scorekeeper's phone, or on their own phone. After that, the form no longer corrects the
result."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.correcting import change
from tests.browser.games import finished, link
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

PIN = "2580"


@pytest.fixture
def game(api: httpx.Client) -> str:
    return finished(api)


@pytest.fixture
def anna(come: Come, api: httpx.Client, game: str) -> Taps:
    visitor: Taps = come(Taps, token=link(api, game, "record", "Anna’s phone"))
    visitor.go(f"/games/{game}")
    expect(visitor.find("#life")).to_contain_text("Chris wins")
    return visitor


@pytest.fixture
def chris(come: Come, api: httpx.Client, game: str) -> Taps:
    """A scorekeeper of the club, on the page of the game."""
    token = api.post("/tokens", json={"label": "Chris’s phone", "scopes": ["record"]})
    if token.status_code != 201:
        pytest.fail(token.text)
    visitor: Taps = come(Taps, token=str(token.json()["token"]))
    visitor.go(f"/games/{game}")
    expect(visitor.find("#life")).to_contain_text("Chris wins")
    return visitor


def tap(visitor: Taps, pad: str, digits: str) -> None:
    for digit in digits:
        visitor.find(f'{pad} [data-digit="{digit}"]').tap()


def give_a_pin(visitor: Taps, name: str, pin: str = PIN) -> None:
    visitor.find("#menu > summary").tap()
    visitor.find("#menu details > summary").tap()
    visitor.find("#pin-seat").select_option(label=name)
    tap(visitor, "#pin-form", pin)
    visitor.find("#pin-set").tap()
    expect(visitor.find("#menu-told")).to_contain_text(f"{name} has a PIN now")
    expect(visitor.find("#new-pin")).to_have_value("")


def test_the_page_of_a_finished_game_asks_for_a_confirmation(anna: Taps) -> None:
    expect(anna.find("#state")).to_have_text("Finished")
    expect(anna.find("#life")).to_contain_text("Nobody has confirmed it yet; one of Chris, Guy and Eric is enough.")


def test_the_page_offers_to_confirm_by_pin_only_for_players_who_have_a_pin(chris: Taps) -> None:
    """While no player has a PIN, the page says how to confirm and links to the form for PINs."""
    expect(chris.find("#confirmation")).to_contain_text(
        "Players confirm on their own phone, with the link of their seat; or on this phone, once their seat has a PIN."
    )
    expect(chris.find("#confirmation [data-seat], #confirm-pin")).to_have_count(0)
    chris.find('#confirmation [data-do="to-pins"]').tap()
    expect(chris.find("#pin-seat")).to_be_focused()
    expect(chris.find("#pin-seat")).to_be_in_viewport()
    chris.find("#pin-seat").select_option(label="Guy")
    tap(chris, "#pin-form", PIN)
    chris.find("#pin-set").tap()
    expect(chris.find("#confirmation [data-seat]")).to_have_text(["Guy"])
    expect(chris.find("#confirmation")).to_contain_text("Or on their own phone")


def test_a_phone_with_a_table_link_accepts_a_pin_but_cannot_set_one(anna: Taps, api: httpx.Client, game: str) -> None:
    expect(anna.find("#confirmation")).to_contain_text(
        "Players confirm on their own phone, with the link of their seat (ask the director); or on this phone, once their seat has a PIN"
        " (set by a scorekeeper of the club)."
    )
    expect(anna.find("#confirmation [data-do='to-pins'], #confirmation [data-do='to-links']")).to_have_count(0)
    anna.find("#menu > summary").tap()
    expect(anna.find("#menu-acts")).to_be_visible()
    expect(anna.find("#pins")).to_be_hidden()
    assert api.put(f"/games/{game}/seats/1/pin", json={"pin": PIN}).status_code == 204
    anna.go(f"/games/{game}")
    anna.find('#confirmation [data-seat="1"]').tap()
    tap(anna, "#confirmation", PIN)
    seen = api.get(f"/games/{game}").json()["tag"]
    with anna.page.expect_request("**/confirmation") as asked:
        anna.find('#confirmation [data-do="confirm"]').tap()
    assert asked.value.headers["if-match"] == f'"{seen}"'
    expect(anna.find("#life")).to_contain_text("Confirmed by Guy.")


def test_the_page_of_a_finished_game_takes_directors_to_the_form_for_seat_links(come: Come, product: Serving, game: str) -> None:
    director: Taps = come(Taps, token=product.owner())
    director.go(f"/games/{game}")
    director.find('#confirmation [data-do="to-links"]').tap()
    expect(director.find("#share-seat")).to_be_focused()
    expect(director.find("#share-seat")).to_be_in_viewport()


def test_a_player_can_confirm_with_a_pin_on_the_scorekeepers_phone(chris: Taps, api: httpx.Client, game: str) -> None:
    give_a_pin(chris, "Guy")
    chris.find('#confirmation [data-seat="1"]').tap()
    tap(chris, "#confirmation", "1111")
    chris.find('#confirmation [data-do="confirm"]').tap()
    expect(chris.find("#confirmation [role=alert]")).to_contain_text("This is not the PIN of Guy.")
    expect(chris.find("#confirm-pin")).to_have_value("")
    for beside in ("#confirmation .pin [role=alert]", '#confirmation [data-digit="1"]', '#confirmation [data-do="confirm"]'):
        expect(chris.find(beside)).to_be_in_viewport(ratio=1)  # the message, the pad and the button are seen together
    tap(chris, "#confirmation", PIN + "9")
    chris.find('#confirmation [data-do="rub"]').tap()
    expect(chris.find("#confirmation [data-digits]")).to_have_text("4 digits entered")
    chris.find('#confirmation [data-do="confirm"]').tap()
    expect(chris.find("#state")).to_have_text("Confirmed")
    expect(chris.find("#life")).to_contain_text("Confirmed by Guy.")
    assert PIN not in api.get(f"/games/{game}/events").text
    chris.forgive("403")


def test_a_player_can_confirm_on_their_own_phone(anna: Taps, come: Come, api: httpx.Client, game: str) -> None:
    guy: Taps = come(Taps, token=link(api, game, "read", seat=1))
    guy.go(f"/games/{game}")
    button = guy.find('#confirmation [data-do="confirm"]')
    expect(button).to_have_text("Confirm as Guy: Chris 1, Guy 0, Eric 0")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 60
    button.tap()
    expect(guy.find("#life")).to_contain_text("Confirmed by Guy.")
    expect(button).to_be_hidden()
    expect(anna.find("#life")).to_contain_text("Confirmed by Guy.")
    expect(anna.find("#state")).to_have_text("Confirmed")


def test_a_pin_can_be_typed_on_a_keyboard(come: Come, api: httpx.Client, game: str) -> None:
    api.put(f"/games/{game}/seats/1/pin", json={"pin": PIN})
    keys: Keys = come(Keys, token=link(api, game, "record"))
    keys.go(f"/games/{game}")
    expect(keys.find("#confirmation")).to_contain_text("Who confirms on this phone?")
    keys.reach('#confirmation [data-seat="1"]')
    keys.press("Enter")
    expect(keys.find("#confirm-pin")).to_be_focused()
    keys.page.keyboard.type(PIN)
    keys.press("Enter")
    expect(keys.find("#state")).to_have_text("Confirmed")


def test_the_form_refuses_to_correct_a_confirmed_result_and_says_why(anna: Taps, api: httpx.Client, game: str) -> None:
    confirm(api, game)
    expect(anna.find("#life")).to_contain_text("Entries up to 6 can no longer be corrected here. A director can")
    expect(anna.find("#undo")).to_be_disabled()
    change(anna, 6, "correct")
    expect(anna.find('#history-list [data-key="v6"]')).to_contain_text("confirmed")
    anna.find('#other-form button[data-seat="1"]').tap()
    anna.find('#other-form [data-card="AS"]').tap()
    anna.find('#other-form [data-do="commit"]').tap()
    expect(anna.find("#review-changes [role=alert]")).to_contain_text("The result is settled up to entry 6")
    expect(anna.find("#review-changes")).to_contain_text("Confirmed by Guy. A director can correct it or rule on it")
    anna.find('#review [data-reason="misheard"]').tap()
    expect(anna.find("#review-send")).to_have_attribute("aria-disabled", "true")
    anna.page.keyboard.press("Escape")
    assert api.get(f"/games/{game}").json()["version"] == 7
    anna.forgive("403")


def test_a_director_can_correct_a_confirmed_result_and_make_it_final(come: Come, product: Serving, api: httpx.Client, game: str) -> None:
    confirm(api, game)
    director: Taps = come(Taps, token=product.owner())
    director.go(f"/games/{game}")
    change(director, 6, "correct")
    director.find('#other-form button[data-seat="1"]').tap()
    director.find('#other-form [data-card="AS"]').tap()
    director.find('#other-form [data-do="commit"]').tap()
    expect(director.find("#review-changes")).to_contain_text("The result becomes: Guy wins. It is now: Chris wins.")
    director.find('#review [data-reason="misheard"]').tap()
    director.find("#review-send").tap()
    expect(director.find("#turn")).to_have_text("Guy wins.")
    director.find('#life [data-do="final"]').tap()
    director.find("#review-send").tap()
    expect(director.find("#state")).to_have_text("Final")
    expect(director.find("#life")).to_contain_text("This result is final.")


def test_a_stranger_sees_whether_a_result_is_confirmed_but_no_buttons(come: Come, api: httpx.Client) -> None:
    game = finished(api, visibility="public")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#life")).to_contain_text("Nobody has confirmed it yet")
    assert stranger.find("#confirmation button, #life button:not([data-do=share-game]), #menu:visible, #share:visible").count() == 0


def confirm(api: httpx.Client, game: str) -> None:
    """Confirm the result as Guy: through the API, with the link of his seat."""
    headers = {"Authorization": f"Bearer {link(api, game, 'read', seat=1)}", "If-Match": '"6"'}
    assert api.post(f"/games/{game}/confirmation", json={"seat": 1}, headers=headers).status_code == 201
