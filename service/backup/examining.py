"""Examines the files of a backup: whether a file is valid, and whether it has the expected record."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from domain.files.verify import Verified, nothing, verify
from service.backup.folder import Kept
from service.files.whole import copied
from service.store.keys import StreamId
from service.store.kinds import kind_of
from service.store.streams.copies import Copied, Was


class FileDamaged(ValueError):
    """A file of the backup is missing or damaged; the message names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class SoundFile:
    """A valid file of a backup. `was`: the state of the stream when it was backed up; None if the manifest does not say it."""

    stream: StreamId
    path: Path
    bytes: int
    version: int
    head: str
    was: Was | None


def examined(data: bytes, stream: StreamId, where: Path) -> Verified:
    """Verify a record file. Raises FileDamaged, which names the faults. The file of another stream counts as damaged, too."""
    verified = verify(data)
    if not verified.valid:
        raise FileDamaged(f"{where}: {'; '.join(verified.report()[:3])}")
    if verified.stream != stream:
        raise FileDamaged(f"{where}: is the record of {verified.stream}")
    return verified


def hash_at(data: bytes, version: int) -> str:
    """Return the hash of event `version` in a valid record file. Event 1 is the first."""
    return str(json.loads(data.splitlines()[version])["hash"])


def opened_in(data: bytes) -> int:
    """Return how many sealed values a valid record file has."""
    return sum(len(json.loads(line).get("opened", ())) for line in data.splitlines()[1:-1])


def sound_file(path: Path, stream: StreamId, kept: Kept | None) -> SoundFile:
    """Return what is known of a file. `kept`: the file's line in the manifest; None: there is none. Raises FileDamaged.

    A file that differs from the manifest is valid if it passes verification and its record begins with the record that the manifest names.
    A backup that is killed before it writes the manifest leaves such files.
    """
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise FileDamaged(f"{path}: {fault.strerror or fault}") from None
    if kept is not None and sha256(data).hexdigest() == kept.sha256:
        return SoundFile(stream, path, len(data), kept.version, kept.head, kept.was)
    verified = examined(data, stream, path)
    if kept is not None and (verified.version < kept.version or hash_at(data, kept.version) != kept.head):
        raise FileDamaged(f"{path}: is not the record that the manifest names")
    return SoundFile(stream, path, len(data), verified.version, verified.head, None if kept is None else kept.was)


def record_in(data: bytes, stream: StreamId, where: Path) -> list[Copied]:
    """Verify a record file, and return its events in the form in which the store returns them. Raises FileDamaged."""
    examined(data, stream, where)
    codes = kind_of(stream).codes
    lines = [json.loads(line) for line in data.splitlines()[1:-1]]
    unknown = {line["type"] for line in lines} - codes.types.keys()
    if unknown:
        raise FileDamaged(f"{where}: has events of a newer Faceup ({', '.join(sorted(unknown))}); install that one")
    return [copied(line, nothing, codes) for line in lines]
