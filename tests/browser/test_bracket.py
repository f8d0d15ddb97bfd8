"""The bracket of a knock-out: set up and played at the desk, drawn as a tree, on a phone one round at a time, read as a list of matches."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, SCHEMES, Come
from tests.browser.cups import NAMES, opened
from tests.browser.desks import act, at, row, says
from tests.browser.phones import at_table
from tests.browser.test_accessible import LONG, examine
from tests.browser.test_tournament_set_up import enter, opened_by, start
from tests.browser.visitor import Taps, Visitor

SIX = ("Bracket Ann", "Bracket Bob", "Bracket Cy", "Bracket Dot", "Bracket Eva", "Bracket Flo")
SEEDED = {"format": "single-elimination", "settings": {}}


def matches(visitor: Visitor, number: int) -> list[str]:
    """Return the matches of a round as a screen reader reads them."""
    found = visitor.find(f'.round[data-key="r{number}"] .match').all()
    return [" ".join(" ".join(side.split()) for side in match.locator(".two > li").all_text_contents()) for match in found]


@pytest.mark.smoke
def test_a_knock_out_of_six_is_set_up_and_played_to_its_final(owner: Taps, come: Come, api: httpx.Client) -> None:
    start(owner, "Knock-out")
    enter(owner, *SIX)
    owner.find("#seeded").check()
    owner.find("#next").tap()
    owner.find('[name="format"][value="single-elimination"]').check()
    expect(owner.find("#plan .facts")).to_contain_text("3 rounds at most, 2 tables in round 1")
    expect(owner.find("#plan .facts")).to_contain_text("2 have a bye in round 1")
    cup = opened_by(owner, api)
    wins = {1: ["Bracket Eva", "Bracket Flo"], 2: ["Bracket Ann", "Bracket Flo"], 3: ["Bracket Flo"]}
    at(owner, cup)
    for number, winners in wins.items():
        act(owner, "pair").tap()
        says(owner, f"Round {number} is paired: publish it")
        act(owner, "publish").tap()
        says(owner, f"Round {number} is about to begin: start it")
        act(owner, "start").tap()
        for table, winner in enumerate(winners, 1):
            row(owner, table, number).get_by_role("button", name="Result").tap()
            row(owner, table, number).get_by_role("button", name=f"{winner} won").tap()
            expect(row(owner, table, number)).to_have_count(0)
    says(owner, "Everything is in: finish the tournament")
    owner.go(f"{cup.page}/bracket")
    expect(owner.find(".match")).to_have_count(5)
    assert matches(owner, 1) == ["Bracket Dot Bracket Eva ✓ won", "Bracket Cy Bracket Flo ✓ won"]
    assert matches(owner, 2) == ["Bracket Ann ✓ won Bracket Eva", "Bracket Bob Bracket Flo ✓ won"]
    assert matches(owner, 3) == ["Bracket Ann Bracket Flo ✓ won"]
    rows = [(line["place"], line["name"]) for line in cup.get("/standings")["rows"]]
    assert rows == list(zip((1, 2, 3, 3, 5, 5), (SIX[5], SIX[0], SIX[1], SIX[4], SIX[2], SIX[3]), strict=True))


def test_a_phone_shows_one_round_of_a_bracket_at_a_time(come: Come, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:6], **SEEDED)
    cup.pair()
    visitor: Taps = come(Taps)
    visitor.go(f"{cup.page}/bracket")
    expect(visitor.find(".match:visible")).to_have_count(2)
    visitor.find(".rounds-of button", has_text="Semi-finals").tap()
    expect(visitor.find(".match:visible")).to_have_count(2)
    expect(visitor.find(".match:visible").first).to_contain_text("Winner of match 1")
    visitor.find(".rounds-of button", has_text="Final").last.tap()
    expect(visitor.find(".match:visible")).to_have_count(1)


def test_a_wide_screen_shows_the_whole_tree_and_results_appear_in_it(come: Come, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:6], **SEEDED)
    cup.pair()
    visitor: Visitor = come(Visitor, size=DESKTOP)
    visitor.go(f"{cup.page}/bracket")
    expect(visitor.find("#live .live")).to_be_visible()
    expect(visitor.find(".match:visible")).to_have_count(5)
    cup.typed(1, 1, 7, 2)
    first = visitor.find(".match").first
    expect(first.locator(".won")).to_have_count(1)
    expect(first.locator(".score")).to_have_text(["7 ✓ won", "2"])


def test_a_match_that_rests_on_a_corrected_result_is_marked(come: Come, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:4], **SEEDED)
    cup.play()
    cup.pair()
    cup.typed(1, 1, 2, 7)
    visitor: Visitor = come(Visitor, size=DESKTOP)
    visitor.go(f"{cup.page}/bracket")
    expect(visitor.find(".match .moved")).to_have_count(1)
    expect(visitor.find(".match .moved")).to_contain_text("should play here")


def test_a_pairing_is_taken_back_after_a_correction_that_moves_somebody_into_it(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:4], **SEEDED)
    cup.play()
    cup.pair()
    former, right = (side[0] for side in cup.sides(1, 1))
    cup.typed(1, 1, 2, 7)
    owner.go(f"{cup.page}/desk/rounds/2")
    owner.find("#more > summary").tap()
    owner.find("#reason").fill("A result was wrong")
    owner.find('[data-do="unpublish"]').tap()
    expect(owner.find("#sentence")).to_have_text("Round 2 is paired, and only directors see it")
    assert cup.get("/rounds/2")["sits_out"] == [right]
    assert [former] in cup.sides(2, 1)


def test_the_desk_offers_no_draw_and_asks_who_goes_on_if_scores_are_level(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:4], **SEEDED)
    cup.start()
    at(owner, cup)
    table = row(owner, 1)
    table.get_by_role("button", name="Result").tap()
    expect(table.locator('[data-score="0"]')).to_be_visible()
    expect(table.get_by_role("button", name="A draw")).to_have_count(0)
    for side in range(2):
        table.locator(f'[data-score="{side}"]').fill("7")
    table.get_by_role("button", name="Save the scores").tap()
    expect(owner.find("#told")).to_have_text("The scores are level, but one side goes on. Say which.")
    name = NAMES[cup.sides(1, 1)[1][0] - 1]
    table.get_by_label("If they are level, who goes on?").select_option(name)
    examine(owner)
    table.get_by_role("button", name="Save the scores").tap()
    expect(owner.find("#told")).to_have_text(f"Round 1, table 1: 7–7, {name} won.")
    result = cup.table(1, 1)["result"]
    assert (result["winners"], result["scores"]) == ([1], [7, 7])


def test_the_page_of_a_table_offers_no_draw_and_asks_for_the_winner_of_level_scores(come: Come, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:4], **SEEDED)
    cup.start()
    phone = at_table(come, cup)
    phone.find('#acts [data-do="type"]').tap()
    expect(phone.find("#typing .picks button")).to_have_count(2)
    phone.find('#typing [data-do="scores"]').tap()
    for side in range(2):
        phone.find(f"#score-{side}").fill("7")
    expect(phone.find("#typing .picks")).to_have_count(0)
    expect(phone.find("#typing .result-line")).to_have_text("The scores are level, but one side goes on. Name the winner.")
    phone.find("#typing").get_by_role("button", name="Name the winner").tap()
    phone.find("#typing .picks button").first.tap()
    phone.find('#typing [data-do="send"]').tap()
    expect(phone.find("#second .result-line")).to_contain_text("7")
    typed = cup.table(1, 1)["typed"]
    assert (typed["winners"], typed["scores"]) == ([0], [7, 7])


def test_the_bracket_shows_the_matches_for_all_places_to_8(come: Come, api: httpx.Client) -> None:
    cup = opened(api, [f"Player {number}" for number in range(1, 9)], format="single-elimination-eight", settings={})
    cup.play()
    visitor: Taps = come(Taps, size=DESKTOP)
    visitor.go(f"{cup.page}/bracket")
    titles = ["Bracket", "For third place", "For fifth place", "For seventh place"]
    expect(visitor.find("#parts h2")).to_have_text(titles)
    expect(visitor.find('[data-key="fifth"] .match')).to_have_count(3)
    expect(visitor.find('[data-key="seventh"] .match')).to_have_count(1)


def test_the_wall_names_the_places_for_which_matches_are_played(come: Come, api: httpx.Client) -> None:
    cup = opened(api, [f"Player {number}" for number in range(1, 9)], format="single-elimination-eight", settings={})
    cup.play()
    cup.pair()
    wall: Taps = come(Taps, size={"width": 1920, "height": 1080})
    wall.go(f"{cup.page}/wall")
    expect(wall.find("#where")).to_have_text("Tables of round 2")
    for name in ("Final", "For third place", "For fifth place", "For seventh place"):
        wall.page.keyboard.press("ArrowRight")
        expect(wall.find("#where")).to_have_text(name)
        expect(wall.find("#board tbody tr")).to_have_count(1)
    examine(wall)


def test_only_a_knock_out_has_a_page_of_its_bracket(come: Come, api: httpx.Client) -> None:
    visitor: Taps = come(Taps)
    visitor.go(opened(api, NAMES[:4]).page)
    expect(visitor.find(".tabs a").first).to_be_visible()
    expect(visitor.find(".tabs a", has_text="Bracket")).to_have_count(0)
    visitor.go(opened(api, NAMES[:4], **SEEDED).page)
    visitor.find(".tabs a", has_text="Bracket").tap()
    expect(visitor.find("#empty")).to_contain_text("The bracket comes here")


@SCHEMES
@pytest.mark.parametrize(("name", "count"), [("single-elimination-third", 64), ("single-elimination-eight", 8), ("double-elimination", 12)])
def test_a_bracket_is_readable_and_accessible(come: Come, api: httpx.Client, scheme: str, name: str, count: int) -> None:
    cup = opened(api, [LONG, *(f"Player {number}" for number in range(2, count + 1))], format=name, settings={})
    cup.play()
    cup.pair()
    for size in ({"width": 360, "height": 780}, DESKTOP, {"width": 1920, "height": 1080}):
        visitor: Taps = come(Taps, size=size, color_scheme=scheme)
        visitor.go(f"{cup.page}/bracket")
        expect(visitor.find(".match:visible").first).to_be_visible()
        examine(visitor)
