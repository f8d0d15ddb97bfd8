"""Before a round is paired, the director's desk names the players who are not checked in."""

import httpx
from playwright.sync_api import expect

from tests.browser.cups import Cup, sent
from tests.browser.desks import act, at, cup_of, says
from tests.browser.visitor import Taps


def arrive(cup: Cup, *entries: int) -> None:
    for entry in entries:
        sent(cup.api.post(f"{cup.page}/entries/{entry}/check-in", json={}))


def absences(cup: Cup) -> list[list[int]]:
    return [[absence["round"] for absence in entry["absences"]] for entry in cup.get()["entries"]]


def test_one_tap_lets_a_missing_player_miss_round_1(owner: Taps, api: httpx.Client) -> None:
    """In a rotation, a player who misses round 1 gets no number in the schedule."""
    cup = cup_of(api, 6, format="rotation", table=4, partners=2)
    arrive(cup, 1, 2, 3, 4, 6)
    at(owner, cup)
    expect(owner.find("#lines")).to_contain_text("Eve is not checked in.")
    owner.find("#lines").get_by_role("button", name="Leave Eve out of round 1").tap()
    expect(owner.find("#lines > li")).to_have_text(["Nothing is open."])
    expect(owner.find("#told")).to_contain_text("1 entry misses round 1.")
    assert absences(cup) == [[], [], [], [], [1], []]
    act(owner, "pair").tap()
    says(owner, "Round 1 is paired: publish it")
    assert [entry["line"] is None for entry in cup.get()["entries"]] == [False, False, False, False, True, False]


def test_the_desk_names_several_missing_players_until_they_come(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 6)
    arrive(cup, 1, 2)
    at(owner, cup)
    expect(owner.find("#lines")).to_contain_text("Carla, Dora, Eve and Finn are not checked in.")
    arrive(cup, 3)
    expect(owner.find("#lines")).to_contain_text("Dora, Eve and Finn are not checked in.")
    act(owner, "leave-out:1").tap()
    expect(owner.find("#told")).to_contain_text("3 entries miss round 1.")
    assert absences(cup) == [[], [], [], [1], [1], [1]]


def test_the_desk_names_nobody_as_missing_if_nobody_is_checked_in(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    at(owner, cup)
    expect(owner.find("#lines > li")).to_have_text(["Nothing is open."])
