"""The score sheet of a game over HTTP and on the command line: who gets which, with which code, and when a browser asks again."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from service.api.games import files
from service.files.formats import FORMATS
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.test_sealed import validated
from tests.export.test_club import Command
from tests.paper.reading import codes_of, size_of, text_of
from tests.servers import RunningServer

ADDRESS = "https://faceup.example"
DEAL = (opener(), placed(0, "highest", "KH"), placed(1, "lowest", "2C"), placed(2, "middle", "9D"), revealed(s0="KH", s1="2C", s2="9D"))


@pytest.fixture
def game(director: Caller) -> str:
    """A public game with one round."""
    game = director.opened(seats=[{"name": "Anna <b>"}, {"name": "Ben"}, {"name": "Cleo"}], visibility="public", title="Friday & more")
    director.recorded(game, *DEAL)
    return game


@pytest.fixture
def addressed(app: Flask, parts: Wiring) -> Iterator[None]:
    app.extensions[EXTENSION] = replace(parts, config=replace(parts.config, public_url=ADDRESS))
    yield
    app.extensions[EXTENSION] = parts


def path(game: str) -> str:
    return f"/games/{game}/export?format=pdf"


def test_a_score_sheet_has_the_names_of_now(game: str, director: Caller, stranger: Caller) -> None:
    answer = stranger.get(path(game))
    named = rf'attachment; filename="high-card-\d{{4}}-\d\d-\d\d-{game[-4:]}\.pdf"'
    assert re.fullmatch(named, answer.headers["Content-Disposition"])
    assert "Friday & more" in text_of(answer.get_data())
    assert "Anna <b>" in text_of(answer.get_data())
    again = {"If-None-Match": answer.headers["ETag"]}
    assert stranger.get(path(game), headers=again).status_code == 304
    person = director.get(f"/games/{game}").json["seats"][0]["person"]
    assert director.call("DELETE", f"/people/{person}").status_code == 200
    erased = stranger.get(path(game), headers=again)
    assert erased.status_code == 200
    assert "Anna" not in text_of(erased.get_data())


def test_a_score_sheet_is_made_for_the_paper_that_was_asked_for(game: str, stranger: Caller) -> None:
    sheets = {size: stranger.get(f"{path(game)}{size}") for size in ("", "&paper=a4", "&paper=letter")}
    assert [size_of(sheet.get_data()) for sheet in sheets.values()] == [(210, 297), (210, 297), (216, 279)]
    tags = [sheet.headers["ETag"] for sheet in sheets.values()]
    assert tags[0] == tags[1] != tags[2]


@pytest.mark.parametrize("query", ["format=pdf&paper=A5", "format=json&paper=a4"])
def test_another_paper_is_refused_with_the_list_of_those_that_there_are(game: str, stranger: Caller, query: str) -> None:
    answer = stranger.get(f"/games/{game}/export?{query}")
    assert answer.status_code == 422
    (fault,) = answer.json["errors"]
    assert fault["parameter"] == "paper"
    assert fault["message"] in ("must be one of a4, letter", "is only for the format pdf")


def test_every_file_is_sent_again_after_the_code_that_writes_it_has_changed(
    game: str, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    validated(parts, game)
    tags = {form: stranger.get(f"/games/{game}/export?format={form}").headers["ETag"] for form in FORMATS}
    monkeypatch.setattr(files, "WRITER", "another")
    for form, tag in tags.items():
        assert stranger.get(f"/games/{game}/export?format={form}", headers={"If-None-Match": tag}).status_code == 200, form


def test_a_score_sheet_has_a_code_only_where_others_can_open_the_replay(game: str, director: Caller, app: Flask, addressed: None) -> None:
    answer = director.get(path(game))
    assert codes_of(answer.get_data()) == [f"{ADDRESS}/games/{game}/replay"]
    assert codes_of(director.get(path(director.opened(visibility="private"))).get_data()) == []
    named = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(named, config=replace(named.config, public_url=None))
    without = director.get(path(game), headers={"If-None-Match": answer.headers["ETag"]})
    assert (without.status_code, codes_of(without.get_data())) == (200, [])


def test_a_score_sheet_is_sent_again_after_the_club_was_renamed(game: str, stranger: Caller, callers: Callers, parts: Wiring) -> None:
    validated(parts, game)
    again = {"If-None-Match": stranger.get(path(game)).headers["ETag"]}
    assert stranger.get(path(game), headers=again).status_code == 304
    assert callers.holder("own").call("PATCH", "/clubs/home", json={"name": "Moonlight"}).status_code == 200
    renamed = stranger.get(path(game), headers=again)
    assert (renamed.status_code, "Moonlight" in text_of(renamed.get_data())) == (200, True)


def test_a_score_sheet_is_made_beside_the_process(game: str, parts: Wiring, director: Caller) -> None:
    parts.work.bounded = True
    try:
        assert (
            director.client.get(f"/api/v1{path(game)}", headers={"Authorization": f"Bearer {director.secret}"}).status_code == 503
        )  # no process beside this one runs
    finally:
        parts.work.bounded = False


def test_the_command_line_writes_the_same_score_sheet(game: str, server: RunningServer, tmp_path: Path, director: Caller) -> None:
    faceup, file = Command(server, tmp_path), tmp_path / "sheet.pdf"
    assert faceup.run("export", game, "--format", "pdf", "-o", str(file))[0] == 0
    assert file.read_bytes() == director.get(path(game)).get_data()
    assert size_of(file.read_bytes()) == (210, 297)
    assert faceup.run("export", game, "--format", "pdf", "--round", "1")[0] == 2
    assert faceup.run("export", game, "--paper", "letter", "-o", str(file))[0] == 0
    assert size_of(file.read_bytes()) == (216, 279)
    code, _, said = faceup.run("export", game, "--paper", "a4", "-o", str(tmp_path / "x.json"))
    assert (code, "is only for --format pdf" in said) == (2, True)
    code, _, said = faceup.run("export", game, "--format", "pdf", "--paper", "a5")
    assert (code, "must be one of a4, letter" in said) == (2, True)
