"""Runs of higher-or-lower games are recorded through the page. A stake is tapped or typed, then come guesses, and buttons to collect or to
go on."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.games import say
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor

THUMB = 44
"""How high a button must be for a thumb, in CSS pixels."""


def test_a_run_of_higher_or_lower_is_recorded_followed_and_replayed(owner: Taps, come: Come, api: httpx.Client) -> None:
    """Source: rules, sheet 06. Ann stakes 20 units on a seven. Her guess "higher" pays 1.7 for 1: 34 units. Then "lower" pays 1.3 for 1: 44
    units, because the fraction is dropped."""
    owner.start(["Ann", "Bob"], system="High-low against the house")
    say(api, owner.game, ("VisibilitySet", {"visibility": "public"}))
    stranger: Visitor = come(size=DESKTOP)
    stranger.go(f"/games/{owner.game}")

    taps(owner, "Ann stakes 20 units", '[data-number="20"]')
    taps(owner, "The base is the seven of spades", '[data-card="7S"]')
    for visitor in (owner, stranger):
        expect(visitor.find("#deal")).to_have_text("base: the seven of spades · 20 units at stake")
    assert offered(owner) == ["Higher", "Lower"]
    thumbs(owner, ".word")
    taps(owner, "Ann guesses higher", '[data-word="higher"]')
    expect(stranger.seat("Ann")).to_contain_text("higher")
    taps(owner, "The hidden card is turned: the nine of diamonds", '[data-card="9D"]')
    expect(owner.find("#turn")).to_have_text("Ann to choose.")
    thumbs(owner, '[data-do="decide"]')
    examine(owner)
    taps(owner, "Ann goes on", '[data-type="RunContinued"]')
    taps(owner, "Ann guesses lower", '[data-word="lower"]')
    taps(owner, "The hidden card is turned: the three of spades", '[data-card="3S"]')
    expect(owner.find('#seats [data-type="UnitsCollected"]')).to_have_text("Ann collects 44 units")
    taps(owner, "Ann collects 44 units", '[data-type="UnitsCollected"]')

    owner.write('#seats input[type="number"]', "35")
    taps(owner, "Bob stakes 35 units", '[data-do="commit"]')
    for visitor in (owner, stranger):
        expect(visitor.find("#last-round")).to_have_text("Round 1: Ann wins 24 units.")
        expect(visitor.find("#findings-list")).to_have_text("Nothing found against the rules.")
    stranger.go(f"/games/{owner.game}/replay")
    expect(stranger.find("#where")).to_contain_text("Step 10 of 10")
    expect(stranger.find("#deal")).to_have_text("35 units at stake")


def test_a_part_of_the_units_is_collected_by_typing_it(owner: Taps, api: httpx.Client) -> None:
    """Source: rules, sheet 06, `after_win: collect_part`. A right guess of "black" pays 1.92 for 1, so 100 units become 192."""
    owner.start(["Ann"], system="Hi Lo Joker (machine)")
    acts = [("StakePlaced", {"seat": 0, "units": 100}), ("BaseShown", {"card": "7C"}), ("GuessMade", {"seat": 0, "gamble": "black"})]
    say(api, owner.game, *acts, ("CardTurned", {"card": "9S"}))
    expect(owner.find('#seats [data-type="UnitsCollected"]')).to_have_text("Ann collects 192 units")
    thumbs(owner, '[data-do="decide"]')
    examine(owner)
    owner.write('#seats input[type="number"]', "92")
    taps(owner, "Ann collects 92 units", '[data-do="commit"]')
    expect(owner.find('#seats [data-type="UnitsCollected"]')).to_have_text("Ann collects 100 units")
    expect(owner.find("#findings-list")).to_have_text("Nothing found against the rules.")


def taps(owner: Taps, line: str, button: str) -> None:
    """Tap a button of the form, and wait until the record has the act."""
    owner.find(f"#seats {button}").first.tap()
    expect(owner.find("#undo")).to_contain_text(line)


def offered(owner: Taps) -> list[str]:
    return owner.find("#seats .word").all_text_contents()


def thumbs(owner: Taps, buttons: str) -> None:
    heights = owner.find(f"#seats {buttons}").evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert heights
    assert [height for height in heights if height < THUMB] == []
