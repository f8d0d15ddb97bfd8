"""Two directors who work at the same time, and an act that is sent twice."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.desks import act, at, cup_of, row, says
from tests.browser.visitor import NETWORK, Taps
from tests.ops.processes import until


def test_each_of_two_directors_sees_what_the_other_does(owner: Taps, colleague: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.pair(publish=False)
    for visitor in (owner, colleague):
        at(visitor, cup)
    act(owner, "publish").tap()
    says(colleague, "Round 1 is about to begin: start it")
    act(colleague, "start").tap()
    says(owner, "Round 1 is being played: 0 of 2 tables are in")
    cup.entered(1, 1, 2, 1)
    act(colleague, "approve:1-1").tap()
    says(owner, "Round 1 is being played: 1 of 2 tables are in")
    expect(row(owner, 1)).to_have_count(0)


def test_the_slower_of_two_directors_learns_what_the_other_did(owner: Taps, colleague: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    at(owner, cup)
    at(colleague, cup)
    held = owner.hold("**/rounds")
    act(owner, "pair").tap()
    route = owner.held_one(held)
    act(colleague, "pair").tap()
    says(colleague, "Round 1 is paired: publish it")
    route.continue_()
    expect(owner.find("#told")).to_contain_text("Not recorded: somebody else was faster.")
    expect(owner.find("#told")).to_contain_text("Round 1 is paired: 2 tables")
    says(owner, "Round 1 is paired: publish it")
    owner.forgive("status of 412")
    assert cup.types().count("RoundPaired") == 1


def test_two_directors_who_settle_different_tables_do_not_disturb_each_other(owner: Taps, colleague: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    at(owner, cup)
    at(colleague, cup)
    held = owner.hold("**/tournaments/*/events")
    row(owner, 1).get_by_role("button", name="Result").tap()
    act(owner, "won:1-1:0").tap()
    route = owner.held_one(held)
    row(colleague, 2).get_by_role("button", name="Result").tap()
    act(colleague, "forfeit:1-2:1").tap()
    says(colleague, "Round 1 is being played: 1 of 2 tables are in")
    route.continue_()
    owner.page.unroute("**/tournaments/*/events")
    says(owner, "Everything is in: pair round 2")


@pytest.mark.parametrize(
    ("key", "type_"),
    [("publish", "RoundPublished"), ("start", "RoundStarted"), ("longer", "RoundStarted"), ("approve:1-1", "ResultApproved")],
)
def test_a_double_tap_records_one_act(owner: Taps, api: httpx.Client, key: str, type_: str) -> None:
    cup = cup_of(api, 4, round={"minutes": 30})
    cup.pair(publish=False)
    if key != "publish":
        cup.record(("RoundPublished", {"round": 1}))
    if key in ("longer", "approve:1-1"):
        cup.record(("RoundStarted", {"round": 1, "seconds": 900}))
        cup.entered(1, 1, 2, 1)
    at(owner, cup)
    before = cup.types()
    box = act(owner, key).bounding_box()
    assert box
    for _ in range(3):
        owner.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(lambda: type_ in cup.types()[len(before) :])
    expect(owner.find('[aria-busy="true"]')).to_have_count(0)
    assert cup.types()[len(before) :] == [type_]


def test_an_act_is_recorded_once_even_if_the_answer_is_lost(owner: Taps, api: httpx.Client) -> None:
    """The page sends the act again with the same id."""
    cup = cup_of(api, 4)
    cup.pair(publish=False)
    at(owner, cup)
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    owner.page.route("**/tournaments/*/events", lose_first)
    act(owner, "publish").tap()
    says(owner, "Round 1 is about to begin: start it")
    expect(owner.find('[aria-busy="true"]')).to_have_count(0)
    owner.forgive(NETWORK)
    assert (lost, cup.types().count("RoundPublished")) == ([201], 1)
