"""Pairings, standings, score cards and table signs are printed on A4 and Letter, whole and black on white."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import Cup, opened
from tests.browser.pdfs import SIZES, Page, printed, solid
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving
from tests.paper.reading import text_of
from tests.speeds import long

MANY = 500
PAPERS = ["pairings", "standings", "cards", "signs"]


def names(number: int) -> list[str]:
    """Make names. No name is a part of another name."""
    return [f"Nr{each:03}x" for each in range(1, number + 1)]


@pytest.fixture(scope="module")
def cup(api: httpx.Client) -> Cup:
    """A tournament of 15 entries with long names. Round 1 is published: it has 7 tables, and one entry sits out. Round 2 is paired and
    hidden."""
    cup = opened(api, [f"{name} {LONG}" for name in names(15)], title=f"Final of {LONG}", settings={"round": {"ends": "hands", "hands": 6}})
    cup.pair()
    for table in range(1, 8):
        cup.typed(1, table, 11, 3)
    cup.post("/rounds", {"seed": 1})
    return cup


@pytest.fixture(scope="module")
def large(api: httpx.Client) -> Cup:
    cup = opened(api, names(MANY), title="The five hundred")
    cup.paired(1, *([[entry], [entry + 1]] for entry in range(1, MANY, 2)))
    return cup


def paper(visitor: Visitor, cup: Cup, what: str, size: str = "a4", query: str = "") -> list[Page]:
    """Open a page and print it."""
    visitor.go(f"{cup.page}/print/{what}?paper={size}{query}")
    return ready(visitor)


def ready(visitor: Visitor) -> list[Page]:
    expect(visitor.find("main[data-ready]")).to_be_attached()
    return printed(visitor.page)


@pytest.mark.smoke
def test_a_stranger_prints_the_pairings(come: Come, cup: Cup) -> None:
    pages = paper(come(), cup, "pairings")
    assert pages[0].text.startswith(solid("Pairings of round 1 by table"))
    assert pages[-1].text.startswith(solid("Pairings of round 1 by name"))


def test_the_list_on_the_screen_can_be_downloaded_as_pdf(come: Come, cup: Cup) -> None:
    visitor: Visitor = come()
    for what, said in (("standings", "Standings after round 1"), ("pairings", "Pairings of round 1")):
        paper(visitor, cup, what)
        visitor.find("#round").select_option("1")
        expect(visitor.find("#pdf")).to_have_attribute("href", re.compile("&round=1$"))
        with visitor.page.expect_download() as download:
            visitor.find("#pdf").click()
        assert said in text_of(download.value.path().read_bytes())


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", "a4"), ("dark", "letter"), pytest.param("light", "letter", marks=long), pytest.param("dark", "a4", marks=long)],
)
@pytest.mark.parametrize("what", PAPERS)
def test_every_printed_page_is_black_on_white_and_has_no_controls(come: Come, cup: Cup, what: str, scheme: str, size: str) -> None:
    visitor: Visitor = come(color_scheme=scheme)
    pages = paper(visitor, cup, what, size)
    assert {(page.width, page.height) for page in pages} == {SIZES[size]}
    assert all(page.white and page.ink < 30 for page in pages)
    words = "".join(page.text for page in pages)
    assert [word for word in ("Paper", "Letter", "Faceup", "Menu", "newest", "Onlyadirector") if word in words] == []
    assert solid(f"Final of {LONG}") in words


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_printed_pairings_list_every_entry_once_by_name(come: Come, large: Cup, size: str) -> None:
    pages = paper(come(), large, "pairings", size, "&order=name")
    assert len(pages) > 8
    head = solid("Pairings of round 1 by name The five hundred")
    assert all(page.text.startswith(head) and "NameTablePlays" in page.text for page in pages)
    lines = re.findall(r"(Nr\d{3}x)(\d+)against(Nr\d{3}x)", "".join(page.text for page in pages))
    assert lines == [(name, str((number + 2) // 2), f"Nr{number + 2 - number % 2 * 2:03}x") for number, name in enumerate(names(MANY))]


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_every_page_of_printed_standings_has_the_heading_and_everybody_is_listed_once(come: Come, large: Cup, size: str) -> None:
    pages = paper(come(), large, "standings", size)
    assert len(pages) > 8
    assert all(page.text.startswith(solid("Standings before round 1")) and "NamePoints" in page.text for page in pages)
    assert sorted(re.findall(r"Nr\d{3}x", "".join(page.text for page in pages))) == names(MANY)
    assert [page.number for page in pages] == [f"{number}/{len(pages)}" for number in range(1, len(pages) + 1)]


@pytest.mark.parametrize("what", ["pairings", "standings"])
def test_long_names_are_never_cut_on_paper(come: Come, cup: Cup, what: str) -> None:
    words = "".join(page.text for page in paper(come(), cup, what, query="&order=name"))
    missing = [name for name in names(15) if solid(f"{name} {LONG}") not in words]
    assert missing == []


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_score_cards_are_whole_and_their_codes_open_their_tables(come: Come, product: Serving, cup: Cup, size: str) -> None:
    pages = paper(come(), cup, "cards", size)
    cards = [(int(table), at) for at, page in enumerate(pages) for table in re.findall(r"Round1Table(\d+)", page.text)]
    assert [table for table, _ in cards] == [*range(1, 8)]
    codes = [code for page in pages for code in page.codes]
    assert codes == [f"{product.url}{cup.page}/tables/{table}" for table in range(1, 8)]
    assert [len(page.codes) for page in pages] == [page.text.count("Signature") for page in pages]
    named = {entry["entry"]: solid(entry["name"]) for entry in cup.get()["entries"]}
    seated = cup.get("/rounds/1")["tables"]
    for table, at in cards:
        assert all(named[entry] in pages[at].text for side in seated[table - 1]["sides"] for entry in side)
    assert pages[0].text.count("123456Score") == len(pages[0].codes)  # a box for each hand


def test_three_cards_with_short_names_fit_on_a_page_of_either_size(come: Come, large: Cup) -> None:
    for size in SIZES:
        visitor: Visitor = come()
        pages = paper(visitor, large, "cards", size)
        assert [len(page.codes) for page in pages[:3]] == [3, 3, 3]


def test_only_visitors_who_may_record_can_print_the_cards_of_a_hidden_round(come: Come, product: Serving, cup: Cup) -> None:
    stranger: Visitor = come()
    assert "Round2" not in "".join(page.text for page in paper(stranger, cup, "cards"))
    expect(stranger.find("#round option")).to_have_text(["newest", "Round 1"])
    director: Visitor = come(token=product.owner())
    pages = paper(director, cup, "cards", query="&round=2")
    assert len(re.findall("Round2Table", "".join(page.text for page in pages))) == 7
    director.find("#round").select_option("all")
    expect(director.find("#sentence")).to_have_text("14 score cards of all rounds")
    assert "Round2" not in "".join(page.text for page in paper(director, cup, "pairings"))


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_code_on_the_sign_of_each_table_opens_the_link_of_that_table(come: Come, product: Serving, cup: Cup, size: str) -> None:
    director: Taps = come(Taps, token=product.owner())
    numbers = paper(director, cup, "signs", size)
    assert [page.codes for page in numbers] == [[]] * 7
    director.find("#make button").tap()
    expect(director.find(".sign img")).to_have_count(7)
    pages = ready(director)
    assert [re.findall(r"Table(\d)(?=Scan)", page.text) for page in pages] == [[str(number)] for number in range(1, 8)]
    for number, page in enumerate(pages, 1):
        (code,) = page.codes
        address, secret = code.split("#")
        assert address == f"{product.url}/join"
        assert signed_in(product, secret) == {"tournament": cup.id, "table": number}


def signed_in(product: Serving, secret: str) -> dict[str, Any]:
    with product.api() as api:
        session = api.get("/api/v1/session", headers={"Authorization": f"Bearer {secret}"}).json()
    return {name: session.get(name) for name in ("tournament", "table")}


def test_codes_are_kept_in_the_tab_and_new_ones_are_made_only_for_new_tables(come: Come, product: Serving, cup: Cup) -> None:
    director: Taps = come(Taps, token=product.owner())
    paper(director, cup, "signs", query="&tables=2")
    expect(director.find("#told")).to_contain_text("These signs have no codes yet. Make them before you print: each code is a new link")
    director.find("#make button").tap()
    expect(director.find(".sign img")).to_have_count(2)
    first = [page.codes for page in ready(director)]
    director.page.reload()
    assert [page.codes for page in ready(director)] == first
    expect(director.find("#make")).to_be_hidden()
    director.find("#tables").fill("4")
    director.find("#tables").blur()
    expect(director.find("#told")).to_contain_text("No code yet for tables 3–4.")
    director.find("#make button").tap()
    expect(director.find(".sign img")).to_have_count(4)
    codes = [page.codes for page in ready(director)]
    assert codes[:2] == first
    assert len({code for page in codes for code in page}) == 4


def test_a_stranger_cannot_make_codes(come: Come, cup: Cup) -> None:
    visitor: Visitor = come()
    pages = paper(visitor, cup, "signs", query="&tables=101")
    assert [page.codes for page in pages] == [[]] * 101
    expect(visitor.find("#make")).to_be_hidden()
    expect(visitor.find("#told")).to_contain_text("Only a director can print the codes")


def test_the_size_of_paper_can_be_chosen_and_is_remembered(come: Come, cup: Cup) -> None:
    visitor: Visitor = come(locale="en-GB")
    visitor.go(f"{cup.page}/print/standings")
    assert (ready(visitor)[0].width, ready(visitor)[0].height) == SIZES["a4"]
    with visitor.page.expect_response("**/paper-letter.css"):
        visitor.find("#paper").select_option("letter")
    assert (printed(visitor.page)[0].width, printed(visitor.page)[0].height) == SIZES["letter"]
    visitor.go(f"{cup.page}/print/cards")
    expect(visitor.find("#paper")).to_have_value("letter")


def test_the_paper_size_is_letter_for_readers_in_america(come: Come, cup: Cup) -> None:
    visitor: Visitor = come(locale="en-US")
    visitor.go(f"{cup.page}/print/standings")
    assert (ready(visitor)[0].width, ready(visitor)[0].height) == SIZES["letter"]


def test_the_button_opens_the_print_dialog(come: Come, cup: Cup) -> None:
    visitor: Visitor = come(Taps)
    visitor.page.add_init_script("globalThis.print = () => { globalThis.asked = true; }")
    visitor.go(f"{cup.page}/print/standings")
    expect(visitor.find("#print")).to_be_enabled()
    visitor.find("#print").tap()
    assert visitor.page.evaluate("globalThis.asked")


def test_earlier_standings_can_be_printed_but_no_pairings_before_a_round_is_paired(come: Come, api: httpx.Client) -> None:
    cup = opened(api, ["Anna", "Ben", "Carla", "Dan"])
    visitor: Visitor = come()
    visitor.go(f"{cup.page}/print/pairings")
    expect(visitor.find("#sentence")).to_have_text("No round is paired yet")
    expect(visitor.find("#print")).to_be_disabled()
    cup.pair()
    cup.typed(1, 1, 11, 3)
    cup.typed(1, 2, 11, 3)
    cup.pair()
    cup.typed(2, 1, 11, 3)
    visitor.go(f"{cup.page}/print/standings")
    expect(visitor.find("#sentence")).to_have_text("Standings, round 2 in play")
    expect(visitor.find(".running small")).to_have_text("1 table is still missing")
    visitor.find("#round").select_option("1")
    expect(visitor.find("#sentence")).to_have_text("Standings after round 1")


@SCHEMES
@pytest.mark.parametrize("what", PAPERS)
def test_the_pages_to_print_are_accessible(come: Come, product: Serving, cup: Cup, what: str, scheme: str) -> None:
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme)
    visitor.go(f"{cup.page}/print/{what}")
    expect(visitor.find("main[data-ready]")).to_be_attached()
    examine(visitor)
