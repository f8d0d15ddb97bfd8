"""Restores clubs from a backup into a store that does not have them.

Every file is examined before anything is written, and again when it is written. Each stream is stored as it was recorded, so its id, its
hashes and its head are the same. Verdicts, tables and standings are not restored: workers make them again from the records.

Names of people who were erased after the backup are not stored: the list of erasures says who they are. At the end they are erased here
too, so that the club's own stream says so.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from redis import Redis

from domain.kernel.events import PersonId, TokenId
from domain.record.directory import directory_of
from service.backup.examining import FileDamaged, SoundFile, record_in, sound_file
from service.backup.folder import BackupFolder, BackupRefused, ClubFolder, Manifest, read_json
from service.files.tournament import without_names
from service.store.clubs.access import write_access
from service.store.clubs.clubs import Clubs
from service.store.clubs.invitations import Invitations
from service.store.clubs.members import Members, erase_everywhere
from service.store.clubs.people import People
from service.store.clubs.streams import CLUB, own_stream
from service.store.clubs.streams import without_names as without_own_names
from service.store.connect import confirming
from service.store.errors import LastOwner, RecordDamaged, UnknownPerson
from service.store.games.records import Records
from service.store.keys import Club, StreamId, club_of
from service.store.kinds import KINDS, kind_of
from service.store.seasons.seasons import SeasonStreams
from service.store.streams.copies import Copied
from service.store.streams.feed import begin_feed
from service.store.streams.streams import Streams
from service.store.tournaments.tournaments import TOURNAMENT, TournamentStreams

BY: Final = TokenId("job:restore")
"""The recorder (`by`) of the erasures that a restore records."""
FEED_GAP: Final = 1_000_000
"""A restored feed begins this many numbers after the last number of the backup. So its numbers are greater than any that a client read
before the data were lost, and the client reads all that was restored."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be restored of one club. `files`: the club's own stream first. `erased`: the people whose names must not come back."""

    folder: ClubFolder
    manifest: Manifest | None
    files: Sequence[SoundFile]
    erased: frozenset[PersonId]

    @property
    def club(self) -> Club:
        return self.folder.club


@dataclass(slots=True)
class Examination:
    """Examines the files of clubs. `erased`: people who were erased since the backup, by club. `faults`: what is wrong, a line for each
    file."""

    folder: BackupFolder
    erased: Mapping[Club, Collection[PersonId]]
    faults: list[str] = field(default_factory=list)

    def size(self, clubs: Sequence[Club]) -> int:
        """Return the total size of the clubs' files in bytes."""
        return sum(path.stat().st_size for club in clubs for path in self.folder.club(club).records.glob("*"))

    def examine(self, club: Club, moved: Callable[[int], object]) -> Plan:
        """Examine all files of a club. Files with a fault are not in the plan. `moved` is called with the size of each valid file. Raises
        BackupRefused."""
        folder, files = self.folder.club(club), []
        manifest = folder.manifest()
        if manifest is None:
            self.faults.append(f"{folder.manifest_path}: is missing: the backup of this club was never complete")
        streams = manifest.streams if manifest is not None else {}
        names = sorted({*folder.files(), *streams}, key=lambda stream: (stream != own_stream(club), stream))
        for stream in names:
            if not belongs(stream, club):
                self.faults.append(f"{folder.file(stream)}: is not the file of a stream of this club")
                continue
            try:
                file = sound_file(folder.file(stream), stream, streams.get(stream))
            except FileDamaged as fault:
                self.faults.append(str(fault))
                continue
            files.append(file)
            moved(file.bytes)
        self._access(folder, manifest)
        return Plan(folder, manifest, files, frozenset(self.erased.get(club, ())))

    def _access(self, folder: ClubFolder, manifest: Manifest | None) -> None:
        try:
            there = read_json(folder.access)
        except BackupRefused as refusal:
            self.faults.append(str(refusal))
            return
        if there is None and manifest is not None:
            self.faults.append(f"{folder.access}: is missing")


def belongs(stream: StreamId, club: Club) -> bool:
    """Whether this is the id of a stream of the club."""
    return any(kind.pattern.fullmatch(stream) for kind in KINDS) and club_of(stream) == club


@dataclass(frozen=True, slots=True)
class Restoring:
    """Writes plans into a store."""

    redis: Redis
    now: Callable[[], int]

    @property
    def _members(self) -> Members:
        people = People(self.redis, self.now)
        clubs = Clubs(self.redis, self.now, roles_of=people.roles)
        return Members(people, clubs, Invitations(self.redis, self.now, clubs.letters), self.now)

    def _streams(self) -> Mapping[str, Streams[Any, Any]]:
        """Return the streams of each kind, by name of the kind."""
        kinds: Sequence[Streams[Any, Any]] = [
            Records(self.redis, self.now),
            TournamentStreams(self.redis, self.now),
            SeasonStreams(self.redis, self.now),
            People(self.redis, self.now).streams,
        ]
        return {streams.kind.name: streams for streams in kinds}

    def store(self, plan: Plan, moved: Callable[[int], object]) -> None:
        """Store the streams of a club, then its tokens, invitations and PINs. Safe to repeat after an interruption. `moved` is called with
        the size of each file that is stored. Raises FileDamaged, RecordDiffers, RecordDamaged."""
        begin_feed(self.redis, plan.club, FEED_GAP + (plan.manifest.feed if plan.manifest is not None else 0))
        Clubs(self.redis, self.now).found(plan.club)
        by_kind, gone = self._streams(), plan.erased
        for file in plan.files:
            streams = by_kind[kind_of(file.stream).name]
            head = streams.head(file.stream)
            if head is None or (head.version, head.hash) != (file.version, file.head):
                record = record_in(file.path.read_bytes(), file.stream, file.path)
                if streams.kind is CLUB:
                    gone = _gone(record, gone)
                streams.restore(plan.club, _nameless(record, streams.kind.name, gone), lambda _: None, file.was)
            elif streams.kind is CLUB:
                gone |= People(self.redis, self.now).directory(plan.club).erased
            moved(file.bytes)
        content = read_json(plan.folder.access)
        if content is not None:
            write_access(confirming(self.redis), plan.club, content["rows"])

    def erase(self, plan: Plan) -> Iterator[str]:
        """Erase in this store everybody who was erased before or after the backup. Safe to repeat. Yields a line to print for each person
        who could not be erased."""
        members = self._members
        directory = members.people.directory(plan.club)
        for person in sorted({directory.whom(person) for person in directory.erased | plan.erased}):
            try:
                erase_everywhere(self.redis, members, TournamentStreams(self.redis, self.now), plan.club, person, BY, owner=True)
            except UnknownPerson:
                continue
            except LastOwner:
                yield f"{plan.club}: {person} was erased since, but is the only owner here. Make somebody else owner, then erase them."

    def check(self, plan: Plan) -> int:
        """Compare the head of every stream with its file. Returns the number of streams. Raises RecordDamaged."""
        by_kind = self._streams()
        for file in plan.files:
            head = by_kind[kind_of(file.stream).name].head(file.stream)
            erased = head is not None and file.stream == own_stream(plan.club) and head.version > file.version
            if head is None or ((head.version, head.hash) != (file.version, file.head) and not erased):
                raise RecordDamaged(f"{file.stream} is not what {file.path} has")
        return len(plan.files)


def _gone(record: Sequence[Copied], erased: frozenset[PersonId]) -> frozenset[PersonId]:
    """Return every id of the erased people: those erased in the club's own stream `record`, and those erased later."""
    directory = directory_of(copied.event for copied in record)
    return directory.erased | frozenset(each for person in erased for each in directory.ids_of(person))


def _nameless(record: Sequence[Copied], kind: str, gone: frozenset[PersonId]) -> Sequence[Copied]:
    """Return the events of a stream without the names of the people `gone`."""
    if kind == CLUB.name:
        return without_own_names(record, gone)
    return without_names(record, gone) if kind == TOURNAMENT.name else record
