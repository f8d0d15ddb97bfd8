"""The card of a player in a tournament: rounds, games, the reason for the place, the progress, and breaches for directors."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import FOUR, Cup, opened, registered, two_rounds
from tests.browser.games import say
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving
from tests.waiting import until


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    return two_rounds(api, 7, 11)


def lines(visitor: Visitor) -> list[str]:
    return [" ".join(text.split()) for text in visitor.find("#lines > li").all_text_contents()]


@pytest.mark.smoke
def test_the_card_of_a_player_shows_the_place_with_its_reason_rounds_and_games(come: Come, cup: Cup) -> None:
    game = cup.game(1, 1)
    cup.record(("ScoreAdjusted", {"entry": 1, "points": -1, "reason": "late", "round": 1}))
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/entries/1")
    expect(visitor.find("#sentence")).to_have_text("Anna is 2nd of 4")
    assert lines(visitor) == [
        "Round 1Ben" + "Won 11 to 5 · table 1" + "2 pointsReplay round 1",
        "Round 2Carla" + "Lost 7 to 11 · table 1" + "0 points",
        "1Changed by the director−1 point",
    ]
    expect(visitor.find("#lines a.button")).to_have_attribute("href", f"/games/{game}/replay")
    expect(visitor.find("#why li").first).to_contain_text("Buchholz cut 1: 4 = 4 (round 2, Carla)")
    visitor.find("#lines .card-link").first.tap()
    expect(visitor.find("#sentence")).to_contain_text("Ben is")


def test_the_chart_of_the_progress_has_the_same_numbers_as_a_table(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/entries/3")
    visitor.find("#progress").scroll_into_view_if_needed()
    expect(visitor.find("#progress .player-line")).to_have_count(4)
    expect(visitor.find('#progress .player-line[aria-pressed="true"]')).to_contain_text("Carla")
    visitor.find("#progress summary").tap()
    rows = {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in visitor.find("#progress tbody tr").all()}
    assert rows == {"Carla": ["2", "4"], "Anna": ["2", "2"], "Ben": ["0", "0"], "Dora": ["0", "0"]}
    inked = """() => {
      const canvas = document.querySelector("#progress canvas:not([aria-hidden])");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value).length;
    }"""
    assert visitor.page.evaluate(inked) > 1000


def test_the_card_of_a_player_changes_while_the_tournament_is_played(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/entries/2")
    expect(visitor.find("#live .live")).to_be_visible()
    expect(visitor.find("#lines > li").last).to_contain_text("Playing")
    cup.typed(2, 2, 11, 0)
    expect(visitor.find("#lines > li").last).to_contain_text("2 points")


def test_only_directors_see_breaches_on_the_card_of_a_player(come: Come, product: Serving, api: httpx.Client) -> None:
    people = registered(api, *FOUR[:2])
    cup = opened(api, [*people], people)
    cup.paired(1, [[1], [2]])
    game = cup.game(1, 1)
    say(api, game, ("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 1, "call": "highest", "card": "TS"}))
    version = api.get(f"/games/{game}").json()["version"]
    say(api, game, ("IrregularityAttested", {"finding": f"out-of-turn@{version}"}))

    def counted() -> int:
        listed = api.get(f"/clubs/home/games?player={people['Ben'][0]}").json()["games"]
        return sum(seat["breaches"] for each in listed for seat in each["seats"] if seat["person"] == people["Ben"][0])

    until(lambda: counted() > 0)
    stranger: Taps = come(Taps)
    stranger.go(f"{cup.page}/entries/2")
    expect(stranger.find("#lines > li")).to_have_count(1)
    expect(stranger.find("#breaches")).to_be_hidden()
    director: Taps = come(Taps)
    director.sign_in(product.owner())
    director.go(f"{cup.page}/entries/2")
    director.find("#breaches summary").tap()
    expect(director.find("#breach-list .chip")).to_have_text(f"{counted()} breach{'es' if counted() > 1 else ''}")
    examine(director)


@SCHEMES
def test_the_card_of_a_player_is_accessible_with_long_names(come: Come, api: httpx.Client, scheme: str) -> None:
    cup = opened(api, [f"{LONG} {number}" for number in range(1, 13)])
    for table in cup.pair()["tables"]:
        cup.typed(1, table["table"], 11, table["table"])
    cup.pair()
    cup.game(2, 1)
    visitor: Taps = come(Taps, color_scheme=scheme)
    visitor.go(f"{cup.page}/entries/1")
    visitor.find("#progress").scroll_into_view_if_needed()
    expect(visitor.find("#progress .player-line")).to_have_count(8)
    examine(visitor)
