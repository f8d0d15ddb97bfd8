"""The replay page: controls do not move, a step has the same number everywhere, and the winner is shown only when the game is decided."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Come
from tests.browser.games import finished, opened, pitched, say
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

WIDE = {"width": 1280, "height": 800}


@pytest.fixture
def game(api: httpx.Client) -> str:
    """A game with corrections. Version 3: Guy's card out of turn, withdrawn by version 4. Version 7: Chris's card, inserted after version 2
    with the reason in note 6."""
    game = opened(api)
    say(api, game, ("CardPlaced", {"seat": 1, "call": "highest", "card": "KH"}), ("Retracted", {"target": 3, "reason": "slip"}))
    say(api, game, ("CardPlaced", {"seat": 1, "call": "lowest", "card": "2C"}))
    inserted = [
        {"type": "NoteWritten", "data": {"note": "seen too late"}, "after": 2},
        {"type": "CardPlaced", "data": {"seat": 0, "call": "middle", "card": "TS"}, "after": 2},
    ]
    answer = api.post(f"/games/{game}/events", json={"events": inserted}, headers={"If-Match": "*"})
    assert answer.status_code == 201, answer.text
    return game


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_the_forward_button_stays_in_the_same_place_at_every_step(
    come: Come, product: Serving, api: httpx.Client, size: dict[str, int]
) -> None:
    reader: Taps = come(Taps, token=product.owner(), size=size)
    reader.go(f"/games/{finished(api)}/replay#step=0")
    forward, places = reader.find('[data-do="forward"]'), set()
    for step in range(6):
        expect(reader.find("#where")).to_contain_text(f"Step {step} of 5")
        box = forward.bounding_box()
        assert box is not None
        places.add((box["x"], box["y"]))
        forward.tap()
    assert len(places) == 1
    reader.page.mouse.wheel(0, 300)
    expect(forward).to_be_in_viewport()


def test_a_step_of_the_replay_has_the_same_number_everywhere_on_the_page(come: Come, product: Serving, game: str) -> None:
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay")
    expect(reader.find("#where")).to_contain_text("Step 3 of 3 · entry 5")
    current = reader.find("#steps [aria-current]")
    expect(current.locator(".version")).to_have_text("3")
    expect(current).to_contain_text("entry 5")
    expect(reader.find("#slider")).to_have_attribute("aria-valuetext", "Step 3 of 3, entry 5")


def test_a_note_that_explains_an_insertion_is_not_a_step_of_the_replay(come: Come, product: Serving, game: str) -> None:
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay#step=2")
    expect(reader.find("#said")).to_contain_text("inserted after entry 2: seen too late")
    expect(reader.find("#steps li")).to_have_count(4)
    reader.find("#as").select_option("recorded")
    expect(reader.find("#where")).to_contain_text("Step 5 of 5 · entry 7")


def test_switching_between_recorded_and_corrected_order_keeps_the_shown_event(come: Come, product: Serving, game: str) -> None:
    """If the end of the replay is shown, the end stays shown."""
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay#step=1")
    expect(reader.find("#where")).to_contain_text("Step 1 of 3 · entry 2")
    for shown, where in (("recorded", "Step 1 of 5 · entry 2"), ("corrected", "Step 1 of 3 · entry 2")):
        reader.find("#as").select_option(shown)
        expect(reader.find("#where")).to_contain_text(where)
    reader.page.keyboard.press("End")
    for shown, where in (("recorded", "Step 5 of 5 · entry 7"), ("corrected", "Step 3 of 3 · entry 5")):
        reader.find("#as").select_option(shown)
        expect(reader.find("#where")).to_contain_text(where)


def test_the_replay_shows_the_winner_only_from_the_step_that_decides_the_game(come: Come, product: Serving, api: httpx.Client) -> None:
    game = finished(api)
    say(api, game, ("NoteWritten", {"note": "well played"}))
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay#step=5")
    expect(reader.find("#where")).to_contain_text("Step 5 of 6")
    expect(reader.seat("Chris")).to_contain_text("winner")
    reader.find('[data-do="back"]').click()
    expect(reader.find(".seat.won")).to_have_count(0)


SAID = [
    ("smear-ten-point", ("CardsDealt", {"dealer": 3}), "Dan deals"),
    ("smear-ten-point", ("BidMade", {"seat": 0, "amount": 6}), "Ann bids 6"),
    ("smear-ten-point", ("BidPassed", {"seat": 1}), "Bob passes"),
    ("smear-ten-point", ("CardsDiscarded", {"seat": 0, "count": 18}), "Ann throws 18 cards"),
    ("smear-ten-point", ("CardPlayed", {"seat": 0, "card": "AS"}), "Ann plays the ace of spades"),
    ("high-card", ("ResultFinalised", {}), "The result is final"),
    ("high-card", ("IrregularityCalled", {"kind": "out-of-turn", "seat": 1}), "Play stops: out of turn of Bob"),
]


def test_history_and_replay_show_the_same_sentences_as_the_api(come: Come, api: httpx.Client, product: Serving) -> None:
    names = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")]
    owner: Visitor = come(token=product.owner())
    for system in dict.fromkeys(system for system, _, _ in SAID):
        game = str(api.post("/games", json={"system": system, "seats": names, "title": "Thursday"}).json()["game"])
        sentences = ["Ann, Bob, Cyd and Dan sit down to "]
        if system == "high-card":
            say(api, game, ("ResultStated", {"winners": [0]}))
            sentences.append("Result of the game: Ann won")
        for where, act, line in SAID:
            if where == system:
                say(api, game, act)
                sentences.append(line)
        owner.go(f"/games/{game}/replay")
        expect(owner.find("#steps .line")).to_contain_text(sentences)
        owner.go(f"/games/{game}")
        owner.find("#history > summary").click()
        expect(owner.find("#history-list p.line")).to_contain_text(sentences[::-1])


def test_the_list_of_changes_links_to_the_events_that_it_names(come: Come, product: Serving, game: str) -> None:
    reader: Visitor = come(token=product.owner())
    reader.go(f"/games/{game}/replay")
    reader.find("#diff > summary").click()
    gone = reader.find("#diff-shown .change-list li", has_text="No longer asked")
    expect(gone.first).to_contain_text("Guy placed a card although it was Chris's turn.")
    expect(gone.first).to_contain_text("(Round 1, entry")
    expect(reader.find("#diff-shown")).not_to_contain_text("@")
    reader.find("#diff-shown li", has_text="Entry 3 is withdrawn").locator('[data-version="3"]').click()
    expect(reader.find("#where")).to_contain_text("entry 3")
    expect(reader.find("#as")).to_have_value("recorded")
    expect(reader.find("#said s")).to_be_visible()
    reader.find("#diff-shown").locator('[data-version="7"]').first.click()
    expect(reader.find("#where")).to_contain_text("entry 7")


def test_a_card_in_the_table_of_tricks_leads_to_its_step(come: Come, product: Serving, api: httpx.Client) -> None:
    game = pitched(api, "AH", "2H", "3H", "KH")
    reader: Visitor = come(token=product.owner(), size=WIDE)
    reader.go(f"/games/{game}/replay")
    expect(reader.find("#moves-title")).to_have_text("Deal 1 of 1")
    rows = reader.find("#moves-table tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("td")).to_contain_text(["3 of hearts", "led A♥\ufe0eace of hearts, took the trick", "2 of hearts"])
    rows.first.locator("td").nth(2).locator("button").click()
    expect(reader.find("#said")).to_contain_text("Cyd plays the two of hearts")
    expect(rows.first.locator('[aria-current="step"]')).to_contain_text("2 of hearts")
    expect(rows.nth(1).locator(".later")).to_have_count(1)
    for name, kind in (("#picture", "image/png"), ("#moving", "image/webp")):
        picture = api.get(str(reader.find(name).get_attribute("href")).removeprefix("/api/v1"))
        assert (picture.status_code, picture.headers["content-type"]) == (200, kind)


def test_keys_lead_from_trick_to_trick_and_to_the_ends(come: Come, product: Serving, api: httpx.Client) -> None:
    game = pitched(api, "AH", "2H", "3H", "KH")
    reader: Visitor = come(token=product.owner(), size=WIDE)
    reader.go(f"/games/{game}/replay#step=0")
    said = reader.find("#said")
    expect(said).to_contain_text("sit down")
    for key, expected in (
        ("PageDown", "Ann plays the three"),  # all cards of the trick lie there
        ("PageDown", "Bob plays the king"),
        ("PageUp", "Ann plays the three"),
        ("ArrowLeft", "Cyd plays the two"),
        ("Home", "sit down"),
        ("End", "Bob plays the king"),
    ):
        reader.page.keyboard.press(key)
        expect(said).to_contain_text(expected)


def test_a_deal_in_the_table_of_deals_leads_to_where_it_begins(come: Come, api: httpx.Client) -> None:
    """Two deals are stated, the third is in play."""
    seats = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")]
    game = str(api.post("/games", json={"system": "spades-standard", "seats": seats, "visibility": "public"}).json()["game"])
    for deal, points in ((1, {"0": 50, "1": -40}), (2, {"0": 63, "1": 30})):
        say(api, game, ("RoundStated", {"round": deal, "points": {str(seat): points[str(seat % 2)] for seat in range(4)}}))
    say(api, game, ("CardsDealt", {"dealer": 2}))
    reader: Keys = come(Keys)
    reader.go(f"/games/{game}/replay")
    expect(reader.find("#rounds-title")).to_have_text("Deal by deal")
    deals = reader.find("#rounds tbody")
    expect(deals).to_have_count(3)
    expect(deals.nth(1).locator("td")).to_contain_text(["+63", "total 113", "+30", "total −10", "reported"])
    expect(deals.nth(2)).to_have_class("now")
    reader.reach('#rounds [data-step="2"]')
    reader.press("Enter")
    expect(reader.find("#where")).to_contain_text("Step 2 of 3")
    expect(deals.nth(1)).to_have_class("now")
    expect(reader.find('#rounds [aria-current="step"]')).to_have_text("Go to deal 2")
    assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_flags_are_marked_on_the_track_and_reached_in_turn(come: Come, api: httpx.Client) -> None:
    """Cyd follows hearts with a club, and plays a heart in the second trick."""
    game = pitched(api, "AH", "5C", "3H", "KD", "9H", "4D", visibility="public")
    reader: Visitor = come(size=WIDE)
    reader.go(f"/games/{game}/replay#step=0")
    marks = reader.find("#marks .track-flag")
    expect(marks).not_to_have_count(0)
    reader.find("#next-flag").click()
    expect(reader.find("#findings-list .finding")).not_to_have_count(0)
    step = reader.find("#where").inner_text()
    for _ in range(marks.count()):
        reader.page.keyboard.press("n")
    expect(reader.find("#where")).to_have_text(step)
    reader.page.keyboard.press("Home")
    reader.page.keyboard.press("p")
    expect(reader.find("#findings-list .finding")).not_to_have_count(0)


def test_the_replay_is_called_by_its_result(come: Come, api: httpx.Client) -> None:
    reader: Visitor = come()
    reader.go(f"/games/{finished(api, visibility='public')}/replay")
    expect(reader.find("h1")).to_have_text("Chris wins")
    assert reader.page.title() == "Chris wins · Faceup"
    reader.go(f"/games/{pitched(api, visibility='public')}/replay")
    expect(reader.find("h1")).to_have_text("Ann, Bob and Cyd")
    body = {"system": "spades-standard", "seats": [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dee")], "visibility": "public"}
    game = str(api.post("/games", json=body).json()["game"])
    say(api, game, ("ResultStated", {"winners": [0, 2], "scores": {"0": 512, "1": 405, "2": 512, "3": 405}}))
    reader.go(f"/games/{game}/replay")
    expect(reader.find("h1")).to_have_text("Ann & Cyd beat Bob & Dee, 512–405")


def test_the_table_can_be_seen_from_each_seat(come: Come, product: Serving, api: httpx.Client) -> None:
    reader: Visitor = come(token=product.owner(), size=WIDE)
    reader.go(f"/games/{pitched(api, 'AH')}/replay")
    at = "name => [...document.querySelectorAll('.felt .seat')].find(each => each.textContent.includes(name)).getBoundingClientRect().top"
    expect(reader.find(".felt .seat")).to_have_count(3)
    assert reader.page.evaluate(at, "Ann") > reader.page.evaluate(at, "Bob")
    reader.find("#below").select_option(label="Bob")
    assert reader.page.evaluate(at, "Bob") > reader.page.evaluate(at, "Ann")


def test_a_game_without_a_table_of_moves_is_told_in_words(come: Come, api: httpx.Client) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    game = str(api.post("/games", json={"system": "hi-lo-casino", "seats": seats, "visibility": "public"}).json()["game"])
    say(api, game, ("StakePlaced", {"seat": 0, "units": 10}))
    reader: Visitor = come()
    reader.go(f"/games/{game}/replay")
    expect(reader.find("#steps")).to_be_visible()
    expect(reader.find("#moves-table table")).to_have_count(0)


def test_a_replay_with_hidden_steps_says_why(come: Come, product: Serving, api: httpx.Client) -> None:
    """While a deal is played, spectators see no cards of former tricks."""
    body = {"system": "pitch-auction-classic", "seats": [{}, {}], "visibility": "public"}
    game = api.post("/games", json=body).json()["game"]
    bids = (("CardsDealt", {"dealer": 1}), ("BidMade", {"seat": 0, "amount": 2}), ("BidPassed", {"seat": 1}))
    cards = ((0, "AS"), (1, "2S"), (0, "KS"))
    say(api, game, *bids, *(("CardPlayed", {"seat": seat, "card": card}) for seat, card in cards))
    for visitor, said in ((come(), True), (come(token=product.owner()), False)):
        visitor.go(f"/games/{game}/replay")
        expect(visitor.find("#where")).to_contain_text("Step 4 of 4" if said else "Step 6 of 6")
        expect(visitor.find("#closed")).to_be_visible(visible=said)
