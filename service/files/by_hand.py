"""Imports sheets that somebody wrote by hand. A sheet is recorded as new events, by the token that sends it.

A handwritten sheet proves no ids, times or recorders (docs/notation.md, provenance), so its events get new ones. The ids are computed from
the sheet's content and date. So the same sheet sent again gives the same game, and completes an import that broke off.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypedDict, cast

from domain.files.transcript import NotARecord
from domain.kernel.events import EVENT_TYPES, Act, Event, TokenId
from domain.kernel.shapes import Fault
from domain.notation import Sheet
from domain.notation.acts import in_clear
from domain.record.batch import Draft
from service.recording.copies import Copies
from service.store.games.kind import MOST_IN_A_RECORD
from service.store.keys import Club
from service.store.streams.streams import Restored


class RecordFile(TypedDict):
    game: Annotated[str | None, "The id of the game where it was exported; null: a sheet by hand, or a club's own stream."]
    viewer: Annotated[str | None, "The viewer that it was exported for; null: a sheet by hand."]
    events: int
    head: Annotated[str | None, "Hash of the last event; null: a score sheet."]


@dataclass(frozen=True, slots=True)
class ByHand:
    """A handwritten sheet. `drafts`: its acts as they will be recorded, in order of version, the opening first."""

    drafts: tuple[Draft, ...]

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.drafts)

    def described(self) -> RecordFile:
        """Return the member `file` of the answer to an import."""
        return {"game": None, "viewer": None, "events": self.size, "head": None}

    def closed_behind(self, _version: int) -> int:
        """Return how many sealed values are missing: always 0. A value that the sheet leaves out was never recorded."""
        return 0

    def notes(self, _restored: Restored) -> list[str]:
        """Return sentences for the person who imports the sheet."""
        return ["A sheet by hand: recorded as new events, by you and now, because nothing proves when and by whom it was written."]

    def store(self, copies: Copies, club: Club, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Record the acts as a game of `club`, with `by` as the recorder. After each batch, `written` is called with the version that is
        reached.

        Raises RecordDiffers if somebody added an event to the game before the whole sheet was recorded.
        """
        return copies.record(club, self.drafts, by, written)

    def foreseen(self, copies: Copies, club: Club) -> Restored:
        """Return what `store` would return now, without writing."""
        return copies.record_foreseen(club, self.drafts)


def by_hand(sheet: Sheet) -> ByHand:
    """Turn a sheet without provenance into events to record. Raises NotARecord, which names every fault."""
    faults: list[str] = []
    dated = sheet.date is not None
    drafts = tuple(Draft(_known(event, faults), event.id, event.after, event.at if dated else None, event.offset) for event in sheet.events)
    if len(drafts) > MOST_IN_A_RECORD:
        faults.append(f"event {MOST_IN_A_RECORD + 1}: a record has at most {MOST_IN_A_RECORD} events")
    if faults:
        raise NotARecord(faults)
    return ByHand(drafts)


def _known(event: Event, faults: list[str]) -> Act:
    """Return the act without the values that the sheet marks as unknown (`-`). If the act needs such a value, `faults` gets a fault."""
    field_faults: list[Fault] = []
    act = EVENT_TYPES[event.type].shape.read(in_clear(event.act), "/data", field_faults)
    faults += [f"event {event.version}: {fault.pointer} {fault.message}" for fault in field_faults]
    return cast("Act", act)
