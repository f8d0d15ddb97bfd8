"""Writes a club's own stream as a record file for its directors, and reads such files. The file shows all names that the club still keeps.

A stream from a file is stored as it was recorded. Nothing of it is stored if it has a fault or differs from the events that the club has
here. Names of people who were erased, here or in the file, are not stored.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from domain.files.club import club_transcript
from domain.files.forms import sealed_leaves
from domain.files.layout import Lines, as_json, as_ndjson, club_footer, club_header, event_line
from domain.files.transcript import NotARecord
from domain.files.verify import Each, nothing
from domain.kernel.events import data_of
from domain.record.chain import GENESIS, event_json, link
from domain.system import DIRECTOR
from service.files.archive import Packed
from service.files.by_hand import RecordFile
from service.files.importing import Incoming, body_of, copied, read_any, unfit
from service.store.clubs.kind import CLUB, MOST_IN_A_CLUB, own_stream
from service.store.clubs.streams import ClubStreams
from service.store.keys import Club
from service.store.streams.copies import Copied
from service.store.streams.streams import Restored

FORMATS: Final[Mapping[str, Callable[[Lines], bytes]]] = {"json": as_json, "ndjson": as_ndjson}
"""The function that writes a club's file, by format. Content types and file endings are those of games (service/files/formats)."""


def packed_club(streams: ClubStreams, club: Club, form: str = "ndjson") -> Packed | None:
    """Return the club's stream as a file; None when the club has no stream yet. Raises StoreUnavailable, RecordDamaged."""
    stream = own_stream(club)
    if streams.head(stream) is None:
        return None
    sealed, events = streams.sealed(stream), streams.events(stream)
    header, reached, lines = club_header(club, str(DIRECTOR)), GENESIS, []
    for event in events:
        body = event_json(event)
        reached = link(reached, body)
        paths = [path for path, _ in sealed_leaves(data_of(event.act)) if (event.version, path) in sealed]
        lines.append(event_line(body, reached, {path: sealed[event.version, path] for path in paths}))
    whole = Lines(header, tuple(lines), club_footer(header, lines, (len(lines), reached)))
    return Packed(f"{club}.faceup.{form}", FORMATS[form](whole), len(lines), reached, events[-1].recorded_at)


@dataclass(frozen=True, slots=True)
class ClubFile:
    """A club's stream that was read from a file. `closed`: (version, path) of every name that is not in the file."""

    club: str
    viewer: str
    record: tuple[Copied, ...]
    closed: tuple[tuple[int, str], ...]

    def store(self, streams: ClubStreams, club: Club, written: Callable[[int], object]) -> Restored:
        """Store the stream as it was recorded. After each batch, `written` is called with the version that is reached. Raises NotARecord,
        RecordDiffers, RecordDamaged."""
        self._require(club)
        return streams.restore(club, self.record, written)

    def foreseen(self, streams: ClubStreams, club: Club) -> Restored:
        """Return what `store` would return now, without writing. Raises NotARecord, RecordDiffers."""
        self._require(club)
        return streams.foreseen(club, self.record)

    def _require(self, club: Club) -> None:
        if club != self.club:
            raise NotARecord([f"header: this is the stream of club {self.club}; it cannot be imported into another club"])

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.record)

    def described(self) -> RecordFile:
        """Return the member `file` of the answer to an import."""
        return {"game": None, "viewer": self.viewer, "events": self.size, "head": self.record[-1].hash}

    def closed_behind(self, version: int) -> int:
        """Return how many names in the events after `version` are not in the file."""
        return sum(1 for at, _ in self.closed if at > version)

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        notes = ["This is the club's own stream: its people, not a game. Names of people who were erased do not come back."]
        if restored.version > self.size:
            notes.append(f"The club's stream here is longer: it goes on to event {restored.version}.")
        return notes


def read_stream(data: bytes, each: Each = nothing) -> Incoming | ClubFile:
    """Read any file that can be imported: of a game, in any form that `read_any` takes, or of a club. Raises NotARecord, which names every
    fault."""
    try:
        return read_any(data, each)
    except NotARecord as refusal:
        if not refusal.reasons[0].startswith("header: kind is club"):
            raise
    return read_club(data, each)


def read_club(data: bytes, each: Each = nothing) -> ClubFile:
    """Read a club's stream from a json or ndjson file. Raises NotARecord, which names every fault."""
    transcript = club_transcript(data, each)
    if len(transcript.lines) > MOST_IN_A_CLUB:
        raise NotARecord([f"event {MOST_IN_A_CLUB + 1}: the stream of a club has at most {MOST_IN_A_CLUB} events"])
    faults = list(unfit(transcript.lines))
    if faults:
        raise NotARecord(faults)
    record = tuple(copied(line, each, CLUB.codes) for line in transcript.lines)
    altered = [line["version"] for line, kept in zip(transcript.lines, record, strict=True) if event_json(kept.event) != body_of(line)]
    if altered:
        raise NotARecord([f"event {version}: /data is not in the form that this Faceup writes" for version in altered])
    return ClubFile(str(transcript.header["stream"]), str(transcript.header["viewer"]), record, transcript.closed)
