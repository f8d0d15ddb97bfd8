"""Steps of a correction on the page of a game: choose an entry, fill in the form, look at the preview, give a reason."""

from playwright.sync_api import expect

from tests.browser.visitor import Hands


def change(visitor: Hands, version: int, what: str) -> None:
    """Unfold the history on the page and, in it, the event with this version. Press the button of this event whose `data-do` is `what`."""
    if visitor.find("#history").get_attribute("open") is None:
        visitor.activate("#history > summary")
    entry = visitor.find(f'#history-list [data-key="v{version}"]')
    visitor.activate(entry.locator("summary"))
    visitor.activate(entry.locator(f'[data-do="{what}"]'))


def pick(visitor: Hands, act: str) -> None:
    """Choose the act of that type in the list of the dialog, and unfold what is folded above it."""
    button = visitor.find(f'#other-list [data-type="{act}"]')
    expect(button).to_have_count(1)
    if not button.is_visible():
        visitor.activate("#other-list details > summary")
    visitor.activate(button)
    expect(visitor.find("#other-form")).to_be_visible()


def look(visitor: Hands) -> None:
    visitor.activate('#other-form [data-do="commit"]')
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")


def record(visitor: Hands, why: str | None = None) -> None:
    """Wait for the preview, choose the reason `why` unless it is empty, and record the correction."""
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")
    if why:
        visitor.activate(f'#review [data-reason="{why}"]')
    visitor.activate("#review-send")
    expect(visitor.find("#review")).to_be_hidden()
