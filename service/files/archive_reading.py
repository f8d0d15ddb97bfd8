"""Reads the archive of a tournament (docs/record-format.md) and finds what is wrong with it. Nothing in the archive is trusted, and nothing
of it is unpacked to a disk."""

import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from domain.files.forms import MANIFEST as FORM
from domain.files.forms import is_file_name, malformed
from domain.files.layout import ARCHIVE_FORMAT, own_digest
from domain.files.limits import kind_in
from domain.files.lines import read_line
from domain.files.recompute import recompute
from domain.files.tournament import games_in, recompute_standings
from domain.files.transcript import NotARecord
from domain.files.verify import verified_lines
from domain.system import DIRECTOR
from domain.words.phrases import counted
from service.files.archive import MANIFEST

MOST_FILES: Final = 30_000
MIB: Final = 2**20
MOST_MIB: Final = 16
"""The most MiB that a file may have when it is unpacked: as much as an import takes."""
MOST_MIB_TOGETHER: Final = 2048
UNLIKE: Final = f"is not the file that {MANIFEST} lists: its size or its SHA-256 is another"
_BROKEN: Final = (BadZipFile, ValueError, NotImplementedError, OSError)
"""What opening a broken zip raises."""
_OF_A_FILE: Final = b"PK\1\2"
"""What begins the line of each file in the list at the end of a zip."""
ENCRYPTED: Final = 1
"""The bit of the flags in a zip that marks an encrypted file."""

Content = tuple[int, str]
"""The size of a file in bytes, and its SHA-256 in hex."""


@dataclass(frozen=True, slots=True)
class Member:
    """The file of a game or a tournament in an archive, as the manifest lists it."""

    kind: str
    stream: str
    file: str
    version: int
    head: str
    content: Content

    def faults(self, data: bytes, viewer: str, stream: str, version: int, head: str) -> Iterator[str]:
        """Compare the file `data`, which is valid and has this viewer, stream, version and head, with what it should be. Yield what is
        different."""
        if viewer != str(DIRECTOR):
            yield f"{self.file}: was made for {viewer}, not for {DIRECTOR}"
        elif (stream, version, head) != (self.stream, self.version, self.head):
            yield f"{self.file}: is {stream} with {version} events, head {head}; {MANIFEST} lists another record"
        elif _content(data) != self.content:
            yield f"{self.file}: {UNLIKE}"


def _content(data: bytes) -> Content:
    return len(data), sha256(data).hexdigest()


def is_archive(data: bytes) -> bool:
    """Whether a file seems to be an archive (a zip)."""
    return data.startswith(b"PK")


def unpacked_size(data: bytes) -> int:
    """Return how many bytes the files of an archive say to have when they are unpacked; no file is read any further. 0: this is no sound
    zip."""
    try:
        return sum(info.file_size for info in _opened(data).infolist())
    except NotARecord:
        return 0


def _opened(data: bytes) -> ZipFile:
    """Open a zip. Raises NotARecord. Files are counted before the library makes an object of each: 350,000 take 2.7 s."""
    files = data.count(_OF_A_FILE)
    if files > MOST_FILES:
        raise NotARecord([f"archive: has {files} files; at most {MOST_FILES} are read"])
    try:
        return ZipFile(BytesIO(data))
    except _BROKEN as fault:
        raise NotARecord([f"archive: is not a sound zip ({fault})"]) from fault


class OpenArchive:
    """The archive of a tournament. `members`: the tournament, then its games. `club`: the club that it belongs to. `people`: the names of
    its players, by id. `unread`: the games that could not be archived, each with the reason."""

    def __init__(self, data: bytes) -> None:
        """Open the archive in these bytes. Raises NotARecord, which names every fault of the zip and of its manifest."""
        self._zip = _opened(data)
        self._names = frozenset(self._zip.namelist())
        if faults := list(_faults_of_zip(self._zip.infolist())):
            raise NotARecord(faults)
        listed = self._manifest()
        lines = [(kind, line) for kind in ("tournament", "game") for line in listed[f"{kind}s"]]
        self.club: str = listed["club"]
        self.people: Mapping[str, str] = listed["people"]
        self.unread: Mapping[str, str] = {line["game"]: line["failed"] for _, line in lines if "failed" in line}
        self.members = tuple(
            Member(kind, line[kind], line["file"], line["version"], line["head"], (line["bytes"], line["sha256"]))
            for kind, line in lines
            if "file" in line
        )
        self._games = Counter(line["game"] for line in listed["games"])
        self._others = [(line["file"], (line["bytes"], line["sha256"])) for line in listed["files"]]
        if faults := list(self._unlisted()):
            raise NotARecord(faults)

    @property
    def tournament(self) -> Member:
        return self.members[0]

    def read(self, member: Member) -> bytes:
        """Return the record file of a game or of the tournament. Raises NotARecord."""
        data = self._unpacked(member.file)
        if kind_in(data) != member.kind:
            raise NotARecord([f"{member.file}: is not the record file of a {member.kind}"])
        return data

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the files that are no records."""
        for name, listed in self._others:
            try:
                if _content(self._unpacked(name)) != listed:
                    yield f"{name}: {UNLIKE}"
            except NotARecord as refused:
                yield from refused.reasons

    def strange_games(self, named: Collection[str]) -> Iterator[str]:
        """Compare the games in the manifest with those that the tournament names. Yield the differences."""
        listed = {member.stream for member in self.members[1:]} | self.unread.keys()
        yield from (f"{MANIFEST}: lacks the game {game}, which the tournament names" for game in named if game not in listed)
        yield from (f"{MANIFEST}: lists the game {game}, which the tournament does not name" for game in sorted(listed - {*named}))

    def _unpacked(self, name: str) -> bytes:
        most = self._zip.getinfo(name).file_size
        try:
            with self._zip.open(name) as file:
                return file.read(most + 1)  # without a number, all would be unpacked before the size is looked at
        except (*_BROKEN, zlib.error, EOFError, RuntimeError) as fault:
            raise NotARecord([f"{name}: cannot be unpacked ({fault})"]) from fault

    def _manifest(self) -> Mapping[str, Any]:
        if MANIFEST not in self._names:
            raise NotARecord([f"{MANIFEST}: is missing"])
        text = self._unpacked(MANIFEST)
        line = read_line(text.removesuffix(b"\n"), "" if text.endswith(b"\n") else "ends without a newline")
        if line.fields.get("format") == ARCHIVE_FORMAT and "kind" not in line.fields:
            raise NotARecord([f"{MANIFEST}: this is the archive of a whole club: unpack it, and import its files"])
        faults = list(malformed(line, FORM))
        if not faults and line.fields["digest"] != own_digest(line.fields):
            faults = ["digest does not match: the manifest was changed"]
        if faults:
            raise NotARecord([f"{MANIFEST}: {fault}" for fault in faults])
        return line.fields

    def _unlisted(self) -> Iterator[str]:
        """Yield the differences between the list of files in the manifest and the files in the zip."""
        files = Counter([*(member.file for member in self.members), *(name for name, _ in self._others)])
        yield from (f"{name}: is listed twice in {MANIFEST}" for name, times in files.items() if times > 1)
        yield from (f"{MANIFEST}: lists the game {game} twice" for game, times in self._games.items() if times > 1)
        strange = (member for member in self.members if not member.stream.startswith(f"{self.club}-"))
        yield from (f"{member.file}: is of another club than the archive, {self.club}" for member in strange)
        yield from (f"{name}: is missing" for name in files if name not in self._names)
        yield from (f"{name}: is not listed in {MANIFEST}" for name in self._names if name not in files and name != MANIFEST)


def _faults_of_zip(infos: list[ZipInfo]) -> Iterator[str]:
    """Yield what is wrong with the files of a zip, before any of them is read."""
    seen: set[str] = set()
    for info in infos:
        name = info.orig_filename
        if not is_file_name(name):
            yield f"{name[:100]!a}: is not a plain file name"
        elif name in seen:
            yield f"{name}: is in the archive twice"
        elif info.flag_bits & ENCRYPTED:
            yield f"{name}: is encrypted"
        elif info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            yield f"{name}: is compressed in a way that is not read here"
        elif info.file_size > MOST_MIB * MIB:
            yield f"{name}: has {info.file_size} bytes unpacked; at most {MOST_MIB} MiB are read"
        seen.add(name)
    if sum(info.file_size for info in infos) > MOST_MIB_TOGETHER * MIB:
        yield f"archive: its files have more than {MOST_MIB_TOGETHER} MiB together"


def archive_report(data: bytes, *, again: bool = False) -> tuple[list[str], bool]:
    """Verify the archive of a tournament. Returns the lines to print, and whether the archive is valid. `again`: whether to compute the
    outcomes and the standings again, too."""
    try:
        archive = OpenArchive(data)
    except NotARecord as refused:
        return list(refused.reasons), False
    faults, notes = examined_archive(archive, again=again)
    if faults:
        return faults, False
    tournament, games = archive.tournament, len(archive.members) - 1
    return [f"OK {tournament.stream} {tournament.version} events and {counted(games, 'game')}, head {tournament.head}", *notes], True


def examined_archive(archive: OpenArchive, *, again: bool = False) -> tuple[list[str], list[str]]:
    """Verify everything in an archive. Returns (what is wrong, what else there is to say). `again`: as for `archive_report`."""
    faults, notes = list(archive.faults()), [f"{game}: is not in the archive ({why})" for game, why in archive.unread.items()]
    for member in archive.members:
        try:
            found, unexamined = _member_report(archive, member, again=again)
        except NotARecord as refused:
            found, unexamined = list(refused.reasons), []
        faults += found
        notes += unexamined
    return faults, notes


def _member_report(archive: OpenArchive, member: Member, *, again: bool) -> tuple[list[str], list[str]]:
    """Verify one record of an archive. Returns (its faults, what `again` could not examine). Raises NotARecord."""
    data = archive.read(member)
    verified, lines = verified_lines(data)
    if not verified.valid:
        return [f"{member.file}: {fault}" for fault in verified.faults], []
    faults = list(member.faults(data, str(lines[0]["viewer"]), verified.stream, verified.version, verified.head))
    if member is archive.tournament:
        faults += archive.strange_games(games_in(lines, archive.club))
    if faults or not again:
        return faults, []
    try:
        recomputed = (recompute_standings if member is archive.tournament else recompute)(data)
    except NotARecord as refused:
        return [f"{member.file}: {reason}" for reason in refused.reasons], []
    unexamined = [f"{member.file}: not examined: {what}" for what in recomputed.unexamined]
    return [f"{member.file}: {fault}" for fault in recomputed.faults], unexamined
