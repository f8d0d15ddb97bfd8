"""A record is corrected during the game. Scores, findings and replay change, and the history says who corrected, when and why."""

import time
from datetime import datetime
from itertools import chain

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.correcting import change, look, pick, record
from tests.browser.games import link, pitched, say
from tests.browser.keyboard import Keys
from tests.browser.visitor import NETWORK, Taps
from tests.domain.spades.playing import SUITS

FOUR = {"system": "high-card-low-card", "seats": [{"name": name} for name in ("Chris", "Guy", "Eric", "Jason")]}
SLIP, SHOWN = 9, {"1": 1, "2": 2, "3": 3}
AFTER = {"Chris": "2", "Guy": "1", "Eric": "0", "Jason": "0"}


@pytest.fixture
def game(api: httpx.Client) -> str:
    """A game with two mistakes. In round 1 entry 6 records a 9 although Chris showed the 4. In round 2 Guy's card is missing."""
    game = str(api.post("/games", json=FOUR).json()["game"])
    say(api, game, *(("CardSelected", {"seat": seat}) for seat in range(4)), ("NumbersRevealed", {"values": {"0": SLIP, **SHOWN}}))
    say(api, game, *(("CardSelected", {"seat": seat}) for seat in (0, 2, 3)))
    return game


def test_a_recorder_can_later_correct_a_wrong_card_and_insert_a_forgotten_one(come: Come, api: httpx.Client, game: str) -> None:
    anna: Taps = come(Taps, token=link(api, game, "record", "Anna’s phone"))
    anna.go(f"/games/{game}")
    expect(anna.find("#findings-list")).to_contain_text("Chris showed the 9; hands hold 1 to 4.")
    correct_the_slip(anna)
    for name, points in AFTER.items():
        expect(anna.seat(name).locator(".score")).to_have_text(f"{points} point" + ("" if points == "1" else "s"))
    expect(anna.find("#findings-list")).to_contain_text("Nothing found")
    expect(anna.find("#turn")).to_contain_text("Guy")
    insert_guy(anna)
    expect(anna.find("#turn")).to_have_text("Cards are turned over")
    the_history_tells(anna)
    the_replay_follows(anna, game)


def correct_the_slip(anna: Taps) -> None:
    change(anna, 6, "correct")
    chris_showed_the_four(anna)
    look(anna)
    expect(anna.find("#review .changes tbody tr")).to_have_text(["Chris02", "Guy01"])
    expect(anna.find("#review-changes")).to_contain_text(
        "No longer found: Question. Chris showed the 9; hands hold 1 to 4. The round stays open until it is corrected or voided."
    )
    expect(anna.find('#review [aria-pressed="true"]')).to_have_text("typing slip")
    record(anna, "misheard")


def chris_showed_the_four(anna: Taps) -> None:
    anna.find('#other-form button[data-seat="0"]').tap()
    anna.find('#other-form [data-number="4"]').tap()


def insert_guy(anna: Taps) -> None:
    change(anna, 7, "insert")
    pick(anna, "CardSelected")
    anna.find('#other-form button[data-seat="1"]').tap()
    look(anna)
    record(anna)


def the_history_tells(anna: Taps) -> None:
    """Expect that the history shows the old and the new entries. Each has its recorder (the label of a link), its time at the table, and
    the reason."""
    expect(anna.find("#history-list li")).to_have_count(12)
    wrong, right, inserted = (anna.find(f'#history-list [data-key="v{version}"]') for version in (6, 11, 12))
    expect(wrong.locator("s")).to_contain_text(f"Chris {SLIP}")
    expect(wrong.locator(".who").first).to_contain_text("owner")
    expect(wrong).to_contain_text("withdrawn by entry 10: misheard")
    expect(wrong.locator(".who").last).to_contain_text("Anna’s phone")
    expect(right).to_contain_text("in place of entry 6: misheard")
    expect(right.locator(".who")).to_contain_text("Anna’s phone")
    expect(inserted).to_contain_text("inserted after entry 7")
    moment = datetime.fromisoformat(str(right.locator("time").first.get_attribute("datetime")))
    assert abs(moment.timestamp() - time.time()) < 60


def the_replay_follows(anna: Taps, game: str) -> None:
    anna.go(f"/games/{game}/replay")
    expect(anna.seat("Chris").locator(".score")).to_contain_text("2")
    expect(anna.find("#steps")).to_contain_text("corrected, in place of entry 6")
    expect(anna.find("#steps")).to_contain_text("inserted after entry 7")
    expect(anna.find("#steps s")).to_have_count(0)
    anna.find("#as").select_option("recorded")
    expect(anna.find("#steps s")).to_have_count(1)
    expect(anna.find("#steps")).to_contain_text("taken back")
    anna.find("#diff > summary").tap()
    expect(anna.find("#diff-shown")).to_contain_text("The game as recorded, compared with the game as corrected at entry 12")
    expect(anna.find("#diff-shown")).to_contain_text("Entry 6 is withdrawn")
    anna.find("#diff-from").fill("9")
    anna.find('#diff [data-do="versions"]').tap()
    expect(anna.find("#diff-shown")).to_contain_text("Entry 9 compared with entry 12")
    expect(anna.find("#diff-shown")).to_contain_text(
        "No longer asked: Chris showed the 9; hands hold 1 to 4. The round stays open until it is corrected or voided. Is an entry missing"
    )
    expect(anna.find("#diff-shown .changes tbody tr")).to_have_text(["Chris02", "Guy01"])


def test_the_history_shows_when_a_late_act_happened_and_when_it_was_stored(come: Come, api: httpx.Client, game: str) -> None:
    """An act recorded without a connection has two times: at the table, and when it was stored."""
    event = {"type": "CardSelected", "data": {"seat": 1}, "at": 1_763_700_000_000}
    api.post(f"/games/{game}/events", json={"events": [event]}, headers={"If-Match": "*"})
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    anna.find("#history > summary").tap()
    late = anna.find('#history-list [data-key="v10"]')
    expect(late.locator(".late")).to_contain_text("recorded")
    expect(late.locator("time")).to_have_count(2)
    expect(anna.find('#history-list [data-key="v9"] .late')).to_have_count(0)


def test_the_tricks_of_all_deals_have_headings(owner: Taps, api: httpx.Client) -> None:
    """Also after the page was loaded again, and of a trick that a correction gives to another player."""
    game = str(api.post("/games", json={"system": "spades-standard", "seats": [{"name": name} for name in "ABCD"]}).json()["game"])
    hands = [hand.split() for hand in SUITS.values()]
    tricks = [[("CardPlayed", {"seat": seat, "card": hands[seat][trick]}) for seat in range(4)] for trick in range(13)]
    bids = [("BidMade", {"seat": seat, "amount": 3}) for seat in range(4)]
    say(api, game, ("CardsDealt", {"dealer": 3}), *bids, *chain(*tricks))
    say(api, game, ("CardsDealt", {"dealer": 3}), *bids, *tricks[12], *tricks[11])
    owner.go(f"/games/{game}")
    owner.find("#history > summary").tap()
    headings = owner.find("#history-list h3")
    expect(headings).to_have_count(15)
    expect(headings.nth(0)).to_have_text("Trick 2: A takes it")
    expect(headings.nth(2)).to_have_text("Trick 13: A takes it")
    expect(owner.find('#history-list [data-key="v10"] h3')).to_have_text("Trick 1: A takes it")
    right = {"type": "CardPlayed", "data": {"seat": 0, "card": "2C"}, "after": 7}
    correction = {"events": [{"type": "Retracted", "data": {"target": 7}}, right]}
    assert api.post(f"/games/{game}/events", json=correction, headers={"If-Match": "*"}).status_code == 201
    expect(owner.find('#history-list [data-key="v10"] h3')).to_have_text("Trick 1: D takes it")


def test_an_older_entry_is_corrected_from_the_list_of_all_entries(come: Come, api: httpx.Client) -> None:
    game = pitched(api, "KH", "TH", "4H", names=("Ann", "Bob", "Cyd"))
    say(api, game, *(("NoteWritten", {"note": f"note {number}"}) for number in range(3)))
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    anna.find("#wrong").tap()
    anna.find("#other-list").get_by_role("button", name="An older entry is wrong").tap()
    expect(anna.find("#other-title")).to_have_text("Which entry is wrong?")
    expect(anna.find("#other-list p")).to_have_text("Deal 1")
    bid = anna.find("#other-list button", has_text="Bob bids 2")
    expect(bid.locator("small")).to_have_text("Auction")
    bid.tap()
    expect(anna.find("#other-title")).to_have_text("Correct: Bob bids 2")
    anna.find('#other-form [data-number="3"]').tap()
    expect(anna.find("#untaken")).to_have_text("Corrected: Bob bids 3. Before: Bob bids 2.")
    expect(anna.find("#undo")).to_contain_text("Undo, back to: Bob bids 2")


def test_a_recorder_can_type_the_reason_of_a_correction(come: Come, api: httpx.Client, game: str) -> None:
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    change(anna, 9, "retract")
    anna.find('#review [data-reason="other"]').tap()
    expect(anna.find("#review-own")).to_be_focused()
    expect(anna.find("#review-send")).to_have_attribute("aria-disabled", "true")
    anna.page.keyboard.type("Jason only touched it")
    anna.find("#review-send").tap()
    expect(anna.find('#history-list [data-key="v9"]')).to_contain_text("withdrawn by entry 10: Jason only touched it")


def test_undoing_an_insertion_also_withdraws_the_note_with_its_reason(come: Come, api: httpx.Client, game: str) -> None:
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    change(anna, 7, "insert")
    pick(anna, "CardSelected")
    anna.find('#other-form button[data-seat="1"]').tap()
    look(anna)
    expect(anna.find("#review-ask")).to_contain_text("Why? (optional)")
    expect(anna.find("#review-send")).to_have_attribute("aria-disabled", "false")
    anna.find('#review [data-reason="reported later"]').tap()
    anna.find('#review [data-reason="reported later"]').tap()
    expect(anna.find('#review [data-reason="reported later"]')).to_have_attribute("aria-pressed", "false")
    record(anna, "seen too late")
    note, inserted = (anna.find(f'#history-list [data-key="v{version}"]') for version in (10, 11))
    expect(inserted).to_contain_text("inserted after entry 7: seen too late")
    expect(note).to_contain_text("why 11 was inserted")
    events = api.get(f"/games/{game}/events").json()["events"]
    assert (events[-2]["data"]["note"]["value"], events[-1]["after"], events[-1]["explained_by"]) == ("seen too late", 7, 10)
    anna.find("#undo").tap()
    expect(inserted).to_contain_text("withdrawn by entry 12: undone")
    expect(note).to_contain_text("withdrawn by entry 13: undone")
    expect(inserted).to_contain_text("inserted after entry 7")
    expect(inserted).not_to_contain_text("seen too late")


def test_a_recorder_can_change_or_abandon_a_correction_after_the_preview(come: Come, api: httpx.Client, game: str) -> None:
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    change(anna, 6, "correct")
    chris_showed_the_four(anna)
    look(anna)
    anna.find("#review-back").tap()
    expect(anna.find('#other-form .lies[data-seat="0"] .playing')).to_have_attribute("data-face", "4")
    anna.page.keyboard.press("Escape")
    expect(anna.find("#other")).to_be_hidden()
    assert api.get(f"/games/{game}").json()["version"] == 9


def test_a_correction_can_be_made_with_the_keyboard_alone(come: Come, api: httpx.Client, game: str) -> None:
    keys: Keys = come(Keys, token=link(api, game, "record"))
    keys.go(f"/games/{game}")
    expect(keys.find("#history")).to_be_visible()
    keys.reach("#history > summary")
    keys.press("Enter")
    keys.reach('#history-list [data-key="v6"] summary')
    keys.press("Enter")
    keys.reach('#history-list [data-key="v6"] [data-do="correct"]')
    keys.press("Enter")
    keys.reach('#other-form [data-roving="seats"] *')
    keys.walk(lambda: keys.focused("data-seat") == "0")
    keys.press("Enter")
    keys.reach('#other-form [data-roving="cards"] *')
    keys.walk(lambda: keys.focused("data-number") == "4")
    keys.press("Enter")
    keys.reach('#other-form [data-do="commit"]')
    keys.press("Enter")
    expect(keys.find("#review-changes")).to_contain_text("No longer found")
    keys.reach('#review [data-reason="misheard"]')
    keys.press("Enter")
    keys.reach("#review-send")
    keys.press("Enter")
    expect(keys.seat("Chris").locator(".score")).to_have_text("2 points")


def test_a_correction_made_offline_has_no_preview_and_is_stored_when_connected(come: Come, api: httpx.Client, game: str) -> None:
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    expect(anna.find("#connection")).to_have_text("Live")
    anna.find("#history > summary").tap()
    anna.page.route("**/engine/**", lambda route: route.abort())  # with the rules this device would see what changes
    anna.page.context.set_offline(True)
    change(anna, 9, "retract")
    expect(anna.find("#review-changes")).to_contain_text("Without a connection, this page cannot show what changes.")
    anna.find('#review [data-reason="did not happen"]').tap()
    anna.find("#review-send").tap()
    expect(anna.find("#notice")).to_contain_text("Not yet stored")
    anna.page.context.set_offline(False)
    expect(anna.find('#history-list [data-key="v9"]')).to_contain_text("withdrawn by entry 10: did not happen")
    anna.forgive(NETWORK)
