"""The page that opens when a phone scans the code on a table: who plays there now, recorded games, the clock, and why there is nothing to
do."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import PIN, SCORED, Cup, evening, registered
from tests.browser.phones import at_table, enter_pin, names, sentence
from tests.browser.test_accessible import examine
from tests.browser.visitor import AHEAD, Taps
from tests.ops.serving import Serving


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    return evening(api, settings=SCORED)


# --- recorded games -----------------------------------------------------------------------------------------------------------------------


def test_a_game_recorded_by_a_table_link_counts_when_the_other_side_confirms(come: Come, api: httpx.Client) -> None:
    """The page offers nothing that the link does not allow: no hand-over, no rematch, no PIN for a seat."""
    cup = evening(api, ("Rosa", "Sven"), registered(api, "Rosa", "Sven"))
    cup.pair()
    cup.pin(*cup.sides(1, 1)[1])
    one, other = names(cup, 1)
    phone, watching = at_table(come, cup), at_table(come, cup)
    phone.find('[data-do="record"]').tap()
    phone.page.wait_for_url("**/games/**")
    expect(phone.find("#back")).to_have_text("Back to ‹ Table 1")
    phone.opener(one)
    for name in (one, other):
        expect(phone.seat(name)).to_have_class("seat turn")
        phone.place(name, "highest")
    expect(watching.find("#acts a")).to_have_text("Go on with the record")
    expect(phone.find("#turn")).to_contain_text("turned over")
    phone.reveal({one: "KH", other: "3S"})
    expect(phone.find("#life")).to_contain_text("Nobody has confirmed it yet")
    expect(phone.find('[data-do="rematch"]')).to_have_count(0)
    phone.find("#menu > summary").tap()
    expect(phone.find("#menu-acts a", has_text="Replay")).to_be_visible()
    expect(phone.find('[data-do="handover"]')).to_have_count(0)
    expect(phone.find("#pins")).to_be_hidden()
    expect(phone.find("#share")).to_be_hidden()
    expect(watching.find("#acts a")).to_have_text("Confirm the result")

    phone.find('#confirmation [data-seat="1"]').tap()
    for digit in PIN:
        phone.find(f'#confirmation [data-digit="{digit}"]').tap()
    phone.find('#confirmation [data-do="confirm"]').tap()
    phone.find("#life").get_by_text("Back to table 1").tap()
    phone.page.wait_for_url("**/tables/1")
    for each in (phone, watching):
        sentence(each, "Your result counts")
        expect(each.find("#sides li").first).to_contain_text("Won")


def test_only_one_game_is_opened_if_two_phones_tap_twice_each(come: Come, cup: Cup) -> None:
    cup.pair()
    first, second = at_table(come, cup), at_table(come, cup)
    asked = first.hold("**/tables/1/game")  # the second phone must tap before it learns that the game is open
    first.find('[data-do="record"]').dblclick()
    request = first.held_one(asked)
    second.find('[data-do="record"]').dblclick()
    second.page.wait_for_url("**/games/**")
    request.continue_()
    for phone in (first, second):
        phone.page.wait_for_url("**/games/**")
    assert first.game == second.game
    assert cup.types().count("TableLinked") == 1


def test_a_scorekeeper_cannot_make_seat_links_in_a_game_of_a_tournament(come: Come, product: Serving, cup: Cup) -> None:
    cup.pair()
    game = cup.game(1, 1)
    casual = cup.api.post("/games", json={"system": "high-card", "seats": [{}, {}, {}]}).json()["game"]
    token = cup.api.post("/tokens", json={"label": "keeper", "scopes": ["record"]}).json()["token"]
    director: Taps = come(Taps)
    keeper: Taps = come(Taps)
    for visitor, secret in ((director, product.owner()), (keeper, token)):
        visitor.sign_in(secret)
    for visitor, where, shown in ((keeper, game, False), (keeper, casual, True), (director, game, True)):
        visitor.go(f"/games/{where}")
        visitor.find("#share > summary").tap()
        expect(visitor.find("#share-seat")).to_be_visible(visible=shown)


# --- what the page says -------------------------------------------------------------------------------------------------------------------


def test_a_visitor_without_the_link_sees_who_plays_and_can_do_nothing(come: Come, api: httpx.Client) -> None:
    cup = evening(api, settings=SCORED, visibility="public")
    cup.pair()
    cup.entered(1, 1, 4, 2)
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/tables/1")
    sentence(visitor, "Round 1: {} against {}".format(*names(cup, 1)))
    expect(visitor.find("#said")).to_contain_text("A result was typed and waits for the other side")
    expect(visitor.find("#more")).to_contain_text("scan the code on the table")
    expect(visitor.find("main button")).to_have_count(0)


def test_the_page_of_a_table_says_why_there_is_nothing_to_do(come: Come, cup: Cup) -> None:
    """Table 3 is not used. At table 1 one side left, and the director rules a forfeit. Then the round is withdrawn."""
    cup.pair()
    spare, phone = at_table(come, cup, 3), at_table(come, cup)
    sentence(spare, "This table is not used in round 1")
    cup.record(("EntryWithdrawn", {"entry": cup.sides(1, 1)[1][0], "from_round": 2}))
    expect(phone.find("#said")).to_contain_text(f"{names(cup, 1)[1]} left the tournament.")
    cup.forfeit(1, 1)
    sentence(phone, "Round 1: decided without play")
    expect(phone.find("#said")).to_contain_text(f"{names(cup, 1)[0]} wins by forfeit. The director decided this.")


def test_the_page_of_a_table_counts_down_and_says_when_the_bell_has_rung(come: Come, cup: Cup) -> None:
    cup.pair()
    phone = at_table(come, cup)
    expect(phone.find("#clock")).to_be_hidden()
    cup.record(("RoundStarted", {"round": 1, "seconds": 1200}))
    expect(phone.find("#clock")).to_contain_text("left")
    cup.record(("Announced", {"text": "Coffee in the hall"}))
    expect(phone.find("#announced")).to_have_text("From the director: Coffee in the hall")
    cup.record(("BellRung", {"round": 1}))
    expect(phone.find("#clock")).to_have_text("The bell has rung")


def test_the_clock_and_the_announcement_are_right_on_a_phone_whose_clock_is_wrong(come: Come, cup: Cup) -> None:
    cup.start(seconds=2400)
    cup.record(("Announced", {"text": "Coffee in the hall"}))
    phone = at_table(come, cup)
    phone.page.add_init_script(AHEAD.replace("3_600_000", "13 * 3_600_000"))  # announcements are shown for twelve hours
    phone.page.reload()
    expect(phone.find("#clock")).to_have_text(re.compile(r"^(3\d:\d\d|40:00) left$"))
    expect(phone.find("#announced")).to_have_text("From the director: Coffee in the hall")


@SCHEMES
def test_the_page_of_a_table_is_accessible(come: Come, api: httpx.Client, scheme: str) -> None:
    long = "Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh"
    cup = evening(api, (f"{long} the elder", f"{long} the younger"), settings=SCORED)
    cup.pair()
    cup.record(("RoundStarted", {"round": 1, "seconds": 600}))
    cup.pin(1, 2)
    phone: Taps = come(Taps, token=cup.link(table=1), color_scheme=scheme)
    expect(phone.find('[data-do="record"]')).to_be_visible()
    examine(phone)
    phone.find('#acts [data-do="type"]').tap()
    phone.find('[data-do="ruled"]').tap()
    examine(phone)
    for side in (0, 1):
        phone.find(f"#score-{side}").fill("7")
    phone.find('#typing [data-do="won"]').first.tap()
    phone.find('[data-do="send"]').tap()
    who = phone.find('#second [data-do="who"]')  # entry 2 alone: entry 1 won
    who.tap()
    examine(phone)
    who.tap()
    enter_pin(phone, 2)
    sentence(phone, "Your result counts")
    examine(phone)
