"""Steps of a correction on the page of a game: choose an entry, fill in the form, look at the preview, give a reason."""

from playwright.sync_api import expect

from tests.browser.visitor import Taps


def change(visitor: Taps, version: int, what: str) -> None:
    """Unfold the history on the page. For the entry of event `version` choose the action `what`."""
    if visitor.find("#history").get_attribute("open") is None:
        visitor.find("#history > summary").tap()
    entry = visitor.find(f'#history-list [data-key="v{version}"]')
    entry.locator("summary").tap()
    entry.locator(f'[data-do="{what}"]').tap()


def look(visitor: Taps) -> None:
    visitor.find('#other-form [data-do="commit"]').tap()
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")


def record(visitor: Taps, why: str | None = None) -> None:
    """Wait for the preview, choose the reason `why` unless it is empty, and record the correction."""
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")
    if why:
        visitor.find(f'#review [data-reason="{why}"]').tap()
    visitor.find("#review-send").tap()
    expect(visitor.find("#review")).to_be_hidden()
