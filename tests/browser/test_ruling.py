"""A director rules on a finding and on a stop of play, and replaces a ruling. The result changes, and the replay shows the ruling."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.correcting import change
from tests.browser.desks import at, cup_of, row
from tests.browser.games import link, opened, say
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

THREE = (0, 2, 1)


@pytest.fixture
def game(api: httpx.Client) -> str:
    """A game of one round, which Chris has won. In entry 4 Eric played out of turn."""
    game = opened(api, options={"target": 1}, visibility="public")
    placed = [("CardPlaced", {"seat": seat, "call": "highest"}) for seat in THREE]
    say(api, game, *placed, ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    return game


@pytest.fixture
def director(come: Come, product: Serving, game: str) -> Taps:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(f"/games/{game}")
    expect(visitor.find(".finding")).to_contain_text("Eric placed a card although it was Guy's turn")
    return visitor


def award(visitor: Visitor, seat: int, rule: str = "HC-2") -> None:
    """In the form for a ruling, give one point to this seat and none to the others. Then open the preview."""
    visitor.find('#ruling [data-word="adjust"]').click()
    visitor.find("#ruling-rule").fill(rule)
    for each in range(3):
        visitor.find(f"#ruling-{each}").fill(str(int(each == seat)))
    visitor.find('#ruling [data-do="look"]').click()


@pytest.mark.smoke
def test_a_ruling_on_a_finding_changes_the_result_and_appears_in_the_replay(director: Taps, come: Come, game: str) -> None:
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#turn")).to_have_text("Chris wins.")
    director.find('.finding [data-do="rule"]').tap()
    expect(director.find("#ruling-rule")).to_have_value("HC-2")
    award(director, 1)
    expect(director.find("#review-changes")).to_contain_text("The result becomes: Guy wins. It is now: Chris wins.")
    expect(director.find("#review .changes").first.locator("tbody tr")).to_have_text(["Chris10", "Guy01"])
    expect(director.find("#review .changes").last).to_contain_text("In all games of the club")
    # Chris is not listed. The game has an open question, so it is not in the standings yet, and Chris loses nothing there
    expect(director.find("#review .changes").last.locator("tbody th")).to_have_text(["Guy"])
    director.find("#review-send").tap()
    for visitor in (director, stranger):
        expect(visitor.find("#turn")).to_have_text("Guy wins.")
        expect(visitor.find("#life .evidence")).to_have_text("ruled")
        expect(visitor.find(".finding")).to_contain_text("Ruled on by entry 7.")
    the_ruling_is_listed(director)
    the_replay_shows_it(stranger, game)


def the_ruling_is_listed(director: Taps) -> None:
    director.find("#rulings > summary").tap()
    ruling = director.find("#rulings-list .ruling")
    expect(ruling).to_contain_text("Adjusted score")
    expect(ruling).to_contain_text("Stands.")
    ruling.locator("details > summary").tap()
    expect(ruling.locator(".changes tbody tr")).to_have_text(["Chris10", "Guy01"])


def the_replay_shows_it(stranger: Visitor, game: str) -> None:
    stranger.go(f"/games/{game}/replay")
    expect(stranger.find("#said .tag")).to_have_text("ruling")
    expect(stranger.find("#last-round")).to_contain_text("ruled")
    expect(stranger.seat("Guy").locator(".score")).to_contain_text("1")
    expect(stranger.find("#steps li").last).to_contain_text("The director rules on")
    expect(stranger.find("#rounds td")).to_have_text(["0", "total 0", "+1", "total 1", "0", "total 0", re.compile("ruled$")])
    stranger.page.keyboard.press("ArrowLeft")
    expect(stranger.seat("Chris").locator(".score")).to_contain_text("1")


@pytest.mark.parametrize("cited", ["a finding", "a dispute"])
def test_a_ruling_on_a_finding_applies_to_the_round_of_the_finding(come: Come, product: Serving, api: httpx.Client, cited: str) -> None:
    """Eric played out of turn in round 1, and play was stopped. A ruling on this, although it is made in round 2, applies to round 1."""
    game = opened(api)
    say(api, game, *[("CardPlaced", {"seat": seat, "call": "highest"}) for seat in THREE])
    say(api, game, ("IrregularityCalled", {"kind": "exposed-card"}), ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    assert api.get(f"/games/{game}").json()["view"]["round"] == 2
    director: Taps = come(Taps, token=product.owner())
    director.go(f"/games/{game}")
    if cited == "a finding":
        director.find('.finding [data-do="rule"]').tap()
    else:
        change(director, 6, "rule")
    expect(director.find("#ruling-round")).to_have_value("1")
    award(director, 1)
    director.find("#review-send").tap()
    expect(director.find("#review")).to_be_hidden()
    expect(director.find("#rulings-count")).to_have_text("1")
    assert api.get(f"/games/{game}/rulings").json()["rulings"][0]["round"] == 1
    assert api.get(f"/games/{game}").json()["outcome"]["scores"] == {"0": 0, "1": 1, "2": 0}
    director.find("#rulings > summary").tap()
    director.find('#rulings-list [data-do="supersede"]').tap()
    expect(director.find("#ruling-round")).to_have_value("1")


def test_a_director_can_replace_a_ruling_by_another_ruling(director: Taps) -> None:
    director.find('.finding [data-do="rule"]').tap()
    award(director, 1)
    director.find("#review-send").tap()
    expect(director.find("#turn")).to_have_text("Guy wins.")
    director.find("#rulings > summary").tap()
    director.find('#rulings-list [data-do="supersede"]').tap()
    expect(director.find("#ruling-form")).to_contain_text("In place of: Ruling on the finding: Eric placed a card")
    award(director, 2)
    expect(director.find("#review-changes")).to_contain_text("The result becomes: Eric wins.")
    director.find("#review-send").tap()
    expect(director.find("#turn")).to_have_text("Eric wins.")
    expect(director.find('#rulings-list [data-key="r7"]')).to_contain_text("Replaced by entry 8.")
    expect(director.find('#rulings-list [data-key="r8"]')).to_contain_text("In place of entry 7.")
    expect(director.find('#rulings-list [data-do="supersede"]')).to_have_count(1)


def test_a_director_can_rule_on_a_recorded_stop_of_play(director: Taps, api: httpx.Client, game: str) -> None:
    say(api, game, ("IrregularityCalled", {"kind": "revoke-claimed", "seat": 0}))
    change(director, 7, "rule")
    expect(director.find("#ruling-form")).to_contain_text("Play stops: revoke claimed of Chris")
    director.find('#ruling [data-word="stand"]').tap()
    director.find("#ruling-rule").fill("HC-14")
    director.find('#ruling [data-do="look"]').tap()
    expect(director.find("#review-changes")).to_contain_text("The result stays: Chris wins.")
    director.find("#review-send").tap()
    expect(director.find("#rulings-count")).to_have_text("1")
    row = api.get(f"/games/{game}/rulings").json()["rulings"][0]
    assert (row["cites"], row["rectification"]) == ({"finding": None, "dispute": 7}, "stand")


def test_a_ruling_can_be_given_with_the_keyboard_alone(come: Come, product: Serving, api: httpx.Client, game: str) -> None:
    keys: Keys = come(Keys, token=product.owner())
    keys.go(f"/games/{game}")
    expect(keys.find(".finding")).to_be_visible()
    keys.reach('.finding [data-do="rule"]')
    keys.press("Enter")
    keys.reach('#ruling [data-word="void"]')
    keys.press("Enter")
    keys.reach('#ruling [data-do="look"]')
    keys.press("Enter")
    expect(keys.find("#review-changes")).to_contain_text("The result becomes")
    keys.reach("#review-send")
    keys.press("Enter")
    expect(keys.find("#turn")).not_to_have_text("Chris wins.")
    assert api.get(f"/games/{game}/rulings").json()["rulings"][0]["rectification"] == "void"


def test_only_directors_are_offered_the_form_for_a_ruling(come: Come, api: httpx.Client, game: str) -> None:
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    expect(anna.find(".finding")).to_be_visible()
    assert anna.find('[data-do="rule"]').count() == 0


def test_strangers_do_not_see_the_note_of_a_ruling(director: Taps, come: Come, api: httpx.Client, game: str) -> None:
    director.find('.finding [data-do="rule"]').tap()
    director.find("#ruling-note").fill("Eric apologised")
    award(director, 1)
    director.find("#review-send").tap()
    director.find("#rulings > summary").tap()
    expect(director.find("#rulings-list")).to_contain_text("Note: Eric apologised")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    stranger.find("#rulings > summary").click()
    expect(stranger.find("#rulings-list .ruling")).to_be_visible()
    assert "apologised" not in stranger.page.content()


# --- from the desk of a tournament --------------------------------------------------------------------------------------------------------


def test_the_desk_leads_to_the_dispute_in_the_record_of_the_game(come: Come, product: Serving, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    say(api, cup.game(1, 1), ("OpenerChosen", {"seat": 0}), ("IrregularityCalled", {"kind": "misdeal"}))
    director = at(come(Taps, token=product.owner()), cup)
    row(director, 1).get_by_role("link", name="Rule on it").tap()
    entry = director.find('#history-list [data-key="v3"]')
    expect(entry.locator("summary")).to_be_focused()
    expect(entry).to_be_in_viewport(ratio=1)
    change(director, 3, "rule")
    expect(director.find("#ruling-form")).to_contain_text("misdeal")


def test_the_desk_leads_to_the_findings_of_a_game(come: Come, product: Serving, api: httpx.Client) -> None:
    """The game has a finding: player 2 placed a card out of turn."""
    cup = cup_of(api, 4)
    cup.start()
    say(api, cup.game(1, 1), ("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 1, "call": "highest"}))
    director = at(come(Taps, token=product.owner()), cup)
    row(director, 1).get_by_role("link", name="Open the game").tap()
    expect(director.find("#findings .finding")).to_be_in_viewport(ratio=1)


def test_the_desk_links_a_result_to_the_game_that_it_came_from(come: Come, product: Serving, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    game = cup.game(1, 1)
    cup.forfeit(1, 1, 2)
    director = at(come(Taps, token=product.owner()), cup)
    director.find('[data-key="in-1-1"]').get_by_role("button", name="Another result").tap()
    for name in ("Open the game at table 1", "Another result at table 1", "Withdraw it at table 1"):
        expect(director.find('[data-key="in-1-1"]').get_by_role("link" if "game" in name else "button", name=name)).to_be_visible()
    expect(director.find('[data-key="in-1-1"] a')).to_have_attribute("href", f"/games/{game}")
    expect(director.find('[data-key="in-1-2"] a')).to_have_count(0)
