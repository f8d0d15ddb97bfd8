"""The data directory is private and has only Faceup's files. Its socket can be reached even if the path of the directory is long."""

import socket
import tempfile
from pathlib import Path
from urllib.parse import unquote

import pytest

from service.directory import MOST_SOCKET_BYTES, DirectoryRefused, new_socket, prepared, socket_url


def test_a_missing_data_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    assert prepared(tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


def test_an_empty_data_folder_that_others_may_read_is_made_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert prepared(tmp_path).stat().st_mode & 0o777 == 0o700


def test_a_data_folder_that_holds_other_files_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "thesis.odt").touch()
    with pytest.raises(DirectoryRefused, match="holds other files, and other users may read it"):
        prepared(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_data_folder_that_cannot_be_made_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DirectoryRefused, match="cannot be used: Not a directory"):
        prepared(tmp_path / "file" / "data")


@pytest.mark.parametrize("name", ["d", "with space and %", "é" * 60, "long" * 60])
def test_the_store_socket_can_be_reached_whatever_the_data_folder_is_called(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = prepared(tmp_path / name)
    monkeypatch.chdir(data)
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("server.sock")
        server.listen()
        path = unquote(socket_url(data).removeprefix("unix://"))
        assert len(path.encode()) <= MOST_SOCKET_BYTES
        client.connect(path)
    assert socket_url(data) == socket_url(data)


def test_each_new_socket_is_in_a_private_folder_and_has_its_own_name() -> None:
    first, second = new_socket(), new_socket()
    assert first != second
    assert first.parent.stat().st_mode & 0o777 == 0o700
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(first))
    first.unlink()


def test_a_temp_folder_whose_path_is_too_long_for_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("long" * 20)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    with pytest.raises(DirectoryRefused, match="too long for a socket: set TMPDIR to a shorter one"):
        new_socket()
