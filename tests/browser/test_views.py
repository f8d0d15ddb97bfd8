"""Views of a table: a director can choose whose view the page shows: that of the scorekeeper, a seat or the public. If a delay is set,
spectators see the table late."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import link, opened, say
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving


@pytest.fixture
def game(api: httpx.Client) -> str:
    """A public game. Chris has placed the king of hearts face down, and spectators do not see which card it is."""
    game = opened(api, visibility="public")
    say(api, game, ("CardPlaced", {"seat": 0, "call": "highest", "card": "KH"}))
    return game


@pytest.fixture
def director(come: Come, product: Serving, game: str) -> Taps:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(f"/games/{game}")
    expect(visitor.seat("Chris")).to_contain_text("king of hearts")
    return visitor


@pytest.mark.parametrize(("view", "label"), [("public", "everyone"), ("seat:1", "Guy")])
def test_a_director_can_choose_a_view_that_shows_less(director: Taps, view: str, label: str) -> None:
    director.find("#viewpoint").select_option(label=label)
    director.page.wait_for_url(f"**?view={view}")
    expect(director.seat("Chris")).to_contain_text("a card face down")
    expect(director.find("#seen-as")).to_contain_text(f"You see what {label} sees.")
    assert director.find("#seats button, #tools:visible, #history:visible, #menu:visible").count() == 0
    assert "KH" not in director.page.content()
    director.find("#seen-as a").tap()
    expect(director.seat("Chris")).to_contain_text("king of hearts")


def test_a_player_sees_their_own_card(director: Taps) -> None:
    director.find("#viewpoint").select_option(label="Chris")
    expect(director.find("#seen-as")).to_contain_text("You see what Chris sees.")
    expect(director.card("Chris")).to_be_visible()
    expect(director.card("Chris")).to_have_attribute("data-face", "KH")


def test_a_director_can_record_while_using_the_scorekeepers_view(director: Taps) -> None:
    director.find("#viewpoint").select_option(label="scorekeeper")
    director.page.wait_for_url("**?view=scorekeeper")
    director.place("Guy", "lowest", "2C")
    expect(director.seat("Eric")).to_have_class("seat turn")
    assert director.find('#menu [data-type="GameAnnulled"]').count() == 0


def test_only_directors_can_choose_another_view(come: Come, api: httpx.Client, game: str) -> None:
    for token in (None, link(api, game, "read", seat=0)):
        visitor: Visitor = come(token=token)
        visitor.go(f"/games/{game}")
        expect(visitor.seat("Chris")).to_be_visible()
        assert visitor.find("#viewpoint-field").is_hidden()


def test_spectators_see_each_change_of_the_table_after_the_delay_of_the_game(
    director: Taps, come: Come, api: httpx.Client, game: str
) -> None:
    director.find("#menu > summary").tap()
    director.find("#delay").select_option(label="5 minutes later")
    expect(director.find("#undo")).to_contain_text("5 minutes")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#where")).to_contain_text("shown with a delay of 5 minutes")
    expect(stranger.find("#turn")).not_to_contain_text("Guy")
    guy: Taps = come(Taps, token=link(api, game, "read", seat=1))
    guy.go(f"/games/{game}")
    expect(guy.seat("Guy")).to_have_class("seat turn")
    expect(guy.find("#where")).not_to_contain_text("delay")


def test_a_new_delay_takes_effect_on_a_page_that_is_already_open(director: Taps, come: Come, game: str) -> None:
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.seat("Guy")).to_have_class("seat turn")
    director.find("#menu > summary").tap()
    director.find("#delay").select_option(label="an hour later")
    expect(stranger.find("#where")).to_contain_text("shown with a delay of 60 minutes")
    expect(stranger.seat("Guy")).not_to_have_class("seat turn")


def test_a_director_can_watch_a_replay_in_another_view(director: Taps, game: str) -> None:
    director.go(f"/games/{game}/replay")
    expect(director.seat("Chris")).to_contain_text("king of hearts")
    director.find("#eyes").select_option(label="Guy")
    expect(director.seat("Chris")).to_contain_text("a card face down")
    director.find("#eyes").select_option(label="me")
    expect(director.seat("Chris")).to_contain_text("king of hearts")


def test_the_page_says_in_words_how_certain_the_recorded_cards_are(come: Come, api: httpx.Client, game: str) -> None:
    say(api, game, ("ResultStated", {"winners": [0], "scores": {"0": 4, "1": 1, "2": 0}}))
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#life .evidence")).to_have_text("reported")
    expect(stranger.find("#life .evidence")).to_have_attribute("title", "the players said so (entry 4)")
