"""`faceup export GAME` writes the format that the ending of the file names."""

from pathlib import Path

import pytest

from tests.export.test_club import Command
from tests.servers import RunningServer
from tests.store.conftest import Store

BEGINS = {
    "a.json": b'{"header":',
    "a.faceup.ndjson": b'{"',
    "a.html": b"<!doctype html>",
    "a.txt": b"faceup",
    "a.pdf": b"%PDF-",
    "a.csv": b"game,",
    "a.rounds.csv": b"game,round,",
    "without": b'{"header":',
}
REFUSED = [
    (["-o", "a.zip"], "a.zip: no game is exported as .zip. Names of files end in .events.csv"),
    (["-o", "a.zip", "--format", "json"], "a.zip: no game is exported as .zip."),
    (["-o", "a.docx"], "a.docx: no game is exported as .docx."),
]


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.mark.parametrize("name", BEGINS)
def test_the_ending_of_the_file_says_the_format(faceup: Command, store: Store, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert faceup.run("export", store.open("high-card"), "-o", path)[0] == 0
    assert path.read_bytes().startswith(BEGINS[name])


def test_an_option_counts_more_than_the_ending(faceup: Command, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    assert faceup.run("export", store.open("high-card"), "--format", "text", "-o", path)[0] == 0
    assert path.read_bytes().startswith(BEGINS["a.txt"])


@pytest.mark.parametrize(("options", "said"), REFUSED)
def test_an_ending_of_no_format_is_refused_and_nothing_is_written(
    faceup: Command, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, printed = faceup.run("export", store.open("high-card"), *options)
    assert (code, said in printed) == (1, True), printed
    assert [*tmp_path.glob("a.*")] == []
