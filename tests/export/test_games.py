"""`faceup export --games` appends the records of many games to a file. If it was interrupted, the same command loses and repeats no
game."""

import fcntl
import json
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, PersonId, Seating
from domain.record.batch import Draft
from domain.system import Viewer
from service.files import local
from service.files.contents import Exported
from service.store.clubs.people import People
from service.store.errors import RecordDamaged
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from tests.export.test_club import Command
from tests.servers import RunningServer
from tests.store.bench import BY
from tests.waiting import until
from tests.workers.conftest import Store


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.fixture
def games(store: Store) -> list[GameId]:
    """Seven games, the newest first."""
    return [store.open("high-card") for _ in range(7)][::-1]


def named(path: Path) -> list[str]:
    return [json.loads(line)["header"]["stream"] for line in path.read_bytes().splitlines()]


def test_each_line_is_the_export_of_a_game_for_a_director(faceup: Command, games: list[GameId], tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    code, printed, _ = faceup.run("export", "--games", "-o", path)
    assert (code, printed) == (0, f"{path}: 7 games written\n")
    assert sorted(named(path)) == sorted(games)
    assert path.stat().st_mode & 0o077 == 0
    for line, game in zip(path.read_bytes().splitlines(), named(path), strict=True):
        faceup.run("export", game, "-o", tmp_path / "one.json")
        assert line == (tmp_path / "one.json").read_bytes().replace(b"\n", b"")


@pytest.mark.parametrize("seed", range(8))
def test_an_interrupted_export_continues_after_the_last_whole_line(
    faceup: Command, games: list[GameId], store: Store, tmp_path: Path, seed: int
) -> None:
    whole, part = tmp_path / "whole.ndjson", tmp_path / "part.ndjson"
    faceup.run("export", "--games", "-o", whole)
    data = whole.read_bytes()
    before = data[: Random(seed).randrange(len(data))]
    part.write_bytes(before)
    if b"\n" in before:
        store.open("high-card")  # newer than the file: it does not belong in it
    code, _, said = faceup.run("export", "--games", "-o", part)
    assert (code, part.read_bytes() == data) == (0, True)
    assert ("continues after" in said) == (b"\n" in before)
    assert faceup.run("export", "--games", "-o", part)[1] == f"{part}: 0 games written\n"
    assert part.read_bytes() == data


def test_a_killed_export_is_continued_by_the_same_command(faceup: Command, store: Store, tmp_path: Path) -> None:
    for _ in range(300):
        store.open("high-card")
    whole, part = tmp_path / "whole.ndjson", tmp_path / "part.ndjson"
    faceup.run("export", "--games", "-o", whole)
    process = faceup.started("export", "--games", "-o", part)
    until(lambda: part.exists() and part.stat().st_size > 0)
    process.kill()
    process.communicate()
    assert faceup.run("export", "--games", "-o", part)[0] == 0
    assert part.read_bytes() == whole.read_bytes()


def test_filters_choose_the_games(faceup: Command, store: Store, games: list[GameId], tmp_path: Path) -> None:
    box = store.open("box")
    People(store.redis, lambda: 0).register(HOME, {PersonId("p-anna"): "Anna Zimt"}, BY)

    def found(*filters: str) -> list[str]:
        path = tmp_path / f"{'-'.join(filters)}.ndjson"
        assert faceup.run("export", "--games", *filters, "-o", path)[0] == 0
        return named(path)

    assert found("--system", "box") == [box]
    assert sorted(found("--state", "open", "--system", "high-card")) == sorted(games)
    assert found("--player", "p-anna") == found("--name", "anna") == found("--state", "final") == []


def test_days_choose_the_games(faceup: Command, games: list[GameId], tmp_path: Path) -> None:
    today = datetime.now().astimezone().date()
    day, before, after = (str(today + timedelta(days=days)) for days in (0, -1, 1))
    for number, (filters, count) in enumerate([((day, day), 7), ((before, before), 0), ((after, after), 0), ((before, after), 7)]):
        path = tmp_path / f"{number}.ndjson"
        code, printed, _ = faceup.run("export", "--games", "--from", filters[0], "--to", filters[1], "-o", path)
        assert (code, printed, len(named(path))) == (0, f"{path}: {count} games written\n", count)


def test_a_player_whom_only_a_game_names_can_be_chosen(faceup: Command, store: Store, tmp_path: Path) -> None:
    """The directory does not know the people of an imported game."""
    seats = (Seating(Seat(0), PersonId("p-far")), Seating(Seat(1)))
    game = store.records.open(HOME, Draft(GameOpened("high-card", {}, seats), EventId(str(uuid4()))), BY).game
    path = tmp_path / "games.ndjson"
    assert faceup.run("export", "--games", "--player", "p-far", "-o", path)[:2] == (0, f"{path}: 1 game written\n")
    assert named(path) == [game]


def test_a_game_that_cannot_be_read_has_a_line_that_says_so(
    faceup: Command, games: list[GameId], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, damaged, read = tmp_path / "games.ndjson", games[3], local.export_of

    def reading(records: Records, verdicts: Verdicts, game: GameId, viewer: Viewer) -> Exported:
        if game == damaged:
            raise RecordDamaged
        return read(records, verdicts, game, viewer)

    monkeypatch.setattr(local, "export_of", reading)
    code, printed, _ = faceup.run("export", "--games", "-o", path)
    assert (code, printed) == (1, f"{path}: 7 games written, of which 1 cannot be read\n")
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    (failed,) = [line for line in lines if "failed" in line]
    assert (len(lines), failed["game"], failed["failed"].partition(" ")[0]) == (7, damaged, "RecordDamaged")


WRONG = [
    (("--games", "home-aaaaaaaaaaaaaaaa"), "For many games in one file, write --games."),
    (("--club", "home", "--state", "open"), "Only with --games: --state."),
    (("--games", "--view", "public"), "only for one game or tournament"),
    (("--games", "--club", "nobody"), "there is no club 'nobody'"),
    (("--games", "--name", "…"), "must have a letter or a digit"),
    (("--games", "--system", "spades"), "there is no system 'spades'; there are: "),
    (("--games", "--player", "Flora"), "nobody in club home has the id 'Flora'"),
    (("--games", "--from", "2026-11-30", "--to", "2026-11-29"), "must not be earlier than --from"),
    (("--games", "--to", "9999-12-31"), "is too far from today"),
    (("--games", "--from", "tomorrow"), "does not match the format"),
    (("--club", "home", "--from", "2026-11-29"), "Only with --games: --from."),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_options_that_do_not_fit_are_refused(
    faceup: Command, games: list[GameId], tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    code, _, printed = faceup.run("export", *words, "-o", tmp_path / "x.ndjson")
    assert (code, said in printed) == (2, True), printed
    assert not (tmp_path / "x.ndjson").exists()


@pytest.mark.parametrize("content", [b"notes", b"notes\n", b"\n", b"[]\n", b'{"game":1}\n', b'{"header":{}}\n'])
def test_a_file_of_something_else_is_left_alone(faceup: Command, games: list[GameId], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    code, _, said = faceup.run("export", "--games", "-o", path)
    assert (code, path.read_bytes()) == (1, content)
    assert "choose another name" in said


def test_a_file_of_another_club_is_not_continued(faceup: Command, games: list[GameId], tmp_path: Path) -> None:
    path = tmp_path / "away.ndjson"
    path.write_bytes(b'{"game":"away-aaaaaaaaaaaaaaaa","failed":"x"}\n')
    code, _, said = faceup.run("export", "--games", "-o", path)
    assert (code, "which is no game of club home" in said) == (1, True), said


def test_two_exports_do_not_write_one_file(faceup: Command, games: list[GameId], tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    with path.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        code, _, said = faceup.run("export", "--games", "-o", path)
    assert (code, "is being written by another export" in said) == (1, True)
