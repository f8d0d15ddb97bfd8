"""On a phone of 360 by 740 pixels the card pad of a pack with jokers fits without scrolling. The undo button shows its full text."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import link, pitched, say
from tests.browser.visitor import Taps

LONG = ("Maximilian", "Bartholomew", "Christopher", "Wilhelmina", "Alexander", "Konstantin", "Jo")
REACH = """() => {
  const hit = ({left, top, width, height}) => document.elementFromPoint(left + width / 2, top + height - 2);
  const keys = [...document.querySelectorAll("#seats .key")];
  return {keys: keys.length, covered: keys.filter(key => !key.contains(hit(key.getBoundingClientRect()))).map(key => key.dataset.card)};
}"""


def smear(api: httpx.Client) -> str:
    """Make a game of ten-point Smear, which has both jokers, and record it up to the first lead."""
    seats = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")]
    game = str(api.post("/games", json={"system": "smear-ten-point", "seats": seats, "title": "Thursday club"}).json()["game"])
    say(
        api,
        game,
        ("CardsDealt", {"dealer": 0}),
        ("BidMade", {"seat": 1, "amount": 6}),
        *(("BidPassed", {"seat": seat}) for seat in (2, 3, 0)),
    )
    say(api, game, ("TrumpNamed", {"seat": 1, "suit": "H"}))
    while True:
        state = api.get(f"/games/{game}").json()
        if state["view"]["phase"] == "play":
            return game
        prompt = next(each for each in state["prompts"] if each["expected"])
        say(api, game, (prompt["type"], prompt["given"]))


@pytest.mark.parametrize(("table", "cards"), [("four", 54), ("seven", 52)])
def test_the_whole_card_pad_fits_above_the_button_bar_on_a_phone(come: Come, api: httpx.Client, table: str, cards: int) -> None:
    game = smear(api) if table == "four" else pitched(api, "KH", "3H", names=LONG)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    phone.go(f"/games/{game}")
    expect(phone.find("#seats .key")).to_have_count(cards)
    expect(phone.find(".resting")).to_have_count(0)
    assert phone.page.evaluate(REACH) == {"keys": cards, "covered": []}
    phone.find('#seats [data-card="7H"]').tap()
    expect(phone.find("#undo")).to_contain_text("plays the seven of hearts")
    expect(phone.find(".resting")).to_have_count(0)
    assert phone.page.evaluate(REACH) == {"keys": cards, "covered": []}


def test_the_undo_button_shows_the_whole_sentence_of_the_act(come: Come, api: httpx.Client) -> None:
    game = pitched(api, "KH", "3H", "TH", names=LONG)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    phone.go(f"/games/{game}")
    expect(phone.find("#undo")).to_have_text("↶ Undo: Wilhelmina plays the ten of hearts")
    assert phone.page.evaluate("(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.undoes'))")
