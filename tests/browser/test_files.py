"""Directors export the club's games as one archive, and import records from files."""

import json
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
    expect(good).to_contain_text("home-ntdlrj43z5wcsnv5 imported, 14 events of 14 new.")
    expect(changed).to_contain_text("event 14: hash does not match: the event or its hash was changed")
    expect(letter).to_contain_text("header: is not JSON (character 1)")
    examine(owner)
    owner.forgive("status of 422")  # the browser logs each refusal as an error
    good.get_by_role("link").tap()
    owner.page.wait_for_url("**/games/home-ntdlrj43z5wcsnv5/replay")
    assert api.get("/games/home-ntdlrj43z5wcsnv5").json()["imported"] == 14


def test_only_directors_see_the_page_of_files(come: Come, product: Serving, api: httpx.Client) -> None:
    scorekeeper: Visitor = come(token=api.post("/tokens", json={"label": "a scorekeeper", "scopes": ["record"]}).json()["token"])
    stranger: Visitor = come()
    for visitor in (scorekeeper, stranger):
        visitor.go("/games")
        expect(visitor.find("#state")).to_be_visible()
        expect(visitor.find(".game-row, #empty:visible").first).to_be_visible()
        expect(visitor.find("#filing")).to_be_hidden()
        visitor.go("/import")
        expect(visitor.find("#visitor")).to_be_visible()
        expect(visitor.find("#form")).to_be_hidden()
