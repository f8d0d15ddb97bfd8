"""Writes a tournament's stream as a record file, and reads such files.

Everyone who gets the file sees the title and the names of entries. Only those who record in the tournament see notes and reasons. A name is
left out if one of the entry's people was erased.

A stream from a file is stored as it was recorded. Nothing of it is stored if it has a fault or differs from the events that are here. Names
of entries whose people were erased here are not stored.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from domain.files.layout import standings_json
from domain.files.tournament import tournament_transcript
from domain.files.transcript import NotARecord, refuse, told
from domain.files.verify import Each, nothing
from domain.kernel.events import PersonId, TokenId, TournamentEvent
from domain.record.references import misreferred_in_tournament
from domain.system import PUBLIC, Viewer
from domain.tournament.reading import TournamentReading, tournament_read
from domain.tournament.standings import ranking
from service.failures import describe
from service.files.archive import Packed
from service.files.destination import Destination
from service.files.whole import Contents, StreamFile, record_of, sealed_paths
from service.store.keys import Club, StreamId
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
    end = {"standings": standings_json(ranking(reading.state).rows)}
    contents = Contents("tournament", stream, reading.events, sealed, end, lambda event: _open_paths(event, closed, viewer))
    return contents.packed(viewer, form)


def _open_paths(event: TournamentEvent, closed: Collection[int], viewer: Viewer) -> list[str]:
    """Return the paths of the sealed values of an event that `viewer` may see. `closed`: the versions of the events whose names must be
    left out."""
    if event.version in closed:
        return []
    return [path for path in sealed_paths(event) if viewer != PUBLIC or path in FOR_EVERYONE]


class TournamentFile(StreamFile):
    """A tournament that was read from a file."""

    kind = "tournament"
    called = "a tournament"
    here = "The tournament"
    about = "This is a tournament, not a game. Names of people who were erased do not come back."

    def store(self, into: Destination, club: Club, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the stream as `StreamFile` does, without the names of people who were erased here."""
        named = replace(self, record=tuple(without_names(self.record, into.people.directory(club).erased)))
        restored = super(TournamentFile, named).store(into, club, by, written)
        # Somebody may have been erased while the tournament was stored.
        into.tournaments.scrub_one(restored.stream, into.people.directory(club).erased)
        return restored


def without_names(record: Collection[Copied], gone: Collection[PersonId]) -> list[Copied]:
    """Return the record without the names of all entries to which one of the people `gone` ever belonged."""
    closed = frozenset(naming_events((copy.event for copy in record), gone))
    return [replace(copy, opened={}) if copy.event.version in closed else copy for copy in record]


def read_tournament(data: bytes, each: Each = nothing) -> TournamentFile:
    """Read a tournament's stream from a json or ndjson file. Raises NotARecord."""
    transcript = tournament_transcript(data, each)
    refuse(told(misreferred_in_tournament(transcript.events)))
    record = record_of(transcript, TOURNAMENT, each)
    try:
        ranking(tournament_read(transcript.events).state)
    except Exception as failure:
        raise NotARecord([f"footer: no standings can be computed from the events ({describe(failure)})"]) from failure
    return TournamentFile(transcript.stream, transcript.viewer, record, transcript.closed)
