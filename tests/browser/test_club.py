"""An owner, a scorekeeper, a viewer and a stranger use the pages of a club: people, members, links, settings and export."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser import cups
from tests.browser.conftest import SCHEMES, Come
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving
from tests.speeds import long
from tests.waiting import WITHIN

PARTS = ("", "/people", "/members", "/links", "/settings", "/export")


def joined(api: httpx.Client, role: str, name: str) -> str:
    """Invite somebody, accept the invitation, and return the token of their device."""
    link = api.post("/clubs/home/invitations", json={"role": role, "name": name}).json()["link"]
    body = {"invitation": link.partition("#")[2], "label": f"phone of {name}"}
    return str(api.post("/invitations/accepted", json=body).json()["token"])


def of(token: str, product: Serving) -> httpx.Client:
    return httpx.Client(base_url=f"{product.url}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=WITHIN)


def person(api: httpx.Client, name: str) -> str:
    return str(api.post("/people", json={"name": name}).json()["person"])


def names(api: httpx.Client) -> list[str]:
    return [each["name"] for each in api.get("/people").json()["people"]]


def row(visitor: Taps, where: str, text: str) -> Any:
    return visitor.find(f"{where} > li", has_text=text)


@pytest.fixture(scope="module")
def olga(api: httpx.Client) -> str:
    """The token of a member who is an owner."""
    return joined(api, "owner", "Olga")


@pytest.fixture
def settings(api: httpx.Client) -> Iterator[None]:
    """Restore the settings of the club after the test."""
    yield
    back = {"visibility": "private", "delay": 0, "pins": True, "results_first": False}
    assert api.patch("/clubs/home", json={"settings": back}).status_code == 200


@pytest.mark.smoke
def test_an_owner_adds_finds_and_renames_a_person(come: Come, api: httpx.Client, olga: str) -> None:
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club")
    expect(visitor.find("#sentence")).not_to_have_text("Looking at what is going on")
    visitor.find(".tabs a", has_text="People").tap()
    visitor.find("#add-name").fill("Ännchen")
    visitor.find("#add-send").tap()
    expect(visitor.find("#told")).to_have_text("Ännchen is added.")
    visitor.find("#search").fill("annch")
    expect(visitor.find("#list > li")).to_have_count(1)
    visitor.find('#list [data-do="rename"]').tap()
    visitor.find("#rename").fill("Anna Berg")
    visitor.find("#rename-send").tap()
    expect(visitor.find("#told")).to_have_text("Ännchen is called Anna Berg from now on, on every page.")
    assert "Anna Berg" in names(api)
    assert "Ännchen" not in names(api)


def test_the_page_says_that_an_added_name_is_already_in_the_directory(come: Come, api: httpx.Client, olga: str) -> None:
    person(api, "Twin")
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/people")
    visitor.find("#search").fill("Twin")  # the page lists only a hundred people, and other tests add people too
    expect(row(visitor, "#list", "Twin")).to_be_visible()
    visitor.find("#add-send").tap()
    expect(visitor.find("#add-error")).to_have_text("Write the name of the person.")
    visitor.find("#add-name").fill("twin")
    visitor.find("#add-send").tap()
    expect(visitor.find("#told")).to_contain_text("There are two people of this name now")


def test_pasted_names_are_checked_first_and_every_wrong_row_is_named(come: Come, api: httpx.Client, olga: str) -> None:
    person(api, "Hana")
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/people")
    visitor.find("#several > summary").tap()
    visitor.find("#pasted").fill(f'Hana\n\n{"x" * 81}\nIda "the ace"\n{"y" * 81}')
    visitor.find("#import-send").tap()
    faults = visitor.find("#import-seen li")
    expect(faults).to_have_count(2)
    assert [text.partition(",")[0] for text in faults.all_text_contents()] == ["Line 3", "Line 5"]
    visitor.find("#pasted").fill('Hana\n\nIda "the ace"\nJo, the elder')
    visitor.find("#import-send").tap()
    said = '2 new people: Ida "the ace" and Jo, the elder.Here already, and not added again: Hana.'
    expect(visitor.find("#import-seen")).to_have_text(said)
    assert 'Ida "the ace"' not in names(api)
    visitor.find("#import-send").tap()
    expect(visitor.find("#told")).to_have_text("2 people are added.")
    assert {'Ida "the ace"', "Jo, the elder"} <= set(names(api))
    visitor.forgive("422")


def test_a_file_is_imported_and_its_wrong_rows_are_named_by_line(come: Come, api: httpx.Client, olga: str) -> None:
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/people")
    visitor.find("#several > summary").tap()
    files = {"bad": b"name,id\nKai,UPPER\n,\n", "good": b"name,seat\nKai,7\n"}
    load = visitor.find("#file").set_input_files
    load({"name": "people.csv", "mimeType": "text/csv", "buffer": files["bad"]})
    visitor.find("#import-send").tap()
    expect(visitor.find("#import-seen li").first).to_contain_text("Line 2, column id")
    load({"name": "people.csv", "mimeType": "text/csv", "buffer": files["good"]})
    visitor.find("#import-send").tap()
    expect(visitor.find("#import-seen")).to_contain_text("Not read: the columns seat.")
    visitor.find("#import-send").tap()
    expect(visitor.find("#told")).to_have_text("1 person is added.")
    visitor.forgive("422")


def test_a_person_who_is_listed_twice_is_merged_and_the_chosen_name_stays(come: Come, api: httpx.Client, olga: str) -> None:
    stays, goes = person(api, "Bernhard"), person(api, "Bernd")
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/people")
    visitor.find("#search").fill("Bernd")
    row(visitor, "#list", "Bernd").locator('[data-do="more"]').tap()
    visitor.find('[data-do="merging"]').tap()
    visitor.find("#other").select_option(stays)
    visitor.find("#who-stays label", has_text="Bernhard").tap()
    visitor.find('[data-do="merge"]').tap()
    expect(visitor.find("#told")).to_have_text("Bernd and Bernhard are one person now, called Bernhard.")
    assert api.get(f"/people/{goes}").json()["person"] == stays
    expect(row(visitor, "#list", "Bernd")).to_have_count(0)


def test_the_page_explains_an_erasure_and_asks_for_the_name_before_it(come: Come, api: httpx.Client, olga: str) -> None:
    gone = person(api, "Grete")
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/people")
    visitor.find("#search").fill("Grete")
    row(visitor, "#list", "Grete").locator('[data-do="more"]').tap()
    expect(visitor.find("#person .facts")).to_contain_text("no member")
    visitor.find('[data-do="erasing"]').tap()
    expect(visitor.find("#person ol li")).to_have_count(3)
    visitor.find("#confirm-name").fill("grete")
    visitor.find("#erase").press("Enter")
    expect(visitor.find("#person-error")).to_have_text("The name is not the same. Nothing was erased.")
    assert api.get(f"/people/{gone}").json()["name"] == "Grete"
    visitor.find("#confirm-name").fill("Grete")
    visitor.find("#erase").tap()
    expect(visitor.find("#told")).to_contain_text("The name is erased.")
    assert api.get(f"/people/{gone}").json()["erased"] is True


def test_an_accepted_invitation_makes_a_director_and_an_unused_one_can_be_withdrawn(
    come: Come, api: httpx.Client, product: Serving, olga: str
) -> None:
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/members")
    visitor.find("#invite-name").fill("Dominique")
    visitor.find("#invite-role label", has_text="Director").tap()
    visitor.find("#invite-send").tap()
    link = visitor.find("#invite-link").input_value()
    guest: Taps = come(Taps)
    guest.page.goto(link)
    guest.find("#accept").tap()
    guest.page.wait_for_url(lambda url: "/join" not in url)
    guest.go("/club/people")
    guest.find("#search").fill("Dominique")
    expect(row(guest, "#list", "Dominique")).to_contain_text("Director")
    visitor.go("/club/members")
    expect(row(visitor, "#members", "Dominique")).to_contain_text("Director")
    visitor.find("#invite-name").fill("Emil")
    visitor.find("#invite-send").tap()
    row(visitor, "#open", "Emil").locator('[data-do="withdraw"]').tap()
    visitor.find("#ask-yes").tap()
    expect(visitor.find("#told")).to_have_text("The invitation of Emil is withdrawn.")
    assert "Emil" not in [each["name"] for each in api.get("/clubs/home/invitations").json()["invitations"]]


def test_an_owner_can_change_a_role_and_end_a_membership(come: Come, api: httpx.Client, product: Serving, olga: str) -> None:
    token = joined(api, "scorekeeper", "Silas")
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/members")
    row(visitor, "#members", "Silas").locator('[data-do="role"]').tap()
    visitor.find("#role-body label", has_text="Director").tap()
    visitor.find('[data-do="set-role"]').tap()
    expect(visitor.find("#told")).to_have_text("Silas is director now, on all devices.")
    with of(token, product) as silas:
        assert silas.get("/session").json()["scopes"][-1] == "direct"
    row(visitor, "#members", "Silas").locator('[data-do="role"]').tap()
    visitor.find('#role-body [data-do="end"]').tap()
    visitor.find("#ask-yes").tap()
    expect(visitor.find("#told")).to_have_text("Silas is no longer a member.")
    with of(token, product) as silas:
        assert silas.get("/session").status_code == 401


def test_a_member_can_add_a_second_device_by_a_code_and_withdraw_the_device(come: Come, api: httpx.Client) -> None:
    visitor: Taps = come(Taps, token=joined(api, "viewer", "Vera"))
    visitor.go("/club/members")
    expect(visitor.find("#devices > li")).to_have_count(1)
    visitor.find("#device-add").tap()
    link = visitor.find("#device-link").input_value()
    second: Taps = come(Taps)
    second.page.goto(link)
    second.find("#accept").tap()
    second.page.wait_for_url(lambda url: "/join" not in url)
    second.go("/club/members")
    expect(second.find("#devices > li")).to_have_count(2)
    row(second, "#devices", "phone of Vera").locator("button").tap()
    second.find("#ask-yes").tap()
    expect(second.find("#devices > li")).to_have_count(1)
    visitor.go("/club")
    expect(visitor.find("h1")).to_have_text("This is where a club keeps its people and links")


def test_each_link_says_what_it_is_for_and_stops_working_when_it_is_withdrawn(
    come: Come, api: httpx.Client, product: Serving, olga: str
) -> None:
    cup = api.post("/tournaments", json={"title": "Autumn Cup", "system": "high-card", "format": "swiss"}).json()["tournament"]
    body = {"label": "tablet 3", "scopes": ["record"], "tournament": cup, "table": 3}
    used = api.post("/tokens", json=body).json()["token"]
    with of(used, product) as tablet:
        assert tablet.get("/session").status_code == 200
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/links")
    line = row(visitor, "#links", "tablet 3")
    expect(line).to_contain_text("Table 3 of Autumn Cup: record")
    expect(line).to_contain_text("last used")
    visitor.find("#make-part > summary").tap()
    visitor.find("#make-label").fill("Screen in the hall")
    visitor.find("#make-scope").select_option("read")
    visitor.find("#make-send").tap()
    expect(visitor.find("#make-card img")).to_be_visible()
    made = row(visitor, "#links", "Screen in the hall")
    expect(made).to_contain_text("Whole club: watch")
    expect(made).to_contain_text("no use is known")
    line.locator("button").tap()
    visitor.find("#ask-yes").tap()
    expect(visitor.find("#told")).to_have_text("The link is withdrawn. It no longer works.")
    expect(line).to_have_count(0)
    with of(used, product) as tablet:
        assert tablet.get("/session").status_code == 401


def test_new_settings_of_a_club_apply_to_the_next_game(come: Come, api: httpx.Client, olga: str, settings: None) -> None:
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/settings")
    expect(visitor.find("#fields")).to_be_enabled()
    visitor.find("#visibility").select_option("unlisted")
    visitor.find("#delay").select_option("300")
    visitor.find("#pins").uncheck()
    visitor.find("#results-first").check()
    visitor.find("#settings-send").tap()
    expect(visitor.find("#told")).to_contain_text("Saved.")
    assert api.get("/clubs/home").json()["settings"] == {"visibility": "unlisted", "delay": 300, "pins": False, "results_first": True}
    for page in ("/games/new", "/tournaments/new"):
        visitor.go(page)
        expect(visitor.find("#visibility")).to_have_value("unlisted")
    game = api.post("/games", json={"system": "high-card", "seats": [{}, {}]}).json()["game"]
    assert (api.get(f"/games/{game}").json()["visibility"], api.get(f"/games/{game}").json()["delay"]) == ("unlisted", 300)
    pitch = {"system": "pitch-auction-classic", "seats": [{"name": name} for name in ("Ann", "Bob", "Cyd")]}
    visitor.go(f"/games/{api.post('/games', json=pitch).json()['game']}")
    expect(visitor.find('[data-do="act"][aria-pressed="true"]')).to_have_text("Only this deal’s result")


@pytest.mark.parametrize("pins", [True, False], ids=["with", "without"])
def test_the_club_decides_whether_players_are_asked_for_a_pin(come: Come, api: httpx.Client, olga: str, settings: None, pins: bool) -> None:
    """Players are asked for their PIN at the director's desk and on their phones. A director can decide otherwise for one tournament."""
    assert api.patch("/clubs/home", json={"settings": {"pins": pins}}).status_code == 200
    cup = cups.opened(api, ["Anna", "Ben"])
    director: Taps = come(Taps, token=olga)
    director.go(f"{cup.page}/desk/entries")
    director.find('[data-do="arrive"]').first.tap()
    expect(director.find("#dialog") if pins else director.find("#entries .done")).to_be_visible()
    limits = {"label": "Ben", "scopes": ["read"], "tournament": cup.id, "entry": 2}
    player: Taps = come(Taps, token=str(api.post("/tokens", json=limits).json()["token"]))
    player.go(f"{cup.page}/checkin")
    expect(player.find("#arrival p").first).to_contain_text("here, and choose a PIN." if pins else "here. If you are not Ben")
    expect(player.find("#own-pin")).to_have_count(int(pins))
    player.find('[data-do="here"]').tap()
    expect(player.find("#said")).to_contain_text("You are checked in.")


def test_a_directors_choice_about_pins_is_kept_after_a_reload(come: Come, api: httpx.Client, olga: str) -> None:
    cup = cups.opened(api, ["Anna"])
    director: Taps = come(Taps, token=olga)
    director.go(f"{cup.page}/desk/entries")
    director.find("#more > summary").tap()
    expect(director.find("#pins")).to_be_checked()
    director.find("#pins").uncheck()
    director.page.reload()
    expect(director.find('[data-do="arrive"]')).to_be_visible()
    expect(director.find("#pins")).not_to_be_checked()


def test_the_club_is_exported_as_an_archive(come: Come, api: httpx.Client, olga: str) -> None:
    api.post("/games", json={"system": "high-card", "seats": [{}, {}]})
    visitor: Taps = come(Taps, token=olga)
    visitor.go("/club/export")
    visitor.find("#export").tap()
    load = visitor.find("#archives a").first
    expect(load).to_be_visible()
    with visitor.page.expect_download() as download:
        load.tap()
    assert re.fullmatch(r"home-\d{4}-\d\d-\d\d\.zip", download.value.suggested_filename)
    with visitor.page.expect_download() as own:
        visitor.find("a", has_text="Download the club").tap()
    assert own.value.suggested_filename == "home.faceup.json"


FOR: list[tuple[str, list[str], str]] = [
    # (role, the tabs for this role, a part that is closed to this role)
    ("viewer", ["Club", "Members", "Links"], "/people"),
    ("scorekeeper", ["Club", "People", "Members", "Links", "Settings"], "/export"),
    ("director", ["Club", "People", "Members", "Links", "Settings", "Export"], ""),
]


@pytest.mark.parametrize(("role", "tabs", "closed"), FOR)
def test_each_role_sees_only_the_parts_of_the_club_that_it_may_open(
    come: Come, api: httpx.Client, role: str, tabs: list[str], closed: str
) -> None:
    visitor: Taps = come(Taps, token=joined(api, role, f"A {role}"))
    for part in PARTS:
        visitor.go(f"/club{part}")
        visitor.page.wait_for_load_state("networkidle")
        expect(visitor.find("#main .skeleton")).to_have_count(0)
        assert [text.strip() for text in visitor.find(".tabs a").all_text_contents()] == tabs
    assert visitor.find("#invite, #settings-send").count() == 0
    if closed:
        visitor.go(f"/club{closed}")
        expect(visitor.find("h1")).to_have_text("This part is not open to you")


def test_visitors_who_are_not_members_see_what_the_pages_of_a_club_are_for(come: Come, api: httpx.Client) -> None:
    cup = api.post("/tournaments", json={"title": "Secret Cup", "system": "high-card", "format": "swiss"}).json()["tournament"]
    limited = api.post("/tokens", json={"label": "x", "scopes": ["read"], "tournament": cup}).json()["token"]
    for token in (None, limited):
        visitor: Taps = come(Taps, token=token)
        for part in PARTS:
            visitor.go(f"/club{part}")
            expect(visitor.find("h1")).to_have_text("This is where a club keeps its people and links")
        examine(visitor)


def test_the_owner_of_the_installation_founds_another_club(come: Come, product: Serving, api: httpx.Client) -> None:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go("/club")
    visitor.find("#clubs > summary").tap()
    visitor.find("#found-name").fill("The Away Club")
    visitor.find("#found-club").fill("away")
    visitor.find("#found-send").tap()
    expect(visitor.find("#found-card img")).to_be_visible()
    assert "away" in [each["club"] for each in api.get("/clubs").json()["clubs"]]


SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  const watch = new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }));
  watch.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
})"""


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=long)])
@pytest.mark.parametrize("part", PARTS)
def test_nothing_moves_on_the_page_while_a_part_loads(come: Come, api: httpx.Client, olga: str, part: str, width: int) -> None:
    visitor: Taps = come(Taps, token=olga, size={"width": width, "height": 740})
    visitor.go(f"/club{part}")
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.find("#main .skeleton")).to_have_count(0)
    assert visitor.page.evaluate(SHIFTS) < 0.1


@SCHEMES
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_club_pages_is_accessible_with_long_names(
    come: Come, api: httpx.Client, olga: str, part: str, scheme: str
) -> None:
    if f"Max {LONG}" not in names(api):
        long = person(api, f"Max {LONG}")
        api.put(f"/clubs/home/members/{long}", json={"role": "viewer"})
        api.post("/clubs/home/invitations", json={"role": "viewer", "name": f"Nora {LONG}"})
        api.post("/tokens", json={"label": f"For {LONG}", "scopes": ["read"]})
        api.post("/tournaments", json={"title": f"Cup of {LONG}", "system": "high-card", "format": "swiss"})
    visitor: Taps = come(Taps, token=olga, color_scheme=scheme)
    visitor.go(f"/club{part}")
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.find("#main .skeleton")).to_have_count(0)
    for fold in visitor.find("main details:visible > summary").all():
        fold.tap()
    examine(visitor)
    for opener in ('#list [data-do="more"]', '#members [data-do="role"]', '#links [data-do="withdraw"]'):
        if visitor.find(opener).count():
            visitor.find(opener).first.tap()
            expect(visitor.find("dialog[open]")).to_be_visible()
            examine(visitor)
            visitor.page.keyboard.press("Escape")
