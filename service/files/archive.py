"""Writes an archive of a club's records in slices, so that no job takes long. The archive is a zip: an ndjson export of each game, one of
the club's own stream, and a manifest with their digests.

    <path>              the finished archive; it never changes again
    <path>.part         the archive that is being written; between slices it is a complete zip
    <path>.checkpoint   of `.part` after the last slice: its zip directory, where that begins, and the manifest lines of its games
    <path>.games        the games that belong in the archive, fixed when it was begun; locked (flock) while a slice is written

A process that is killed loses only its slice: the next slice restores `.part` from the checkpoint. Nothing in the zip depends on when it
was written: a file has the date of its last event. So the same records give the same files and the same manifest.
"""

import fcntl
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from service.failures import describe
from service.running.directory import write_once, write_private
from service.store.keys import GameId
from service.store.outcomes import StoreUnavailable

FORMAT: Final = "faceup-archive"
FORMAT_VERSION: Final = 1
MANIFEST: Final = "manifest.json"
_ZIP_YEARS: Final = range(1980, 2108)
"""The years that a date in a zip can have."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file for an archive, with a game or the club's own stream. `version`, `head`, `recorded_at`: the version, hash and time of
    recording (ms UTC) of the last event."""

    name: str
    data: bytes
    version: int
    head: str
    recorded_at: int


Pack = Callable[[GameId], Packed]
"""Makes the file of one game. If it raises an exception, the manifest says that this game failed."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an archive is. `done`: games tried. `failed`: how many of these failed. `total`: games that belong in the archive."""

    done: int
    failed: int
    total: int
    finished: bool


class Archive:
    """The archive at `path`. It may be not begun, unfinished or finished."""

    def __init__(self, path: Path, club: str, own: Callable[[], Packed | None] = lambda: None) -> None:
        """`own`: makes the file of the club's own stream, which follows the last game; None if the club has no stream. It may raise any
        exception."""
        self.path = path
        self._club = club
        self._own = own
        self._part, self._checkpoint, self._games = (path.with_name(f"{path.name}.{what}") for what in ("part", "checkpoint", "games"))

    def begin(self, games: Callable[[], Sequence[GameId]]) -> None:
        """Write the list of games that belong in the archive to a file, unless the archive is begun or finished. That file is also the
        lock."""
        if not self._games.exists() and not self.path.exists():
            write_once(self._games, json.dumps(list(games())).encode())

    def advance(self, pack: Pack, enough: Callable[[], bool], give_up: str = "") -> Progress:
        """Write one slice: at least one game, then more until `enough()` is true or all are done. Returns how far the archive is.

        `give_up`: if not empty, the next game is not tried, and the manifest gives this reason.

        Raises BlockingIOError if another process writes a slice, StoreUnavailable and OSError. The next slice then begins where this one
        began.
        """
        with self._locked() as games:
            if not self.path.exists():
                return self._slice(json.load(games), pack, enough, give_up)
            self.clear()  # the process that finished the archive died before it did this
        return _progress(self.contents(), finished=True)

    @property
    def total(self) -> int:
        """How many games belong in the archive. Raises FileNotFoundError before `begin`."""
        return len(json.loads(self._games.read_bytes()))

    def contents(self) -> list[dict[str, Any]]:
        """Return the lines of the manifest of a finished archive, one for each game."""
        with ZipFile(self.path) as whole:
            games: list[dict[str, Any]] = json.loads(whole.read(MANIFEST))["games"]
            return games

    def clear(self) -> None:
        """Remove the files that only an unfinished archive needs."""
        for path in (self._part, self._checkpoint, self._games):
            path.unlink(missing_ok=True)

    def _locked(self) -> IO[bytes]:
        """Open and lock the file with the list of games. Returns an empty file if the archive is finished."""
        try:
            games: IO[bytes] = self._games.open("rb")
        except FileNotFoundError:
            if not self.path.exists():
                raise
            return BytesIO()
        try:
            fcntl.flock(games, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            games.close()
            raise
        return games

    def _slice(self, games: Sequence[GameId], pack: Pack, enough: Callable[[], bool], give_up: str) -> Progress:
        entries = self._restored()
        with ZipFile(self._part, "a", ZIP_DEFLATED) as into:
            while len(entries) < len(games):
                game = games[len(entries)]
                entries.append({"game": game, "failed": give_up} if give_up else _added(into, game, pack))
                give_up = ""
                if enough():
                    break
            finished = len(entries) == len(games)
            if finished:
                last = max((entry.get("recorded_at", 0) for entry in entries), default=0)
                own = self._own()
                if own is not None:
                    into.writestr(_info(own.name, own.recorded_at), own.data)
                into.writestr(_info(MANIFEST, last), manifest(self._club, entries, own))
        self._keep(into.start_dir, entries, finished=finished)
        return _progress(entries, len(games), finished=finished)

    def _keep(self, end: int, entries: list[dict[str, Any]], *, finished: bool) -> None:
        """Sync `.part` to disk, then put the finished archive in place or write a checkpoint. `end`: where the zip's directory begins."""
        with self._part.open("rb") as part:
            os.fsync(part.fileno())
            part.seek(end)
            directory = part.read()
        if finished:
            self._part.replace(self.path)
            _sync(self.path.parent)
            self.clear()
        else:
            kept = {"end": end, "directory": b64encode(directory).decode(), "entries": entries}
            write_private(self._checkpoint, json.dumps(kept).encode())

    def _restored(self) -> list[dict[str, Any]]:
        """Restore `.part` from the checkpoint. Returns the manifest lines of the games in it."""
        if not self._checkpoint.exists() or not self._part.exists():
            self._part.unlink(missing_ok=True)
            os.close(os.open(self._part, os.O_WRONLY | os.O_CREAT, 0o600))
            return []
        kept = json.loads(self._checkpoint.read_bytes())
        with self._part.open("r+b") as part:
            part.truncate(kept["end"])
            part.seek(kept["end"])
            part.write(b64decode(kept["directory"]))
        entries: list[dict[str, Any]] = kept["entries"]
        return entries


def _progress(entries: Sequence[dict[str, Any]], total: int | None = None, *, finished: bool) -> Progress:
    return Progress(len(entries), sum("failed" in entry for entry in entries), len(entries) if total is None else total, finished)


def manifest(club: str, entries: Sequence[dict[str, Any]], own: Packed | None = None) -> bytes:
    """Return the manifest of an archive or folder. Its digests are those of `sha256sum`. `own`: the file of the club's own stream; None if
    the archive has none."""
    whole: dict[str, Any] = {"format": FORMAT, "format_version": FORMAT_VERSION, "club": club}
    if own is not None:
        whole["stream"] = _shown(_line(own))
    return json.dumps({**whole, "games": list(map(_shown, entries))}, indent=1).encode() + b"\n"


def _shown(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "recorded_at"}


def entry_of(game: GameId, packed: Packed) -> dict[str, Any]:
    """Return the game's line for the manifest. `manifest` leaves out its `recorded_at`, the time of the last event."""
    return {"game": game, **_line(packed)}


def _line(packed: Packed) -> dict[str, Any]:
    return {
        "file": packed.name,
        "version": packed.version,
        "head": packed.head,
        "bytes": len(packed.data),
        "sha256": sha256(packed.data).hexdigest(),
        "recorded_at": packed.recorded_at,
    }


def _added(into: ZipFile, game: GameId, pack: Pack) -> dict[str, Any]:
    """Add a game to the zip. Returns its line of the manifest, which may say why it failed."""
    try:
        packed = pack(game)
    except (StoreUnavailable, OSError):
        raise
    except Exception as failure:
        return {"game": game, "failed": describe(failure)}
    into.writestr(_info(packed.name, packed.recorded_at), packed.data)
    return entry_of(game, packed)


def _info(name: str, milliseconds: int) -> ZipInfo:
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    dated = when.timetuple()[:6] if when.year in _ZIP_YEARS else (1980, 1, 1, 0, 0, 0)
    info = ZipInfo(name, dated)
    info.compress_type = ZIP_DEFLATED
    info.create_system = 3  # Unix: the zip is the same on every system
    info.external_attr = 0o644 << 16
    return info


def _sync(folder: Path) -> None:
    """Sync a folder to disk, so that no crash loses the new name of a file in it."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
