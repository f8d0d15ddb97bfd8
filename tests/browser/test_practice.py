"""A practice table: a stranger plays at once, without a link. The table ends within the hour, unless a member of a club keeps its game
(docs/decisions/practice.md)."""

import httpx
import pytest
from playwright.sync_api import expect

from domain.systems import SYSTEMS
from tests.browser.conftest import Come
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps

AN_HOUR = 60 * 60 * 1000


def seated(come: Come, slug: str = "high-card", **options: str) -> Taps:
    """Return a stranger at a practice table."""
    visitor: Taps = come(Taps, **options)
    visitor.go(f"/practice?system={slug}")
    visitor.find(f'.quick [data-system="{slug}"]').tap()
    expect(visitor.find("#tools")).to_be_visible()
    return visitor


@pytest.mark.smoke
def test_a_stranger_is_two_taps_away_from_recording_a_hand(come: Come) -> None:
    visitor: Taps = come(Taps)
    visitor.go("/")
    visitor.find(".way.first").tap()
    expect(visitor.find("h1")).to_have_text("Try a table")
    visitor.find(".quick .tile").first.tap()
    expect(visitor.find("#tools")).to_be_visible()
    visitor.opener("Anna")
    for name, call in (("Anna", "highest"), ("Ben", "lowest"), ("Cleo", "middle"), ("Dan", "middle")):
        expect(visitor.seat(name)).to_have_class("seat turn")
        visitor.place(name, call)
    expect(visitor.find("#turn")).to_contain_text("turned over")
    visitor.reveal({"Anna": "TS", "Ben": "2C", "Cleo": "9H", "Dan": "8D"})
    expect(visitor.find("#where")).to_contain_text("hand 2")
    expect(visitor.find("#practice")).to_contain_text("Practice table. It is cleared at")
    examine(visitor)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_practice_tables_offers_every_game(come: Come, scheme: str) -> None:
    visitor: Taps = come(Taps, color_scheme=scheme)
    visitor.go("/practice")
    tiles = {str(tile.get_attribute("data-system")) for tile in visitor.find(".tile[data-system]").all()}
    assert tiles == set(SYSTEMS)
    names = visitor.find(".quick b").all_text_contents()
    assert names == [SYSTEMS[slug].name for slug in ("high-card", "spades-standard", "smear-ten-point")]
    visitor.find("summary", has_text="Pitch and Smear").tap()
    examine(visitor)
    visitor.find('details [data-system="smear-53-eight"]').tap()
    expect(visitor.find("#seats .seat")).to_have_count(8)


def test_the_names_that_a_stranger_types_sit_at_the_table(come: Come) -> None:
    visitor: Taps = come(Taps)
    visitor.go("/practice")
    visitor.write("#players", "Xavier, Yara")
    visitor.find('.quick [data-system="high-card"]').tap()
    expect(visitor.find("#tools")).to_be_visible()
    assert visitor.names("") == ["Xavier", "Yara"]
    visitor.go("/practice")
    visitor.write("#players", ",".join("abcdefg"))
    visitor.find('.quick [data-system="spades-standard"]').tap()
    expect(visitor.find("#told")).to_have_text("Spades with breaking has at most 4 players, and you named 7.")


def test_the_last_practice_game_is_proposed_with_its_seats(come: Come) -> None:
    visitor: Taps = come(Taps)
    visitor.go("/practice")
    expect(visitor.find("#last")).to_be_hidden()
    visitor.write("#players", "Xavier, Yara")
    visitor.find('.quick [data-system="high-card"]').tap()
    expect(visitor.find("#tools")).to_be_visible()
    visitor.go("/practice")
    expect(visitor.find("#last")).to_have_text("Same as last time High Card with Xavier and Yara")
    visitor.find("#last button").tap()
    expect(visitor.find("#tools")).to_be_visible()
    assert visitor.names("") == ["Xavier", "Yara"]


def test_the_last_game_of_a_club_is_proposed_with_its_seats(owner: Taps) -> None:
    owner.go("/games/new")
    expect(owner.find("#find")).to_be_visible()
    expect(owner.find("#last")).to_be_hidden()
    owner.start(["Ann", "Bob", "Cyd"], system="One-up")
    owner.go("/games/new")
    expect(owner.find("#last button")).to_have_text("One-up Ann, Bob and Cyd")
    expect(owner.find("#chosen-name")).to_have_text("One-up")
    owner.find("#last button").tap()
    expect(owner.find("#name-2")).to_have_value("Cyd")
    expect(owner.find("#seats .seat-row")).to_have_count(3)
    examine(owner)
    owner.find("#send").tap()
    expect(owner.find("#tools")).to_be_visible()
    assert owner.names("") == ["Ann", "Bob", "Cyd"]


def test_a_member_keeps_the_game_of_a_practice_table(come: Come, api: httpx.Client) -> None:
    guest = seated(come)
    guest.opener("Ben")
    guest.find('[data-do="keep"]').tap()
    examine(guest)
    guest.find('#keep [data-do="link"]').tap()
    expect(guest.find("#keep-link img")).to_be_visible()
    link = guest.find("#keep-address").input_value().partition("#")[2]
    scorekeeper = api.post("/tokens", json={"label": "a scorekeeper", "scopes": ["record"]}).json()["token"]
    member: Taps = come(Taps, token=scorekeeper)
    member.go(f"/join#{link}")
    expect(member.find("#sentence")).to_have_text("A practice table")
    examine(member)
    member.find("button", has_text="Keep it in").tap()
    expect(member.find("#tools")).to_be_visible()
    assert member.game.partition("-")[2] == guest.game.partition("-")[2]
    assert member.names("") == ["Anna", "Ben", "Cleo", "Dan"]
    expect(member.find("#practice")).to_have_count(0)
    member.go("/games")
    expect(member.find("#signed-in")).to_contain_text("Signed in to club")


def test_another_device_records_at_the_same_practice_table(come: Come) -> None:
    guest = seated(come)
    guest.find('[data-do="keep"]').tap()
    guest.find('#keep [data-do="link"]').tap()
    other: Taps = come(Taps, token=guest.find("#keep-address").input_value().partition("#")[2])
    other.opener("Cleo")
    guest.find('#keep [data-do="close"]').tap()
    expect(guest.find("#turn")).to_contain_text("Cleo")


def test_a_practice_table_offers_nothing_that_would_be_refused(come: Come) -> None:
    guest = seated(come)
    expect(guest.find("#share")).to_be_hidden()
    guest.find("#menu > summary").tap()
    expect(guest.find("#menu-acts")).not_to_contain_text("Hand over")
    expect(guest.find("#pins")).to_be_hidden()


def test_a_practice_table_that_is_left_open_says_that_it_has_ended(come: Come) -> None:
    guest: Taps = come(Taps)
    guest.page.clock.install()
    guest.go("/practice")
    guest.find(".quick .tile").first.tap()
    expect(guest.find("#tools")).to_be_visible()
    guest.find('[data-do="keep"]').tap()
    guest.page.clock.fast_forward(AN_HOUR)
    expect(guest.find("h1:not(#title)")).to_have_text("This practice table has ended")
    expect(guest.find("#main")).to_be_hidden()
    expect(guest.find("#keep")).to_be_hidden()
    guest.find("a.primary").tap()
    expect(guest.find("h1")).to_have_text("Try a table")


def test_strangers_find_practice_from_rules_and_games(come: Come) -> None:
    visitor: Taps = come(Taps)
    visitor.go("/systems/one-up")
    visitor.find("nav a", has_text="Try it").tap()
    expect(visitor.find(".quick .tile").first).to_contain_text("One-up")
    visitor.go("/games")
    expect(visitor.find('#visitor a[href="/practice"]')).to_be_visible()
