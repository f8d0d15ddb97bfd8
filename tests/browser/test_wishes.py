"""Who should not meet: the director's wishes on the page of the players, and what the page of the round says about them."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.cups import FOUR, Cup, opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving


def wishes(cup: Cup) -> list[tuple[list[int], bool, int | None, str]]:
    return [(wish["entries"], wish["hard"], wish["from_round"], wish["because"]) for wish in cup.get()["wishes"]]


@pytest.mark.smoke
def test_a_director_adds_a_wish_and_withdraws_it(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    owner.go(f"{cup.page}/desk/entries")
    owner.find("#wishes > summary").tap()
    expect(owner.find("#wish-list")).to_have_text("Everybody may meet everybody.")
    owner.find('[data-do="new-wish"]').tap()
    owner.find('[data-do="wish"]').tap()
    expect(owner.find("#dialog-told")).to_have_text("Choose two or more.")
    owner.find("#wished-1").check()
    owner.find("#wished-3").check()
    owner.find("#wish-because").select_option("family")
    for typed in ("0", "1", "e"):
        owner.find("#wish-from").fill("")
        owner.find("#wish-from").press_sequentially(typed)
        owner.find('[data-do="wish"]').tap()
        expect(owner.find("#dialog-told")).to_have_text("Type round 2 or a later one, or leave the field empty.")
        expect(owner.find("#wish-from")).to_be_focused()
    owner.find("#wish-from").fill("3")
    examine(owner)
    owner.find('[data-do="wish"]').tap()
    expect(owner.find("#wish-list li")).to_contain_text("Anna and Carla must not sit at one table before round 3: one family.")
    examine(owner)
    assert wishes(cup) == [([1, 3], True, 3, "family")]
    owner.find('[data-do="unwish"]').tap()
    expect(owner.find("#wish-list")).to_have_text("Everybody may meet everybody.")
    assert wishes(cup) == []


def test_a_director_wishes_another_table_for_somebody(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    owner.go(f"{cup.page}/desk/entries")
    owner.find("#wishes > summary").tap()
    owner.find('[data-do="new-wish"]').tap()
    owner.find("#wish-from").fill("3")
    owner.find("#wish-what").select_option("moves")
    owner.find('[data-do="wish"]').tap()
    expect(owner.find("#dialog-told")).to_have_text("Choose somebody.")
    owner.find("#wished-2").check()
    expect(owner.find("#wish-from")).to_be_hidden()
    examine(owner)
    owner.find('[data-do="wish"]').tap()
    expect(owner.find("#wish-list li")).to_contain_text("Ben must sit at another table than the last time.")
    assert cup.get()["wishes"][0]["another_table"] is True


def test_a_wish_that_forbids_everything_is_refused_with_the_reason(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, FOUR[:2])
    owner.go(f"{cup.page}/desk/entries")
    owner.find("#wishes > summary").tap()
    owner.find('[data-do="new-wish"]').tap()
    owner.find("#wished-1").check()
    owner.find("#wished-2").check()
    owner.find('[data-do="wish"]').tap()
    expect(owner.find("#dialog-told")).to_have_text(
        "Nobody would be left to play with entries 1, 2: enter the others first, or make the wish soft."
    )
    owner.forgive("status of 422")
    owner.find("#wish-hard").uncheck()
    owner.find('[data-do="wish"]').tap()
    expect(owner.find("#wish-list li")).to_contain_text("Anna and Ben should not sit at one table.")


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, DESKTOP], ids=["phone", "desktop"])
def test_the_page_of_a_round_says_which_wish_was_not_granted(come: Come, api: httpx.Client, product: Serving, size: dict[str, int]) -> None:
    cup = opened(api, FOUR)
    cup.record(("WishMade", {"entries": [1, 2, 3], "hard": False, "because": "club"}))
    made = cup.pair(publish=False)
    (one, other) = made["not_granted"][0]["entries"]
    director: Taps = come(Taps, token=product.owner(), size=size)
    director.go(f"{cup.page}/desk/rounds/1")
    names = f"{FOUR[one - 1]} and {FOUR[other - 1]}"
    expect(director.find("#why")).to_contain_text(f"{names} sit together against a wish.")
    examine(director)


def test_a_pairing_by_hand_says_which_wish_it_breaks_before_it_is_saved(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    cup.record(("WishMade", {"entries": [1, 3]}))
    (one, other), *_ = [table["sides"] for table in cup.pair(publish=False)["tables"] if [1] in table["sides"]]
    partner = next(entry for [entry] in (one, other) if entry != 1)
    owner.go(f"{cup.page}/desk/rounds/1")
    owner.find(f'[data-do="pick"][data-entry="{partner}"]').tap()
    owner.find('[data-do="pick"][data-entry="3"]').tap()
    expect(owner.find("#effect")).to_contain_text("Anna and Carla sit together against a wish that no draw may break.")
    owner.find('[data-do="save"]').tap()
    expect(owner.find("#why")).to_contain_text("Anna and Carla sit together against a wish.")
