"""Backups and restores that were interrupted, backups with damaged files, and what is refused."""

import json
import os
import shutil
from errno import ENOSPC
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from domain.files.verify import verify
from domain.kernel.events import EventId, NoteWritten, PersonId
from domain.kernel.shapes import Sealed
from service.backup import restoring
from service.backup.examining import record_in
from service.clock import now_ms
from service.running.server import ServerFailed
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.keys import FORMER_CLUBS, HOME, Club, Keys, StreamId, set_of
from service.store.layout import LayoutRefused, begin_restoring, require
from service.store.streams.hints import RELAY
from tests.backup.conftest import (
    BY,
    Site,
    changed,
    flip,
    inodes,
    interrupted,
)
from tests.speeds import slow
from workers.cli import main
from workers.commands.backup import STOPPED

# --- interrupted -------------------------------------------------------------------------------------------------------------------------


def test_the_next_backup_continues_an_interrupted_first_backup(site: Site) -> None:
    written = interrupted(site, 3)
    before = {path: path.stat().st_ino for path in site.files}
    assert len(before) == written == 3
    assert site.backup()
    assert changed(before, site.records) == {path.name for path in site.files} - {path.name for path in before}


@slow
def test_a_first_backup_that_was_never_complete_is_restored_only_on_request(site: Site) -> None:
    interrupted(site, 3)
    there = sorted(path.name.partition(".")[0] for path in site.files)
    site.lose()
    assert not site.restore()
    assert "manifest.json: is missing: the backup of this club was never complete" in site.output
    assert site.streams() == []
    assert not site.restore(skip_damaged=True)
    assert site.streams() == there


def test_an_interrupted_second_backup_can_be_restored_with_the_files_it_has_written(site: Site) -> None:
    site.backup()
    for game in site.evening.games:
        site.evening.append(game, NoteWritten(Sealed("", "late")))
    site.evening.played(2)
    interrupted(site, 3)
    newest = {path.name.partition(".")[0]: verify(path.read_bytes()).head for path in site.files}
    manifest = json.loads((site.folder / "clubs" / "home" / "manifest.json").read_bytes())
    assert sum(newest[line["stream"]] != line["head"] for line in manifest["records"]) > 0
    site.lose()
    assert site.restore(), site.output
    assert {stream: chain[0][1] for stream, chain in site.everything().items() if not stream.startswith(":")} == newest


@pytest.mark.parametrize("files", [pytest.param(0, marks=slow), 1, pytest.param(4, marks=slow)])
def test_the_next_restore_continues_an_interrupted_restore(site: Site, files: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before, left = site.everything(), [files]

    def stopped(*arguments: object, **named: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return record_in(*arguments, **named)  # type: ignore[arg-type]

    site.backup()
    site.lose()
    with monkeypatch.context() as patch:
        patch.setattr(restoring, "record_in", stopped)
        assert not site.restore()
        assert "Stopped. Nothing is lost: give the same command again to continue." in site.output
    assert len(site.streams()) == files
    assert site.restore(), site.output
    assert site.everything() == before


def test_a_backup_on_a_full_disk_gives_the_reason_and_keeps_the_earlier_files(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.backup()
    before = inodes(site.folder)
    site.evening.append(site.evening.games[0], NoteWritten(Sealed("", "late")))

    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert not site.backup()
    assert site.output == f"{site.folder}: No space left on device. {STOPPED}"
    assert changed(before, site.folder) == set()
    assert site.backup()


@slow
def test_a_backup_that_is_interrupted_with_ctrl_c_says_how_to_continue(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        assert not site.backup()
    assert site.output == STOPPED
    assert site.backup()


# --- damaged -----------------------------------------------------------------------------------------------------------------------------

DAMAGED = (
    "records/{game}.faceup.ndjson",
    "access.json",
    "manifest.json",
    pytest.param("records/home.faceup.ndjson", marks=slow),
    pytest.param("../../erasures.json", marks=slow),
)


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_of_a_backup_is_named_and_nothing_is_restored(site: Site, name: str) -> None:
    site.backup()
    path = site.folder / "clubs" / "home" / name.format(game=site.evening.games[0])
    flip(path)
    site.lose()
    assert not site.restore()
    assert path.name in site.output
    assert site.streams() == []
    assert Clubs(site.store.redis, now_ms).names_of_clubs() == []


def test_a_lost_file_is_named_and_the_rest_can_be_restored(site: Site) -> None:
    site.backup()
    before, (lost, damaged) = site.everything(), site.evening.games[:2]
    (site.records / f"{lost}.faceup.ndjson").unlink()
    flip(site.records / f"{damaged}.faceup.ndjson")
    site.lose()
    assert not site.restore()
    assert not site.restore(skip_damaged=True)
    assert f"{lost}.faceup.ndjson: No such file" in site.output
    assert f"{damaged}.faceup.ndjson: " in site.output
    assert "NOT COMPLETE: 2 files left out" in site.output
    assert site.streams() == sorted({stream for stream in before if not stream.startswith(":")} - {lost, damaged})


def test_a_record_that_is_damaged_in_the_store_is_named_and_its_older_file_is_kept(site: Site) -> None:
    game, fresh = site.evening.games[0], site.evening.played(3)
    site.backup()
    older = (site.records / f"{game}.faceup.ndjson").read_bytes()
    site.evening.append(game, NoteWritten(Sealed("", "late")))
    site.store.redis.delete(Keys(HOME).stream(game))
    site.evening.append(fresh, NoteWritten(Sealed("", "late")))
    assert not site.backup()
    assert f"{game}: not backed up: RecordDamaged" in site.output
    assert "NOT COMPLETE: 1 record not" in site.output
    assert (site.records / f"{game}.faceup.ndjson").read_bytes() == older
    assert b'"version":%d' % site.parts.records.events(fresh)[-1].version in (site.records / f"{fresh}.faceup.ndjson").read_bytes()


def test_damaged_streams_of_a_club_are_named_and_all_other_streams_are_backed_up(site: Site) -> None:
    site.backup()
    new = site.evening.played(2)
    site.members.people.register(HOME, {PersonId("p-new"): "New"}, BY)
    site.store.redis.delete(Keys(HOME).stream(StreamId("home"), "club"), Keys(HOME).head(new))
    site.evening.append(site.evening.games[0], NoteWritten(Sealed("", "late")))
    before = inodes(site.folder)
    assert not site.backup()
    assert "home: not backed up: RecordDamaged" in site.output
    assert f"{new}: not backed up: its head is missing in the store" in site.output
    assert changed(before, site.folder) == {"manifest.json", f"{site.evening.games[0]}.faceup.ndjson"}


def test_a_record_that_lost_its_last_events_does_not_replace_the_longer_file_in_the_backup(site: Site) -> None:
    """The store was restored from an older copy of the backup."""
    site.backup()
    older = site.folder.with_name("older")
    shutil.copytree(site.folder, older)
    game, new = site.evening.games[0], site.evening.played(3)
    site.evening.append(game, NoteWritten(Sealed("", "late")))
    site.backup()
    longer = (site.records / f"{game}.faceup.ndjson").read_bytes()
    site.lose()
    site.restore(folder=older)
    assert not site.backup()
    assert f"{game}: not backed up: the backup has events of it up to " in site.output
    assert f"{new}: not backed up: is not in the store any more" in site.output
    assert (site.records / f"{game}.faceup.ndjson").read_bytes() == longer


def test_a_game_that_the_rules_cannot_read_is_backed_up_and_restored(site: Site) -> None:
    game = site.store.open("poisoned")
    site.store.happens(game, "crash")
    before = site.everything()
    assert site.backup(), site.output
    site.lose()
    assert site.restore(), site.output
    assert site.everything() == before


# --- refused -----------------------------------------------------------------------------------------------------------------------------


def test_a_folder_with_other_files_is_refused(site: Site) -> None:
    site.folder.mkdir()
    (site.folder / "letter.txt").touch()
    assert not site.backup()
    assert "holds other files: name an empty folder" in site.output
    assert [path.name for path in site.folder.iterdir()] == ["letter.txt"]


@slow
def test_the_backup_of_another_installation_is_not_touched(site: Site) -> None:
    site.backup()
    before = inodes(site.folder)
    site.start_again()
    site.members.found(Club("home"), "Another", BY, EventId(str(uuid4())))
    assert not site.backup()
    assert "is the backup of another club home: name another folder." in site.output
    assert changed(before, site.folder) == set()
    site.start_again()
    site.members.found(Club("away"), "Away", BY, EventId(str(uuid4())))
    assert not site.backup()
    assert "has clubs that are not here (home): name another folder." in site.output


def test_a_restore_does_not_overwrite_existing_clubs_and_can_restore_a_missing_club(site: Site) -> None:
    site.members.found(Club("away"), "Away", BY, EventId(str(uuid4())))
    site.backup()
    before = site.everything()
    assert not site.restore()
    assert "There is a club away here already." in site.output
    for key in site.store.redis.scan_iter(match="{away}:*"):
        site.store.redis.delete(key)
    site.store.redis.srem(set_of(Club("away")), "away")
    assert site.restore("away"), site.output
    assert site.everything() == before
    assert not site.restore("nowhere")
    assert "There is no club 'nowhere' in the backup; there are: away, home." in site.output


def test_a_folder_that_is_no_backup_is_not_restored(site: Site, tmp_path: Path) -> None:
    refused = CliRunner(env=site.config.as_env()).invoke(main, ["restore", str(tmp_path)])
    assert refused.exit_code == 1
    assert refused.stderr == f"Error: {tmp_path} is not a backup: it has no clubs.\n"


@slow
def test_a_file_that_does_not_belong_in_the_folder_is_named(site: Site) -> None:
    site.backup()
    shutil.copy(site.files[0], site.records / "letter.faceup.ndjson")
    shutil.copy(site.files[0], site.records / f"home-{'a' * 16}.faceup.ndjson")
    site.lose()
    assert not site.restore()
    assert "letter.faceup.ndjson: is not the file of a stream of this club" in site.output
    assert f"home-{'a' * 16}.faceup.ndjson: is the record of " in site.output
    assert not site.restore(erasures=(site.folder / "clubs" / "home" / "manifest.json",))
    assert "manifest.json is not a list of erased people: name an erasures.json." in site.output
    (site.folder / "clubs" / "home").rename(site.folder / "clubs" / "away")
    assert not site.restore()
    assert "belongs to the club home: give its folder that name." in site.output


def test_nothing_is_restored_while_faceup_runs_on_the_data(site: Site) -> None:
    site.backup()
    with write_client(site.config.store_url, RELAY) as relay:
        relay.ping()
        with pytest.raises(ServerFailed, match="Faceup is running on these data: stop it, then restore"):
            site.restore()


def test_nothing_else_can_use_the_data_until_a_restore_is_complete(site: Site) -> None:
    site.backup()
    site.lose()
    begin_restoring(site.store.redis, [HOME])
    with pytest.raises(LayoutRefused, match="A backup is being restored into these data, and is not complete"):
        site.backup()
    assert site.restore(), site.output
    assert site.backup()


def test_a_restore_that_an_older_version_has_begun_ends_with_the_layout_of_that_version(site: Site) -> None:
    """So `faceup upgrade` is asked for. It finds the other clubs, whose names are in the former set."""
    site.backup()
    site.lose()
    begin_restoring(site.store.redis, [HOME])
    site.store.redis.sadd(FORMER_CLUBS, HOME, "other")
    assert site.restore(), site.output
    with pytest.raises(LayoutRefused, match="run `faceup upgrade`"):
        require(site.store.redis)
