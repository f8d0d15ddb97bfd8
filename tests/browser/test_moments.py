"""Forms for corrections and insertions show the table as it was at the chosen event, and say what will be recorded."""

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.correcting import change, look, pick, record
from tests.browser.games import link, pitched
from tests.browser.visitor import NETWORK, Taps
from tests.waiting import until

LED, THIRD = 6, 8
TRICKS = "KH 3H JH QH 5D 9D 9H"


@pytest.fixture
def scorer(come: Come, api: httpx.Client) -> Taps:
    """The scorekeeper's page of a deal: two tricks are complete, and Bob has led to the third."""
    game = pitched(api, *TRICKS.split())
    visitor: Taps = come(Taps, token=link(api, game, "record"))
    visitor.go(f"/games/{game}")
    expect(visitor.seat("Cyd")).to_have_class("seat turn")
    return visitor


def test_a_recorded_play_can_be_corrected_by_tapping_another_card(scorer: Taps, api: httpx.Client) -> None:
    change(scorer, THIRD, "correct")
    expect(scorer.find('#other-form [data-card="JH"]')).to_be_visible()
    expect(scorer.find('#other-form [data-card="JH"]')).to_have_attribute("aria-pressed", "true")
    scorer.find('#other-form [data-card="TH"]').tap()
    expect(scorer.find("#other-form .key[aria-pressed=true]")).to_have_count(1)
    look(scorer)
    record(scorer, "misheard")
    until(lambda: api.get(f"/games/{scorer.game}/events").json()["events"][-1]["data"] == {"seat": 0, "card": "TH"})


def test_the_form_for_correcting_a_dealt_hand_shows_the_hands_at_once(come: Come, api: httpx.Client) -> None:
    game = pitched(api)
    hands = {"1": ["KH", "QH", "9H", "AS", "4C", "2D"]}
    events = [{"type": "Retracted", "data": {"target": 2}}, {"type": "CardsDealt", "data": {"dealer": 0, "hands": hands}, "after": 2}]
    api.post(f"/games/{game}/events", json={"events": events}, headers={"If-Match": "*"}).raise_for_status()
    visitor: Taps = come(Taps, token=link(api, game, "record"))
    visitor.go(f"/games/{game}")
    change(visitor, 7, "correct")
    expect(visitor.find('#other-form [data-do="aim"]:has-text("Bob")')).to_be_visible()


def test_the_form_for_an_insertion_shows_the_table_after_the_chosen_event(scorer: Taps) -> None:
    for _ in range(2):  # twice, because looking at the form and closing it must change nothing
        change(scorer, LED, "insert")
        expect(scorer.find("#other-title")).to_have_text("What happened after: Bob plays the king of hearts")
        pick(scorer, "CardPlayed")
        expect(plate(scorer, "Bob")).to_contain_text("king of hearts")
        expect(plate(scorer, "Cyd")).to_have_attribute("aria-pressed", "true")
        expect(plate(scorer, "Cyd")).to_contain_text("to play")
        expect(scorer.find('#other-form [data-card="KH"]')).to_have_accessible_name("K♥\ufe0eH king of hearts, seen this round")
        expect(scorer.find('#other-form [data-card="3H"]')).to_have_accessible_name("3♥\ufe0eH 3 of hearts")  # nobody has shown this card
        scorer.find('#other-form [data-card="7H"]').tap()
        expect(scorer.find('#other-form [data-card="7H"]')).to_have_attribute("aria-pressed", "true")
        look(scorer)
        expect(scorer.find("#review-title")).to_have_text("What happened after: Bob plays the king of hearts")
        expect(scorer.find("#review-changes")).to_contain_text("To be recorded: Cyd plays the seven of hearts")
        scorer.find('#review [data-do="close"]').tap()


def test_the_form_for_a_correction_shows_the_table_before_the_corrected_act(scorer: Taps) -> None:
    change(scorer, THIRD, "correct")
    expect(scorer.find("#other-title")).to_have_text("Correct: Ann plays the jack of hearts")
    expect(plate(scorer, "Ann")).to_contain_text("to play")
    expect(plate(scorer, "Cyd")).to_contain_text("3 of hearts")
    expect(scorer.find('#other-form [data-card="9H"]')).to_have_accessible_name("9♥\ufe0eH 9 of hearts")
    scorer.find('#other-form [data-card="TH"]').tap()
    look(scorer)
    expect(scorer.find("#review-changes")).to_contain_text("To be recorded: Ann plays the ten of hearts")


def test_inserting_after_a_withdrawn_act_shows_the_table_without_that_act(scorer: Taps) -> None:
    change(scorer, THIRD, "retract")
    expect(scorer.find("#review-title")).to_have_text("Take back: Ann plays the jack of hearts")
    record(scorer, "did not happen")
    change(scorer, THIRD, "insert")
    pick(scorer, "CardPlayed")
    expect(plate(scorer, "Ann")).to_contain_text("to play")
    expect(plate(scorer, "Cyd")).to_contain_text("3 of hearts")
    expect(scorer.find("#other-form .lies .playing")).to_have_count(2)


def test_an_insertion_waits_for_a_correction_that_is_still_being_stored(scorer: Taps) -> None:
    change(scorer, THIRD, "retract")
    held = scorer.hold("**/api/v1/games/*/events", times=1)
    record(scorer, "did not happen")
    stored = scorer.held_one(held)
    entry = scorer.find(f'#history-list [data-key="v{THIRD}"] [data-do="insert"]')
    scorer.find(f'#history-list [data-key="v{THIRD}"] summary').tap()
    entry.tap()
    expect(entry).to_have_attribute("aria-busy", "true")
    stored.continue_()
    pick(scorer, "CardPlayed")
    expect(plate(scorer, "Ann")).to_contain_text("to play")
    expect(scorer.find("#other-form .lies .playing")).to_have_count(2)


def test_the_form_for_an_insertion_shows_no_cards_while_offline(scorer: Taps) -> None:
    scorer.find("#history > summary").tap()
    expect(scorer.find("#history-list li")).to_have_count(12)
    scorer.page.context.set_offline(True)
    change(scorer, LED, "insert")
    pick(scorer, "CardPlayed")
    expect(plate(scorer, "Ann")).to_be_visible()
    expect(scorer.find("#other-form .lies, #other-form .seat.turn")).to_have_count(0)
    scorer.page.context.set_offline(False)
    scorer.forgive(NETWORK)


def plate(scorer: Taps, name: str) -> Locator:
    """Return the plate of a player in the dialog, not the plate on the page below."""
    return scorer.find(f'#other-form .seat:has(.seat-name[title="{name}"])')
