"""The archive of many games is written in several slices of work. If a slice is killed, only the work of this slice is lost."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from service.files.archive import Archive, Packed, Progress, ending_of_a_club
from service.store.errors import RecordDamaged, StoreUnavailable
from service.store.keys import GameId

ENDING = ending_of_a_club("home", lambda: None)
GAMES = [GameId(f"home-{number:a>16}") for number in range(40)]


def pack(game: GameId) -> Packed:
    data = (game * 200).encode()
    return Packed(f"{game}.faceup.ndjson", data, 7, "0" * 64, 1_763_700_000_000)


def never() -> bool:
    return False


def whole(path: Path, games: list[GameId] = GAMES) -> bytes:
    archive = Archive(path, ENDING)
    archive.begin(lambda: games)
    assert archive.advance(pack, never) == Progress(len(games), 0, len(games), finished=True)
    return path.read_bytes()


def test_an_archive_has_every_game_and_a_manifest(tmp_path: Path) -> None:
    whole(tmp_path / "a.zip")
    with ZipFile(tmp_path / "a.zip") as packed:
        assert packed.testzip() is None
        assert packed.namelist() == [*(f"{game}.faceup.ndjson" for game in GAMES), "manifest.json"]
        manifest = json.loads(packed.read("manifest.json"))
        assert {name: manifest[name] for name in ("format", "format_version", "club")} == {
            "format": "faceup-archive",
            "format_version": 1,
            "club": "home",
        }
        for line in manifest["games"]:
            data = packed.read(line["file"])
            assert (line["sha256"], line["bytes"]) == (sha256(data).hexdigest(), len(data))
        assert packed.infolist()[0].date_time == (2025, 11, 21, 4, 40, 0)
    assert (tmp_path / "a.zip").stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "a.zip"]


def test_an_archive_has_the_same_bytes_whatever_the_size_of_its_work_slices(tmp_path: Path) -> None:
    expected = whole(tmp_path / "whole.zip")
    for seed in range(10):
        dice, archive = Random(seed), Archive(tmp_path / f"{seed}.zip", ENDING)
        archive.begin(lambda: GAMES)
        progress = Progress(0, 0, 0, finished=False)
        while not progress.finished:
            before = progress.done
            progress = Archive(archive.path, ENDING).advance(pack, lambda: dice.random() < 0.3)  # noqa: B023
            assert progress.finished or progress.done > before
        assert archive.path.read_bytes() == expected


def killed_at(archive: Archive, moment: Callable[[], bool]) -> None:
    """Pack games until `moment` returns True, and end the slice there as kill -9 does: some bytes are written, and nothing is cleaned
    up."""

    class Killed(BaseException):
        pass

    def dying(game: GameId) -> Packed:
        if moment():
            raise Killed
        return pack(game)

    with pytest.raises(Killed):
        archive.advance(dying, never)


@pytest.mark.parametrize("seed", range(12))
def test_a_killed_slice_of_an_export_loses_only_its_own_work(tmp_path: Path, seed: int) -> None:
    expected = whole(tmp_path / "whole.zip")
    dice, path = Random(seed), tmp_path / "a.zip"
    archive = Archive(path, ENDING)
    archive.begin(lambda: GAMES)
    done = archive.advance(pack, lambda: dice.random() < 0.2).done
    if path.exists():
        return
    for _ in range(4):
        steps = count()
        last = dice.randint(0, len(GAMES) - done - 1)
        killed_at(Archive(path, ENDING), lambda: next(steps) == last)  # noqa: B023
        part = tmp_path / "a.zip.part"
        damage = dice.choice([b"", b"torn", part.read_bytes()[: dice.randint(0, 500)]])
        part.write_bytes(part.read_bytes()[: max(checkpoint(tmp_path), part.stat().st_size - dice.randint(0, 400))] + damage)
    assert Archive(path, ENDING).advance(pack, never) == Progress(len(GAMES), 0, len(GAMES), finished=True)
    assert path.read_bytes() == expected


def checkpoint(folder: Path) -> int:
    end: int = json.loads((folder / "a.zip.checkpoint").read_bytes())["end"]
    return end


def test_an_export_killed_before_saving_its_progress_starts_again_from_the_beginning(tmp_path: Path) -> None:
    expected, archive = whole(tmp_path / "whole.zip"), Archive(tmp_path / "a.zip", ENDING)
    archive.begin(lambda: GAMES)
    steps = count()
    killed_at(archive, lambda: next(steps) == 5)
    archive.begin(lambda: GAMES[:2])  # has no effect, because the first `begin` decided which games the archive has
    assert archive.advance(pack, never).done == len(GAMES)
    assert archive.path.read_bytes() == expected


def test_an_export_killed_after_writing_the_whole_archive_counts_as_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    expected = whole(path)
    for name in ("games", "checkpoint"):
        (tmp_path / f"a.zip.{name}").write_text("[]")
    archive = Archive(path, ENDING)
    assert archive.advance(pack, never) == Progress(len(GAMES), 0, len(GAMES), finished=True)
    assert path.read_bytes() == expected
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_cannot_be_read_is_noted_and_the_others_are_archived(tmp_path: Path) -> None:
    def some(game: GameId) -> Packed:
        if game in GAMES[3:5]:
            raise RecordDamaged("the card TS")
        return pack(game)

    archive = Archive(tmp_path / "a.zip", ENDING)
    archive.begin(lambda: GAMES)
    assert archive.advance(some, never, give_up="passed over") == Progress(40, 3, 40, finished=True)
    with ZipFile(archive.path) as packed:
        games = json.loads(packed.read("manifest.json"))["games"]
        assert len(packed.namelist()) == 38
    assert games[0] == {"game": GAMES[0], "failed": "passed over"}
    assert games[3]["failed"].startswith("RecordDamaged at ")
    assert "TS" not in games[3]["failed"]


def test_two_workers_never_write_the_same_archive_at_once(tmp_path: Path) -> None:
    one, other = Archive(tmp_path / "a.zip", ENDING), Archive(tmp_path / "a.zip", ENDING)

    def begun_meanwhile() -> list[GameId]:
        one.begin(lambda: GAMES)
        held.enter_context(one._locked())
        return GAMES

    with ExitStack() as held:
        other.begin(begun_meanwhile)
        with pytest.raises(BlockingIOError):
            other.advance(pack, never)
    assert other.advance(pack, never).finished


def test_an_export_stops_while_the_store_is_unavailable_and_finishes_later(tmp_path: Path) -> None:
    def away(game: GameId) -> Packed:
        raise StoreUnavailable

    archive = Archive(tmp_path / "a.zip", ENDING)
    archive.begin(lambda: GAMES)
    with pytest.raises(StoreUnavailable):
        archive.advance(away, never)
    assert archive.advance(pack, never).finished


def test_a_club_without_games_gets_an_empty_archive(tmp_path: Path) -> None:
    whole(tmp_path / "a.zip", [])
    with ZipFile(tmp_path / "a.zip") as packed:
        assert packed.namelist() == ["manifest.json"]


def test_a_game_with_a_date_that_zip_files_cannot_have_is_archived(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.zip", ENDING)
    archive.begin(lambda: GAMES[:2])
    years = iter((-62_135_596_800_000, 253_402_300_799_999))
    archive.advance(lambda game: Packed(f"{game}.faceup.ndjson", b"", 1, "", next(years)), never)
    with ZipFile(archive.path) as packed:
        assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
