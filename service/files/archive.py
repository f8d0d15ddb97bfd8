"""Writes an archive of streams (lists of events) in slices, so that no job takes long. The archive is a zip: an ndjson export of each game
and each tournament, and last what its kind of archive adds, such as a manifest with their digests.

    <path>              the finished archive; it never changes again
    <path>.part         the archive that is being written; between slices it is a complete zip
    <path>.checkpoint   what restores `.part` as it was after the last slice: the zip's directory, where it begins, and the manifest lines
    <path>.games        the list of streams for the archive, made when it is begun; a process locks it (flock) while it writes a slice

A process that is killed loses only its slice: the next slice restores `.part` from the checkpoint. Nothing in the zip depends on when it
was written: each file in it has the date of its last event. So the same records give the same files and the same manifest.
"""

import fcntl
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from domain.files.layout import ARCHIVE_FORMAT, ARCHIVE_VERSION
from domain.kernel.events import PersonId
from service.directory import write_once, write_private
from service.failures import describe
from service.store.errors import StoreUnavailable
from service.store.keys import StreamId
from service.store.seasons.seasons import SEASON
from service.store.tournaments.tournaments import TOURNAMENT

MANIFEST: Final = "manifest.json"
_ZIP_YEARS: Final = range(1980, 2108)
"""The years that a date in a zip can have."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file for an archive. It holds a game, a tournament or the club's own stream. `version`, `head`, `recorded_at`: the version, the
    hash and the time of recording (ms UTC) of the last event. `people`: the people at the table, if it is a game."""

    name: str
    data: bytes
    version: int
    head: str
    recorded_at: int
    people: tuple[PersonId, ...] = ()


Pack = Callable[[StreamId], Packed]
"""A function that makes the file of one game or tournament. If it raises an exception, the manifest says that this stream failed."""


@dataclass(frozen=True, slots=True)
class Last:
    """A file that comes last in an archive. `recorded_at`: its date (ms UTC)."""

    name: str
    data: bytes
    recorded_at: int


FILED: Final = ("game", "tournament", "season")
"""The kinds of streams whose files are in an archive."""
Ending = Callable[[Sequence[dict[str, Any]]], Iterable[Last]]
"""A function that takes the lines of the manifest and makes the files that come last in the archive, the manifest included. May raise any
exception."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an archive is. `done`: how many games and tournaments were tried. `failed`: how many of these failed. `total`: how many
    belong in the archive."""

    done: int
    failed: int
    total: int
    finished: bool


class Archive:
    """The archive at `path`. It may be finished, unfinished, or not begun yet."""

    def __init__(self, path: Path, ending: Ending) -> None:
        self.path = path
        self._ending = ending
        self._part, self._checkpoint, self._games = (path.with_name(f"{path.name}.{what}") for what in ("part", "checkpoint", "games"))

    def begin(self, streams: Callable[[], Sequence[StreamId]]) -> None:
        """Write a file that lists the games and tournaments of the archive. Processes lock this file while they add to the archive. If
        the file or the finished archive exists already, nothing happens."""
        if not self._games.exists() and not self.path.exists():
            write_once(self._games, json.dumps(list(streams())).encode())

    def begin_again(self, streams: Callable[[], Sequence[StreamId]]) -> None:
        """Begin the archive without what an interrupted process has left. Raises BlockingIOError if another process is writing."""
        with suppress(FileNotFoundError), self._locked():
            self.clear()
        self.begin(streams)

    def advance(self, pack: Pack, enough: Callable[[], bool], give_up: str = "") -> Progress:
        """Write the next part of the archive, a *slice*: at least one file, then more until `enough()` is true or all are done. Returns how
        far the archive is.

        `give_up`: if not empty, the next game or tournament is skipped, and the manifest gives this text as the reason.

        Raises StoreUnavailable and OSError. Raises BlockingIOError if another process is writing. After an error, call `advance` again: it
        begins where the failed slice began.
        """
        with self._locked() as games:
            if not self.path.exists():
                return self._slice(json.load(games), pack, enough, give_up)
            self.clear()  # Removes files that were left by a process that was killed after it finished the archive.
        return _progress(self.contents(), finished=True)

    @property
    def total(self) -> int:
        """How many games and tournaments belong in the archive. Raises FileNotFoundError before `begin`."""
        return len(json.loads(self._games.read_bytes()))

    def contents(self) -> list[dict[str, Any]]:
        """Return the lines of the manifest of a finished archive: one for each game, then one for each tournament."""
        with ZipFile(self.path) as whole:
            lines = json.loads(whole.read(MANIFEST))
        return [*lines["games"], *lines.get("tournaments", ())]

    def clear(self) -> None:
        """Remove the files that only an unfinished archive needs."""
        for path in (self._part, self._checkpoint, self._games):
            path.unlink(missing_ok=True)

    def _locked(self) -> IO[bytes]:
        """Open and lock the file that lists the streams. If the archive is finished, return an empty file. Raises BlockingIOError if
        another process holds the lock."""
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

    def _slice(self, streams: Sequence[StreamId], pack: Pack, enough: Callable[[], bool], give_up: str) -> Progress:
        entries = self._restored()
        with ZipFile(self._part, "a", ZIP_DEFLATED) as into:
            while len(entries) < len(streams):
                stream = streams[len(entries)]
                entries.append({kind_of(stream): stream, "failed": give_up} if give_up else _added(into, stream, pack))
                give_up = ""
                if enough():
                    break
            finished = len(entries) == len(streams)
            if finished:
                for last in self._ending(entries):
                    into.writestr(_info(last.name, last.recorded_at), last.data)
        self._keep(into.start_dir, entries, finished=finished)
        return _progress(entries, len(streams), finished=finished)

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
        """Restore the unfinished archive to what it was after the last slice. Returns the manifest lines of the files in it."""
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


def ending_of_a_club(club: str, own: Callable[[], Packed | None]) -> Ending:
    """Return the function that ends the archive of a whole club: with the file of the club's own stream, which `own` makes (None: the club
    has no stream), and the manifest."""

    def ending(entries: Sequence[dict[str, Any]]) -> Iterator[Last]:
        stream = own()
        if stream is not None:
            yield Last(stream.name, stream.data, stream.recorded_at)
        yield Last(MANIFEST, manifest(club, entries, stream), newest(entries))

    return ending


def manifest(club: str, entries: Sequence[dict[str, Any]], own: Packed | None = None) -> bytes:
    """Return the manifest of a club's archive or folder. `own`: the file of the club's own stream; None if the archive has none."""
    whole: dict[str, Any] = {"format": ARCHIVE_FORMAT, "format_version": ARCHIVE_VERSION, "club": club}
    if own is not None:
        whole["stream"] = _shown(_line(own))
    return json.dumps({**whole, **listed(entries)}, indent=1).encode() + b"\n"


def listed(entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the lines of the games and of the tournaments as a manifest has them, and of the seasons if there are any. The digests are
    those that `sha256sum` prints."""
    found = {f"{kind}s": [_shown(entry) for entry in entries if kind in entry] for kind in FILED}
    return {kind: lines for kind, lines in found.items() if lines or kind != "seasons"}


def stream_in(entry: dict[str, Any]) -> StreamId:
    """Return the stream to which a line of the manifest belongs."""
    return StreamId(next(entry[kind] for kind in FILED if kind in entry))


def newest(entries: Sequence[dict[str, Any]]) -> int:
    """Return when the newest event in an archive was recorded (ms UTC)."""
    return max((entry.get("recorded_at", 0) for entry in entries), default=0)


def kind_of(stream: StreamId) -> str:
    """Return the kind of a stream in an archive, one of FILED."""
    return next((kind.name for kind in (TOURNAMENT, SEASON) if kind.pattern.fullmatch(stream)), "game")


def _shown(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in ("recorded_at", "people")}


def entry_of(stream: StreamId, packed: Packed) -> dict[str, Any]:
    """Return the line of a game or tournament for the manifest. The function `listed` later removes two members from the line:
    `recorded_at`, the time of the last event, and `people`."""
    return {kind_of(stream): stream, **_line(packed)}


def _line(packed: Packed) -> dict[str, Any]:
    return {
        "file": packed.name,
        "version": packed.version,
        "head": packed.head,
        "bytes": len(packed.data),
        "sha256": sha256(packed.data).hexdigest(),
        "recorded_at": packed.recorded_at,
        "people": packed.people,
    }


def _added(into: ZipFile, stream: StreamId, pack: Pack) -> dict[str, Any]:
    """Add a game or tournament to the zip. Returns its line of the manifest, which may say why it failed."""
    try:
        packed = pack(stream)
    except (StoreUnavailable, OSError):
        raise
    except Exception as failure:
        return {kind_of(stream): stream, "failed": describe(failure)}
    into.writestr(_info(packed.name, packed.recorded_at), packed.data)
    return entry_of(stream, packed)


def _info(name: str, milliseconds: int) -> ZipInfo:
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    dated = when.timetuple()[:6] if when.year in _ZIP_YEARS else (1980, 1, 1, 0, 0, 0)
    info = ZipInfo(name, dated)
    info.compress_type = ZIP_DEFLATED
    info.create_system = 3  # marks the file as made on Unix, so that the zip is the same on every system
    info.external_attr = 0o644 << 16
    return info


def _sync(folder: Path) -> None:
    """Sync a folder to disk, so that no crash loses the new name of a file in it."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
