"""The replay page: controls do not move, a step has the same number everywhere, and the winner is shown only when the game is decided."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Come
from tests.browser.games import finished, opened, say
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
    reader.find('[data-do="last"]').click()
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
            sentences.append("The result is stated: Ann won")
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
    reader.find("#diff-shown li", has_text="Event 3 is withdrawn").locator('[data-version="3"]').click()
    expect(reader.find("#where")).to_contain_text("entry 3")
    expect(reader.find("#as")).to_have_value("recorded")
    expect(reader.find("#said s")).to_be_visible()
    reader.find("#diff-shown").locator('[data-version="7"]').first.click()
    expect(reader.find("#where")).to_contain_text("entry 7")
