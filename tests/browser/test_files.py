"""Directors export the club's games as one archive, and import records from files."""

import json
import re
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from playwright.sync_api import expect

from domain.system import DIRECTOR
from service.store.keys import HOME
from tests.browser.conftest import Come
from tests.browser.games import opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor
from tests.format.records import FINISHED, file
from tests.ops.serving import Serving


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Three files: a valid record, the same record with a changed card, and a text that is no record."""
    paths = {name: tmp_path / name for name in ("friday.json", "changed.json", "letter.txt")}
    paths["friday.json"].write_bytes(file("json", FINISHED, DIRECTOR))
    paths["changed.json"].write_bytes(file("json", FINISHED, DIRECTOR).replace(b'"0":"5C"', b'"0":"6C"'))
    paths["letter.txt"].write_text("Dear Žofie\n")
    return paths


def test_a_director_can_export_all_games_in_one_archive(owner: Taps, api: httpx.Client) -> None:
    game = opened(api)
    owner.go("/games")
    owner.find("#export").tap()
    download = owner.find("#filing-told a")
    expect(download).to_contain_text("Download")
    expect(owner.find("#filing-told")).to_contain_text("kept until")
    examine(owner)
    with owner.page.expect_download() as saved:
        download.tap()
    with ZipFile(saved.value.path()) as archive:
        assert game in {line["game"] for line in json.loads(archive.read("manifest.json"))["games"]}
    assert saved.value.suggested_filename.startswith(f"{HOME}-20")
    owner.go("/games")
    expect(owner.find("#filing-told a")).to_be_visible()


@pytest.mark.smoke
def test_importing_files_on_the_page_shows_every_fault_of_a_bad_file(owner: Taps, files: dict[str, Path], api: httpx.Client) -> None:
    owner.go("/import")
    owner.find("#send").tap()
    expect(owner.find("#files-error")).to_have_text("Choose one file or several.")
    owner.find("#files").set_input_files(list(files.values()))
    owner.find("#dry").check()
    owner.find("#send").tap()
    expect(owner.find("#told")).to_contain_text("1 file would be accepted, 2 files refused")
    assert api.get("/games/home-ntdlrj43z5wcsnv5").status_code == 404
    owner.find("#dry").uncheck()
    owner.find("#send").tap()
    expect(owner.find("#told")).to_have_text("1 file accepted, 2 files refused: nothing of them was stored.")
    good, changed, letter = owner.find("#results > li").all()
    expect(good).to_contain_text("friday.json")
    expect(good).to_contain_text("home-ntdlrj43z5wcsnv5 imported, 14 entries of 14 new.")
    expect(changed).to_contain_text("Event 14: Hash does not match: the event or its hash was changed.")
    expect(letter).to_contain_text("Header is not JSON (character 1).")
    examine(owner)
    owner.forgive("status of 422")  # the browser logs each refusal as an error
    good.get_by_role("link").tap()
    owner.page.wait_for_url("**/games/home-ntdlrj43z5wcsnv5/replay")
    assert api.get("/games/home-ntdlrj43z5wcsnv5").json()["imported"] == 14


def cup(api: httpx.Client) -> str:
    """Open a public tournament with two entries. Returns its id."""
    body = {"title": "Herbstpokal", "system": "high-card", "format": "swiss", "settings": {"rounds": 1}, "visibility": "public"}
    made: str = api.post("/tournaments", json=body).json()["tournament"]
    entries = [{"type": "EntryMade", "data": {"entry": number, "people": [], "name": f"E{number}"}} for number in (1, 2)]
    assert api.post(f"/tournaments/{made}/events", json={"events": entries}, headers={"If-Match": "*"}).status_code == 201
    return made


def test_files_of_a_tournament_and_of_the_club_are_named_when_they_were_imported(owner: Taps, api: httpx.Client, tmp_path: Path) -> None:
    made = cup(api)
    (tmp_path / "cup.ndjson").write_bytes(api.get(f"/tournaments/{made}/export?format=ndjson").content)
    (tmp_path / "club.json").write_bytes(api.get(f"/clubs/{HOME}/export").content)
    (tmp_path / "cup.zip").write_bytes(b"PK")
    owner.forgive("422")
    owner.go("/import")
    owner.find("#files").set_input_files([tmp_path / name for name in ("cup.ndjson", "club.json", "cup.zip")])
    owner.find("#send").tap()
    expect(owner.find("#told")).to_have_text("2 files accepted, 1 file refused: nothing of it was stored.")
    tournament, club, archive = owner.find("#results > li").all()
    expect(tournament).to_contain_text(f"{made} already here, 0 entries of 3 new.")
    expect(club).to_contain_text("The club’s own stream already here")
    expect(club.get_by_role("link")).to_have_count(0)
    expect(archive).to_contain_text("Archive is not a sound zip")
    tournament.get_by_role("link", name="Standings").tap()
    owner.page.wait_for_url(f"**/tournaments/{made}")


@pytest.mark.parametrize(("page", "fold"), [("", "#files"), ("/desk", "#more")])
def test_a_director_downloads_a_tournament_with_its_games(owner: Taps, api: httpx.Client, page: str, fold: str) -> None:
    made = cup(api)
    owner.go(f"/tournaments/{made}{page}")
    owner.find(f"{fold} > summary").tap()
    with owner.page.expect_download() as saved:
        owner.find("#download").tap()
    with ZipFile(saved.value.path()) as archive:
        assert json.loads(archive.read("manifest.json"))["tournaments"][0]["tournament"] == made
    assert saved.value.suggested_filename.startswith(f"{made}-20")
    expect(owner.find("#download-told")).to_contain_text("The archive is ready. Download it again")
    examine(owner)


def test_a_page_does_not_wait_for_an_archive_that_was_removed(owner: Taps, api: httpx.Client) -> None:
    owner.forgive("404")
    made = cup(api)
    owner.go(f"/tournaments/{made}")
    gone = {"status": 404, "content_type": "application/problem+json", "body": json.dumps({"title": "Not found", "detail": "It is gone."})}
    owner.page.route("**/api/v1/clubs/*/exports/*", lambda route: route.fulfill(**gone))
    owner.find("#files > summary").tap()
    owner.find("#download").tap()
    expect(owner.find("#download-told")).to_have_text("It is gone.")
    expect(owner.find("#download-progress")).to_be_hidden()


def test_everybody_downloads_the_listed_games_that_they_may_see(owner: Taps, come: Come, api: httpx.Client) -> None:
    private, public = opened(api), opened(api, visibility="public")
    stranger: Visitor = come()
    for visitor, games in ((owner, [public, private]), (stranger, [public])):
        visitor.go("/games?system=high-card&state=open")
        with visitor.page.expect_download() as saved:
            visitor.find("#records").click()
        lines = [json.loads(line) for line in Path(saved.value.path()).read_bytes().splitlines()]
        found = [line["header"]["stream"] for line in lines]
        assert [game for game in found if game in (private, public)] == games
        expect(visitor.find("#records-told")).to_contain_text(f"{len(found)} game")


def test_downloaded_games_can_be_imported_again(owner: Taps, api: httpx.Client, files: dict[str, Path], tmp_path: Path) -> None:
    """Each record of the file is sent by itself: one that is refused stops no other."""
    games = [opened(api), opened(api)]
    owner.go("/games?system=high-card&state=open")
    with owner.page.expect_download() as saved:
        owner.find("#records").click()
    first, *lines = Path(saved.value.path()).read_bytes().splitlines()
    assert {json.loads(line)["header"]["stream"] for line in (first, *lines)} >= set(games)
    (tmp_path / "games.ndjson").write_bytes(b"\n".join([first.replace(b'"version":1', b'"version":2', 1), *lines]))
    owner.go("/import")
    owner.find("#files").set_input_files([tmp_path / "games.ndjson", files["friday.json"]])
    owner.find("#dry").check()
    owner.find("#send").tap()
    expect(owner.find("#told")).to_have_text(f"{len(lines) + 1} records would be accepted, 1 record refused: nothing of it was stored.")
    counted, refused, friday = owner.find("#results > li").all()
    expect(counted).to_contain_text(f"{len(lines) + 1} records: {len(lines)} already here, 1 refused.")
    expect(refused).to_contain_text("games.ndjson, line 1")
    expect(friday).to_contain_text("friday.json")
    examine(owner)
    owner.forgive("status of 422")


def test_files_to_look_at_are_saved_under_names_that_people_know(owner: Taps, api: httpx.Client) -> None:
    game, made = opened(api), cup(api)
    for page, link, named in (
        (f"/games/{game}/replay", "#picture", rf"high-card-\d{{4}}(-\d\d){{2}}-{game[-4:]}\.png"),
        (f"/tournaments/{made}/print/standings", "#pdf", rf"herbstpokal-standings-\d{{4}}(-\d\d){{2}}-{made[-4:]}\.pdf"),
    ):
        owner.go(page)
        expect(owner.find(link)).to_have_attribute("href", re.compile("."))  # of a replay the page knows it when it has read the game
        with owner.page.expect_download() as saved:
            owner.find(link).click()
        assert re.fullmatch(named, saved.value.suggested_filename)


def test_only_directors_see_the_page_of_files(come: Come, product: Serving, api: httpx.Client) -> None:
    scorekeeper: Visitor = come(token=api.post("/tokens", json={"label": "a scorekeeper", "scopes": ["record"]}).json()["token"])
    stranger: Visitor = come()
    for visitor in (scorekeeper, stranger):
        visitor.go("/games")
        expect(visitor.find("#system")).to_be_visible()
        expect(visitor.find(".game-row, #empty:visible").first).to_be_visible()
        expect(visitor.find("#filing")).to_be_hidden()
        visitor.go("/import")
        expect(visitor.find("#visitor")).to_be_visible()
        expect(visitor.find("#form")).to_be_hidden()
