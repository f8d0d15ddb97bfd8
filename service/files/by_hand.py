"""Imports sheets that somebody wrote by hand. A sheet is recorded as new events, by the token that sends it.

A handwritten sheet does not prove the ids, times and recorders of its events (docs/notation.md, provenance). So the events get new ids,
times and recorders. The new ids are computed from the sheet's content and date. If the same sheet is sent again, it gives the same game. If
the first import was interrupted, the second one completes it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, cast

from domain.files.limits import MOST_IN_A_RECORD
from domain.files.transcript import NotARecord, told
from domain.kernel.events import EVENT_TYPES, Act, Event, TokenId
from domain.kernel.shapes import Fault
from domain.notation import Sheet
from domain.notation.acts import in_clear
from domain.record.batch import Draft
from domain.record.references import misreferred
from service.files.destination import Destination
from service.files.whole import RecordFile
from service.store.keys import Club
from service.store.streams.append import Restored


@dataclass(frozen=True, slots=True)
class ByHand:
    """A handwritten sheet. `drafts`: the events that will be recorded, in order of version, the opening of the game first."""

    kind: ClassVar = "game"
    drafts: tuple[Draft, ...]

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.drafts)

    def described(self) -> RecordFile:
        """Return the member `file` of the answer to an import, which describes the file."""
        return {"game": None, "viewer": None, "events": self.size, "head": None}

    def closed_behind(self, _version: int) -> int:
        """Return how many sealed values are missing in the sheet: always 0, because a value that the sheet leaves out was never
        recorded."""
        return 0

    def notes(self, _restored: Restored) -> list[str]:
        """Return sentences for the person who imports the sheet."""
        return ["Nothing proves who wrote this sheet, or when. So its events are new: you record them now."]

    def store(self, into: Destination, club: Club, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Record the acts as a game of `club`, with `by` as the recorder. After each batch, `written` is called with the version that is
        reached.

        Raises RecordDiffers if somebody added an event to the game before the whole sheet was recorded.
        """
        return into.copies.record(club, self.drafts, by, written)

    def dry_run(self, into: Destination, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing."""
        return into.copies.record_foreseen(club, self.drafts)


def by_hand(sheet: Sheet) -> ByHand:
    """Make events to record from a handwritten sheet. The sheet does not prove ids, times and recorders. Raises NotARecord, which names
    every fault."""
    faults: list[str] = []
    dated = sheet.date is not None
    drafts = tuple(Draft(_known(event, faults), event.id, event.after, event.at if dated else None, event.offset) for event in sheet.events)
    if len(drafts) > MOST_IN_A_RECORD:
        faults.append(f"event {MOST_IN_A_RECORD + 1}: a record has at most {MOST_IN_A_RECORD} events")
    faults += told(misreferred(sheet.events))
    if faults:
        raise NotARecord(faults)
    return ByHand(drafts)


def _known(event: Event, faults: list[str]) -> Act:
    """Return the act of an event, without the values that the sheet marks as unknown (`-`). If the act needs such a value, add a message
    to `faults`."""
    field_faults: list[Fault] = []
    act = EVENT_TYPES[event.type].shape.read(in_clear(event.act), "/data", field_faults)
    faults += [f"event {event.version}: {fault.pointer} {fault.message}" for fault in field_faults]
    return cast("Act", act)
