"""Reads records from files. If a record has a fault, nothing of it is stored.

A file must pass verification, and this Faceup must know its card game (`domain.files.transcript`). Its events must have the same hashes
when they are read back from the store. The rules must be able to replay these events, that is, to work out the state of the game after each
of them. Everything is stored as the file has it, so `by`, `at` and `recorded_at` are only as trustworthy as the author of the file
(docs/decisions/import.md).
"""

from collections.abc import Iterator

from domain.files.transcript import GameTranscript, refuse, told, transcript_of
from domain.files.verify import Each, nothing
from domain.kernel.events import Event
from domain.notation import is_sheet, read_bytes
from domain.notation.filing import record_file
from domain.record.fold import corrected
from domain.record.references import misreferred
from domain.scheduled import scheduled
from service.failures import describe
from service.files.by_hand import ByHand, by_hand
from service.files.whole import StreamFile, record_of
from service.store.games.kind import GAME
from service.store.keys import Club
from service.store.streams.append import Restored


class GameFile(StreamFile):
    """A game that was read from a file."""

    kind = "game"
    here = "The record"

    def require(self, club: Club) -> None:
        """Do nothing: every club may have a copy of a game."""

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        closed = self.closed_behind(self.size - restored.added)
        notes = []
        if restored.stream != self.stream:
            notes.append(f"The game was stored under a new id, {restored.stream}: in the file its id is {self.stream}.")
        if closed:
            what, they = ("1 hidden card or text stays", "it") if closed == 1 else (f"{closed} hidden cards or texts stay", "them")
            notes.append(f"{what} hidden here for ever: the file was made for somebody who could not see {they}.")
        return [*notes, *self.longer(restored)]


Incoming = StreamFile | ByHand
"""What a file becomes when it is read: a stream, whose events are stored as they are, or a handwritten sheet, which is recorded as new
events."""


def read_any(data: bytes, each: Each = nothing) -> Incoming:
    """Read a record file or a score sheet. A sheet that proves its events (ids, times, hashes) is a record too; any other sheet is
    handwritten. `each` is called about six times for each line or act, so that the caller can let other work run.

    Raises NotARecord. For a sheet, each fault has its line and column.
    """
    if not is_sheet(data):
        return read_file(data, each)
    sheet, system = read_bytes(data, each).sound()
    return read_file(record_file(sheet, system), each) if sheet.proved else by_hand(sheet)


def read_file(data: bytes, each: Each = nothing) -> GameFile:
    """Read the record in a json or ndjson file. `each` is called about six times for each line, so that the caller can let other work run.
    Raises NotARecord."""
    transcript = transcript_of(data, each)
    record = record_of(transcript, GAME, each)
    refuse(told(misreferred(transcript.events)))
    refuse(_unfolded(transcript, each))
    return GameFile(transcript.stream, transcript.viewer, record, transcript.closed)


def _unfolded(transcript: GameTranscript, each: Each) -> Iterator[str]:
    """Yield a fault if the rules raise an exception when they replay the record. Such a record would make every list of games with it
    fail."""
    system, events = scheduled(transcript.system, transcript.opened), corrected(transcript.events)
    event: Event = events[0]
    try:
        table = system.open_table(transcript.opened)
        for event in events[1:]:
            system.check(table, event)
            table = system.evolve(table, event)
            each()
        system.outcome(table)
    except Exception as failure:
        yield f"event {event.version}: the rules of {system.name} fail on it ({describe(failure)})"
