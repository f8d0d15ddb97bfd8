"""Two phones record one table without a network. What both recorded counts once. About the rest the later recorder is asked with the result
in sight, and by itself about each act against which something speaks."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import link, say
from tests.browser.offline import Offline, back, cut, recorded, types
from tests.browser.test_two_phones import DEAL, FOUR, SPADES, scores, typed
from tests.browser.visitor import Taps
from tests.waiting import until

Phone = Callable[[], Taps]


@pytest.fixture
def game(api: httpx.Client) -> str:
    """A game of Spades that Dan has dealt."""
    seats = [{"name": name} for name in FOUR]
    made = str(api.post("/games", json={"system": "spades-standard", "seats": seats}).raise_for_status().json()["game"])
    say(api, made, ("CardsDealt", {"dealer": 3}))
    return made


@pytest.fixture
def phone(come: Come, api: httpx.Client, game: str) -> Phone:
    """Makes a phone at the table, on which the rules are loaded, and cuts its network."""

    def made() -> Taps:
        visitor: Taps = come(Taps, token=link(api, game, "record"))
        found = Offline(visitor.page.context, visitor.url).opens(game, visitor)
        cut(found)
        found.forgive("412")
        return found

    return made


def bids(phone: Taps, *amounts: int) -> None:
    for amount in amounts:
        version = str(phone.find("#undo").get_attribute("data-version"))
        phone.find(f'#seats [data-number="{amount}"]').tap()
        expect(phone.find("#undo")).not_to_have_attribute("data-version", version)


def bidding(api: httpx.Client, game: str) -> list[tuple[int, int]]:
    return [(event["data"]["seat"], event["data"]["amount"]) for event in recorded(api, game) if event["type"] == "BidMade"]


def does(phone: Taps, choice: str) -> None:
    phone.find(f'#notice [data-do="{choice}"]').tap()


def test_what_both_phones_recorded_in_the_same_order_counts_once_without_a_question(phone: Phone, api: httpx.Client, game: str) -> None:
    one, other = phone(), phone()
    bids(one, 4, 3)
    bids(other, 4, 3, 2, 1)
    back(one)
    other.page.context.set_offline(False)
    expect(other.find("#notice")).to_have_text("2 acts were recorded on both phones. They count once.")
    expect(other.find("#connection")).to_have_text("Live")
    assert bidding(api, game) == [(0, 4), (1, 3), (2, 2), (3, 1)]


def test_acts_that_the_rules_speak_against_are_asked_about_by_themselves(phone: Phone, api: httpx.Client, game: str) -> None:
    one, other = phone(), phone()
    bids(one, 4, 3, 0, 1)
    bids(other, 4, 3, 2, 1)
    other.find('#seats [data-card="AS"]').tap()
    expect(other.find("#undo")).to_have_attribute("data-version", "7")
    back(one)
    other.page.context.set_offline(False)
    notice = other.find("#notice")
    expect(notice).to_contain_text("somebody else recorded here meanwhile")
    expect(notice).to_contain_text("Does “Cyd bids 2” still belong after that?")
    expect(other.find('#notice [data-do="anyway"]')).to_have_count(0)
    assert bidding(api, game) == [(0, 4), (1, 3), (2, 0), (3, 1)]
    does(other, "drop")
    expect(notice).to_contain_text("Does “Dan bids 1” still belong after that?")
    does(other, "drop")
    expect(notice).to_contain_text("does “Ann plays the ace of spades” still belong at the end?")
    expect(notice).to_contain_text("With what waits here: Bob plays")
    assert len(recorded(api, game)) == 6, "nothing is sent before the last answer"
    does(other, "anyway")
    expect(notice).to_contain_text("2 acts were recorded on both phones. They count once.")
    expect(other.find("#connection")).to_have_text("Live")
    until(lambda: types(api, game)[2:] == ["BidMade"] * 4 + ["CardPlayed"])


def test_an_act_against_the_rules_is_recorded_if_the_recorder_says_that_it_happened(phone: Phone, api: httpx.Client, game: str) -> None:
    one, other = phone(), phone()
    bids(one, 4)
    bids(other, 5)
    back(one)
    other.page.context.set_offline(False)
    expect(other.find("#notice")).to_contain_text("Does “Ann bids 5” still belong after that?")
    does(other, "accept")
    does(other, "anyway")
    expect(other.find("#notice")).to_be_empty()
    assert bidding(api, game) == [(0, 4), (0, 5)]


def test_a_recorder_may_be_asked_about_each_act_or_discard_all(phone: Phone, api: httpx.Client, game: str) -> None:
    other = phone()
    bids(other, 4, 3)
    say(api, game, ("NoteWritten", {"note": "a draught"}))
    other.page.context.set_offline(False)
    expect(other.find("#notice")).to_contain_text("do your 2 acts still belong at the end?")
    other.page.reload()
    expect(other.find("#notice")).to_contain_text("do your 2 acts still belong at the end?")
    assert bidding(api, game) == [], "nobody has answered yet"
    does(other, "each")
    expect(other.find("#notice")).to_contain_text("Does “Ann bids 4” still belong after that?")
    does(other, "accept")
    expect(other.find("#notice")).to_contain_text("Does “Bob bids 3” still belong after that?")
    does(other, "accept")
    does(other, "drop")
    expect(other.find("#notice")).to_be_empty()
    expect(other.seat("Ann")).to_contain_text("to bid")
    assert bidding(api, game) == []


@pytest.mark.parametrize("discards", [True, False])
def test_a_deal_that_both_phones_stated_is_a_question_and_counts_once(come: Come, api: httpx.Client, discards: bool) -> None:
    seats = [{"name": name} for name in FOUR]
    game = str(api.post("/games", json={"system": "spades-standard", "seats": seats}).raise_for_status().json()["game"])
    phones = []
    for _ in range(2):
        visitor: Taps = come(Taps, token=link(api, game, "record"))
        phones.append(Offline(visitor.page.context, visitor.url).opens(game, visitor))
        cut(phones[-1])
    one, other = phones
    other.forgive("412")
    typed(one)
    one.find('#seats [data-do="commit"]').tap()
    typed(other, (*DEAL[:-2], 1, 2))
    other.find('#seats [data-do="commit"]').tap()
    expect(other.find("#undo")).to_have_attribute("data-version", "2")
    back(one)
    other.page.context.set_offline(False)
    notice = other.find("#notice")
    expect(notice).to_contain_text("still belong after that?")
    expect(notice.locator("li").first).to_contain_text("tricks: Ann 6, Bob 4, Cyd 0, Dan 3")
    if discards:
        does(other, "drop")
    else:
        does(other, "accept")
        does(other, "anyway")
    expect(notice).to_be_empty()
    assert scores(api, game) == SPADES
    assert [event["data"]["round"] for event in recorded(api, game)[1:]] == ([1] if discards else [1, 1])
