"""Writes a tournament's stream as a record file, and reads such files.

Everyone who gets the file sees the title and the names of entries. Only those who record in the tournament see notes and reasons. A name is
left out if one of the entry's people was erased.

A stream from a file is stored as it was recorded. Nothing of it is stored if it has a fault or differs from the events that are here. Names
of entries whose people were erased here are not stored.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final

from domain.files.forms import sealed_leaves
from domain.files.layout import Lines, tournament_footer, tournament_header
from domain.files.limits import MOST_IN_A_TOURNAMENT
from domain.files.tournament import final_rows, tournament_transcript
from domain.files.transcript import NotARecord, told
from domain.files.verify import Each, nothing
from domain.kernel.events import PersonId, TokenId, TournamentEvent, data_of
from domain.record.references import misreferred_in_tournament
from domain.system import PUBLIC, Viewer
from domain.tournament.reading import TournamentReading
from service.failures import describe
from service.files.archive import Packed
from service.files.destination import Destination
from service.files.whole import FORMS, WholeStream, lines_of, record_of
from service.store.clubs.people import People
from service.store.keys import Club, StreamId, club_of
from service.store.streams.append import Restored
from service.store.streams.copies import Copied
from service.store.streams.reading import SealedValues
from service.store.tournaments.tournaments import TOURNAMENT, naming_events

FOR_EVERYONE: Final = ("title", "name")
"""The paths of the sealed values that every viewer may see."""


def packed_tournament(
    stream: StreamId, reading: TournamentReading, sealed: SealedValues, gone: Collection[PersonId], viewer: Viewer, form: str = "ndjson"
) -> Packed:
    """Return the tournament as a file for `viewer`. `sealed`: its sealed values. `gone`: the ids of erased people. Names of entries with
    such people are left out."""
    closed = frozenset(naming_events(reading.events, gone))
    header = tournament_header(stream, str(viewer))
    lines, reached = lines_of(reading.events, sealed, lambda event: _open_paths(event, closed, viewer))
    footer = tournament_footer(header, lines, (len(lines), reached), final_rows(reading.state))
    data = FORMS[form](Lines(header, tuple(lines), footer))
    return Packed(f"{stream}.faceup.{form}", data, len(lines), reached, reading.events[-1].recorded_at)


def _open_paths(event: TournamentEvent, closed: Collection[int], viewer: Viewer) -> list[str]:
    """Return the paths of the sealed values of an event that `viewer` may see. `closed`: the versions of the events whose names must be
    left out."""
    if event.version in closed:
        return []
    return [path for path, _ in sealed_leaves(data_of(event.act)) if viewer != PUBLIC or path in FOR_EVERYONE]


def erased_people(people: People, club: Club) -> frozenset[PersonId]:
    """Return every id that stands for an erased person of the club."""
    return people.directory(club).erased


@dataclass(frozen=True, slots=True)
class TournamentFile(WholeStream):
    """A tournament that was read from a file."""

    def store(self, into: Destination, club: Club, _by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the stream as it was recorded. After each batch, `written` is called with the version that is reached. Raises NotARecord,
        RecordDiffers, RecordDamaged."""
        self._require(club)
        gone = erased_people(into.people, club)
        restored = into.tournaments.restore(club, without_names(self.record, gone), written)
        # Somebody may have been erased while the tournament was stored.
        into.tournaments.scrub_one(restored.stream, erased_people(into.people, club))
        return restored

    def dry_run(self, into: Destination, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing. Raises NotARecord, RecordDiffers."""
        self._require(club)
        return into.tournaments.dry_run(club, self.record)

    def _require(self, club: Club) -> None:
        home = club_of(StreamId(self.stream))
        if club != home:
            raise NotARecord([f"header: this is a tournament of club {home}; it cannot be imported into another club"])

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        notes = ["This is a tournament, not a game. Names of people who were erased do not come back."]
        if restored.version > self.size:
            notes.append(f"The tournament here is longer, up to event {restored.version}. Nothing of it was changed.")
        return notes


def without_names(record: Collection[Copied], gone: Collection[PersonId]) -> list[Copied]:
    """Return the record without the names of all entries to which one of the people `gone` ever belonged."""
    closed = frozenset(naming_events((copy.event for copy in record), gone))
    return [replace(copy, opened={}) if copy.event.version in closed else copy for copy in record]


def read_tournament(data: bytes, each: Each = nothing) -> TournamentFile:
    """Read a tournament's stream from a json or ndjson file. Raises NotARecord, which names every fault."""
    transcript = tournament_transcript(data, each)
    named = list(told(misreferred_in_tournament(transcript.reading.events)))
    if named:
        raise NotARecord(named)
    record = record_of(transcript.lines, TOURNAMENT.codes, each, MOST_IN_A_TOURNAMENT, "a tournament")
    try:
        final_rows(transcript.reading.state)
    except Exception as failure:
        raise NotARecord([f"footer: no standings can be computed from the events ({describe(failure)})"]) from failure
    return TournamentFile(str(transcript.header["stream"]), str(transcript.header["viewer"]), record, transcript.closed)
