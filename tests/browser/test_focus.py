"""When an act takes away the control that had the focus, the focus goes to the line that is now in its place, or to a heading."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.cups import FOUR, PIN, SCORED, Cup, opened, sent
from tests.browser.desks import act, at, cup_of, row
from tests.browser.keyboard import Keys


def begun(api: httpx.Client) -> Cup:
    """Two tables in round 1. A result is typed for each, and waits for a second person."""
    cup = cup_of(api, 4)
    cup.start()
    cup.entered(1, 1, 11, 5)
    cup.entered(1, 2, 11, 8)
    return cup


def test_the_focus_moves_from_a_settled_line_to_the_next_line_and_from_the_last_to_the_heading(keyboard: Keys, api: httpx.Client) -> None:
    at(keyboard, begun(api))
    keyboard.activate(act(keyboard, "approve:1-1"))
    expect(row(keyboard, 2)).to_be_focused()
    keyboard.press("Tab")
    expect(act(keyboard, "approve:1-2")).to_be_focused()
    keyboard.press("Enter")
    expect(keyboard.find("#lines > li", has_text="Nothing is open.")).to_be_focused()
    keyboard.activate(act(keyboard, "pair"))
    expect(act(keyboard, "publish")).to_be_visible()
    expect(keyboard.find("#sentence")).to_be_focused()


def test_holding_enter_down_settles_only_one_line(keyboard: Keys, api: httpx.Client) -> None:
    cup = begun(api)
    at(keyboard, cup)
    keyboard.approach(act(keyboard, "approve:1-1"))
    keyboard.page.keyboard.down("Enter")
    expect(row(keyboard, 2)).to_be_focused()
    for _ in range(3):
        keyboard.page.keyboard.down("Enter")  # the key is still down, so the browser takes this for a repetition
    keyboard.page.keyboard.up("Enter")
    keyboard.activate(keyboard.find("#undo > summary"))
    expect(keyboard.find("#undo li")).not_to_have_count(0)
    assert cup.types().count("ResultApproved") == 1


def test_the_next_missing_player_gets_the_focus_after_a_check_in_with_a_pin(keyboard: Keys, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    keyboard.go(f"{cup.page}/desk/entries")
    lines = keyboard.find("#entries > li")
    keyboard.activate("#more > summary")
    keyboard.check("#pins")
    for name in FOUR[:2]:
        keyboard.activate(lines.filter(has_text=name).locator(".arrive"))
        keyboard.write("#entry-pin", PIN)
        keyboard.activate('[data-do="with-pin"]')
        expect(lines.filter(has_text=name).locator(".chip")).to_have_text("Here")
        expect(lines.first).to_be_focused()
    expect(lines.first).to_contain_text(FOUR[2])


def test_the_heading_of_a_part_gets_the_focus_when_the_part_replaces_another(come: Come, api: httpx.Client) -> None:
    cup = opened(api, FOUR, settings=SCORED)
    cup.start()
    cup.pin(*range(1, 5))
    phone: Keys = come(Keys, token=cup.link("record", table=1))
    phone.activate('#acts [data-do="type"]')
    for side, points in enumerate((11, 4)):
        phone.write(f"#score-{side}", str(points))
    phone.activate('[data-do="send"]')
    expect(phone.find("#second-title")).to_be_visible()
    expect(phone.find("h1, h2").and_(phone.find(":focus"))).to_be_visible()


def test_the_page_does_not_move_the_focus_after_the_user_has_left_a_control(keyboard: Keys, api: httpx.Client) -> None:
    at(keyboard, begun(api))
    keyboard.approach(act(keyboard, "approve:1-1"))
    keyboard.page.evaluate("document.activeElement.blur()")
    keyboard.page.evaluate("document.getElementById('hint').hidden = true")
    keyboard.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(keyboard.find("body")).to_be_focused()


def test_the_page_does_not_move_the_focus_after_the_user_has_left_a_control_that_then_disappears(keyboard: Keys, api: httpx.Client) -> None:
    cup = begun(api)
    at(keyboard, cup)
    keyboard.approach(act(keyboard, "approve:1-1"))
    keyboard.page.evaluate("document.activeElement.blur()")
    keyboard.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    cup.record(("Retracted", {"target": cup.get()["version"] - 1}))
    expect(act(keyboard, "approve:1-1")).to_have_count(0)
    keyboard.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(keyboard.find("body")).to_be_focused()


def test_a_control_keeps_the_focus_when_its_line_moves(keyboard: Keys, api: httpx.Client) -> None:
    """Missing players are listed first. Anna is checked in on another device, so her line moves."""
    cup = opened(api, FOUR)
    keyboard.go(f"{cup.page}/desk/entries")
    more = keyboard.find("#entries > li", has_text=FOUR[0]).locator('[data-do="more"]')
    keyboard.approach(more)
    sent(api.post(f"{cup.page}/entries/1/check-in", json={}))
    expect(keyboard.find("#entries > li").last).to_contain_text(FOUR[0])
    expect(more).to_be_focused()
