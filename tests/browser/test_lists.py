"""Some lists act as soon as an entry is chosen. They do not act on entries that the arrow keys only pass."""

import httpx
from playwright.sync_api import expect

from tests.browser.games import opened
from tests.browser.keyboard import Keys
from tests.waiting import until


def seen_by(api: httpx.Client, game: str) -> list[str]:
    """Return each recorded value of the setting "who may watch the game", the oldest first."""
    events = api.get(f"/games/{game}/events").json()["events"]
    return [event["data"]["visibility"] for event in events if event["type"] == "VisibilitySet"]


def test_a_choice_by_arrow_keys_is_recorded_on_enter_or_when_the_focus_leaves_the_list(keyboard: Keys, api: httpx.Client) -> None:
    game = opened(api)
    keyboard.go(f"/games/{game}")
    keyboard.activate("#share > summary")
    keyboard.approach("#visibility")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(keyboard.find("#undo")).to_contain_text("everybody may watch")
    keyboard.press("ArrowUp")
    keyboard.press("ArrowUp")
    keyboard.press("Tab")
    expect(keyboard.find("#undo")).to_contain_text("only members")
    until(lambda: seen_by(api, game) == ["public", "private"])


def test_choosing_an_entry_of_an_open_list_records_it_at_once(keyboard: Keys, api: httpx.Client) -> None:
    game = opened(api)
    keyboard.go(f"/games/{game}")
    keyboard.activate("#share > summary")
    keyboard.approach("#visibility")
    for key in (" ", "ArrowDown", "Enter"):
        keyboard.press(key)
    expect(keyboard.find("#undo")).to_contain_text("everybody who has the address")


def test_escape_restores_the_entry_that_was_chosen_before_the_arrow_keys(keyboard: Keys, api: httpx.Client) -> None:
    game = opened(api)
    keyboard.go(f"/games/{game}")
    keyboard.activate("#share > summary")
    keyboard.approach("#visibility")
    for key in ("ArrowDown", "Escape"):
        keyboard.press(key)
    expect(keyboard.find("#visibility")).to_have_value("private")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        keyboard.press(key)
    expect(keyboard.find("#undo")).to_contain_text("everybody may watch")
    until(lambda: seen_by(api, game) == ["public"])


def test_a_chosen_view_opens_on_enter_and_not_while_the_arrow_keys_move_through_the_list(keyboard: Keys, api: httpx.Client) -> None:
    game = opened(api)
    keyboard.go(f"/games/{game}")
    asked: list[str] = []
    keyboard.page.on("request", lambda request: asked.append(request.url) if request.is_navigation_request() else None)
    keyboard.approach("#viewpoint")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    keyboard.page.wait_for_url("**/games/*?view=public")
    assert [url.partition("?")[2] for url in asked] == ["view=public"]
