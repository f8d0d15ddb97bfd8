"""The data directory: everything that one installation keeps. Only its owner can read it.

    appendonlydir/   the records, written by the server
    exports/         archives of whole clubs, each kept for a week
    https/           certificates for HTTPS in a hall, and their keys (service/running/authority.py)
    queue/           the server of the job queue of a cell (service/running/cells.py)
    layout           the number of the layout of the records (service/store/layout.py)
    server.json      which server wrote the records: {"flavour": "valkey", "version": "9.1.2"}
    server.conf      the server's settings, written again at every start
    server.log       the server's log
    server.pid       the server's process id
    server.sock      the socket on which the server listens
    server.lock      a file lock that the running server holds
    users.lock       a shared file lock that every process holds while it uses the server
    reached, losses  the last number of each club's feed, and the losses noticed (service/running/losses.py)
    secret           the key that signs the cookies

This module sends no Redis command. See `docs/decisions/ops-server.md`.
"""

import os
import secrets
import stat
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote

MOST_SOCKET_BYTES: Final = 100
"""The longest path of a socket, in bytes. Linux accepts 108 bytes with the final NUL, macOS 104."""


class DirectoryRefused(RuntimeError):
    """The data directory cannot be used; the message says why and what to do."""


def prepared(data: Path) -> Path:
    """Make the data directory if it is missing, let only its owner enter it, and return `data`.

    Raises DirectoryRefused if the directory cannot be written to, belongs to somebody else, or has foreign files that others may read.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = data.stat()
        if status.st_uid != os.geteuid():
            raise DirectoryRefused(f"{data} belongs to another user (id {status.st_uid}); choose a folder of your own with FACEUP_DATA.")
        if stat.S_IMODE(status.st_mode) & 0o077:
            if any(data.iterdir()) and not (data / "server.json").exists() and not (data / "secret").exists():
                raise DirectoryRefused(f"{data} holds other files, and other users may read it; choose an empty folder with FACEUP_DATA.")
            data.chmod(0o700)
        if not os.access(data, os.W_OK | os.X_OK):
            raise DirectoryRefused(f"{data} cannot be written to; choose another folder with FACEUP_DATA.")
    except OSError as failure:
        raise DirectoryRefused(f"The data folder {data} cannot be used: {failure.strerror}.") from failure
    return data


def layout_written(data: Path) -> str:
    """Return the content of the file `layout` in the data directory; empty if the file is missing."""
    try:
        return (data / "layout").read_text("ascii", "replace").strip()
    except FileNotFoundError:
        return ""


def write_layout(data: Path, layout: int) -> None:
    """Write the number `layout` into the file `layout` of the data directory. If the file holds this number already, nothing is written."""
    if layout_written(data) != str(layout):
        write_private(data / "layout", f"{layout}\n".encode())


def secret_key(data: Path) -> bytes:
    """Return the 32 random bytes in the file `secret`. The first call makes the file. Raises DirectoryRefused if the file is damaged."""
    path = prepared(data) / "secret"
    if not path.exists():
        write_once(path, secrets.token_hex(32).encode())
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        key = b""
    if len(key) != 32:
        raise DirectoryRefused(
            f"{path} is damaged. Put it back from a copy. Without a copy, delete it: everyone must then sign in again, and who only"
            " accepted an invitation needs a new one."
        )
    return key


def write_once(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read. An existing file is not changed. If several processes call this at once, the file of the
    first process stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    write_private(draft, content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read. It replaces an existing file atomically."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def socket_url(data: Path) -> str:
    """Return the URL of the server's socket in `data`. If its path is too long, the URL uses a short link in the temp directory."""
    path = data / "server.sock"
    if len(os.fsencode(path)) > MOST_SOCKET_BYTES:
        path = _short_link(data) / path.name
    return f"unix://{quote(os.fsencode(path))}"


def new_socket() -> Path:
    """Return a path that no other process uses, in a private folder in the temp directory, for a socket of this process and its children.
    Nothing is made there. Raises DirectoryRefused."""
    path = private_folder(Path(tempfile.gettempdir())) / f"{secrets.token_hex(8)}.sock"
    if len(os.fsencode(path)) > MOST_SOCKET_BYTES:
        raise DirectoryRefused(f"The path {path.parent} is too long for a socket: set TMPDIR to a shorter one.")
    return path


def private_folder(parent: Path) -> Path:
    """Return this user's private folder for Faceup in `parent`, the system's folder for temporary files. If the private folder is missing,
    it is made. Raises DirectoryRefused if it belongs to somebody else or others may use it."""
    folder = parent / f"faceup-{os.geteuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise DirectoryRefused(f"{folder} is not a private folder of yours: remove it.")
    return folder


def _short_link(data: Path) -> Path:
    """Return a link to `data` in a private folder in the temp directory. If the link or the folder is missing, it is made. Raises
    DirectoryRefused."""
    link = private_folder(Path(tempfile.gettempdir())) / sha256(os.fsencode(data)).hexdigest()[:16]
    try:
        link.symlink_to(data)
    except FileExistsError:
        if link.readlink() != data:
            raise DirectoryRefused(f"{link} points to another folder; remove it, or choose a shorter FACEUP_DATA.") from None
    return link
