"""Corrections and insertions are written down before the table of their moment, and say in words what they are about."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.correcting import change, look, record
from tests.browser.games import link, pitched
from tests.browser.visitor import Taps

LED, THIRD = 6, 8


@pytest.fixture
def scorer(come: Come, api: httpx.Client) -> Taps:
    """Two tricks of a deal; Bob has led to the third."""
    game = pitched(api, *"KH 3H JH QH 5D 9D 9H".split())
    visitor: Taps = come(Taps, token=link(api, game, "record"))
    visitor.go(f"/games/{game}")
    expect(visitor.seat("Cyd")).to_have_class("seat turn")
    return visitor


def test_a_tap_replaces_the_card_of_a_play(scorer: Taps, api: httpx.Client) -> None:
    change(scorer, THIRD, "correct")
    expect(scorer.find('#other-form [data-do="pad"][data-field="card"]')).to_have_attribute("aria-pressed", "true")
    expect(scorer.find('#other-form [data-card="JH"]')).to_be_visible()
    expect(scorer.find('#other-form [data-card="JH"]')).to_have_attribute("aria-pressed", "true")
    scorer.find('#other-form [data-card="TH"]').tap()
    expect(scorer.find("#other-form .key[aria-pressed=true]")).to_have_count(1)
    look(scorer)
    record(scorer, "misheard")
    assert api.get(f"/games/{scorer.game}/events").json()["events"][-1]["data"] == {"seat": 0, "card": "TH"}


def test_what_is_said_of_many_cards_is_not_folded_away(come: Come, api: httpx.Client) -> None:
    game = pitched(api)
    hands = {"1": "KH QH 9H AS 4C 2D".split()}
    events = [{"type": "Retracted", "data": {"target": 2}}, {"type": "CardsDealt", "data": {"dealer": 0, "hands": hands}, "after": 2}]
    api.post(f"/games/{game}/events", json={"events": events}, headers={"If-Match": "*"}).raise_for_status()
    visitor: Taps = come(Taps, token=link(api, game, "record"))
    visitor.go(f"/games/{game}")
    change(visitor, 7, "correct")
    expect(visitor.find('#other-form [data-do="aim"]:has-text("Bob")')).to_be_visible()
