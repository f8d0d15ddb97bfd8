"""Box is recorded through the page: the worked examples of the rules by taps and by keys, and rare acts by taps."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from domain.files.transcript import transcript_of
from domain.kernel.events import data_of
from domain.kernel.view import View
from domain.notation import read
from domain.record.fold import read as fold
from domain.system import PUBLIC
from tests.browser.conftest import Come
from tests.browser.games import say
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving
from tests.playthroughs.regenerate import HERE as PLAYTHROUGHS

EXAMPLES = {each["id"]: each for each in json.loads((Path(__file__).parents[1] / "examples" / "worked_examples.json").read_text())}
NAMES = ["N", "E", "S", "W"]
ARROWS = {"clockwise": "↻", "counterclockwise": "↺"}


@pytest.mark.parametrize("hands", [Taps, Keys])
@pytest.mark.parametrize("example", ["bx-01", "bx-02"])
def test_a_worked_example_of_box_can_be_recorded_on_the_page(
    come: Come, product: Serving, api: httpx.Client, example: str, hands: type[Taps] | type[Keys]
) -> None:
    played, expected = EXAMPLES[example]["input"], EXAMPLES[example]["expected"]
    visitor = come(hands, token=product.owner())
    visitor.start(played["seats"], system="Box")
    visitor.opener(played["leader"])
    for number, (action, name) in enumerate(zip(played["actions"], expected["turn_order"], strict=True)):
        expect(visitor.seat(name)).to_have_class("seat turn")
        goes(visitor, expected["direction"] if number == len(played["actions"]) - 1 else None)
        lays(visitor, action, leads=number == 0)
    expect(visitor.find("#last-round")).to_have_text(
        f"Round 1: {expected['round_winner']} won the round; {expected['loser_of_box_card']} could not play on."
    )
    shows(visitor, expected)
    assert visitor.names(".turn") == [expected["round_winner"]], "the winner leads"

    named = {each["seat"]: each["name"] for each in api.get(f"/games/{visitor.game}").json()["seats"]}
    assert piles(exported(api, visitor.game), named) == {"box": expected["box"], "extras": expected["extras"]}

    visitor.go(f"/games/{visitor.game}/replay")
    shows(visitor, expected)
    visitor.page.keyboard.press("ArrowLeft")
    goes(visitor, expected["direction"])


def test_rare_acts_of_box_can_be_recorded_on_the_page(owner: Taps, api: httpx.Client) -> None:
    """The acts are those of tests/playthroughs/box.txt. A resurrection, a trade and the end are tapped; the API records the others."""
    acts = [event.act for event in read(PLAYTHROUGHS.joinpath("box.txt").read_text(encoding="utf-8")).events]
    sent = [(type(act).__name__, data_of(act)) for act in acts]
    resurrected = next(place for place, (kind, _) in enumerate(sent) if kind == "Resurrected")
    traded = next(place for place, (kind, _) in enumerate(sent) if kind == "ExtrasTraded")
    game = str(api.post("/games", json={"system": "box", "seats": [{"name": name} for name in NAMES]}).json()["game"])
    say(api, game, *sent[1:resurrected])

    owner.go(f"/games/{game}")
    expect(owner.find("#where")).to_contain_text("A box is lost")
    examine(owner)
    chooses(owner, "Resurrected")
    expect(owner.seat("W")).to_contain_text("resurrected")
    expect(owner.seat("W").locator(".held")).to_contain_text("Hand 3")

    say(api, game, *sent[resurrected + 1 : traded])
    expect(owner.seat("W").locator(".held")).to_contain_text("Extras 3")
    chooses(owner, "ExtrasTraded")
    expect(owner.seat("W").locator(".held")).to_contain_text("Extras 0")

    say(api, game, *sent[traded + 1 : -1])
    expect(owner.seat("E")).to_have_class("seat out")
    expect(owner.find("#turn")).to_have_text("N is stuck without a box card")
    owner.find('#seats [data-do="commit"]').tap()
    expect(owner.find("#turn")).to_have_text("S wins.")
    expect(owner.find("#findings-list")).to_have_text("Nothing found against the rules.")
    owner.go(f"/games/{game}/replay")
    expect(owner.find("#where")).to_contain_text(f"Step {len(sent) - 1} of {len(sent) - 1}")
    expect(owner.find("#scores")).to_be_hidden()
    examine(owner)


def lays(visitor: Taps | Keys, action: dict[str, str], *, leads: bool) -> None:
    """Lay a card from the hand or the box. The page lays from the hand unless the button for the box is pressed first."""
    chip = '#seats [data-do="act"][data-type="BoxDrawn"]'
    draws = action["from"] == "box"
    if isinstance(visitor, Taps):
        if draws:
            visitor.find(chip).tap()
        visitor.find(f'#seats [data-card="{action["card"]}"]').tap()
    else:
        if draws:
            visitor.reach(chip)
            visitor.press("Enter")
        visitor.enter_card(action["card"])
    expect(visitor.find("#undo")).to_contain_text(f"{action['player']} ")


def chooses(owner: Taps, kind: str) -> None:
    """Record an act by its own button. It needs no other tap, because the page knows every value of the act."""
    owner.find(f'#seats [data-do="decide"][data-type="{kind}"]').tap()


def goes(visitor: Visitor, direction: str | None) -> None:
    """Expect the direction of play in words, with an arrow that screen readers skip. If `direction` is None, expect nothing."""
    if direction is not None:
        expect(visitor.find("#where .way")).to_have_text(f"{ARROWS[direction]}\ufe0e {direction}")
        expect(visitor.find("#where .way [aria-hidden]")).to_have_text(f"{ARROWS[direction]}\ufe0e")


def shows(visitor: Visitor, expected: dict[str, Any]) -> None:
    """Expect that each seat shows how many cards are in hand, box and extras. Expect no finding."""
    for name in NAMES:
        held = f"Hand 4, Box {expected['box'][name]}, Extras {expected['extras'][name]}"
        expect(visitor.seat(name).locator(".held")).to_have_text(held)
    expect(visitor.find(".felt-middle")).to_contain_text("Stock")
    expect(visitor.find("#findings-list")).to_contain_text("Nothing found against the rules.")


def exported(api: httpx.Client, game: str) -> View:
    """Export the game, and fold the events in the file. Return the resulting table as the public sees it."""
    transcript = transcript_of(api.get(f"/games/{game}/export?format=json").content)
    return transcript.system.seen_by(fold(transcript.system, transcript.events).table, PUBLIC)


def piles(view: View, named: dict[int, str]) -> dict[str, dict[str, int]]:
    return {pile: {named[seat.seat]: seat.piles[pile] for seat in view.seats} for pile in ("box", "extras")}
