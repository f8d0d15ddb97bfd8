"""What players do on the phones at their table."""

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.cups import PIN, Cup
from tests.browser.visitor import Taps


def at_table(come: Come, cup: Cup, table: int = 1) -> Taps:
    """Return a phone that has scanned the code of the table."""
    phone: Taps = come(Taps, token=cup.link(table=table))
    expect(phone.find("#connection")).to_have_text("Live")
    return phone


def sentence(phone: Taps, text: str) -> None:
    expect(phone.find("#sentence")).to_have_text(text)


def type_in(phone: Taps, *scores: int) -> None:
    phone.find('#acts [data-do="type"]').tap()
    for side, score in enumerate(scores):
        phone.find(f"#score-{side}").fill(str(score))
    phone.find('[data-do="send"]').tap()


def enter_pin(phone: Taps, entry: int, pin: str = PIN) -> None:
    phone.find(f'#second [data-entry="{entry}"]').tap()
    for digit in pin:
        phone.find(f'#second [data-digit="{digit}"]').tap()
    phone.find('#second [data-do="approve"]').tap()


def names(cup: Cup, number: int, table: int = 1) -> list[str]:
    entries = {entry["entry"]: entry["name"] for entry in cup.get()["entries"]}
    return [" and ".join(entries[entry] for entry in side) for side in cup.sides(number, table)]
