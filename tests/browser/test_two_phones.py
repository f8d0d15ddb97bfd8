"""Two phones at one table enter the same deal or round. It counts once, and the second phone says what has happened."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import link
from tests.browser.visitor import Taps

FOUR = ("Ann", "Bob", "Cyd", "Dan")
DEAL = (4, 3, 0, 3, 6, 4, 0, 3)
"""Bids of Ann to Dan, then their tricks."""
SPADES = [142, 61]
"""The points of the two sides in that deal."""


def typed(phone: Taps, numbers: tuple[int, ...] = DEAL) -> None:
    """Type a deal of Spades without recording it."""
    phone.find('#seats [data-do="act"][data-type="TricksStated"]').tap()
    phone.seat("Ann").tap()
    for number in numbers:
        phone.find(f'#seats [data-number="{number}"]').tap()


def scores(api: httpx.Client, game: str) -> list[int]:
    found = api.get(f"/games/{game}").json()["outcome"]["scores"]
    return [found["0"], found["1"]]


@pytest.fixture
def other(owner: Taps, come: Come, api: httpx.Client) -> Taps:
    """The second phone, on which the first deal is typed and not recorded. The owner's phone has just recorded the same deal."""
    owner.start(FOUR, system="Spades with breaking")
    phone: Taps = come(Taps, token=link(api, owner.game, "record"))
    phone.go(f"/games/{owner.game}")
    typed(phone)
    expect(phone.find("#turn")).to_have_text("Deal 1: how did it go?")
    typed(owner)
    owner.find('#seats [data-do="commit"]').tap()
    expect(phone.find("#turn")).to_have_text("This was entered meanwhile")
    return phone


def test_a_deal_that_two_phones_typed_counts_once(owner: Taps, other: Taps, api: httpx.Client) -> None:
    notice = other.find("#seats [data-key='meant']")
    expect(notice).to_contain_text("Deal 1: Ann and Cyd bid 4 and nil, took 6: +142; Bob and Dan bid 6, took 7: +61.")
    expect(other.find('#seats [data-do="commit"]')).to_have_count(0)
    other.find('#seats [data-do="discard"]').tap()
    expect(notice).to_have_count(0)
    assert scores(api, owner.game) == SPADES
    assert len(api.get(f"/games/{owner.game}/events").json()["events"]) == 2


def test_the_second_phone_can_correct_the_deal_to_what_it_typed(owner: Taps, other: Taps, api: httpx.Client) -> None:
    other.find('#seats [data-do="pad"][data-field="tricks"]').tap()
    other.seat("Dan").tap()
    other.find('#seats [data-number="2"]').tap()
    other.find('#seats [data-do="instead"]').tap()
    expect(other.find("#review-title")).to_contain_text("Correct: ")
    other.find('#review [data-reason="misheard"]').tap()
    other.find("#review-send").tap()
    expect(other.find("#undo")).to_have_attribute("data-version", "4")
    events = api.get(f"/games/{owner.game}/events").json()["events"]
    assert [event["type"] for event in events] == ["GameOpened", "TricksStated", "Retracted", "TricksStated"]
    assert (events[3]["data"]["round"], events[3]["data"]["tricks"]["3"]) == (1, 2)


def test_the_second_phone_can_say_that_it_typed_the_next_deal(owner: Taps, other: Taps, api: httpx.Client) -> None:
    other.find('#seats [data-do="renumber"]').tap()
    expect(other.find("#turn")).to_have_text("Deal 2: how did it go?")
    other.find('#seats [data-do="commit"]').tap()
    expect(other.find("#undo")).to_have_attribute("data-version", "3")
    assert scores(api, owner.game) == [2 * number for number in SPADES]
