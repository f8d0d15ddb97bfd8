"""A file with the records of many games, one a line, is verified and imported line by line."""

import json
from pathlib import Path

import pytest

from domain.files.many import HINT, is_many, unfolded
from domain.files.transcript import NotARecord
from service.files.streams import read_stream
from service.store.keys import GameId
from tests.export.test_club import Command
from tests.export.test_games import named
from tests.format.records import FINISHED, SHORT, file
from tests.servers import RunningServer
from tests.workers.conftest import Store

ONE = file("json", FINISHED).replace(b"\n", b"")
UNREAD = b'{"game": "home-aaaaaaaaaaaaaaaa", "failed": "RecordDamaged at here:1"}'


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.fixture
def games(store: Store) -> list[GameId]:
    return [store.open("high-card") for _ in range(3)]


@pytest.mark.parametrize("sent", [FINISHED, SHORT])
def test_a_line_is_laid_out_again_as_the_file_in_the_ndjson_form(sent: tuple[object, ...]) -> None:
    line = file("json", sent).replace(b"\n", b"")
    assert is_many(line)
    assert unfolded(line) == unfolded(line + b"\n") == file("ndjson", sent)


def test_other_files_are_no_files_of_many_games() -> None:
    for form in ("json", "ndjson", "html", "text"):
        assert not is_many(file(form, FINISHED).partition(b"\n")[0])
    assert not any(map(is_many, [b"", b"PK\x03", b"[", b'{"game":1}', b"\xff"]))
    assert not is_many(file("json", FINISHED).replace(b"\n", b" ", 1).partition(b"\n")[0])  # one record with a changed line break
    assert is_many(UNREAD)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (UNREAD, "record: 'home-aaaaaaaaaaaaaaaa' was not exported: 'RecordDamaged at here:1'"),
        (ONE[:-1], "record: is not on one line as it was exported"),
        (ONE + b" ", "record: is not on one line as it was exported"),
        (ONE.replace(b'"events":[', b'"events": ['), "record: is not on one line as it was exported"),
        (ONE[:-1] + b',"more":1}', "record: is not on one line as it was exported"),
        *((line, "record: is not on one line as it was exported") for line in (b"", b"1", b"[]", b"{}", b"\xff", b"[" * 10**6)),
        (b'{"header":{},"events":{},"footer":{}}', "record: is not on one line as it was exported"),
        (b'{"header":"\\ud800","events":[],"footer":{}}', "record: is not on one line as it was exported"),
    ],
)
def test_a_line_that_is_no_record_is_refused(line: bytes, said: str) -> None:
    with pytest.raises(NotARecord) as refused:
        unfolded(line)
    assert refused.value.reasons == (said,)


def test_one_request_takes_one_record() -> None:
    with pytest.raises(NotARecord) as refused:
        read_stream(ONE + b"\n" + ONE + b"\n")
    assert refused.value.reasons == (f"file: {HINT}",)


@pytest.fixture
def path(faceup: Command, games: list[GameId], tmp_path: Path) -> Path:
    """The file of these games."""
    faceup.run("export", "--games", "-o", tmp_path / "games.ndjson")
    return tmp_path / "games.ndjson"


def test_verify_reports_each_line(faceup: Command, path: Path) -> None:
    games = named(path)
    code, printed, _ = faceup.run("verify", path)
    assert code == 0
    *lines, end = printed.splitlines()
    assert [line.partition(" 1 event,")[0] for line in lines] == [f"line {n}: OK {game}" for n, game in enumerate(games, 1)]
    assert end == "3 records, 3 verified"
    assert faceup.run("verify", path, "--recompute")[0] == 0

    first, second, third = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([first, second.replace(b'"offset":0', b'"offset":1'), UNREAD, third[:-9]]))
    code, printed, _ = faceup.run("verify", path)
    assert code == 1
    assert printed.splitlines()[1:] == [
        f"line 2: {games[1]}: event 1: hash does not match: the event or its hash was changed",
        "line 3: record: 'home-aaaaaaaaaaaaaaaa' was not exported: 'RecordDamaged at here:1'",
        "line 4: record: is not on one line as it was exported",
        "4 records, 1 verified",
    ]


def test_import_takes_each_line_as_a_file_of_its_own(faceup: Command, path: Path, store: Store) -> None:
    first, second, third = path.read_bytes().splitlines()
    away = [GameId(game.replace("home-", "away-")) for game in named(path)]
    path.write_bytes(b"\n".join([first, second.replace(b'"offset":0', b'"offset":1'), third]))

    for dry, said in (["--dry-run"], "would be imported"), ([], "imported"), ([], "is already there"):
        code, printed, _ = faceup.run("import", "--club", "away", *dry, path)
        assert code == 1
        assert [line for line in printed.splitlines() if "The game was stored under a new id" not in line] == [
            f"{path}, line 1: {away[0]} {said}, {int(said != 'is already there')} of 1 events new",
            f"{path}, line 2: refused, nothing of it was stored",
            "    event 1: hash does not match: the event or its hash was changed",
            f"{path}, line 3: {away[2]} {said}, {int(said != 'is already there')} of 1 events new",
        ]
    assert [store.records.head(game) is not None for game in away] == [True, False, True]
    assert json.loads(first)["footer"]["head"]["hash"] == store.records.head(away[0]).hash  # type: ignore[union-attr]
