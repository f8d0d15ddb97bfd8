"""A tournament in stages: set up as one choice, played over the cut at the desk, and shown as groups and bracket."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, SCHEMES, Come
from tests.browser.cups import Cup, opened
from tests.browser.desks import act, at, says
from tests.browser.test_accessible import LONG, examine
from tests.browser.test_tournament_set_up import opened_by
from tests.browser.visitor import Taps, Visitor

SIXTEEN = [
    f"Stage {name}"
    for name in ("Ann", "Bob", "Cy", "Dot", "Eva", "Flo", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oz", "Pia")
]
GROUPS = {"format": "round-robin", "settings": {"tiebreaks": ["difference"], "groups": {"count": 4}, "cut": {"top": 2}}}


def play(cup: Cup) -> None:
    """Pair and publish the next round. The smaller number wins at each table, the higher the greater the gap."""
    made = cup.pair()
    for table in made["tables"]:
        cup.typed(made["round"], table["table"], *(40 - 2 * side[0] for side in table["sides"]))


@pytest.mark.smoke
def test_swiss_groups_with_a_cut_to_eight_are_set_up_in_twelve_taps_and_played_over_the_cut(owner: Taps, api: httpx.Client) -> None:
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        taps += 1
        owner.find(selector).tap()

    owner.go("/tournaments/new")
    tap("#cup-title")
    owner.find("#cup-title").fill("Groups and a final")
    owner.pick("High Card")
    taps += 2  # into the field, and the game
    tap("#next")
    tap("text=Paste a list, or open a file")
    owner.find("#pasted").fill("\n".join(SIXTEEN))
    tap('[data-do="paste"]')
    expect(owner.find("#entered li .what")).to_have_count(16)
    tap("#seeded")
    tap("#next")
    tap('[name="format"][value="swiss-groups"]')
    expect(owner.find("#plan .facts")).to_contain_text("2 groups")
    expect(owner.find("#plan .facts")).to_contain_text("The first 4 of each group go on, into the next stage: Knock-out.")
    expect(owner.find("#plan .facts")).to_contain_text("6 rounds in all, 8 tables in each round before the cut")
    taps += 1
    cup = opened_by(owner, api)
    assert taps <= 12
    for _ in range(3):
        play(cup)
    at(owner, cup)
    says(owner, "The stage is over: see who goes on")
    act(owner, "pair").tap()
    says(owner, "Round 4 is paired: publish it")
    act(owner, "publish").tap()
    says(owner, "Round 4 is about to begin: start it")
    assert len(cup.get("/rounds/4")["tables"]) == 4
    cup.typed(1, 1, 0, 9)
    expect(owner.find("#pairing")).to_contain_text("Who went on stays as it was decided.")


@SCHEMES
def test_groups_the_cut_and_the_bracket_are_readable_and_accessible(come: Come, api: httpx.Client, scheme: str) -> None:
    cup = opened(api, [LONG, *SIXTEEN[1:]], **GROUPS)
    for _ in range(3):
        play(cup)
    visitor: Taps = come(Taps, size={"width": 360, "height": 780}, color_scheme=scheme)
    visitor.go(f"{cup.page}/bracket")
    first = visitor.page.get_by_role("table", name="Group 1")
    expect(first.get_by_role("row")).to_have_count(5)
    expect(first.get_by_role("rowheader").nth(1)).to_contain_text("Those above this line go on")
    examine(visitor)
    for _ in range(2):
        play(cup)
    expect(visitor.find(".match:visible").first).to_be_visible()
    expect(first.get_by_role("rowheader").first).to_contain_text("goes on")
    expect(visitor.page.get_by_role("listitem").filter(has_text="Match 7")).to_contain_text("Stage Bob")
    for size in ({"width": 360, "height": 780}, DESKTOP, {"width": 1920, "height": 1080}):
        wide: Taps = come(Taps, size=size, color_scheme=scheme)
        wide.go(f"{cup.page}/bracket")
        expect(wide.find(".match:visible").first).to_be_visible()
        examine(wide)


def test_the_wall_shows_the_groups_and_then_the_bracket(come: Come, api: httpx.Client) -> None:
    cup = opened(api, SIXTEEN, **GROUPS)
    for _ in range(3):
        play(cup)
    wall: Taps = come(Taps, size={"width": 1920, "height": 1080})
    wall.go(f"{cup.page}/wall")
    for group in ("Group 1", "Group 2"):
        expect(wall.find("#where")).to_have_text(group)
        expect(wall.find("#board tbody tr")).to_have_count(4)
        expect(wall.find("#board .cut")).to_have_count(1)
        wall.page.keyboard.press("ArrowRight")
    cup.pair(publish=False)
    expect(wall.find("#board .cut")).to_have_count(1)
    cup.record(("RoundPublished", {"round": 4}))
    expect(wall.find("#where")).to_have_text("Tables of round 4")
    wall.page.keyboard.press("ArrowRight")
    expect(wall.find("#where")).to_have_text("Semi-finals")
    expect(wall.find("#board")).to_contain_text("Winner of match 1")
    examine(wall)


def test_a_place_says_from_which_stage_it_comes(come: Come, api: httpx.Client) -> None:
    cup = opened(api, SIXTEEN, **GROUPS)
    for _ in range(4):
        play(cup)
    visitor: Visitor = come(Visitor, size=DESKTOP)
    visitor.go(cup.page)
    for entry, said in ((1, "The place comes from stage 2."), (16, "The place comes from stage 1, group")):
        visitor.find(f'[data-do="why"][data-entry="{entry}"]').click()
        expect(visitor.find(f"#why-{entry}")).to_contain_text(said)
    expect(visitor.find("#why-1 .rounds-table tbody tr")).to_have_count(1)
