"""`faceup export --club` makes a folder or an archive. If the command was killed, a second run completes the export. `faceup
import` reads the folder."""

import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from domain.files.verify import verify
from service.store.keys import HOME, Club, GameId
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import gate
from tests.workers.conftest import Store
from workers.cli import main

FACEUP = [sys.executable, "-m", "workers.cli"]


class Command:
    """The command `faceup` on the store server of the test session. `run` runs it in this process, `started` in a process of its own."""

    def __init__(self, server: RunningServer, folder: Path) -> None:
        self.server = server
        self._settings = {"REDIS_URL": f"unix://{server.socket}", "FACEUP_DATA": str(folder / "data")}

    def started(self, *words: object, **environ: str) -> "subprocess.Popen[str]":
        pipe = subprocess.PIPE
        return subprocess.Popen([*FACEUP, *map(str, words)], env=os.environ | self._settings | environ, stdout=pipe, stderr=pipe, text=True)

    def run(self, *words: object) -> tuple[int, str, str]:
        """Run the command to its end. Returns its exit code, what it printed, and what it printed as errors."""
        result = CliRunner(env=self._settings).invoke(main, list(map(str, words)), catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.fixture
def games(store: Store) -> list[GameId]:
    return [store.open("high-card") for _ in range(5)]


def test_an_exported_folder_has_a_file_for_each_game(faceup: Command, games: list[GameId], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    code, printed, _ = faceup.run("export", "--club", HOME, "-o", folder)
    assert (code, printed) == (0, f"{folder}: all games of club home\n")
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert sorted(line["game"] for line in manifest["games"]) == sorted(games)
    for line in manifest["games"]:
        data = (folder / line["file"]).read_bytes()
        assert verify(data).head == line["head"]
        assert sha256(data).hexdigest() == line["sha256"]


def test_a_repeated_export_to_a_folder_updates_its_files(faceup: Command, store: Store, games: list[GameId], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    faceup.run("export", "--club", HOME, "-o", folder)
    paths = [folder / f"{game}.faceup.ndjson" for game in games]
    paths[1].unlink()
    paths[2].write_bytes(paths[2].read_bytes()[:-40])
    store.happens(games[3], "late")
    before = [path.stat().st_ino if path.exists() else None for path in paths]
    time.sleep(0.01)
    assert faceup.run("export", "--club", HOME, "-o", folder)[0] == 0
    after = [path.stat().st_ino for path in paths]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, False, False, True]
    assert all(verify(path.read_bytes()).valid for path in paths)
    assert verify(paths[3].read_bytes()).version == 2


@slow
def test_a_repeated_export_to_an_archive_continues_where_a_killed_export_stopped(faceup: Command, store: Store, tmp_path: Path) -> None:
    """The export is killed three times, each time a little later after it has saved a slice."""
    games = [store.open("high-card") for _ in range(500)]
    path = tmp_path / "home.zip"
    kept = [0, *(killed_after_a_slice(faceup, path, number) for number in range(3))]
    assert kept == sorted(set(kept))
    assert not path.exists()
    assert faceup.run("export", "--club", HOME, "-o", path)[0] == 0
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == sorted([*(f"{game}.faceup.ndjson" for game in games), "manifest.json"])
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith("home.zip")] == ["home.zip"]


def killed_after_a_slice(faceup: Command, path: Path, number: int) -> int:
    """Start an export, and kill it with kill -9 after it has saved another slice and sent 20 × `number` more requests. Returns how many
    games are saved. The connection to the store is slowed down, so that 500 games take several slices even on a fast machine."""
    checkpoint = path.with_name(f"{path.name}.checkpoint")
    before = checkpoint.read_bytes() if checkpoint.exists() else b""
    after = count()

    def reached() -> bool:
        time.sleep(0.01)
        return checkpoint.exists() and checkpoint.read_bytes() != before and next(after) >= 20 * number

    with gate(faceup.server.socket, faceup.server.directory / "gate", reached) as held:
        process = faceup.started("export", "--club", HOME, "-o", path, REDIS_URL=f"unix://{held.path}")
        held.wait()
        process.kill()
        process.communicate()
    return len(json.loads(checkpoint.read_bytes())["entries"])


@slow
def test_an_exported_folder_can_be_imported_by_another_club(faceup: Command, store: Store, games: list[GameId], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    faceup.run("export", "--club", HOME, "-o", folder)
    code, printed, _ = faceup.run("import", "--club", "away", *sorted(folder.glob("*.ndjson")))
    assert code == 0
    assert printed.count("imported, 1 of 1 events new") == 5
    assert {head.game for head in store.records.games(Club("away"), limit=9)} == {game.replace("home-", "away-") for game in games}


@slow
def test_an_export_to_a_folder_names_each_game_that_cannot_be_read(
    faceup: Command, store: Store, games: list[GameId], tmp_path: Path
) -> None:
    store.redis.delete(f"{{home}}:game:{games[2]}")
    for output in (tmp_path / "out", tmp_path / "out.zip"):
        code, printed, wrong = faceup.run("export", "--club", HOME, "-o", output)
        assert (code, printed) == (1, f"{output}: all games of club home but 1\n")
        assert f"{games[2]}: not exported: RecordDamaged at " in wrong


REFUSED = [
    (["export"], "Name a game or a tournament, or a club with --club."),
    (["export", "home-aaaaaaaaaaaaaaaa", "--club", "home"], "Name a game or a tournament, or a club with --club."),
    (["export", "--club", "home"], "Name the output: --output FOLDER or FILE.zip."),
    (["export", "--club", "hom", "-o", "{folder}/x.zip"], "there is no club 'hom'; there are: home"),
    (["export", "--club", "home", "-o", "{folder}/there.zip"], "there.zip: exists already; choose another name."),
    (["export", "--club", "home", "-o", "{folder}/there.zip/below"], "there.zip/below: Not a directory."),
    (["import", "--club", "Home", "{folder}/there.zip"], "'Home' is not a club name"),
]


@slow
@pytest.mark.parametrize(("words", "fault"), REFUSED, ids=[row[1][:40] for row in REFUSED])
def test_an_impossible_export_command_is_refused_with_a_reason(
    words: list[str], fault: str, faceup: Command, store: Store, tmp_path: Path
) -> None:
    (tmp_path / "there.zip").touch()
    code, _, wrong = faceup.run(*[word.format(folder=tmp_path) for word in words])
    assert code > 0
    assert fault in wrong
    assert "Traceback" not in wrong
