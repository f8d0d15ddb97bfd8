"""A tournament in stages: set up as one choice, played over the cut at the desk, and shown as groups and bracket."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, SCHEMES, Come
from tests.browser.cups import Cup, opened
from tests.browser.desks import act, at, says
from tests.browser.test_accessible import LONG, examine
from tests.browser.test_tournament_set_up import opened_by, start
from tests.browser.visitor import Taps, Visitor

SIXTEEN = [
    f"Stage {name}"
    for name in ("Ann", "Bob", "Cy", "Dot", "Eva", "Flo", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oz", "Pia")
]
GROUPS = {"format": "round-robin", "settings": {"tiebreaks": ["difference"], "groups": {"count": 4}, "cut": {"top": 2}}}


HIDDEN = "() => Math.max(...[...document.querySelectorAll('.groups .scroll')].map(each => each.scrollWidth - each.clientWidth))"
"""How far the columns of a group reach out of their place."""


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
    says_everywhere(owner, cup)
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


def test_groups_a_cut_a_final_and_a_season_take_twelve_taps(owner: Taps, api: httpx.Client) -> None:
    """Fields and buttons are tapped, also to type. Next adds the list; the fold of a new season opens at its name."""
    owner.page.add_init_script("addEventListener('click', () => { sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; }, true);")
    owner.go("/tournaments/new")
    expect(owner.find("#families button").first).to_be_visible()
    for field, typed in (("#cup-title", "All in twelve"), ("#find", "High Card")):
        owner.find(field).tap()
        owner.page.keyboard.insert_text(typed)
    owner.find('#families button:has(b:text-is("High Card"))').tap()
    expect(owner.find("#summary")).not_to_be_empty()
    owner.find("#next").tap()
    owner.find("text=Paste a list, or open a file").tap()
    owner.find("#pasted").tap()
    owner.page.keyboard.insert_text("\n".join(SIXTEEN))
    owner.find("#next").tap()
    owner.find('[name="format"][value="swiss-groups"]').tap()
    expect(owner.find("#plan .facts")).to_contain_text("2 groups")
    cup = opened_by(owner, api)
    assert [cup.get()["settings"][part] for part in ("groups", "cut")] == [
        {"count": 2, "split": "snake"},
        {"top": 4, "best": 0, "format": "single-elimination", "carry": False},
    ]
    owner.go("/tournaments")
    owner.page.get_by_role("navigation", name="Evenings").get_by_role("link", name="Seasons").tap()
    owner.page.wait_for_url("**/seasons")
    owner.find("summary", has_text="Begin a season").tap()
    expect(owner.find("#name")).to_be_focused()
    owner.page.keyboard.insert_text("Of twelve taps")
    owner.find("#send").tap()
    owner.page.wait_for_url("**/seasons/*/desk")
    expect(owner.find(".over")).to_have_text("Of twelve taps · all results count")
    assert int(owner.page.evaluate("() => sessionStorage.taps")) <= 12


CODE = re.compile(r"\b(planned|published|undefined|null|version|event|stream|snake|swiss-|single-elimination|NaN|true|false|\w+_\w+)\b")
"""Words of the code that a page of these states might show."""


def says_everywhere(owner: Taps, cup: Cup) -> None:
    """Groups are planned, drawn, about to be played, and played: all pages say so in the same words, and in no word of the code."""

    def shown(path: str, *texts: str) -> None:
        owner.go(path)
        expect(owner.find("#main .skeleton:visible")).to_have_count(0)
        for text in texts:
            expect(owner.find("main")).to_contain_text(text)
        found = CODE.findall(owner.find("main").inner_text())
        assert found == [], f"{path} says {found}"

    coming = ("1st of a group", "The knock-out comes next: who plays in it is known after round 3.")
    shown(f"{cup.page}/bracket", "Groups are drawn when round 1 is paired: equally strong, by rank.", "Group 28 players", *coming)
    cup.pair(publish=False)
    shown("/tournaments", "Round 1 of 3 is paired. Only directors see it.")
    shown(f"{cup.page}/desk", "Round 1 is paired: publish it", "Group 1Table 1", "Group 2Table 5", "The first 4 of each group go on")
    shown(f"{cup.page}/desk/rounds/1", "Round 1 is paired, and only directors see it", "Group 2Table 5")
    cup.record(("RoundPublished", {"round": 1}))
    shown("/tournaments", "Round 1 of 3 is about to begin.", "About to begin")
    shown(f"{cup.page}/desk", "Round 1 is about to begin: start it", "Table 5 · Group 2 ·")
    shown(f"{cup.page}/desk/rounds/1", "Round 1 is about to begin")
    shown(f"{cup.page}/rounds", "Round 1 is about to begin", "Group 2Table 5")
    shown(f"{cup.page}/wall", "Round 1 is about to begin", "Group 1", "Group 2")
    shown(f"{cup.page}/crosstable", "Round 1 is about to begin")
    shown(f"{cup.page}/print/pairings", "Group 25")
    shown(f"{cup.page}/print/standings", "Standings before round 1")
    shown(f"{cup.page}/bracket", "Round 1 is about to begin", *coming)
    cup.record(("RoundStarted", {"round": 1}))
    for path in ("/desk", "/rounds", "/wall", "/desk/rounds/1"):
        shown(cup.page + path, "Round 1 is being played: 0 of 8 tables are in")
    cup.record(("RoundUnpublished", {"round": 1, "reason": "again"}))


def test_the_best_of_all_groups_are_chosen_at_set_up_and_go_on(owner: Taps, api: httpx.Client) -> None:
    start(owner, "The best of all")
    owner.find("text=Paste a list, or open a file").tap()
    owner.find("#pasted").fill("\n".join(SIXTEEN))
    owner.find("#next").tap()
    owner.find('[name="format"][value="swiss-groups"]').tap()
    assert owner.find("#set-cut-who").evaluate("each => each.offsetWidth > 300"), "its words are cut off"
    owner.find("#set-cut-who").select_option("the best of all groups")
    expect(owner.find("#set-cut-best")).to_have_value("8")
    expect(owner.find("#set-cut-top")).to_have_count(0)
    expect(owner.find("#plan .facts")).to_contain_text("The best 8 of all groups together go on, into the next stage: Knock-out.")
    owner.find("#set-cut-best").fill("0")
    expect(owner.find("#set-cut-best-error")).to_have_text("This must be 1 or more: nobody would go on.")
    owner.find("#set-cut-best").fill("7")
    expect(owner.find("#plan .facts")).to_contain_text("The best 7 of all groups together")
    owner.find("#set-cut-best").blur()
    owner.find("#set-cut-who").select_option("the first of each group")
    expect(owner.find("#plan .facts")).to_contain_text("The first 3 of each group go on, and the best one of the others")
    owner.find("#set-cut-who").select_option("the best of all groups")
    expect(owner.find("#plan .facts")).to_contain_text("The best 7 of all groups together")
    cup = opened_by(owner, api)
    owner.forgive("status of 422")
    assert cup.get()["settings"]["cut"] == {"top": 0, "best": 7, "format": "single-elimination", "carry": False}
    for _ in range(3):
        play(cup)
    owner.go(f"{cup.page}/bracket")
    expect(owner.find("#parts")).to_contain_text("Number 7 of the best")
    expect(owner.find("#parts")).to_contain_text("If two of one group would meet at once, numbers may be exchanged.")
    expect(owner.find("#stages .cut")).to_have_count(2)
    examine(owner)
    owner.go(cup.page)
    owner.find('[data-do="why"]').first.tap()
    expect(owner.find(".why-body").first).to_contain_text("All groups are in one order: by points for each round")
    expect(owner.find(".why-body").first).to_contain_text("nobody is above somebody who is better in the same group")
    play(cup)
    assert len(cup.get("/stages")["stages"][1]["groups"][0]["rows"]) == 7


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
    assert visitor.page.evaluate(HIDDEN) == 0
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
        assert wide.page.evaluate(HIDDEN) == 0
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
    expect(wall.find("#where")).to_have_text("Quarter-finals")
    expect(wall.find("#board tr").nth(1)).to_contain_text("1st of a group2nd of a group")
    wall.page.keyboard.press("ArrowRight")
    expect(wall.find("#where")).to_have_text("Group 1")
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
