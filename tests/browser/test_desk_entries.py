"""The entries at the desk: check-in, leaving, and late entries."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.cups import FOUR, NAMES, Cup, opened, sent
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps
from tests.waiting import until


def here(cup: Cup) -> list[str]:
    return [entry["name"] for entry in cup.get()["entries"] if entry["here"]]


def row(visitor: Taps, name: str) -> Any:
    return visitor.find("#entries li", has=visitor.page.get_by_text(name, exact=True))


@pytest.mark.smoke
def test_without_pins_players_are_checked_in_by_one_tap_each(owner: Taps, api: httpx.Client) -> None:
    """Players who are missing are listed first."""
    cup = opened(api, FOUR)
    owner.go(f"{cup.page}/desk/entries")
    expect(owner.find("#sentence")).to_have_text("0 of 4 players are here")
    owner.find("#more > summary").tap()
    owner.find("#pins").uncheck()
    row(owner, "Anna").locator(".arrive").tap()
    expect(owner.find("#sentence")).to_have_text("1 of 4 players is here")
    expect(owner.find("#entries li b")).to_have_text(["Ben", "Carla", "Dora", "Anna"])
    assert here(cup) == ["Anna"]
    examine(owner)


def test_a_check_in_on_another_device_is_shown_at_once(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:3])
    owner.go(f"{cup.page}/desk/entries")
    expect(owner.find("#sentence")).to_have_text("0 of 3 players are here")
    sent(api.post(f"{cup.page}/entries/2/check-in", json={}))
    expect(row(owner, "Ben")).to_contain_text("Here")


def test_a_player_sets_a_pin_at_check_in(owner: Taps, api: httpx.Client) -> None:
    """With the PIN the player approves a result on the phone of somebody else."""
    cup = opened(api, NAMES[:2])
    owner.go(f"{cup.page}/desk/entries")
    row(owner, "Ben").locator(".arrive").tap()
    owner.find('[data-do="with-pin"]').tap()
    expect(owner.find("#dialog-told")).to_have_text("A PIN has 4 to 8 digits.")
    examine(owner)
    for digit in "2468":
        owner.find(f'[data-digit="{digit}"]').tap()
    owner.find('[data-do="with-pin"]').tap()
    expect(row(owner, "Ben")).to_contain_text("Here")
    cup.pair()
    version = cup.entered(1, 1, 7, 2)
    headers = {"Authorization": f"Bearer {cup.link(table=1)}"}
    path = f"{cup.page}/rounds/1/tables/1/approval"
    wrong = api.post(path, json={"result": version, "entry": 2, "pin": "1111"}, headers=headers)
    assert not wrong.is_success
    until(
        lambda: api.post(path, json={"result": version, "entry": 2, "pin": "2468"}, headers=headers).is_success
    )  # the PIN works as soon as the server has hashed it


def test_a_player_can_leave_come_back_and_miss_a_round(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:3])
    owner.go(f"{cup.page}/desk/entries")
    row(owner, "Anna").locator('[data-do="more"]').tap()
    owner.find('[data-act="withdraw"]').tap()
    expect(row(owner, "Anna")).to_contain_text("Withdrawn")
    row(owner, "Anna").locator('[data-do="more"]').tap()
    owner.find('[data-act="return"]').tap()
    expect(row(owner, "Anna").locator(".arrive")).to_be_visible()
    row(owner, "Ben").locator('[data-do="more"]').tap()
    owner.find("#miss-kind").select_option("half")
    examine(owner)
    owner.find('[data-act="miss"]').tap()
    expect(row(owner, "Ben")).to_contain_text("misses round 1")
    entries = cup.get()["entries"]
    assert [entry["absences"] for entry in entries] == [[], [{"round": 1, "kind": "half"}], []]
    assert not any(entry["withdrawn"] for entry in entries)


def test_the_desk_can_add_a_late_entry_and_change_a_name(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:2])
    held = owner.hold(f"**/api/v1{cup.page}*", times=1)
    owner.go(f"{cup.page}/desk/entries")
    expect(owner.find("#late")).to_be_disabled()
    owner.held_one(held).continue_()
    owner.find("#late").tap()
    owner.page.evaluate("() => { document.getElementById('dialog').close(); document.getElementById('late').click(); }")
    owner.find("#person-0").fill("Late Lara")
    owner.find('[data-do="enter"]').tap()
    expect(row(owner, "Late Lara")).to_be_visible()
    row(owner, "Late Lara").locator('[data-do="more"]').tap()
    owner.find("text=Change the name or the people").tap()
    owner.find("#person-0").fill("Late Lena")
    owner.find('[data-do="save"]').tap()
    expect(row(owner, "Late Lena")).to_be_visible()
    last = cup.get()["entries"][-1]
    assert (last["entry"], last["name"], last["people_names"]) == (3, "Late Lena", ["Late Lena"])


def test_nobody_can_be_entered_in_a_tournament_twice(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, ())
    owner.go(f"{cup.page}/desk/entries")
    expect(owner.find("#empty")).to_be_visible()
    for _ in range(2):
        owner.find("#late").tap()
        owner.find("#person-0").fill("Twice Tom")
        owner.find('[data-do="enter"]').tap()
        expect(owner.find("#entries li")).to_have_count(1)
    expect(owner.find("#dialog-told")).to_have_text("One of the people is in entry 1 already.")
    owner.forgive("status of 422")


def test_missing_players_can_be_left_out_of_a_round(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:5])
    for entry in (1, 2):
        sent(api.post(f"{cup.page}/entries/{entry}/check-in", json={}))
    owner.go(f"{cup.page}/desk/entries")
    owner.find("#more > summary").tap()
    owner.find('[data-do="leave-out"]').tap()
    expect(owner.find("#told")).to_contain_text("3 entries miss round 1")
    assert cup.pair(publish=False)["tables"][0]["sides"] in ([[1], [2]], [[2], [1]])


def test_a_player_can_check_in_with_the_code_of_the_entry(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:2])
    owner.go(f"{cup.page}/desk/entries")
    row(owner, "Ben").locator('[data-do="more"]').tap()
    owner.find('[data-do="link"]').tap()
    expect(owner.find(".link-card img")).to_be_visible()
    secret = owner.find("#entry-link-address").input_value().partition("#")[2]
    sent(api.post(f"{cup.page}/entries/2/check-in", json={}, headers={"Authorization": f"Bearer {secret}"}))
    assert here(cup) == ["Ben"]
