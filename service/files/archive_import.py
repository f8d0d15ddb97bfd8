"""Imports the archive of a tournament: the names of its players, its games and the tournament itself. Either all of it is sound, or nothing
of it is stored."""

from typing import cast

from domain.files.tournament import games_named
from domain.files.transcript import NotARecord
from domain.files.verify import Each
from domain.kernel.events import PersonId, TokenId, TournamentEvent
from service.files.archive import MANIFEST
from service.files.archive_reading import Member, OpenArchive
from service.files.destination import Destination
from service.files.streams import read_stream
from service.files.tournament import TournamentFile
from service.files.whole import StreamFile
from service.store.errors import RecordDiffers
from service.store.keys import Club
from service.store.streams.append import MOST_EVENTS, Restored


def foreseen_archive(archive: OpenArchive, into: Destination, club: Club, each: Each) -> list[Restored]:
    """Return what a call of `stored_archive` would return now. Writes nothing. `each`: called for each record. Raises NotARecord,
    which names the file of every fault."""
    if archive.club != club:
        raise NotARecord([f"{MANIFEST}: this is a tournament of club {archive.club}; it cannot be imported into another club"])
    faults, restored = list(archive.faults()), list[Restored]()
    for member in archive.members:
        each()
        try:
            file, found = _read(archive, member)
            faults += found
            restored.append(file.dry_run(into, club))
        except NotARecord as refused:
            faults += refused.reasons
        except RecordDiffers as differs:
            faults.append(f"{member.file}: {differs}")
    if faults:
        raise NotARecord(faults)
    return restored


def stored_archive(archive: OpenArchive, into: Destination, club: Club, by: TokenId, each: Each) -> list[Restored]:
    """Store everything of an archive for which `foreseen_archive` raises nothing. Returns what became of the tournament, then of each game.
    `each`: called for each record.

    People whom the directory does not know get the names in the archive; nobody is renamed, and nobody who was erased gets a name again.
    The games come before the tournament, which names them. If it is interrupted, store the same archive again to complete it. Raises
    RecordDiffers if somebody records meanwhile.
    """
    people = [(PersonId(person), name) for person, name in archive.people.items()]
    for start in range(0, len(people), MOST_EVENTS):
        some = dict(people[start : start + MOST_EVENTS])
        into.people.register_chosen(club, lambda _: some, by)  # noqa: B023 (called only in this iteration)
    tournament, *games = archive.members
    restored = {}
    for member in (*games, tournament):
        each()
        file, _ = _read(archive, member)
        restored[member] = file.store(into, club, by, lambda _: None)
    return [restored[member] for member in archive.members]


def _read(archive: OpenArchive, member: Member) -> tuple[StreamFile, list[str]]:
    """Read one record of an archive. Returns (the record, how it differs from what the manifest says). Raises NotARecord."""
    data = archive.read(member)
    try:
        file = read_stream(data)
    except NotARecord as refused:
        raise NotARecord([f"{member.file}: {reason}" for reason in refused.reasons]) from refused
    assert isinstance(file, StreamFile)
    faults = list(member.faults(data, file.viewer, file.stream, file.size, file.record[-1].hash))
    if isinstance(file, TournamentFile):
        events = (cast("TournamentEvent", copied.event) for copied in file.record)
        faults += archive.strange_games(games_named(events, archive.club))
    return file, faults
