"""The page of a check-in link: a player arrives, sees where to sit, and says whether a result is right."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import PIN, SCORED, Cup, evening
from tests.browser.games import say
from tests.browser.phones import sentence
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps

STATED = ("ResultStated", {"winners": [0], "scores": {"0": 4, "1": 2}})


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    return evening(api, settings=SCORED)


def arriving(come: Come, cup: Cup, entry: int, **options: str) -> Taps:
    phone: Taps = come(Taps, token=cup.link("read", entry=entry), **options)
    expect(phone.find("#connection")).to_have_text("Live")
    return phone


def name(cup: Cup, entry: int) -> str:
    return str(next(each["name"] for each in cup.get()["entries"] if each["entry"] == entry))


def test_a_player_checks_in_with_a_pin_and_approves_a_result_on_their_own_phone(come: Come, cup: Cup) -> None:
    phone = arriving(come, cup, 1)
    sentence(phone, "Are you Anna?")
    phone.find("#own-pin").fill(PIN)
    phone.find('[data-do="show-pin"]').tap()
    expect(phone.find("#own-pin")).to_have_attribute("type", "text")
    phone.find('[data-do="here"]').dblclick()
    sentence(phone, "You are checked in")
    expect(phone.find("#said")).to_contain_text("your PIN is set")
    assert [entry["here"] for entry in cup.get()["entries"]] == [True, False, False, False]

    cup.pair()
    table = next(each["table"] for each in cup.get("/rounds/1")["tables"] if [1] in each["sides"])
    sentence(phone, f"Round 1: you play at table {table}")
    cup.record(("RoundStarted", {"round": 1, "seconds": 900}))
    expect(phone.find("#clock")).to_contain_text("left")
    waiting = cup.entered(1, table, 7, 11)
    expect(phone.find("#asked h2")).to_have_text("Somebody typed the result of your table. Is it right?")
    phone.find('[data-do="yes"]').dblclick()
    sentence(phone, "Round 1: your result counts")
    expect(phone.find("#mine")).to_contain_text("Place")
    expect(phone.find("#mine a", has_text="Why?")).to_have_attribute("href", f"{cup.page}/entries/1")
    approvals = [event["data"] for event in cup.get("/events")["events"] if event["type"] == "ResultApproved"]
    assert approvals == [{"round": 1, "table": table, "result": waiting, "entry": 1}]
    assert cup.get(f"/rounds/1/tables/{table}/entries")["entries"][cup.sides(1, table).index([1])]["pin"]


def test_a_result_that_a_player_denies_does_not_count(come: Come, cup: Cup) -> None:
    cup.pair()
    entry = cup.sides(1, 1)[0][0]
    phone = arriving(come, cup, entry)
    first = cup.entered(1, 1, 7, 11)
    phone.find('[data-do="no"]').tap()
    expect(phone.find("#asked")).to_contain_text("It does not count yet")
    assert cup.table(1, 1)["result"] is None
    cup.entered(1, 1, 11, 7)
    expect(phone.find("#asked .result-line")).to_contain_text(" 11, ")
    phone.find('[data-do="yes"]').tap()
    sentence(phone, "Round 1: your result counts")
    assert cup.table(1, 1)["result"]["version"] > first


def test_a_player_confirms_the_recorded_game_of_their_own_table(come: Come, cup: Cup) -> None:
    cup.pair()
    entry = cup.sides(1, 1)[1][0]
    phone = arriving(come, cup, entry)
    game = cup.game(1, 1)
    expect(phone.find("#asked")).to_be_empty()
    say(cup.api, game, STATED)
    expect(phone.find("#asked h2")).to_have_text("The game of your table is over. Is this the result?")
    one, other = (name(cup, side[0]) for side in cup.sides(1, 1))
    expect(phone.find("#asked .result-line")).to_have_text(f"{one} 4, {other} 2.")
    phone.find('[data-do="confirm"]').dblclick()
    sentence(phone, "Round 1: your result counts")
    confirmed = cup.api.get(f"/games/{game}").json()["life"]["confirmed"]
    assert confirmed["seats"] == [1]


def test_the_page_of_a_player_says_who_sits_out_has_left_or_has_finished(come: Come, api: httpx.Client) -> None:
    cup = evening(api, ("Anna", "Carl", "Ben"), settings={"rounds": 1}, format="swiss")
    cup.pair()
    (spare,) = cup.get("/rounds/1")["sits_out"]
    phone = arriving(come, cup, spare)
    sentence(phone, f"Are you {name(cup, spare)}?")
    phone.find('[data-do="here"]').tap()
    sentence(phone, "Round 1: you sit out")
    expect(phone.find("#said")).to_contain_text("It was the last round.")
    cup.record(("EntryWithdrawn", {"entry": spare, "from_round": 2}))
    sentence(phone, "You left the tournament")
    cup.typed(1, 1, 3, 1)
    cup.record(("TournamentFinished", {}))
    sentence(phone, "The tournament is over")


def test_a_pin_that_is_too_short_is_refused_and_a_player_can_set_a_new_one(come: Come, cup: Cup) -> None:
    phone = arriving(come, cup, 2)
    phone.find("#own-pin").fill("12")
    phone.find('[data-do="here"]').tap()
    expect(phone.find("#failed")).to_have_text("A PIN has 4 to 8 digits, and nothing else.")
    assert not cup.get()["entries"][1]["here"]
    phone.find("#own-pin").fill("")
    phone.find('[data-do="here"]').tap()
    sentence(phone, "You are checked in")
    phone.find("#pin summary").tap()
    phone.find("#own-pin").fill("8642")
    phone.find("#own-pin").press("Enter")
    expect(phone.find("#said")).to_contain_text("Your new PIN is set.")


def test_a_visitor_who_does_not_play_learns_that_the_page_is_for_players(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps, token=cup.link(table=1))
    visitor.go(f"{cup.page}/checkin")
    sentence(visitor, "This page is for players")
    expect(visitor.find("main button")).to_have_count(0)


@SCHEMES
def test_the_page_of_a_check_in_link_is_accessible(come: Come, api: httpx.Client, scheme: str) -> None:
    long = "Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh"
    cup = evening(api, (f"{long} the elder", f"{long} the younger"))
    phone = arriving(come, cup, 1, color_scheme=scheme)
    examine(phone)
    phone.find('[data-do="here"]').tap()
    sentence(phone, "You are checked in")
    cup.pair()
    cup.entered(1, 1, 3, 1)
    expect(phone.find('[data-do="yes"]')).to_be_visible()
    phone.find("#pin summary").tap()
    examine(phone)
    phone.find('[data-do="no"]').tap()
    examine(phone)
