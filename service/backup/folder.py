"""The folder of a backup. Only its owner may read it: it has names, hidden cards and hashes of PINs.

    README.txt                                  what this folder is
    erasures.json                               who was erased, in every club; nobody is ever taken off this list
    clubs/<club>/records/<stream>.faceup.ndjson one record file for each stream (docs/record-format.md)
    clubs/<club>/access.json                    tokens, invitations and PINs (service/store/clubs/access.py)
    clubs/<club>/manifest.json                  what belongs to the backup, with digests; written last

A file appears under its name only when it is complete and was read back from the disk. So a backup that was killed leaves a folder that can
be restored, and the next one continues it. The JSON files have a digest of themselves (`own_digest`).
"""

import fcntl
import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from errno import EIO
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from domain.files.layout import own_digest
from domain.kernel.canonical import canonical
from domain.kernel.events import PersonId
from service.store.keys import Club, StreamId, parse_club
from service.store.layout import LAYOUT
from service.store.streams.copies import Was

FORMAT: Final = "faceup-backup"
FORMAT_VERSION: Final = 1
ERASURES: Final = "faceup-erasures"
ENDING: Final = ".faceup.ndjson"
DRAFT: Final = ".new"
README: Final = """\
This folder is a backup of a Faceup installation, written by `faceup backup`.
It holds names, hidden cards and hashes of PINs: keep it where only you can read it.

Restore it into an empty installation:   FACEUP_DATA=… faceup restore THIS_FOLDER
Verify a record without Faceup:          python3 verify_record.py clubs/…/records/….faceup.ndjson
erasures.json lists the people who were erased. Keep the newest one beside older copies of this folder:
                                         faceup restore OLDER_FOLDER --erasures erasures.json
"""


class BackupRefused(ValueError):
    """The folder cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A stream in a backup. `version`, `head`: version and hash of its last event. `opened`: how many sealed values the file has.
    `opened_at`, `imported`: as in the stream's head (`Was`). `bytes`, `sha256`: size and digest of the file."""

    stream: StreamId
    version: int
    head: str
    opened: int
    opened_at: int
    imported: int
    bytes: int
    sha256: str

    @property
    def was(self) -> Was:
        return Was(self.opened_at, self.imported)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What belongs to the backup of a club. `begins`: the hash of the first event of the club's own stream; empty if that stream has no
    event. `feed`: the number of the last entry of the club's feed. `made_at`: ms UTC. `access`: the SHA-256 of the file of tokens.
    `failed`: {stream: why its last events are not in this backup}."""

    club: Club
    begins: str
    feed: int
    made_at: int
    access: str
    streams: Mapping[StreamId, Kept]
    failed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ClubFolder:
    """The part of the folder that belongs to one club."""

    path: Path
    club: Club

    @property
    def records(self) -> Path:
        return self.path / "records"

    @property
    def access(self) -> Path:
        return self.path / "access.json"

    @property
    def manifest_path(self) -> Path:
        return self.path / "manifest.json"

    def file(self, stream: StreamId) -> Path:
        return self.records / f"{stream}{ENDING}"

    def files(self) -> list[StreamId]:
        """Return the streams whose record files are in this folder, in order of name."""
        return sorted(StreamId(path.name.removesuffix(ENDING)) for path in self.records.glob(f"*{ENDING}"))

    def manifest(self) -> Manifest | None:
        """Return the manifest; None if there is none yet. Raises BackupRefused if it is damaged."""
        content = read_json(self.manifest_path)
        if content is None:
            return None
        if content.get("format_version") != FORMAT_VERSION or content.get("layout") != LAYOUT:
            raise BackupRefused(
                f"{self.manifest_path} was written by Faceup {content.get('faceup')}: install that version, or a newer one."
            )
        if content["club"] != self.club:
            raise BackupRefused(f"{self.manifest_path} belongs to the club {content['club']}: give its folder that name.")
        kept = [Kept(**line) for line in content["records"]]
        streams = {line.stream: line for line in kept}
        return Manifest(self.club, content["begins"], content["feed"], content["made_at"], content["access"], streams, content["failed"])

    def write(self, made: Manifest) -> None:
        """Write the manifest. Everything that it names must be on disk."""
        records = [asdict(kept) for kept in made.streams.values()]
        front = {"format": FORMAT, "format_version": FORMAT_VERSION, "layout": LAYOUT, "faceup": version("faceup"), "club": made.club}
        rest = {"begins": made.begins, "feed": made.feed, "made_at": made.made_at, "access": made.access, "failed": dict(made.failed)}
        write_json(self.manifest_path, {**front, **rest, "records": records})

    def prepare(self) -> None:
        """Make the folders, and remove what a killed backup left unfinished."""
        for folder in (self.path.parent, self.path, self.records):
            folder.mkdir(mode=0o700, exist_ok=True)
            for draft in folder.glob(f"*{DRAFT}"):
                draft.unlink()


@dataclass(frozen=True, slots=True)
class BackupFolder:
    """The folder of a backup, with all its clubs."""

    path: Path

    @property
    def erasures_path(self) -> Path:
        return self.path / "erasures.json"

    def club(self, club: Club) -> ClubFolder:
        return ClubFolder(self.path / "clubs" / club, club)

    def clubs(self) -> list[Club]:
        """Return the clubs in the folder, in order of name. Raises BackupRefused if there is a foreign folder among them."""
        try:
            return sorted(parse_club(path.name) for path in (self.path / "clubs").iterdir())
        except FileNotFoundError:
            return []
        except ValueError as fault:
            raise BackupRefused(f"{self.path / 'clubs'}: {fault}.") from fault

    def erasures(self) -> dict[Club, frozenset[PersonId]]:
        """Return the list of erased people, by club."""
        return erasures_in(self.erasures_path)

    def write_erasures(self, erased: Mapping[Club, frozenset[PersonId]]) -> None:
        """Add people to the list of erased people."""
        known = self.erasures()
        clubs = {club: known.get(club, frozenset()) | erased.get(club, frozenset()) for club in {*known, *erased}}
        if clubs != known or not self.erasures_path.exists():
            write_json(self.erasures_path, {"format": ERASURES, "clubs": {club: sorted(some) for club, some in clubs.items()}})

    @contextmanager
    def used(self) -> Iterator[None]:
        """Make the folder, which only its owner may read. While the block runs, no second backup can write into the folder. Raises
        BackupRefused."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = self.path / "README.txt"
        if any(self.path.iterdir()) and not about.exists():
            raise BackupRefused(f"{self.path} holds other files: name an empty folder, or the folder of an earlier backup.")
        self.path.chmod(0o700)
        if not about.exists():
            write_verified(about, README.encode(), lambda _: None)
        with os.fdopen(os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BackupRefused(f"Another backup is being written into {self.path}.") from None
            yield

    def others_may_read(self) -> bool:
        """Whether other users may read the folder. Some disks, such as memory sticks, ignore the mode 0700, so everybody may read it
        there."""
        return bool(stat.S_IMODE(self.path.stat().st_mode) & 0o077)


def erasures_in(path: Path) -> dict[Club, frozenset[PersonId]]:
    """Read a list of erased people; none if there is no such file. Raises BackupRefused."""
    content = read_json(path)
    if content is not None and content.get("format") != ERASURES:
        raise BackupRefused(f"{path} is not a list of erased people: name an erasures.json.")
    clubs: Mapping[str, list[str]] = {} if content is None else content["clubs"]
    return {Club(club): frozenset(map(PersonId, people)) for club, people in clubs.items()}


def read_json(path: Path) -> dict[str, Any] | None:
    """Read a JSON file that has a digest of itself; None if there is no such file. Raises BackupRefused if it is damaged."""
    try:
        content = json.loads(path.read_bytes())
        sound = isinstance(content, dict) and content.get("digest") == own_digest(content)
    except FileNotFoundError:
        return None
    except ValueError:
        sound = False
    if not sound:
        raise BackupRefused(f"{path} is damaged: its digest does not match.")
    return content  # type: ignore[no-any-return]


def write_json(path: Path, content: Mapping[str, Any]) -> str:
    """Write a JSON file with a digest of itself. If the file has this content already, nothing is written. Returns the SHA-256 of the
    file."""
    data = canonical({**content, "digest": own_digest(content)}) + b"\n"
    if not path.exists() or path.read_bytes() != data:
        write_verified(path, data, lambda _: None)
    return sha256(data).hexdigest()


def write_verified(path: Path, data: bytes, examine: Callable[[bytes], None]) -> None:
    """Write a file that only its owner may read. It replaces an existing file only after its bytes were read back from the disk and are
    valid. `examine`: raises an exception for bytes that are not valid."""
    draft = path.with_name(f"{path.name}.{token_hex(8)}{DRAFT}")
    try:
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "r+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if hasattr(os, "posix_fadvise"):  # drop the file's bytes from memory, so that they are read from the disk
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            file.seek(0)
            if (read := file.read()) != data:
                raise OSError(EIO, "the disk returned other bytes than were written", str(path))
            examine(read)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Sync a folder to disk, so that the names of its files are not lost in a crash."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
