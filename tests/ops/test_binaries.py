"""Which server program serves a data directory. The programs in these tests are scripts that only print a version."""

import json
from pathlib import Path

import pytest

from service.running.binaries import NoServer, chosen, programs, record, recorded


def program(folder: Path, name: str, banner: str) -> str:
    """Write a program that prints `banner`. Returns a search path that contains its folder."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\necho '{banner}'\n")
    (folder / name).chmod(0o755)
    return str(folder)


def written_by(data: Path, flavour: str, version: str) -> Path:
    data.mkdir()
    record(data, flavour, version)
    return data


REDIS_7 = "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0"


def test_the_packaged_valkey_is_preferred_to_server_programs_on_the_path(tmp_path: Path) -> None:
    binaries = programs(program(tmp_path, "redis-server", REDIS_7))
    assert [(one.flavour, one.version) for one in binaries] == [("valkey", "9.1.2"), ("redis", "7.0.15")]


@pytest.mark.parametrize("banner", ["Redis server v=6.2.14 sha=0", "Unknown option --version", ""])
def test_server_programs_that_are_too_old_or_unknown_are_not_used(tmp_path: Path, banner: str) -> None:
    assert [one.flavour for one in programs(program(tmp_path, "redis-server", banner))] == ["valkey"]


def test_a_new_data_directory_is_served_by_the_preferred_server_program(tmp_path: Path) -> None:
    assert chosen(tmp_path, program(tmp_path / "bin", "redis-server", REDIS_7)).flavour == "valkey"


@pytest.mark.parametrize(("flavour", "version"), [("redis", "7.0.15"), ("redis", "7.0.99"), ("valkey", "9.0.0"), ("valkey", "8.1.3")])
def test_a_data_directory_is_served_by_the_kind_of_server_that_wrote_it(tmp_path: Path, flavour: str, version: str) -> None:
    path = program(tmp_path / "bin", "redis-server", REDIS_7)
    assert chosen(written_by(tmp_path / "data", flavour, version), path).flavour == flavour


@pytest.mark.parametrize(("flavour", "version", "wanted"), [("redis", "7.2.0", "Redis 7.2.0"), ("valkey", "10.0.1", "Valkey 10.0.1")])
def test_the_message_about_a_refused_data_directory_names_the_server_to_install(
    tmp_path: Path, flavour: str, version: str, wanted: str
) -> None:
    path = program(tmp_path / "bin", "redis-server", REDIS_7)
    data = written_by(tmp_path / "data", flavour, version)
    with pytest.raises(NoServer) as refusal:
        chosen(data, path)
    assert str(refusal.value) == (
        f"The records in {data} were written by {wanted}, but this machine has only Valkey 9.1.2, Redis 7.0.15: "
        f"install {wanted} or a newer version of it, or choose another FACEUP_DATA."
    )


@pytest.mark.parametrize("note", ["", "[]", "{}", '{"flavour": "redis", "version": "seven"}'])
def test_a_data_directory_with_a_damaged_note_about_its_server_is_refused(tmp_path: Path, note: str) -> None:
    (tmp_path / "server.json").write_text(note)
    with pytest.raises(NoServer, match="is damaged"):
        recorded(tmp_path)


def test_the_note_in_a_data_directory_names_the_server_that_wrote_last(tmp_path: Path) -> None:
    record(tmp_path, "valkey", "8.1.3")
    record(tmp_path, "valkey", "9.1.2")
    assert json.loads((tmp_path / "server.json").read_text()) == {"flavour": "valkey", "version": "9.1.2"}
