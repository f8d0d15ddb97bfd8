"""Setting a tournament up: the list of tournaments, and the three steps What, Who, How."""

import re
from collections.abc import Sequence

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import FOUR, Cup, opened, sent
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving

HERE = re.compile(r"/tournaments/(home-t\w{16})/desk/entries$")


def start(visitor: Taps, title: str, system: str = "High Card") -> None:
    visitor.go("/tournaments/new")
    visitor.pick(system)
    expect(visitor.find("#rules .spoken")).to_have_text(f" of {system}")
    visitor.find("#cup-title").fill(title)
    visitor.find("#next").tap()
    expect(visitor.find("#finding")).to_be_visible()


def enter(visitor: Taps, *names: str) -> None:
    for name in names:
        visitor.find("#finding").fill(name)
        visitor.find("#add").tap()


def paste(visitor: Taps, names: Sequence[str]) -> None:
    if not visitor.find("#pasted").is_visible():
        visitor.find("text=Paste a list, or open a file").tap()
    visitor.find("#pasted").fill("\n".join(names))
    visitor.find('[data-do="paste"]').tap()
    expect(visitor.find("#pasted")).to_have_value("")


def opened_by(visitor: Taps, api: httpx.Client) -> Cup:
    visitor.find("#next").tap()
    visitor.page.wait_for_url(HERE)
    match = HERE.search(visitor.page.url)
    assert match
    return Cup(api, match[1])


@pytest.mark.smoke
def test_a_tournament_is_set_up_in_three_steps(owner: Taps, api: httpx.Client) -> None:
    """The proposed settings are those of GET /tournaments/formats; new people come into the club's directory."""
    start(owner, "Friday evening")
    enter(owner, "Set-up Una", "Set-up Vic", "Set-up Wim", "Set-up Xia")
    expect(owner.find("#entered li .what")).to_have_text(["Set-up Una", "Set-up Vic", "Set-up Wim", "Set-up Xia"])
    owner.find("#next").tap()
    expect(owner.find("[name=format]:checked")).to_have_value("round-robin")
    expect(owner.find("#plan")).to_contain_text("3 rounds, 2 tables in each round")
    owner.find("#schedule > summary").tap()
    expect(owner.find("#schedule tr").first).to_contain_text("Set-up Una – Set-up Xia")
    made = opened_by(owner, api).get()
    assert (made["title"], made["format"], made["system"]) == ("Friday evening", "round-robin", "high-card")
    assert [entry["people_names"] for entry in made["entries"]] == [[entry["name"]] for entry in made["entries"]]
    proposed = sent(api.get("/tournaments/formats?entries=4&least=2&most=13"))["formats"][0]
    assert made["settings"] == proposed["settings"]


def test_typed_settings_survive_a_reload_and_going_back(owner: Taps) -> None:
    start(owner, "Kept", "Ten-point partnership Smear")
    enter(owner, "Kept Ada", "Kept Bob")
    owner.find("#back").tap()
    owner.find("#house-rules > summary").tap()
    owner.find("#option-target").fill("31")
    owner.find("#option-target").blur()
    owner.page.reload()
    expect(owner.find("#cup-title")).to_have_value("Kept")
    expect(owner.find("#rules .spoken")).to_have_text(" of Ten-point partnership Smear")
    expect(owner.find("#option-target")).to_have_value("31")
    owner.find("#next").tap()
    expect(owner.find("#entered li .what")).to_have_text(["Kept Ada", "Kept Bob"])


def test_what_is_typed_and_tapped_before_the_page_is_ready_counts(come: Come, api: httpx.Client) -> None:
    """On a slow connection the fields appear before the script has loaded."""
    owner: Taps = come(Taps, token=api.headers["Authorization"].removeprefix("Bearer "))
    held = owner.hold("**/api/v1/session")
    owner.go("/tournaments/new")
    route = owner.held_one(held)
    owner.find("#cup-title").fill("Quick")
    owner.find("#visibility").select_option("public")
    owner.find("#next").tap()
    route.continue_()
    expect(owner.find("#system-error")).to_have_text("Choose the game that is played.")
    expect(owner.find("#find")).to_be_focused()
    expect(owner.find("#visibility")).to_have_value("public")
    owner.pick("high-card")
    expect(owner.find("#system-error")).to_be_empty()
    owner.find("#next").tap()
    expect(owner.find("#finding")).to_be_visible()


def test_partners_are_entered_by_tapping_two_names(owner: Taps, api: httpx.Client) -> None:
    for name in ("Pair Ann", "Pair Bea", "Pair Cal", "Pair Dee"):
        sent(api.post("/people", json={"name": name}))
    start(owner, "Pairs", "Ten-point partnership Smear")
    owner.find("text=With a fixed partner").tap()
    owner.find("#finding").fill("Pair")
    for name in ("Pair Ann", "Pair Cal", "Pair Bea", "Pair Dee"):
        owner.find("#club button", has_text=name).tap()
    expect(owner.find("#entered li .what")).to_have_text(["Pair Ann and Pair Cal", "Pair Bea and Pair Dee"])
    owner.find("#entered li").nth(1).locator('[data-do="up"]').tap()
    expect(owner.find("#entered li .what").first).to_have_text("Pair Bea and Pair Dee")
    owner.find("#seeded").check()
    owner.find("#next").tap()
    expect(owner.find("#unfit-list")).to_contain_text("Here everybody enters alone.")
    expect(owner.find("#plan .facts")).to_contain_text("2 pairs")
    made = opened_by(owner, api).get()
    assert [(entry["name"], entry["seed"], len(entry["people"])) for entry in made["entries"]] == [
        ("Pair Bea and Pair Dee", 1, 2),
        ("Pair Ann and Pair Cal", 2, 2),
    ]


@pytest.mark.parametrize(
    ("kind", "text", "entries"),
    [
        ("On their own", "1. Paste Ann\n2) Paste Bob\n\n- Paste Cy", ["Paste Ann", "Paste Bob", "Paste Cy"]),
        ("On their own", 'id;name\n1;"Paste, Dan"\n2;Paste Eve', ["Paste, Dan", "Paste Eve"]),
        ("With a fixed partner", "Paste Fay & Paste Gus\nPaste Hal and Paste Ivy", ["Paste Fay and Paste Gus", "Paste Hal and Paste Ivy"]),
        ("With a fixed partner", "name,partner\nPaste Jo,Paste Kit", ["Paste Jo and Paste Kit"]),
        ("As teams", "The Aces: Paste Lou, Paste May, Paste Ned", ["The Aces Paste Lou, Paste May and Paste Ned"]),
    ],
)
def test_a_list_of_names_can_be_pasted(owner: Taps, kind: str, text: str, entries: list[str]) -> None:
    start(owner, "Pasted")
    owner.find(f"text={kind}").tap()
    owner.find("text=Paste a list, or open a file").tap()
    owner.find("#pasted").fill(text)
    owner.find('[data-do="paste"]').tap()
    expect(owner.find("#entered li .what")).to_have_text(entries)


def test_a_pasted_list_with_a_fault_adds_nobody_and_the_faulty_line_is_named(owner: Taps) -> None:
    start(owner, "Pasted")
    owner.find("text=With a fixed partner").tap()
    owner.find("text=Paste a list, or open a file").tap()
    owner.find("#pasted").fill("Ann and Bob\nCy alone")
    owner.find('[data-do="paste"]').tap()
    expect(owner.find("#pasted-error")).to_have_text("Line 2 needs two names, such as Anna and Ben. Nothing was added.")
    expect(owner.find("#entered li")).to_have_count(0)


def test_names_are_entered_too_if_the_list_was_not_added_or_stands_in_the_field_for_one_name(owner: Taps) -> None:
    start(owner, "Pasted cup")
    owner.find("#finding").fill("Row Ann, Row Bob, Row Cy")
    owner.find("#add").tap()
    expect(owner.find("#entered li")).to_have_count(3)
    owner.find("text=Paste a list, or open a file").tap()
    owner.find("#pasted").fill("Row Dan\nRow Ann")
    owner.find("#next").tap()
    expect(owner.find("#pasted-error")).to_contain_text("Row Ann")
    owner.find("#pasted").fill("Row Dan\nRow Eve")
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_contain_text("5")


def test_only_one_tournament_is_opened_despite_two_taps_and_lost_answers(owner: Taps, api: httpx.Client) -> None:
    """The first answer to each request is lost on the way back. The page asks again."""
    lost: set[str] = set()

    def lose_first(route: Route) -> None:
        path = route.request.url.partition("/api/v1")[2]
        if route.request.method != "POST" or path in lost or path == "/tournaments/plan":
            route.continue_()
            return
        lost.add(path)
        route.fetch()
        route.abort()

    start(owner, "Only once")
    enter(owner, "Once Ann", "Once Bob")
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_be_visible()
    owner.page.route("**/api/v1/**", lose_first)
    owner.find("#next").dblclick()
    owner.page.wait_for_url(HERE)
    owner.forgive("net::ERR_")  # the browser logs each lost answer
    titles = [line["tournament"] for line in sent(api.get("/tournaments"))["tournaments"] if line["title"] == "Only once"]
    assert len(titles) == 1
    assert [entry["name"] for entry in Cup(api, titles[0]).get()["entries"]] == ["Once Ann", "Once Bob"]
    assert sum(person["name"] == "Once Ann" for person in sent(api.get("/people"))["people"]) == 1
    assert len(lost) == 3


def test_the_tournament_still_exists_if_only_its_entries_are_refused(owner: Taps, api: httpx.Client) -> None:
    start(owner, "Halfway")
    enter(owner, "Half Ann", "Half Bob")
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_be_visible()
    owner.page.route("**/events", lambda route: route.fulfill(status=503, json={"detail": "The store is away."}))
    owner.find("#next").tap()
    expect(owner.find("#form-error")).to_contain_text("The tournament is open, but its entries are not stored yet: The store is away.")
    owner.page.unroute("**/events")
    assert [entry["name"] for entry in opened_by(owner, api).get()["entries"]] == ["Half Ann", "Half Bob"]
    assert sum(line["title"] == "Halfway" for line in sent(api.get("/tournaments"))["tournaments"]) == 1
    owner.forgive("status of 503")


def test_the_page_says_why_a_setting_is_impossible(owner: Taps) -> None:
    start(owner, "Too many rounds")
    enter(owner, "Fit Ann", "Fit Bob", "Fit Cy", "Fit Dan")
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_be_visible()
    owner.find("#set-rounds").fill("9")
    expect(owner.find("#form-error")).to_have_text("A round robin of 4 entries has 3 rounds, not 9.")
    owner.find("#set-rounds").fill("2")
    expect(owner.find("#plan .facts")).to_contain_text("2 rounds")
    expect(owner.find("#form-error")).to_be_empty()
    owner.forgive("status of 422")


def test_tie_breaks_can_be_moved_removed_and_added(owner: Taps, api: httpx.Client) -> None:
    start(owner, "Ties")
    enter(owner, "Tie Ann", "Tie Bob")
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_be_visible()
    owner.find("#fold-level > summary").tap()
    ties = owner.find("#ties li")
    expect(ties).to_have_count(3)
    ties.nth(2).locator('[data-do="up"]').tap()
    owner.page.keyboard.press("ArrowUp")
    expect(ties.first).to_contain_text("Difference")
    ties.nth(2).locator('[data-do="untie"]').tap()
    owner.find("#tie-more").select_option("lots")
    owner.find('[data-do="tie"]').tap()
    expect(ties).to_have_count(3)
    made = opened_by(owner, api).get()
    assert made["settings"]["tiebreaks"] == ["difference", "head-to-head", "lots"]


def test_what_is_proposed_follows_the_number_of_players_until_a_format_is_chosen(owner: Taps) -> None:
    """The chosen format stands first and says if it no longer suits. Which one suits best is said of that one."""
    start(owner, "More come")
    paste(owner, ["More Ann", "More Bob", "More Cy", "More Dan"])
    owner.find("#next").tap()
    expect(owner.find("[name=format]:checked")).to_have_value("round-robin")
    owner.find("#back").tap()
    paste(owner, [f"Newer {n}" for n in range(16)])
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_contain_text("20 players")
    expect(owner.find("[name=format]:checked")).to_have_value("swiss")
    owner.find('[name="format"][value="single-elimination"]').tap()
    owner.find("#back").tap()
    enter(owner, "Last Una")
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_contain_text("21 players")
    first = owner.find("#formats li").first
    expect(first.locator(":checked")).to_have_value("single-elimination")
    expect(first).to_be_in_viewport()
    expect(owner.find("#formats li", has_text="Suits you best").locator("input")).to_have_value("swiss")
    expect(owner.find("#format-told")).to_be_empty()


def test_the_page_says_if_the_chosen_format_no_longer_suits(owner: Taps) -> None:
    start(owner, "Fewer come")
    paste(owner, [f"Fewer {n}" for n in range(16)])
    owner.find("#next").tap()
    owner.find('[name="format"][value="swiss-groups"]').tap()
    owner.find("#back").tap()
    owner.find('#entered [data-do="remove"]').last.tap()
    owner.find("#next").tap()
    expect(owner.find("#format-told")).to_have_text("Swiss in groups, then a knock-out does not suit any more, so Swiss is chosen.")
    expect(owner.find("#formats li").first.locator(":checked")).to_have_value("swiss")


@pytest.mark.parametrize(("high", "names"), [(740, 16), (1400, 2)])
def test_the_buttons_end_the_page_at_the_bottom_of_a_phone_and_cover_nothing(come: Come, product: Serving, high: int, names: int) -> None:
    owner: Taps = come(Taps, token=product.owner(), size={"width": 360, "height": high})
    start(owner, "Thumbs")

    def bottoms() -> list[float]:
        owner.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        found: list[float] = owner.page.evaluate(
            """() => {
              const bar = document.querySelector(".thumb").getBoundingClientRect();
              const step = document.querySelector("#form > .stack:not([hidden])").getBoundingClientRect();
              return [bar.bottom, bar.top - step.bottom];
            }"""
        )
        return found

    paste(owner, [f"Thumb {n}" for n in range(names)])
    expect(owner.find("#entered li")).to_have_count(names)
    for step in (2, 3):
        bottom, above = bottoms()
        assert (abs(bottom - high) < 1, above >= 0) == (True, True), (step, bottom, above)
        owner.find("#next").tap()
        expect(owner.find("#plan .facts")).to_be_visible()


@SCHEMES
def test_each_step_is_accessible(come: Come, api: httpx.Client, scheme: str) -> None:
    owner: Taps = come(Taps, token=api.headers["Authorization"].removeprefix("Bearer "), color_scheme=scheme)
    start(owner, "Looked at")
    examine(owner)
    enter(owner, *(f"Examined player number {n} of a very long list" for n in range(9)))
    examine(owner)
    owner.find("#next").tap()
    expect(owner.find("#plan .facts")).to_be_visible()
    for fold in owner.find("#step-3 details:visible > summary").all():
        fold.tap()
    examine(owner)


def test_the_list_of_tournaments_shows_the_state_of_each_tournament(owner: Taps, come: Come, api: httpx.Client) -> None:
    cup = opened(api, FOUR, title="Listed cup", settings={"rounds": 5})
    cup.play()
    owner.go("/tournaments")
    line = owner.find(f'[data-key="{cup.id}"]')
    expect(line).to_contain_text("Round 1 of 5: all results are in.")
    expect(line.locator("a", has_text="Desk")).to_have_attribute("href", f"{cup.page}/desk")
    examine(owner)
    guest: Taps = come(Taps)
    guest.go("/tournaments")
    expect(guest.find(f'[data-key="{cup.id}"]')).to_contain_text("Listed cup")
    expect(guest.find("text=Set up a tournament")).to_be_hidden()
    expect(guest.find("text=Desk")).to_have_count(0)


def test_only_directors_can_set_up_tournaments(come: Come, api: httpx.Client) -> None:
    token = sent(api.post("/tokens", json={"label": "Scorekeeper", "scopes": ["record"]}))["token"]
    visitor: Taps = come(Taps, token=token)
    visitor.go("/tournaments/new")
    expect(visitor.find("h1")).to_have_text("For directors of the club")
