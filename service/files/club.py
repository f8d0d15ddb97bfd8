"""Writes a club's own stream as a record file for its directors, and reads such files. The file shows all names that the club still keeps.

A stream from a file is stored as it was recorded. Nothing of it is stored if it has a fault or differs from the events that the club has
here. Names of people who were erased, here or in the file, are not stored.
"""

from collections.abc import Callable
from dataclasses import dataclass

from domain.files.forms import sealed_leaves
from domain.files.layout import Lines, club_footer, club_header
from domain.files.limits import MOST_IN_A_CLUB
from domain.files.transcript import NotARecord, club_transcript
from domain.files.verify import Each, nothing
from domain.kernel.events import CLUB_TYPES, AnyAct, TokenId, data_of
from domain.kernel.events.club import ClubFounded, PeopleMerged, PersonErased
from domain.record.directory import Directory, directory_of
from domain.system import DIRECTOR
from service.files.archive import Packed
from service.files.destination import Destination
from service.files.tournament import erased_people
from service.files.whole import FORMS, WholeStream, lines_of, record_of
from service.store.clubs.streams import CLUB, ClubStreams, own_stream
from service.store.keys import Club
from service.store.streams.append import Restored


def packed_club(streams: ClubStreams, club: Club, form: str = "ndjson") -> Packed | None:
    """Return the club's stream as a file; None when the club has no stream yet. Raises StoreUnavailable, RecordDamaged."""
    stream = own_stream(club)
    if streams.head(stream) is None:
        return None
    sealed, events = streams.sealed(stream), streams.events(stream)
    header = club_header(club, str(DIRECTOR))
    lines, reached = lines_of(events, sealed, lambda event: [path for path, _ in sealed_leaves(data_of(event.act))])
    whole = Lines(header, tuple(lines), club_footer(header, lines, (len(lines), reached)))
    return Packed(f"{club}.faceup.{form}", FORMS[form](whole), len(lines), reached, events[-1].recorded_at)


@dataclass(frozen=True, slots=True)
class ClubFile(WholeStream):
    """A club's own stream that was read from a file. Its id is the name of the club."""

    def store(self, into: Destination, club: Club, _by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the stream as it was recorded. After each batch, `written` is called with the version that is reached. Raises NotARecord,
        RecordDiffers, RecordDamaged."""
        self._require(club)
        restored = into.people.streams.restore(club, self.record, written)
        if gone := erased_people(into.people, club):
            into.tournaments.scrub(club, gone)
        return restored

    def dry_run(self, into: Destination, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing. Raises NotARecord, RecordDiffers."""
        self._require(club)
        return into.people.streams.dry_run(club, self.record)

    def _require(self, club: Club) -> None:
        if club != self.stream:
            raise NotARecord([f"header: this is the stream of club {self.stream}; it cannot be imported into another club"])

    def is_for_owners(self, added: int) -> bool:
        """Whether one of the last `added` events is an act that only owners may import (`needs_an_owner`)."""
        events = [copied.event for copied in self.record]
        directory = directory_of(events[: len(events) - added])
        for event in events[len(events) - added :]:
            if needs_an_owner(event.act, directory):
                return True
            directory = directory.after([event])
        return False

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        notes = ["This is the club's own stream: its people, not a game. Names of people who were erased do not come back."]
        if restored.version > self.size:
            notes.append(f"The club's stream here is longer, up to event {restored.version}. Nothing of it was changed.")
        return notes


def read_club(data: bytes, each: Each = nothing) -> ClubFile:
    """Read a club's stream from a json or ndjson file. Raises NotARecord, which names every fault."""
    transcript = club_transcript(data, each)
    record = record_of(transcript.lines, CLUB.codes, each, MOST_IN_A_CLUB, "the stream of a club")
    return ClubFile(str(transcript.header["stream"]), str(transcript.header["viewer"]), record, transcript.closed)


def needs_an_owner(act: AnyAct, directory: Directory) -> bool:
    """Whether only an owner may import `act`: only owners may record this type of event, or it merges or erases a member. `directory`: the
    people and members before the act. Returns False for the founding of the club, because every file of a club begins with it."""
    kind = CLUB_TYPES.get(type(act).__name__)
    concerned = [act.kept, act.gone] if isinstance(act, PeopleMerged) else [act.person] if isinstance(act, PersonErased) else []
    owned = kind is not None and kind.right == "own" and not isinstance(act, ClubFounded)
    return owned or any(directory.whom(person) in directory.members for person in concerned)
