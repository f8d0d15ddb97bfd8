"""Spades is recorded through the page: one deal card by card, and one deal only by its bids and tricks. The table shows contracts, nil,
bags, and one score for each side."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.games import say
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor

FOUR = ["Ann", "Bob", "Cyd", "Dan"]
SPADES = "Spades with breaking"
SUITS = {"Ann": "S", "Bob": "H", "Cyd": "D", "Dan": "C"}
"""In the deal that is played card by card, each player holds all cards of one suit, and Ann takes every trick."""


def records(owner: Taps, what: str) -> None:
    owner.find('#seats [data-do="commit"]', has_text=what).tap()


def test_a_deal_of_spades_can_be_recorded_card_by_card(owner: Taps, come: Come, api: httpx.Client) -> None:
    owner.start(FOUR, system=SPADES)
    expect(owner.seat("Dan")).to_be_visible()
    expect(owner.page.get_by_text("House rules that this table chose")).to_have_count(0)
    owner.seat("Dan").tap()
    for name, amount, said in (("Ann", 4, "4"), ("Bob", 3, "3"), ("Cyd", 0, "nil")):
        if amount == 0:
            expect(owner.find('#seats [data-number="0"]')).to_have_text("nil")
        expect(owner.seat(name)).to_contain_text("to bid")
        owner.find(f'#seats [data-number="{amount}"]').tap()
        expect(owner.seat(name)).to_contain_text(said)
    examine(owner)
    owner.find('#seats [data-number="1"]').tap()
    expect(owner.find("#deal")).to_have_text("Ann bid 4, Cyd nil · Bob and Dan bid 4 · spades are trump · dealer Dan")
    for rank in "A23456789TJQK":
        for name, suit in SUITS.items():
            expect(owner.seat(name)).to_contain_text("to play")
            owner.find(f'#seats [data-card="{rank}{suit}"]').tap()
    expect(owner.find("#last-round")).to_have_text("Deal 1: Ann and Cyd bid 4 and nil, took 13: +149; Bob and Dan bid 4, took 0: −40.")
    result = owner.find("#seats .deal-result")
    expect(result.get_by_role("heading")).to_have_text("Ann and Cyd made it; Bob and Dan were set")
    expect(result.get_by_role("listitem").nth(0)).to_contain_text("+149 pointsmade · bid 4 and nil, took 13total 149, 9 bags")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text("−40 pointsset · bid 4, took 0total −40, 0 bags")
    for name in ("Ann", "Cyd"):
        expect(owner.seat(name).locator(".score")).to_contain_text("149")
        expect(owner.seat(name)).to_contain_text("9 bags")
    expect(owner.find(".tally .side-bags")).to_have_text("9 bags")
    watcher: Visitor = come(size=DESKTOP)
    say(api, owner.game, ("VisibilitySet", {"visibility": "public"}))
    watcher.go(f"/games/{owner.game}")
    expect(watcher.seat("Cyd").locator(".score")).to_contain_text("149")
    for visitor in (owner, watcher):
        examine(visitor)
    expect(owner.find("#seats .primary, #seats [aria-pressed='true']")).to_have_text("Next deal: Ann deals")
    owner.find("#seats .primary").tap()
    expect(owner.seat("Bob")).to_contain_text("to bid")
    expect(result).to_have_count(0)


def test_a_deal_of_spades_can_be_recorded_by_stating_bids_and_tricks(owner: Taps) -> None:
    owner.start(FOUR, system=SPADES)
    owner.find('#seats [data-do="act"][data-type="TricksStated"]').tap()
    examine(owner)
    owner.seat("Ann").tap()
    for place, number in enumerate((4, 3, 0, 3, 6, 4, 0, 3)):  # the page goes on to the next seat, and then to the tricks
        expect(owner.find('#seats [data-number="0"]')).to_have_text("nil" if place < 4 else "0")
        owner.find(f'#seats [data-number="{number}"]').tap()
    records(owner, "Result of a deal")
    expect(owner.find("#last-round")).to_have_text("Deal 1: Ann and Cyd bid 4 and nil, took 6: +142; Bob and Dan bid 6, took 7: +61.")
    expect(owner.seat("Dan").locator(".score")).to_contain_text("61")
    expect(owner.find("#seats .deal-result h2")).to_have_text("Both sides made it")
    expect(owner.find("#seats .pad")).to_have_count(0)
    owner.find("#seats .next-deal").tap()
    expect(owner.find("#seats .deal-result")).to_have_count(0)
    expect(owner.find('#seats [data-do="act"][data-type="TricksStated"]')).to_have_attribute("aria-pressed", "true")


def test_the_result_of_a_deal_is_asked_for_while_its_cards_are_played(owner: Taps, api: httpx.Client) -> None:
    """The bids are known, nobody enters a 0 where no trick is left, and the form begins in sight."""
    game = str(api.post("/games", json={"system": "spades-standard", "seats": [{"name": name} for name in FOUR]}).json()["game"])
    bids = [("BidMade", {"seat": seat, "amount": amount}) for seat, amount in enumerate((4, 3, 2, 0))]
    cards = [("CardPlayed", {"seat": seat, "card": card}) for seat, card in enumerate(("2H", "AH", "3H", "4H"))]
    say(api, game, ("CardsDealt", {"dealer": 3}), *bids, *cards)
    owner.go(f"/games/{game}")
    owner.find('#tools [data-do="other"]:not([aria-disabled])').tap()
    expect(owner.find("#other-list button").first).to_contain_text("Result of this deal")
    owner.find("#other-list button").first.tap()
    expect(owner.find("#other")).to_be_hidden()
    expect(owner.find("#seats .lacks")).to_have_text("Still to enter: all tricks.")
    expect(owner.find("#seats .felt")).to_be_in_viewport(ratio=1)
    expect(owner.find('#seats [data-do="more"]')).to_have_count(0)
    examine(owner)
    owner.find('#seats [data-number="5"]').tap()
    expect(owner.find("#seats .lacks")).to_have_text("Still to enter: tricks of Bob, Cyd and Dan.")
    expect(owner.find("#seats .cards-field")).to_contain_text("Bob has 1 already. Enter all of the deal.")
    owner.find('#seats [data-number="8"]').tap()
    records(owner, "Record it")
    expect(owner.find("#last-round")).to_have_text("Deal 1: Ann and Cyd bid 6, took 5: −60; Bob and Dan bid 3 and nil, took 8: +135.")
    expect(owner.find("#seats .deal-lead")).to_have_text("Bob and Dan lead by 195")
    expect(owner.find("#undo")).to_have_text("↶ Undo: Result of the deal")


def test_the_form_adds_the_tricks_of_a_deal_up_before_it_is_recorded(owner: Taps) -> None:
    """Fourteen tricks cannot be: the form says so, and still records them if the scorekeeper insists."""
    owner.start(FOUR, system=SPADES)
    owner.find('#seats [data-do="act"][data-type="TricksStated"]').tap()
    owner.seat("Ann").tap()
    for number in (4, 3, 0, 3, 6, 4, 0):
        owner.find(f'#seats [data-number="{number}"]').tap()
    expect(owner.find("#seats .aim")).to_have_text("Tricks of Dan (3 of 13 left)")
    expect(owner.find("#seats .pad .key:not(.odd)")).to_have_text(["3"])
    owner.find('#seats [data-number="4"]').tap()
    expect(owner.find("#seats .foot [role=alert]")).to_have_text("Tricks add up to 14. 13 were played.")
    records(owner, "it all the same")
    expect(owner.find("#findings-list")).to_contain_text("14")
