"""Writes a club's own stream as a record file for its directors, and reads such files. The file shows all names that the club still keeps.

A stream from a file is stored as it was recorded. Nothing of it is stored if it has a fault or differs from the events that the club has
here. Names of people who were erased, here or in the file, are not stored.
"""

from collections.abc import Callable

from domain.files.transcript import club_transcript
from domain.files.verify import Each, nothing
from domain.kernel.events import CLUB_TYPES, AnyAct, TokenId
from domain.kernel.events.club import ClubFounded, PeopleMerged, PersonErased
from domain.record.directory import Directory, directory_of
from domain.system import DIRECTOR
from service.files.archive import Packed
from service.files.destination import Destination
from service.files.whole import Contents, StreamFile, record_of
from service.store.clubs.streams import CLUB, ClubStreams, own_stream
from service.store.keys import Club
from service.store.streams.append import Restored


def packed_club(streams: ClubStreams, club: Club, form: str = "ndjson") -> Packed | None:
    """Return the club's stream as a file; None when the club has no stream yet. Raises StoreUnavailable, RecordDamaged."""
    stream = own_stream(club)
    if streams.head(stream) is None:
        return None
    return Contents("club", stream, streams.events(stream), streams.sealed(stream), {}).packed(DIRECTOR, form)


class ClubFile(StreamFile):
    """A club's own stream that was read from a file. Its id is the name of the club."""

    kind = "club"
    called = "the stream"
    here = "The club's stream"
    about = "This is the club's own stream: its people, not a game. Names of people who were erased do not come back."

    def store(self, into: Destination, club: Club, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the stream as `StreamFile` does. Then delete the names of people whom it erases in the tournaments here."""
        restored = super().store(into, club, by, written)
        if gone := into.people.directory(club).erased:
            into.tournaments.scrub(club, gone)
        return restored

    def is_for_owners(self, added: int) -> bool:
        """Whether one of the last `added` events is an act that only owners may import (`needs_an_owner`)."""
        events = [copied.event for copied in self.record]
        directory = directory_of(events[: len(events) - added])
        for event in events[len(events) - added :]:
            if needs_an_owner(event.act, directory):
                return True
            directory = directory.after([event])
        return False


def read_club(data: bytes, each: Each = nothing) -> ClubFile:
    """Read a club's stream from a json or ndjson file. Raises NotARecord."""
    transcript = club_transcript(data, each)
    return ClubFile(transcript.stream, transcript.viewer, record_of(transcript, CLUB, each), transcript.closed)


def needs_an_owner(act: AnyAct, directory: Directory) -> bool:
    """Whether only an owner may import `act`: only owners may record this type of event, or it merges or erases a member. `directory`: the
    people and members before the act. Returns False for the founding of the club, because every file of a club begins with it."""
    kind = CLUB_TYPES.get(type(act).__name__)
    concerned = [act.kept, act.gone] if isinstance(act, PeopleMerged) else [act.person] if isinstance(act, PersonErased) else []
    owned = kind is not None and kind.right == "own" and not isinstance(act, ClubFounded)
    return owned or any(directory.whom(person) in directory.members for person in concerned)
