"""The page of a recorded game in a tournament. Players confirm the result on the phone of their table, with the PIN of their entry."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.cups import PIN, opened
from tests.browser.games import say
from tests.browser.visitor import Taps


def test_a_phone_with_a_table_link_accepts_the_pins_of_entries_but_cannot_set_one(come: Come, api: httpx.Client) -> None:
    """The entries of this tournament name no people of the directory."""
    cup = opened(api, ("E1", "E2"), visibility="private")
    cup.pair()
    game = cup.game(1, 1)
    say(api, game, ("ResultStated", {"winners": [0], "scores": {"0": 4, "1": 2}}))
    phone: Taps = come(Taps, token=cup.link(table=1))
    phone.go(f"/games/{game}")
    expect(phone.find("#confirmation")).to_contain_text("or on this phone, once their entry has a PIN (set at check-in, or by a director).")
    expect(phone.find("#confirmation button")).to_have_count(0)
    phone.find("#menu > summary").tap()
    expect(phone.find("#pins")).to_be_hidden()

    cup.pin(1, 2)
    phone.go(f"/games/{game}")
    phone.find('#confirmation [data-seat="1"]').tap()
    for digit in PIN:
        phone.find(f'#confirmation [data-digit="{digit}"]').tap()
    phone.find('#confirmation [data-do="confirm"]').tap()
    expect(phone.find("#state")).to_have_text("Confirmed")
    phone.forgive("403")  # the page asks for the directory, which links may not read
