"""What may go wrong while acts wait: storage that is full, denied or cleared, a link that ended, a game that is gone, finished or confirmed
meanwhile, very many acts. Nothing is lost, and a sentence says what happened. (`test_offline.py`: no database, two tabs, lost answers.)"""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.games import finished, link, opened, say
from tests.browser.offline import REFUSING, RULES, SEND_NOW, back, cut, recorded, types, until_told, waits
from tests.browser.visitor import NETWORK, Taps
from tests.waiting import until

ACTS = [("CardPlaced", {"seat": seat, "call": "highest"}) for seat in range(3)]
DENYING = """
Object.defineProperty(window, "indexedDB", { value: undefined });
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
"""A script that lets the page keep nothing."""
FILL = """([game, from, until]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("faceup", 1);
  asked.onsuccess = () => {
    const rows = asked.result.transaction("waiting", "readwrite").objectStore("waiting");
    for (let number = from; number < until; number += 1) {
      const id = `018f4ad2-0000-4000-8000-${String(number).padStart(12, "0")}`;
      rows.put({ game, events: [{ id, at: Date.now(), offset: 0, type: "NoteWritten", data: { note: `note ${number}` } }],
        expected: number === from ? 2 : null, names: [[]] });
    }
    rows.transaction.oncomplete = () => { asked.result.close(); resolve(); };
  };
})"""
"""Puts notes into the browser's database, as if they had been recorded."""


def table(come: Come, api: httpx.Client, game: str, *scripts: str) -> tuple[Taps, str]:
    """Return a phone at the table, without the rules, and the id of its link."""
    made = api.post("/tokens", json={"label": "table", "scopes": ["record"], "game": game}).json()
    phone: Taps = come(Taps)
    phone.page.context.route(RULES, lambda route: route.abort())
    phone.forgive(NETWORK)
    for script in scripts:
        phone.page.add_init_script(script)
    phone.go(f"/join#{made['token']}")
    expect(phone.find("#connection")).to_have_text("Live")
    return phone, made["id"]


@pytest.fixture
def game(api: httpx.Client) -> str:
    return opened(api)


def places(phone: Taps, seat: str = "Chris", acts: int = 1) -> None:
    """Place a card without a network."""
    cut(phone)
    phone.place(seat, "highest", "TS")
    waits(phone, acts)


def devtools(page: Page, command: str, **given: Any) -> None:
    page.context.new_cdp_session(page).send(command, {"origin": page.evaluate("location.origin"), **given})


def test_a_full_database_is_said_and_the_acts_are_kept_in_local_storage(come: Come, api: httpx.Client, game: str) -> None:
    phone, _ = table(come, api, game, REFUSING)
    devtools(phone.page, "Storage.overrideQuotaForOrigin", quotaSize=1)
    places(phone)
    expect(phone.find("#notice")).to_contain_text("This browser has no database for them")
    phone.page.evaluate("localStorage.refusing = 1")
    phone.page.context.set_offline(False)
    phone.page.reload()
    waits(phone, 1)
    phone.page.evaluate(SEND_NOW)
    expect(phone.find("#notice")).to_be_empty()
    assert types(api, game)[2:] == ["CardPlaced"]


def test_where_nothing_can_be_kept_the_page_says_so_and_sends_it(come: Come, api: httpx.Client, game: str) -> None:
    phone, _ = table(come, api, game, DENYING)
    places(phone)
    expect(phone.find("#notice")).to_contain_text("This browser cannot keep them: they are only on this page.")
    back(phone)
    assert types(api, game)[2:] == ["CardPlaced"]


def test_acts_survive_that_the_browser_clears_its_storage_under_an_open_page(come: Come, api: httpx.Client, game: str) -> None:
    phone, _ = table(come, api, game)
    places(phone)
    devtools(phone.page, "Storage.clearDataForOrigin", storageTypes="indexeddb,local_storage")
    phone.seat("Guy").tap()
    phone.find('#seats [data-word="highest"]').tap()
    phone.find('#seats [data-do="commit"]').tap()
    waits(phone, 2)
    back(phone)
    assert types(api, game)[2:] == ["CardPlaced"] * 2


def test_a_link_that_ended_leaves_the_acts_and_a_new_link_sends_them(come: Come, api: httpx.Client, game: str) -> None:
    phone, ended = table(come, api, game)
    places(phone)
    api.delete(f"/tokens/{ended}").raise_for_status()
    phone.page.context.set_offline(False)
    notice = phone.find("#notice")
    expect(notice).to_contain_text("Not stored: Place and call")
    expect(notice).to_contain_text(re.compile("link", re.IGNORECASE))
    expect(notice.locator('[data-do="save"]')).to_be_visible()
    phone.go(f"/join#{link(api, game, 'record')}")
    expect(phone.find("#connection")).to_have_text("Live")
    until(lambda: types(api, game)[2:] == ["CardPlaced"])
    expect(notice).to_be_empty()
    phone.forgive("401", "403", "404")


def test_a_game_that_is_gone_leaves_the_acts_to_be_saved(come: Come, api: httpx.Client, game: str) -> None:
    phone, _ = table(come, api, game)
    places(phone)
    body = '{"type": "/problems/no-such-game", "title": "No such game", "status": 404, "detail": "There is no game with this address."}'
    phone.page.route(
        "**/api/v1/games/*/events", lambda route: route.fulfill(status=404, content_type="application/problem+json", body=body)
    )
    phone.page.context.set_offline(False)
    expect(phone.find("#notice")).to_contain_text("Not stored: Place and call. There is no game with this address.")
    with phone.page.expect_download() as saved:
        phone.find('#notice [data-do="save"]').tap()
    assert b"CardPlaced" in saved.value.path().read_bytes()
    phone.forgive("404")


def test_an_act_for_a_game_that_others_have_finished_is_a_question(come: Come, api: httpx.Client) -> None:
    game = opened(api, options={"target": 1})
    phone, _ = table(come, api, game)
    places(phone)
    say(api, game, *ACTS, ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    phone.page.context.set_offline(False)
    expect(phone.find("#notice")).to_contain_text("somebody else recorded here meanwhile (4 entries)")
    assert len(recorded(api, game)) == 6
    phone.find('#notice [data-do="drop"]').tap()
    expect(phone.find("#notice")).to_be_empty()
    assert len(recorded(api, game)) == 6
    phone.forgive("412")


def test_a_correction_of_a_result_that_is_final_meanwhile_is_refused_with_the_reason(come: Come, api: httpx.Client) -> None:
    game = finished(api)
    phone, _ = table(come, api, game)
    cut(phone)
    phone.find("#undo").tap()
    waits(phone, 1)
    say(api, game, ("ResultFinalised", {}))
    phone.page.context.set_offline(False)
    expect(phone.find("#notice")).to_contain_text("somebody else recorded here meanwhile")
    phone.find('#notice [data-do="anyway"]').tap()
    expect(phone.find("#notice")).to_contain_text("Not stored: ")
    expect(phone.find('#notice [data-do="resend"]')).to_be_visible()
    assert types(api, game)[-1] == "ResultFinalised"
    phone.find('#notice [data-do="drop"]').tap()
    expect(phone.find("#notice")).to_be_empty()
    phone.forgive("412", "403", "409", "422")


def test_very_many_acts_that_wait_are_sent_once_and_in_order(come: Come, api: httpx.Client, game: str) -> None:
    many = 1_200
    phone, _ = table(come, api, game, REFUSING)
    phone.page.evaluate("localStorage.refusing = 1")
    phone.page.evaluate(FILL, [game, 0, many])
    phone.page.reload()
    expect(phone.find("#notice")).to_contain_text(f"{many} acts wait on this device")
    phone.page.evaluate(SEND_NOW)
    expect(phone.find("#notice")).to_be_empty()
    until_told(phone.page, lambda: len(recorded(api, game)) == 2 + many)
    assert [event["data"]["note"]["value"] for event in recorded(api, game)[2:]] == [f"note {number}" for number in range(many)]
