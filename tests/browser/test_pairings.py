"""The pairings of a round in a browser: where players sit, results as they arrive, the newest round, and recorded games."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import Cup, opened
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps, Visitor

FIVE = ("Anna Berg", "Ben Okafor", "Carla Novák", "Dan Annan", "Eve Doe")


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    """Round 1: Anna beats Ben, Carla plays against Dan, and Eve sits out."""
    made = opened(api, FIVE)
    made.paired(1, [[1], [2]], [[3], [4]], sits_out=[5])
    made.typed(1, 1, 11, 5)
    return made


def found(visitor: Visitor, letters: str) -> list[str]:
    visitor.find("#find").fill(letters)
    return [" ".join(text.split()) for text in visitor.find("#found > li").all_inner_texts()]


@pytest.mark.smoke
def test_a_player_finds_their_table_by_name(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/rounds")
    expect(visitor.find("#sentence")).to_have_text("Round 1 is being played: 1 of 2 tables are in")
    assert found(visitor, "novak") == ["Table 2 Carla Novák against Dan Annan"]
    assert found(visitor, "an") == ["Table 1 Anna Berg against Ben Okafor", "Table 2 Dan Annan against Carla Novák"]
    assert found(visitor, "eve") == ["– Eve Doe has no table in this round."]
    assert found(visitor, "zoe") == []
    expect(visitor.find("#nobody")).to_contain_text("Nobody has this name here.")
    expect(visitor.find("#out")).to_have_text("Without a table in this round: Eve Doe")


def test_the_pairings_name_the_partners_of_a_side_with_several_players(come: Come, api: httpx.Client) -> None:
    cup = opened(api, FIVE[:4], format="rotation", settings={"table": 4, "partners": 2})
    cup.paired(1, [[1, 3], [2, 4]])
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/rounds/1")
    expect(visitor.find("#tables > li")).to_have_count(1)
    assert found(visitor, "anna b") == ["Table 1 Anna Berg with Carla Novák against Ben Okafor and Dan Annan"]


def test_results_and_the_next_round_appear_while_the_page_is_open(come: Come, cup: Cup) -> None:
    newest: Taps = come(Taps)
    first: Taps = come(Taps)
    newest.go(f"{cup.page}/rounds")
    first.go(f"{cup.page}/rounds/1")
    newest.find("#find").fill("carla")
    for visitor in (newest, first):
        expect(visitor.find("#live .live")).to_be_visible()
    cup.typed(1, 2, 3, 11)
    expect(newest.find("#tables .won")).to_have_count(2)
    expect(newest.find("#sentence")).to_have_text("Round 1: all 2 tables are in")
    cup.paired(2, [[4], [1]], [[5], [3]], sits_out=[2])
    expect(newest.find("#found > li")).to_contain_text("against Eve Doe")
    expect(first.find("#newer a")).to_have_text("Go to round 2, the newest")
    expect(first.find("#sentence")).to_have_text("Round 1: all 2 tables are in")
    first.find("#newer a").tap()
    expect(first.find('#rounds [aria-current="page"]')).to_have_text("Round 2")


def test_recorded_games_can_be_watched_and_replayed(come: Come, cup: Cup) -> None:
    over, running = cup.game(1, 1), cup.game(1, 2)
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/rounds")
    links = visitor.find("#tables a")
    expect(links).to_have_text(["Replay table 1", "Watch table 2"])
    assert [link.get_attribute("href") for link in links.all()] == [f"/games/{over}/replay", f"/games/{running}?watch"]
    for link in links.all():
        assert visitor.page.context.request.get(visitor.url + str(link.get_attribute("href"))).status == 200


def test_the_pairings_mark_a_result_that_waits_for_a_second_person(come: Come, cup: Cup) -> None:
    cup.record(("ResultEntered", {"round": 1, "table": 2, "scores": [4, 11]}))
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/rounds")
    expect(visitor.find("#tables > li").nth(1).locator(".chip")).to_have_text("To be approved")


def test_before_the_first_round_the_page_says_what_it_will_show(come: Come, api: httpx.Client) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{opened(api, FIVE).page}/rounds")
    expect(visitor.find("#sentence")).to_have_text("No round is paired yet")
    expect(visitor.find("#empty")).to_be_visible()
    examine(visitor)


@SCHEMES
def test_the_pairings_are_accessible_with_long_names(come: Come, api: httpx.Client, scheme: str) -> None:
    cup = opened(api, [f"{LONG} {number}" for number in range(1, 206)])
    cup.paired(1, *([[2 * table - 1], [2 * table]] for table in range(1, 103)), sits_out=[205])
    cup.typed(1, 1, 11, 4)
    cup.game(1, 2)
    visitor: Taps = come(Taps, color_scheme=scheme)
    visitor.go(f"{cup.page}/rounds")
    expect(visitor.find("#tables > li")).to_have_count(100)
    assert len(found(visitor, "maxi")) == 6
    expect(visitor.find("#nobody")).to_contain_text("199 more have these letters")
    examine(visitor)
    visitor.find('[data-do="page"][data-page="2"]').tap()
    expect(visitor.find("#tables > li")).to_have_count(2)
