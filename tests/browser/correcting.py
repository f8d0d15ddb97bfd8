"""Steps to correct a record: choose an entry, say what it should be, look at what that changes, say why."""

from playwright.sync_api import expect

from tests.browser.visitor import Taps


def change(visitor: Taps, version: int, what: str) -> None:
    """Open the record and choose an action for an entry."""
    if visitor.find("#history").get_attribute("open") is None:
        visitor.find("#history > summary").tap()
    entry = visitor.find(f'#history-list [data-key="v{version}"]')
    entry.locator("summary").tap()
    entry.locator(f'[data-do="{what}"]').tap()


def look(visitor: Taps) -> None:
    """Go from the form to the preview of its changes."""
    visitor.find('#other-form [data-do="commit"]').tap()
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")


def record(visitor: Taps, why: str | None = None) -> None:
    """Look at what a correction would change, say why, and record it."""
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")
    if why:
        visitor.find(f'#review [data-reason="{why}"]').tap()
    visitor.find("#review-send").tap()
    expect(visitor.find("#review")).to_be_hidden()
