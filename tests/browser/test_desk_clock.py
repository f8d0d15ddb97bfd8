"""The clock and the bell at the director's desk."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.desks import act, at, cup_of, row
from tests.browser.visitor import AHEAD, NETWORK, Taps
from tests.ops.processes import until

BUZZES = "window.buzzes = 0; Navigator.prototype.vibrate = () => { window.buzzes += 1; return true; };"


def minutes_shown(visitor: Taps) -> int:
    face = str(visitor.find("#clock .desk-time").text_content())
    return int(face.partition(":")[0].replace("−", "-"))


def test_the_clock_shows_the_servers_time_on_a_phone_whose_clock_is_wrong(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4, round={"minutes": 40})
    cup.pair()
    owner.page.add_init_script(AHEAD)
    at(owner, cup)
    act(owner, "start").tap()
    expect(owner.find("#clock .desk-time")).to_be_visible()
    assert 35 <= minutes_shown(owner) <= 40
    act(owner, "longer").tap()
    until(lambda: cup.types().count("RoundStarted") == 2)
    due = cup.get("/desk")["round"]["due_at"] - cup.get("/desk")["round"]["started_at"]
    assert 40 * 60_000 < due <= 45 * 60_000
    expect(act(owner, "bell")).to_be_enabled()


@pytest.mark.parametrize("aloud", [False, True])
def test_the_bell_sounds_only_if_the_director_wants_it(owner: Taps, api: httpx.Client, aloud: bool) -> None:
    cup = cup_of(api, 4)
    cup.start(seconds=3600)
    owner.page.add_init_script(BUZZES + AHEAD.replace("3_600_000", "0"))
    at(owner, cup)
    owner.find("#more > summary").tap()
    expect(owner.find("#aloud")).not_to_be_checked()
    if aloud:
        owner.find("#aloud").check()
    with owner.page.expect_response("**/desk"):  # when the page's clock says that the bell is due, the page asks the server
        owner.page.evaluate("buzzes = 0, ahead = 3_700_000")
    assert owner.page.evaluate("buzzes") == int(aloud)


def test_when_the_time_is_up_every_open_table_is_late_and_the_first_button_rings_the_bell(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start(seconds=1)
    until(lambda: {line["late"] for line in cup.get("/desk")["lines"]} == {"due"})
    at(owner, cup)
    expect(row(owner, 1).locator(".chip")).to_have_text("late: the time is up")
    expect(owner.find("#acts .primary")).to_have_text("Ring the bell")
    expect(owner.find("#clock")).to_contain_text("bell was due at")


def test_time_is_called_once_in_each_open_game_if_two_directors_ring_the_bell(owner: Taps, colleague: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 6, round={"ends": "bell"})
    cup.start(seconds=600)
    games = [cup.game(1, 1), cup.game(1, 2)]
    for visitor in (owner, colleague):
        at(visitor, cup)
    held = colleague.hold("**/tournaments/*/events")
    colleague.page.route("**/tournaments/*/live", lambda route: route.abort())
    act(colleague, "bell").tap()
    route = colleague.held_one(held)
    act(owner, "bell").tap()
    expect(owner.find("#called")).to_contain_text("Time is called at 2 of 2 tables.")
    route.continue_()
    expect(colleague.find("#told")).to_contain_text("Not recorded: somebody else was faster.")
    expect(colleague.find("#told")).to_contain_text("The bell ends round 1")
    colleague.forgive(NETWORK, "status of 412")
    assert cup.types().count("BellRung") == 1
    for game in games:
        assert [event["type"] for event in api.get(f"/games/{game}/events").json()["events"]].count("TimeCalled") == 1
    expect(owner.find("#clock")).to_contain_text("rang at")
    expect(row(owner, 3).locator(".chip")).to_have_text("late: the bell has rung")


def test_time_can_be_called_again_in_a_game_where_calling_it_failed(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4, round={"ends": "bell"})
    cup.start(seconds=600)
    game = cup.game(1, 1)
    at(owner, cup)
    owner.page.route("**/games/*/events", lambda route: route.abort())
    act(owner, "bell").tap()
    expect(owner.find("#called")).to_contain_text("Time is called at 0 of 1 table.")
    owner.page.unroute("**/games/*/events")
    owner.forgive(NETWORK)
    act(owner, "call").tap()
    expect(owner.find("#called")).to_contain_text("Time is called at 1 of 1 table.")
    expect(act(owner, "call")).to_have_count(0)
    assert api.get(f"/games/{game}/events").json()["events"][-1]["type"] == "TimeCalled"
