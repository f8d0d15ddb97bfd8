"""Bid Whist is recorded through the page: one deal card by card, and one deal only by its result. The table shows contract, books and one
score for each side."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.games import say
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor

FOUR = ["Ann", "Bob", "Cyd", "Dan"]
WHIST = "Bid Whist with jokers"
SUITS = {"Ann": "S", "Bob": "H", "Cyd": "D", "Dan": "C"}
"""In the deal that is played card by card, each player holds all cards of one suit, and Ann takes every trick."""


def records(owner: Taps, what: str) -> None:
    owner.find('#seats [data-do="commit"]', has_text=what).tap()


def does(owner: Taps, act: str) -> None:
    owner.find(f'#seats [data-do="act"][data-type="{act}"]').tap()


def test_a_deal_of_bid_whist_can_be_recorded_card_by_card(owner: Taps, come: Come, api: httpx.Client) -> None:
    owner.start(FOUR, system=WHIST)
    owner.seat("Dan").tap()
    owner.find('#seats [data-number="4"]').tap()
    examine(owner)
    owner.find('#seats [data-word="low"]').tap()
    expect(owner.seat("Ann")).to_contain_text("4 low")
    for name in ("Bob", "Cyd", "Dan"):
        expect(owner.seat(name)).to_contain_text("to bid")
        owner.find('#seats [data-do="say"]').tap()
    owner.find('#seats [data-word="S"]').tap()
    expect(owner.find("#deal")).to_have_text("Ann bid 4 low in spades · dealer Dan")
    records(owner, "Take the kitty")
    records(owner, "Throw cards")
    expect(owner.find("#deal")).to_have_text("Ann bid 4 low in spades · 1 book to 0 · dealer Dan")
    for rank in "A23456789TJQ":
        for name, suit in SUITS.items():
            expect(owner.seat(name)).to_contain_text("to play")
            owner.find(f'#seats [data-card="{rank}{suit}"]').tap()
    expect(owner.find("#last-round")).to_have_text("Deal 1: Ann and Cyd made 4 low in spades with 13 books; Ann +7, Cyd +7.")
    watcher: Visitor = come(size=DESKTOP)
    say(api, owner.game, ("VisibilitySet", {"visibility": "public"}))
    watcher.go(f"/games/{owner.game}")
    for visitor in (owner, watcher):
        expect(visitor.seat("Cyd").locator(".score")).to_contain_text("7")
        examine(visitor)


def test_a_deal_of_bid_whist_can_be_recorded_by_stating_bid_and_tricks(owner: Taps) -> None:
    owner.start(FOUR, system=WHIST)
    does(owner, "TricksStated")
    examine(owner)
    owner.seat("Bob").tap()
    owner.find('#seats [data-number="5"]').tap()
    owner.find('#seats [data-word="no_trump"]').tap()
    owner.find('#seats [data-do="pad"][data-field="tricks"]').tap()
    owner.find('#seats [data-number="2"]').tap()
    records(owner, "Result of a deal")
    expect(owner.find("#last-round")).to_have_text("Deal 1: Bob and Dan made 5 without trumps with 11 books; Bob +10, Dan +10.")
    expect(owner.seat("Dan").locator(".score")).to_contain_text("10")
