"""A recorder corrects a wrong card, inserts a forgotten act, and undoes acts. The connection may be lost, or another person may record
too."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Come
from tests.browser.correcting import change, pick, record
from tests.browser.games import say
from tests.browser.visitor import NETWORK, Taps
from tests.ops.serving import Serving
from tests.waiting import until

PLAYERS = ["Chris", "Guy", "Eric"]


@pytest.fixture
def table(owner: Taps) -> Taps:
    """The owner's page of a game with three players. Chris, the opener, must place a card next."""
    owner.start(PLAYERS)
    owner.opener("Chris")
    expect(owner.seat("Chris")).to_have_class("seat turn")
    return owner


def test_a_wrongly_recorded_card_can_be_corrected(table: Taps, api: httpx.Client) -> None:
    table.place("Chris", "middle", "TS")
    expect(table.seat("Guy")).to_have_class("seat turn")
    change(table, 3, "correct")
    table.find('#other-form [data-card="9S"]').tap()
    table.find('#other-form [data-do="commit"]').tap()
    record(table, "misheard")
    expect(table.seat("Chris")).to_contain_text("9 of spades")
    expect(table.find('#history-list [data-key="v3"] s')).to_be_visible()
    state = api.get(f"/games/{table.game}").json()
    assert (state["version"], state["view"]["seats"]["0"]["card"], state["view"]["turn"]) == (5, "9S", [1])


def test_a_forgotten_act_can_be_inserted(table: Taps, api: httpx.Client) -> None:
    table.place("Guy", "highest", "KH")
    expect(table.find(".finding")).to_contain_text("although it was Chris's turn")
    change(table, 2, "insert")
    pick(table, "CardPlaced")
    table.find('#other-form button[data-seat="0"]').tap()
    table.find('#other-form [data-word="lowest"]').tap()
    table.find('#other-form [data-card="2C"]').tap()
    table.find('#other-form [data-do="commit"]').tap()
    record(table)
    expect(table.seat("Eric")).to_have_class("seat turn")
    expect(table.find("#findings-list")).to_contain_text("Nothing found")
    expect(table.find("#undo")).to_have_text("↶ Undo insertion: Chris places the two of clubs and calls lowest")
    assert api.get(f"/games/{table.game}/events").json()["events"][-1]["after"] == 2


def test_a_forgotten_deal_takes_its_place_and_later_deals_move_up(owner: Taps, api: httpx.Client) -> None:
    """Two deals of Spades are stated, then the one that was played between them. Undo takes everything back at once."""
    owner.start(["Ann", "Bob", "Cyd", "Dan"], system="Spades with breaking")
    stated: list[dict[str, object]] = [
        {"round": number, "bids": {"0": 4, "1": 3, "2": 3, "3": 3}, "tricks": {"0": taken, "1": 13 - taken}}
        for number, taken in enumerate((7, 8, 9), 1)
    ]
    say(api, owner.game, ("TricksStated", stated[0]), ("TricksStated", {**stated[2], "round": 2}))
    two = api.get(f"/games/{owner.game}").json()["outcome"]
    change(owner, 2, "insert")
    pick(owner, "TricksStated")
    owner.find('#other-form [data-do="seat"][data-seat="0"]').tap()
    for number in (4, 3, 3, 3, 8, 5):
        owner.find(f'#other-form [data-number="{number}"]').tap()
    owner.find('#other-form [data-do="commit"]').tap()
    record(owner)
    expect(owner.find("#undo")).to_have_attribute("data-version", "6")
    whole = api.post("/games", json={"system": "spades-standard", "seats": [{"name": name} for name in "ABCD"]}).json()["game"]
    say(api, whole, *(("TricksStated", each) for each in stated))
    now = api.get(f"/games/{owner.game}").json()
    assert now["outcome"]["scores"] == api.get(f"/games/{whole}").json()["outcome"]["scores"]
    expect(owner.find("#findings-list")).to_contain_text("Nothing found")
    owner.find("#undo").tap()
    expect(owner.find("#undo")).to_have_attribute("data-version", "3")
    assert api.get(f"/games/{owner.game}").json()["outcome"] == two


def test_pressing_undo_again_takes_back_the_previous_act(table: Taps, api: httpx.Client) -> None:
    table.place("Chris", "middle", "TS")
    expect(table.find("#undo")).to_have_text("↶ Undo: Chris places the ten of spades and calls middle")
    table.find("#undo").tap()
    expect(table.seat("Chris")).to_have_class("seat turn")
    expect(table.find("#undo")).to_have_text("↶ Undo: Chris opens")
    table.find("#undo").tap()
    expect(table.find("#turn")).to_have_text("Who opens the round?")
    assert api.get(f"/games/{table.game}").json()["view"]["phase"] == "opener"


def test_pressing_undo_after_a_correction_restores_the_corrected_act(table: Taps) -> None:
    table.place("Chris", "middle", "TS")
    expect(table.seat("Guy")).to_have_class("seat turn")
    change(table, 3, "correct")
    table.find('#other-form [data-word="highest"]').tap()
    table.find('#other-form [data-do="commit"]').tap()
    record(table, "typing slip")
    expect(table.seat("Chris")).to_contain_text("highest")
    table.find("#undo").tap()
    expect(table.seat("Chris")).to_contain_text("middle")


def test_undo_waits_until_the_page_has_read_the_record(table: Taps) -> None:
    """Until then, the button still names the act that the correction took back, and to take it back again is refused."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.place("Chris", "middle", "TS")
    expect(table.find("#undo")).to_have_text("↶ Undo: Chris places the ten of spades and calls middle")
    change(table, 3, "correct")
    table.find('#other-form [data-word="highest"]').tap()
    table.find('#other-form [data-do="commit"]').tap()
    table.page.route("**/events?after=*", hold)
    record(table, "typing slip")
    expect(table.seat("Chris")).to_contain_text("highest")
    expect(table.find("#undo")).to_be_disabled()
    table.find("#undo").dispatch_event("click")
    for each in held:
        each.continue_()
    table.page.unroute("**/events?after=*")
    expect(table.find("#undo")).to_have_text("↶ Undo, back to: Chris places the ten of spades and calls middle")
    table.find("#undo").tap()
    expect(table.seat("Chris")).to_contain_text("middle")


def test_an_act_that_was_undone_can_be_restored(table: Taps) -> None:
    table.place("Chris", "middle")
    expect(table.seat("Guy")).to_have_class("seat turn")
    change(table, 3, "retract")
    record(table, "did not happen")
    expect(table.seat("Chris")).to_have_class("seat turn")
    change(table, 3, "restore")
    record(table, "typing slip")
    expect(table.seat("Guy")).to_have_class("seat turn")


def test_a_player_can_be_added_from_the_menu(table: Taps, api: httpx.Client) -> None:
    table.find('[data-do="other"]').tap()
    pick(table, "PlayerJoined")
    table.find('#other-form select[data-field="seat"]').select_option("3")
    table.find('#other-form [data-kind="person"]').fill("Jason")
    table.find('#other-form [data-do="commit"]').tap()
    expect(table.seat("Jason")).to_be_visible()
    assert api.get(f"/games/{table.game}").json()["seats"][3]["name"] == "Jason"


def test_a_result_can_be_stated_without_recording_a_card(table: Taps, api: httpx.Client) -> None:
    table.find("#end").tap()
    pick(table, "ResultStated")
    table.find('#other-form button[data-seat="1"]').tap()
    table.find('#other-form [data-do="commit"]').tap()
    expect(table.find("#turn")).to_have_text("Guy wins.")
    assert api.get(f"/games/{table.game}").json()["outcome"]["winners"] == [1]


def test_an_act_recorded_offline_is_stored_once_when_the_connection_returns(table: Taps, api: httpx.Client) -> None:
    table.page.context.set_offline(True)
    table.place("Chris", "middle", "TS")
    expect(table.find("#notice")).to_contain_text("Not yet stored")
    expect(table.find("#connection")).to_have_text("Offline")
    assert api.get(f"/games/{table.game}").json()["version"] == 2
    table.page.context.set_offline(False)
    expect(table.seat("Guy")).to_have_class("seat turn")
    expect(table.find("#notice")).to_be_empty()
    expect(table.find("#connection")).to_have_text("Live")
    assert [event["type"] for event in api.get(f"/games/{table.game}/events").json()["events"]][2:] == ["CardPlaced"]
    table.forgive(NETWORK)


def test_the_form_accepts_acts_again_after_an_unsent_act_is_discarded(table: Taps, api: httpx.Client) -> None:
    refusal = {"status": 422, "content_type": "application/problem+json", "body": '{"title": "Refused", "status": 422}'}
    table.page.route("**/api/v1/games/*/events", lambda route: route.fulfill(**refusal))
    table.place("Chris", "middle", "TS")
    expect(table.find("#seats")).to_contain_text("Not stored. Choose above: record it or discard it.")
    table.page.unroute("**/api/v1/games/*/events")
    table.find('#notice [data-do="drop"]').tap()
    table.place("Chris", "lowest", "2C")
    expect(table.seat("Guy")).to_have_class("seat turn")
    assert api.get(f"/games/{table.game}/events").json()["events"][-1]["data"]["call"] == "lowest"
    table.forgive("422")


def test_an_unsent_act_survives_a_reload_of_the_page_and_is_stored_once(table: Taps, api: httpx.Client) -> None:
    events = "**/api/v1/games/*/events"

    def lose_the_answer(route):  # type: ignore[no-untyped-def]
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    table.page.route(events, lose_the_answer)
    table.place("Chris", "middle", "TS")
    expect(table.find("#notice")).to_contain_text("Not yet stored")
    table.page.unroute(events)
    table.page.reload()
    expect(table.seat("Guy")).to_have_class("seat turn")
    expect(table.find("#notice")).to_be_empty()
    assert api.get(f"/games/{table.game}").json()["version"] == 3
    table.forgive(NETWORK)


def test_a_recorder_is_asked_what_to_do_when_somebody_else_recorded_first(
    table: Taps, come: Come, product: Serving, api: httpx.Client
) -> None:
    table.page.route("**/live", lambda route: route.abort())
    table.page.reload()
    expect(table.seat("Chris")).to_have_class("seat turn")
    other: Taps = come(Taps, token=product.owner())
    other.go(f"/games/{table.game}")
    other.place("Chris", "lowest", "2C")
    expect(other.seat("Guy")).to_have_class("seat turn")
    table.place("Guy", "highest", "KH")
    expect(table.find("#notice")).to_contain_text("somebody else recorded here")
    table.find('#notice [data-do="anyway"]').tap()
    expect(table.find("#notice")).to_be_empty()
    until(lambda: [event["data"].get("seat") for event in api.get(f"/games/{table.game}/events").json()["events"]][2:] == [0, 1])
    table.page.unroute("**/live")  # from here on, the page can connect to the live stream again
    expect(table.find("#connection")).to_have_text("Live")
    table.forgive(NETWORK, "412")
