"""The standings of a tournament in a browser: the reason for each place, earlier standings, pages, and the tables of people and pairs."""

import httpx
import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import FOUR, Cup, opened, registered, two_rounds
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

LONGEST = 100


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    return two_rounds(api, 11, 2)


def row(visitor: Visitor, name: str) -> list[str]:
    """Return the texts of the cells in a row, with the words for screen readers."""
    return [text.strip() for text in visitor.find("#rows tr", has_text=name).first.locator("td").all_text_contents()]


def requests_of(visitor: Visitor) -> list[str]:
    sent: list[str] = []

    def keep(request: Request) -> None:
        if "/api/" in request.url:
            sent.append(request.url)

    visitor.page.on("request", keep)
    return sent


# --- why ----------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_a_row_of_the_standings_can_be_opened_by_keyboard_and_explains_the_place(come: Come, cup: Cup) -> None:
    reader: Keys = come(Keys)
    reader.go(cup.page)
    expect(reader.find("#sentence")).to_have_text("Round 2 is being played: 1 of 2 tables are in")
    reader.reach('[data-do="why"][data-entry="3"]')
    reader.press("Enter")
    why = reader.find("#why-3")
    expect(why.locator("tbody tr")).to_have_count(2)
    first, second = (each.locator("td").all_inner_texts() for each in why.locator("tbody tr").all())
    assert first == ["Dora", "Won 11\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}8", "2"]
    assert second == ["Anna", "Lost 2\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}11", "0"]
    expect(why.locator(".sums li").first).to_contain_text("Buchholz cut 1: 4 = 4 (round 2, Anna)")
    expect(why.locator("s")).to_have_text("0 (round 1, Dora)")
    expect(reader.find('[data-do="why"][data-entry="3"]')).to_have_attribute("aria-expanded", "true")
    reader.press("Enter")
    expect(why).to_have_count(0)


def test_the_sums_in_the_explanation_of_each_row_equal_its_values(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    for entry in (1, 2, 3, 4):
        visitor.find(f'[data-do="why"][data-entry="{entry}"]').tap()
        expect(visitor.find(f"#why-{entry} .sums li")).to_have_count(2)
    for place in cup.get("/standings")["rows"]:
        shown = visitor.find(f"#why-{place['entry']}")
        assert shown.locator("tfoot .points").last.inner_text() == str(place["points"])
        heads = [text.rpartition(": ")[2] for text in shown.locator(".sums b").all_inner_texts()]
        assert heads == place["values"]


def test_a_row_of_the_standings_makes_no_request_until_it_is_opened(come: Come, api: httpx.Client) -> None:
    """A page of 100 rows is read with as many requests as a page of 4."""
    sent = []
    for entries in (4, 100):
        cup = opened(api, [f"Player {number}" for number in range(1, entries + 1)])
        visitor: Taps = come(Taps)
        seen = requests_of(visitor)
        visitor.go(cup.page)
        expect(visitor.find("#rows .called")).to_have_count(entries)
        expect(visitor.find("#live .live")).to_be_visible()
        sent.append(len({address.replace(cup.id, "") for address in seen}))
    assert sent[0] == sent[1] < 6


# --- earlier standings --------------------------------------------------------------------------------------------------------------------


def test_standings_can_be_shown_as_they_were_after_a_round_and_as_they_were_published(come: Come, cup: Cup) -> None:
    cup.post("/standings/published", {"through_round": 1})
    cup.record(("ForfeitRuled", {"round": 1, "table": 2, "winners": [1]}))
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#which")).to_contain_text("Published after round 1")
    visitor.find("#after").select_option("?as_of=1")
    expect(visitor.find("#which")).to_contain_text("These are the standings after round 1.")
    assert {name: row(visitor, name)[1] for name in FOUR} == {"Anna": "2", "Ben": "0", "Carla": "0", "Dora": "2"}
    visitor.find("#files summary").first.tap()
    visitor.find("#published-list button").tap()
    expect(visitor.find("#which")).to_contain_text("Published after round 1")
    expect(visitor.find("#rows tr", has_text="Carla").locator("td.points")).to_have_text("2")
    visitor.find('[data-do="why"][data-entry="3"]').tap()
    expect(visitor.find("#why-3 .sums li").first).to_have_text("Points: 2 = 2 (round 1, Dora, won)")
    visitor.find("#which button").tap()
    expect(visitor.find("#rows tr", has_text="Anna").locator("td.points")).to_have_text("4")


def test_a_round_that_has_just_begun_is_in_play_and_places_with_a_prize_have_a_sign(come: Come, api: httpx.Client) -> None:
    cup = opened(api, FOUR, settings={"prizes": 2})
    cup.play()
    cup.start()
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#after option")).to_have_text(["now, round 2 in play", "after round 1"])
    assert [row(visitor, name)[0] for name in FOUR].count("1*, with a prize") == 2
    expect(visitor.find("#prized")).to_have_text("* This place has a prize")
    visitor.find("#progress > summary").tap()
    expect(visitor.find("#progress [data-table] thead th")).to_have_count(2)  # the names and round 1
    visitor.go(f"{cup.page}/print/standings")
    expect(visitor.find("#sentence")).to_have_text("Standings, round 2 in play")
    expect(visitor.find(".running small")).to_have_text("2 tables are still missing · * This place has a prize")
    for table in (1, 2):
        cup.typed(2, table, 7, 2)
    visitor.go(f"{cup.page}/wall")
    expect(visitor.find("#board tbody td").first).to_have_text("1*, with a prize")
    expect(visitor.find("#where")).to_have_text("Standings after round 2 · * This place has a prize")


def test_a_slow_answer_does_not_replace_the_standings_that_were_chosen_after_it(come: Come, cup: Cup) -> None:
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#rows .called")).to_have_count(4)
    held = visitor.hold("**/standings?as_of=1&**", times=1)
    visitor.find("#after").select_option("?as_of=1")
    slow = visitor.held_one(held)
    visitor.find("#after").select_option("")
    expect(visitor.find("#which")).not_to_contain_text("after round 1.")
    with visitor.page.expect_response("**/standings?as_of=1&**"):
        slow.continue_()
    visitor.page.wait_for_timeout(300)
    expect(visitor.find("#which")).not_to_contain_text("after round 1.")
    expect(visitor.find("#rows tr", has_text="Anna").locator("td.points")).to_have_text("4")


def test_the_winner_is_named_at_the_end(come: Come, cup: Cup) -> None:
    cup.typed(2, 2, 3, 11)
    cup.record(("TournamentFinished", {}))
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#sentence")).to_have_text("Anna won the Autumn cup")


# --- many entries, pairs, people ----------------------------------------------------------------------------------------------------------


def test_the_search_finds_a_name_on_another_page(come: Come, api: httpx.Client) -> None:
    cup = opened(api, [*(f"Player {number}" for number in range(1, 151)), "Žofia Nováková"])
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    expect(visitor.find("#rows .called")).to_have_count(LONGEST)
    visitor.find('[data-do="page"][data-page="2"]').tap()
    expect(visitor.find("#rows .called")).to_have_count(51)
    visitor.find('[data-do="page"][data-page="1"]').tap()
    visitor.find("#find").fill("novak")
    expect(visitor.find("#rows .called")).to_have_text(["Žofia Nováková"])
    visitor.find("#find").fill("nobody at all")
    expect(visitor.find("#count")).to_have_text("Nobody has this name here.")
    visitor.find("#find").fill("")
    expect(visitor.find("#rows .called")).to_have_count(LONGEST)


def test_pairs_are_listed_in_a_tournament_with_changing_partners(come: Come, api: httpx.Client) -> None:
    cup = opened(api, FOUR, format="rotation", settings={"table": 4, "partners": 2, "scoring": {"kind": "score"}})
    cup.paired(1, [[1, 3], [2, 4]])
    cup.typed(1, 1, 12, 7)
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    visitor.find('[data-list="pairs"]').tap()
    expect(visitor.find("#rows th")).to_have_text(["Anna and Carla", "Ben and Dora"])
    expect(visitor.find("#levels")).to_contain_text("Level on points: more wins come first, then the greater difference of scores.")
    visitor.find('[data-list="entries"]').tap()
    expect(visitor.find("#rows .called")).to_have_count(4)
    expect(visitor.find("#levels")).to_have_text("Who is level on points shares the place.")


def test_the_people_of_teams_are_listed(come: Come, api: httpx.Client) -> None:
    people = registered(api, *FOUR)
    teams = {"Aces": people["Anna"] + people["Ben"], "Deuces": people["Carla"] + people["Dora"]}
    cup = opened(api, [*teams], teams)
    cup.paired(1, [[1], [2]])
    cup.typed(1, 1, 3, 5)
    visitor: Taps = come(Taps)
    visitor.go(cup.page)
    visitor.find('[data-list="people"]').tap()
    expect(visitor.find("#rows th")).to_have_count(4)
    assert sorted(visitor.find("#rows th").all_inner_texts()[:2]) == ["Carla", "Dora"]


# --- rights, and accessibility ------------------------------------------------------------------------------------------------------------


def test_only_visitors_who_may_record_are_offered_the_file_of_the_whole_tournament(come: Come, product: Serving, cup: Cup) -> None:
    for token in (None, product.owner()):
        visitor: Taps = come(Taps)
        if token:
            visitor.sign_in(token)
        visitor.go(cup.page)
        visitor.find("#files summary").first.tap()
        expect(visitor.find("#files a").first).to_be_visible()
        assert visitor.find("#json").is_visible() == bool(token)
        for link in visitor.find("#files a:visible").all():
            assert visitor.page.context.request.get(visitor.url + str(link.get_attribute("href"))).status == 200


def test_the_standings_without_entries_say_what_they_will_show(come: Come, api: httpx.Client) -> None:
    visitor: Taps = come(Taps)
    visitor.go(opened(api, [], settings={}).page)
    expect(visitor.find("#empty")).to_contain_text("As soon as players are entered")
    expect(visitor.find("#standings")).to_be_hidden()
    examine(visitor)


@SCHEMES
def test_the_standings_are_accessible_with_long_names(come: Come, api: httpx.Client, scheme: str) -> None:
    cup = opened(
        api, [f"{LONG} {number}" for number in range(1, 15)], settings={"tiebreaks": ["buchholz:fide-2026", "sonneborn-berger:fide-2026"]}
    )
    for made in (cup.pair(), None):
        for table in made["tables"] if made else ():
            cup.typed(1, table["table"], 11, table["table"])
    cup.pair()
    cup.record(("Announced", {"text": f"{LONG} has lost a hat."}))
    visitor: Taps = come(Taps, color_scheme=scheme)
    visitor.go(cup.page)
    visitor.find('[data-do="why"]').first.tap()
    expect(visitor.find(".sums li").first).to_be_visible()
    for fold in visitor.find("main details > summary").all():
        if fold.is_visible():
            fold.tap()
    expect(visitor.find("#progress .player-line").first).to_be_visible()
    examine(visitor)
