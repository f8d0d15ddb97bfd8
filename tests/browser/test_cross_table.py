"""The cross table of a tournament in a browser: by round and by opponent, with words for every mark."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import Cup, opened
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps, Visitor

FIVE = ("Anna", "Ben", "Carla", "Dan", "Eve")


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    """Round 1: Anna beats Ben 11 to 5, Carla wins against Dan without play, Eve sits out. Round 2: Anna and Carla play, Eve beats Ben."""
    made = opened(api, FIVE)
    made.paired(1, [[1], [2]], [[3], [4]], sits_out=[5])
    made.typed(1, 1, 11, 5)
    made.record(("ForfeitRuled", {"round": 1, "table": 2, "winners": [0]}))
    made.paired(2, [[1], [3]], [[5], [2]], sits_out=[4])
    made.typed(2, 2, 11, 9)
    return made


def spoken(visitor: Visitor, name: str) -> list[str]:
    """Return the words that screen readers read in a row of the table, with normal spaces in place of no-break spaces."""
    words = visitor.find(f'#rows tr:has(.called[title="{name}"]) .cell .spoken').all_text_contents()
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in words]


@pytest.mark.smoke
def test_every_mark_in_the_cross_table_is_explained_in_words(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/crosstable")
    expect(visitor.find("#rows tr")).to_have_count(5)
    told = {name: spoken(visitor, name) for name in FIVE}
    assert told == {
        "Anna": ["Won 11 to 5 against Ben", "Being played against Carla"],
        "Ben": ["Lost 5 to 11 against Anna", "Lost 9 to 11 against Eve"],
        "Carla": ["Won without play against Dan", "Being played against Anna"],
        "Dan": ["Lost without play against Carla", "No table left: sat out"],
        "Eve": ["No table left: sat out", "Won 11 to 9 against Ben"],
    }
    letters = {text.split()[0] for text in visitor.find("#key > span").all_inner_texts()}
    assert letters == {"W", "L", "X", "F", "*", "B"}


def test_the_cross_table_can_also_be_shown_by_opponent(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/crosstable")
    visitor.find('[data-way="opponents"]').tap()
    expect(visitor.find("#head th")).to_have_count(8)
    assert sorted(spoken(visitor, "Ben")) == ["Lost 5 to 11 against Anna in round 1", "Lost 9 to 11 against Eve in round 2"]
    expect(visitor.find("#rows .self")).to_have_count(5)


def test_a_result_appears_in_the_cross_table(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/crosstable")
    expect(visitor.find("#live .live")).to_be_visible()
    cup.typed(2, 1, 2, 11)
    expect(visitor.find("#key")).not_to_contain_text("being played")
    assert spoken(visitor, "Carla") == ["Won without play against Dan", "Won 11 to 2 against Anna"]


def test_a_large_cross_table_has_pages_and_no_layout_by_opponent(come: Come, api: httpx.Client) -> None:
    cup = opened(api, [f"Player {number}" for number in range(1, 121)])
    cup.pair()
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/crosstable")
    expect(visitor.find("#rows tr")).to_have_count(100)
    expect(visitor.find("#ways")).to_be_hidden()
    visitor.find('[data-do="page"][data-page="2"]').tap()
    expect(visitor.find("#rows tr")).to_have_count(20)
    visitor.find("#find").fill("player 12")
    expect(visitor.find("#rows th")).to_have_text(["Player 12", "Player 120"])


@SCHEMES
def test_the_cross_table_is_accessible_with_long_names(come: Come, api: httpx.Client, scheme: str) -> None:
    cup = opened(api, [f"{LONG} {number}" for number in range(1, 14)])
    for table in cup.pair()["tables"]:
        cup.typed(1, table["table"], 11, table["table"] * 2 + 5)
    visitor: Taps = come(Taps, color_scheme=scheme)
    visitor.go(f"{cup.page}/crosstable")
    expect(visitor.find("#rows tr")).to_have_count(13)
    examine(visitor)
    visitor.find('[data-way="opponents"]').tap()
    expect(visitor.find("#rows .self")).to_have_count(13)
    examine(visitor)
