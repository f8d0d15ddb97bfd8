"""A table goes on without a network: the form records any number of acts, and sends each once, in order, when the network is back."""

import json

import httpx
import pytest
from playwright.sync_api import Route, expect

from service.offline import engine
from tests.browser.conftest import Come
from tests.browser.correcting import change
from tests.browser.games import link, opened, say
from tests.browser.offline import AT_ONCE, REFUSING, RULES, back, cut, recorded, types, waits
from tests.browser.visitor import NETWORK, Taps
from tests.waiting import until

EVENTS = "**/api/v1/games/*/events"


def place(phone: Taps, name: str, call: str) -> None:
    """Place a card that nobody knows, without rules: no tap records by itself."""
    phone.seat(name).tap()
    phone.find(f'#seats [data-word="{call}"]').tap()
    phone.find('#seats [data-do="commit"]').tap()


@pytest.fixture
def bare(come: Come, api: httpx.Client) -> Taps:
    """A phone at a table of three that cannot load the rules. Chris has been chosen as the opener."""
    phone: Taps = come(Taps, token=link(api, opened(api), "record"))
    phone.page.context.route(RULES, lambda route: route.abort())
    phone.forgive(NETWORK)
    phone.page.reload()
    expect(phone.find("#connection")).to_have_text("Live")
    return phone


def test_without_rules_ten_acts_are_recorded_offline_and_stored_once_in_order(bare: Taps, api: httpx.Client) -> None:
    names = ("Chris", "Guy", "Eric")
    cut(bare)
    bare.place("Chris", "middle", "TS")
    for number in range(2, 11):
        waits(bare, number - 1)
        place(bare, names[(number - 1) % 3], "lowest")
    waits(bare, 10)
    expect(bare.find("#undo")).to_contain_text("Undo: Place and call")
    back(bare)
    placed = recorded(api, bare.game)[2:]
    assert [(event["type"], event["data"]["seat"]) for event in placed] == [("CardPlaced", number % 3) for number in range(10)]


def test_without_rules_undo_takes_back_what_was_not_sent_and_retracts_what_may_have_been(bare: Taps, api: httpx.Client) -> None:
    cut(bare)
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    place(bare, "Guy", "lowest")
    waits(bare, 2)
    bare.find("#undo").tap()
    waits(bare, 1)
    bare.find("#undo").tap()
    waits(bare, 2)
    place(bare, "Chris", "highest")
    waits(bare, 3)
    back(bare)
    events = recorded(api, bare.game)[2:]
    assert [event["type"] for event in events] == ["CardPlaced", "Retracted", "CardPlaced"]
    assert (events[1]["data"]["target"], events[2]["data"]["call"]) == (3, "highest")


def test_a_server_that_does_not_answer_does_not_close_the_form(bare: Taps, api: httpx.Client) -> None:
    held = bare.hold(EVENTS, times=1)
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    place(bare, "Guy", "lowest")
    waits(bare, 2)
    held[0].continue_()
    expect(bare.find("#notice")).to_be_empty()
    assert types(api, bare.game)[2:] == ["CardPlaced"] * 2


def test_acts_survive_a_killed_tab_and_every_page_says_that_they_wait(bare: Taps, api: httpx.Client) -> None:
    phone, game = Taps(bare.page.context.new_page(), bare.url), bare.game
    bare.page.context.add_init_script(REFUSING)
    bare.go("/")
    bare.page.evaluate("localStorage.refusing = 1")
    phone.go(f"/games/{game}")
    expect(phone.find("#connection")).to_have_text("Live")
    phone.place("Chris", "middle", "TS")
    waits(phone, 1)
    place(phone, "Guy", "lowest")
    waits(phone, 2)
    phone.page.close()
    bare.go("/")
    expect(bare.find("#unstored")).to_contain_text("2 acts of High Card are not stored yet.")
    assert types(api, game)[2:] == []
    bare.find('#unstored [data-do="retry"]').tap()
    bare.page.evaluate("delete localStorage.refusing")
    expect(bare.find("#unstored")).to_be_empty()
    assert types(api, game)[2:] == ["CardPlaced"] * 2


def test_pages_of_the_game_without_a_form_say_that_acts_wait(bare: Taps, api: httpx.Client) -> None:
    bare.page.add_init_script(REFUSING)
    bare.page.evaluate("localStorage.refusing = 1")
    bare.page.reload()
    expect(bare.find("#connection")).to_have_text("Live")
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    expect(bare.find("#unstored")).to_have_count(0)
    for address in (f"/games/{bare.game}?view=public", f"/games/{bare.game}/replay"):
        bare.go(address)
        expect(bare.find("#unstored")).to_contain_text("1 act of High Card is not stored yet.")
    bare.page.evaluate("delete localStorage.refusing")
    bare.find('#unstored [data-do="retry"]').tap()
    expect(bare.find("#unstored")).to_be_empty()
    assert types(api, bare.game)[2:] == ["CardPlaced"]


def test_a_lost_answer_does_not_record_twice_what_waits(bare: Taps, api: httpx.Client) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    bare.page.route(EVENTS, lose_the_answer, times=1)
    bare.page.route("**/live", lambda route: route.abort())
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    place(bare, "Guy", "lowest")
    bare.page.unroute("**/live")
    until(lambda: types(api, bare.game)[2:] == ["CardPlaced"] * 2)
    expect(bare.find("#notice")).to_be_empty()


def test_if_others_recorded_after_a_lost_answer_what_waits_behind_it_is_a_question(bare: Taps, api: httpx.Client) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    bare.page.route(EVENTS, lambda route: route.abort())
    bare.page.route(EVENTS, lose_the_answer, times=1)
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    say(api, bare.game, ("NoteWritten", {"note": "a draught"}))
    place(bare, "Guy", "lowest")
    waits(bare, 2)
    bare.page.unroute(EVENTS)
    expect(bare.find("#notice")).to_contain_text("somebody else recorded here meanwhile")
    bare.forgive("412")
    assert types(api, bare.game)[2:] == ["CardPlaced", "NoteWritten"]
    bare.find('#notice [data-do="anyway"]').tap()
    expect(bare.find("#notice")).to_be_empty()
    assert types(api, bare.game)[2:] == ["CardPlaced", "NoteWritten", "CardPlaced"]


def test_what_waits_can_be_saved_as_a_file_that_the_api_takes(bare: Taps, api: httpx.Client) -> None:
    cut(bare)
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    place(bare, "Guy", "lowest")
    waits(bare, 2)
    bare.find("#notice summary").tap()
    with bare.page.expect_download() as saved:
        bare.find('#notice [data-do="save"]').tap()
    body = saved.value.path().read_bytes()
    headers = {"If-Match": "*", "Content-Type": "application/json"}
    assert api.post(f"/games/{bare.game}/events", content=body, headers=headers).status_code == 201
    back(bare)
    assert types(api, bare.game)[2:] == ["CardPlaced"] * 2


def test_what_two_phones_have_both_recorded_counts_once_and_is_said(bare: Taps, api: httpx.Client) -> None:
    cut(bare)
    bare.place("Chris", "middle", "TS")
    waits(bare, 1)
    place(bare, "Guy", "lowest")
    waits(bare, 2)
    say(api, bare.game, ("CardPlaced", {"seat": 0, "call": "middle", "card": "TS"}))
    bare.page.context.set_offline(False)
    expect(bare.find("#notice")).to_have_text("One act was recorded on both phones. It counts once.")
    until(lambda: types(api, bare.game)[2:] == ["CardPlaced"] * 2)
    bare.forgive("412")


def test_where_the_browser_denies_its_database_acts_are_kept_in_local_storage(bare: Taps, api: httpx.Client) -> None:
    bare.page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    bare.page.reload()
    expect(bare.find("#connection")).to_have_text("Live")
    cut(bare)
    bare.place("Chris", "middle", "TS")
    expect(bare.find("#notice")).to_contain_text("This browser has no database for them")
    bare.page.context.set_offline(False)
    expect(bare.find("#notice")).to_be_empty()
    assert types(api, bare.game)[2:] == ["CardPlaced"]


def test_what_a_former_version_has_kept_is_sent(bare: Taps, api: httpx.Client) -> None:
    event = {
        "id": "018f4ad2-0000-4000-8000-000000000001",
        "at": 1,
        "offset": 0,
        "type": "CardPlaced",
        "data": {"seat": 0, "call": "lowest"},
    }
    item = json.dumps([{"events": [event], "expected": 2}])
    bare.page.evaluate("([game, item]) => localStorage.setItem(`faceup:outbox:${game}`, item)", [bare.game, item])
    bare.page.reload()
    until(lambda: types(api, bare.game)[2:] == ["CardPlaced"])
    expect(bare.find("#notice")).to_be_empty()
    assert bare.page.evaluate("localStorage.length") == 0


# --- with the rules -----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def spades(owner: Taps) -> Taps:
    """The owner's phone at a table of Spades, with the rules. Ann has dealt."""
    engine.build()
    owner.page.add_init_script(AT_ONCE)
    owner.start(("Ann", "Bob", "Cyd", "Dan"), system="Spades with breaking")
    owner.seat("Dan").tap()
    expect(owner.find("#undo")).to_have_attribute("data-version", "2")
    expect(owner.find('main[data-rules="here"]')).to_have_count(1)
    return owner


def bids(phone: Taps, *amounts: int) -> None:
    for amount in amounts:
        version = str(phone.find("#undo").get_attribute("data-version"))
        phone.find(f'#seats [data-number="{amount}"]').tap()
        expect(phone.find("#undo")).not_to_have_attribute("data-version", version)


def plays(phone: Taps, *cards: str) -> None:
    for card in cards:
        version = str(phone.find("#undo").get_attribute("data-version"))
        phone.find(f'#seats [data-card="{card}"]').tap()
        expect(phone.find("#undo")).not_to_have_attribute("data-version", version)


def seen(phone: Taps) -> list[str]:
    return [phone.find(part).inner_text() for part in ("#turn", "#deal", "#seats", "#tricks-table", "#findings-list")]


def test_twenty_acts_of_spades_are_recorded_offline_by_the_same_rules(spades: Taps, api: httpx.Client) -> None:
    cut(spades)
    bids(spades, 4, 3, 0, 1)
    waits(spades, 4)
    expect(spades.find("#deal")).to_have_text("Ann bid 4, Cyd nil · Bob and Dan bid 4 · spades are trump · dealer Dan")
    plays(spades, "AS", "AH", "AD", "AC", "2S", "2H", "2D", "2C", "3S", "3H", "3D")
    spades.find("#undo").tap()
    expect(spades.seat("Cyd")).to_contain_text("to play")
    plays(spades, "4D", "3C")
    spades.find("#wrong").tap()
    spades.find("#other-list button", has_text="Dan plays the two of clubs").tap()
    spades.find('#other-form [data-card="5C"]').tap()
    waits(spades, 20)
    spades.page.wait_for_timeout(500)
    ahead = seen(spades)
    back(spades)
    events = recorded(api, spades.game)
    assert [event["type"] for event in events[17:]] == ["Retracted", "CardPlayed", "CardPlayed", "Retracted", "CardPlayed"]
    assert [event["data"].get("target") for event in events[17:]] == [17, None, None, 14, None]
    assert (events[-1]["after"], len(events)) == (14, 22)
    expect(spades.find("#connection")).to_have_text("Live")
    spades.page.reload()
    expect(spades.find("#history-count")).to_have_text("22")
    assert seen(spades) == ahead


def test_acts_of_others_come_first_and_what_waits_is_laid_on_them(spades: Taps, api: httpx.Client) -> None:
    cut(spades)
    bids(spades, 4)
    spades.find("#undo").tap()
    expect(spades.seat("Ann")).to_contain_text("to bid")
    bids(spades, 5)
    waits(spades, 3)
    say(api, spades.game, ("NoteWritten", {"note": "a draught"}))
    spades.page.context.set_offline(False)
    expect(spades.find("#notice")).to_contain_text("somebody else recorded here meanwhile")
    expect(spades.find("#notice")).to_contain_text("With what waits here: Bob")
    expect(spades.find("#history-count")).to_have_text("6")
    assert len(recorded(api, spades.game)) == 3
    spades.find('#notice [data-do="anyway"]').tap()
    expect(spades.find("#notice")).to_be_empty()
    spades.forgive("412")
    events = recorded(api, spades.game)
    assert [event["type"] for event in events[2:]] == ["NoteWritten", "BidMade", "Retracted", "BidMade"]
    assert events[4]["data"]["target"] == 4


def test_what_a_correction_changes_is_shown_offline(spades: Taps) -> None:
    cut(spades)
    bids(spades, 4, 3)
    change(spades, 3, "retract")
    expect(spades.find("#review-changes")).to_contain_text("Ann")
    expect(spades.find("#review-changes")).not_to_contain_text("Without a connection")


def test_two_tabs_show_the_same_queue_and_send_it_once(spades: Taps, api: httpx.Client) -> None:
    other = Taps(spades.page.context.new_page(), spades.url)
    other.go(f"/games/{spades.game}")
    expect(other.find("#connection")).to_have_text("Live")
    cut(spades)
    bids(spades, 4, 3)
    waits(spades, 2)
    waits(other, 2)
    spades.page.context.set_offline(False)
    expect(spades.find("#notice")).to_be_empty()
    expect(other.find("#notice")).to_be_empty()
    assert types(api, spades.game)[2:] == ["BidMade"] * 2
