"""The worked examples of the rules are recorded through the page, by taps or by keys. The live page, the API, the export and the replay
show the same."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from domain.files.transcript import transcript_of
from domain.record.fold import read
from domain.system import PUBLIC
from tests.browser.conftest import Come
from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

EXAMPLES = {each["id"]: each for each in json.loads((Path(__file__).parents[1] / "examples" / "worked_examples.json").read_text())}


@pytest.mark.parametrize(
    ("example", "hands"),
    [pytest.param("hc-01", Taps, marks=pytest.mark.smoke), ("hc-01", Keys), ("hc-02", Taps), ("hc-02", Keys)],
)
def test_a_worked_example_of_high_card_can_be_recorded_on_the_page(
    come: Come, product: Serving, api: httpx.Client, example: str, hands: type[Taps] | type[Keys]
) -> None:
    played, expected = EXAMPLES[example]["input"], EXAMPLES[example]["expected"]
    visitor = come(hands, token=product.owner())
    record(visitor, played)
    shows(visitor, expected)

    state = api.get(f"/games/{visitor.game}").json()
    named = {each["seat"]: each["name"] for each in state["seats"]}
    assert {named[int(seat)] for seat, view in state["view"]["seats"].items() if view["active"]} == set(expected["right"])
    assert named[state["view"]["leader"]] == expected["next_leader"]
    assert exported(api, visitor.game, named) == (set(expected["right"]), expected["next_leader"])

    visitor.go(f"/games/{visitor.game}/replay")
    expect(visitor.find("#where")).to_contain_text(f"Step {state['version'] - 1} of {state['version'] - 1}")
    shows(visitor, expected)


@pytest.mark.parametrize("hands", [Taps, Keys])
@pytest.mark.parametrize("example", ["lc-01", "lc-03"])
def test_a_worked_example_of_high_card_low_card_can_be_recorded_on_the_page(
    come: Come, product: Serving, api: httpx.Client, example: str, hands: type[Taps] | type[Keys]
) -> None:
    """The cards of the second player, the fourth and so on are recorded only when they are turned over."""
    values, deltas = EXAMPLES[example]["input"]["values"], EXAMPLES[example]["expected"]["delta"]
    visitor = come(hands, token=product.owner())
    visitor.start(list(values), system="High Card Low Card")
    hidden = {name: number for place, (name, number) in enumerate(values.items()) if place % 2}
    for name, number in values.items():
        expect(visitor.seat(name)).to_have_class("seat turn")
        visitor.lay(name, None if name in hidden else number)
        expect(visitor.seat(name)).to_contain_text("a card face down" if name in hidden else str(number))
    expect(visitor.find("#turn")).to_have_text("Cards are turned over")
    visitor.show(hidden)
    expect(visitor.find("#where")).to_contain_text("Round 2")
    scored(visitor, deltas)

    state = api.get(f"/games/{visitor.game}").json()
    named = {str(each["seat"]): each["name"] for each in state["seats"]}
    assert {named[seat]: score for seat, score in state["outcome"]["scores"].items()} == deltas
    transcript = transcript_of(api.get(f"/games/{visitor.game}/export?format=json").content)
    outcome = transcript.system.outcome(read(transcript.system, transcript.events).table)
    assert {named[str(seat)]: score for seat, score in outcome.scores.items()} == deltas

    visitor.go(f"/games/{visitor.game}/replay")
    expect(visitor.find("#where")).to_contain_text(f"Step {state['version'] - 1} of {state['version'] - 1}")
    scored(visitor, deltas)


def scored(visitor: Visitor, deltas: dict[str, int]) -> None:
    """Expect each player's score on the tiles, and no finding."""
    for name, points in deltas.items():
        expect(visitor.seat(name).locator(".score")).to_have_text(f"{points} point".replace("-", "−") + ("" if points == 1 else "s"))
    expect(visitor.find("#findings-list")).to_contain_text("Nothing found against the rules.")


def record(visitor: Taps | Keys, played: dict[str, Any]) -> None:
    """Record each player's call in turn, then the reveal of the cards. Wait until the page shows the next hand."""
    seats = played["seats"]
    first = seats.index(played["leader"])
    order = [*seats[first:], *seats[:first]]
    visitor.start(seats)
    visitor.opener(played["leader"])
    for name in order:
        expect(visitor.seat(name)).to_have_class("seat turn")
        visitor.place(name, played["declared"][name])
    expect(visitor.find("#turn")).to_contain_text("turned over")
    visitor.reveal({name: played["cards"][name] for name in order})
    expect(visitor.find("#where")).to_contain_text("hand 2")


def shows(visitor: Visitor, expected: dict[str, Any]) -> None:
    """Expect the tiles to show who is out and who leads the next hand."""
    assert set(visitor.names(".out")) == set(expected["eliminated"])
    assert visitor.names(".turn") == [expected["next_leader"]]
    expect(visitor.find("#findings-list")).to_contain_text("Nothing found against the rules.")


def exported(api: httpx.Client, game: str, named: dict[int, str]) -> tuple[set[str], str]:
    """Export the game. Returns the names of the players who are still in, and the name of the next leader."""
    transcript = transcript_of(api.get(f"/games/{game}/export?format=json").content)
    view = transcript.system.seen_by(read(transcript.system, transcript.events).table, PUBLIC)
    assert view.leader is not None
    return {named[seat.seat] for seat in view.seats if seat.active}, named[view.leader]
