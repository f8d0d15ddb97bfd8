"""A sheet that somebody wrote by hand: recorded anew, by whoever sends it.

It is no record yet (docs/notation.md, provenance): nobody vouches for ids, times or recorders, so it gets those of an append. The ids
follow from what it says, its date included: the same sheet again is the same game, and one that broke off is completed.
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
    game: Annotated[str | None, "Its id where it was exported; null: a sheet by hand, or a club's own stream."]
    viewer: Annotated[str | None, "For whose eyes it was made; null: a sheet by hand."]
    events: int
    head: Annotated[str | None, "Hash of the last event; null: a sheet by hand."]


@dataclass(frozen=True, slots=True)
class ByHand:
    """The acts of a sheet as they will be recorded, in order of version, the opening first."""

    drafts: tuple[Draft, ...]

    @property
    def size(self) -> int:
        """How many events it has."""
        return len(self.drafts)

    def described(self) -> RecordFile:
        """`file` of the answer to an import."""
        return {"game": None, "viewer": None, "events": self.size, "head": None}

    def closed_behind(self, _version: int) -> int:
        """None: what a sheet by hand leaves out was never recorded."""
        return 0

    def notes(self, _found: Restored) -> list[str]:
        """What whoever imports should know, a sentence each."""
        return ["A sheet by hand: recorded anew, by you and now, for nothing proves when and by whom it was written."]

    def store(self, copies: Copies, club: Club, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Record them in that club under `by`. `written` is called with each version that is reached.

        Raises RecordDiffers where somebody went on in the game before all of the sheet was there.
        """
        return copies.record(club, self.drafts, by, written)

    def foreseen(self, copies: Copies, club: Club) -> Restored:
        """What `store` would come to now; nothing is written."""
        return copies.record_foreseen(club, self.drafts)


def by_hand(sheet: Sheet) -> ByHand:
    """What is to be recorded of a sheet without provenance. Raises NotARecord naming every fault."""
    faults: list[str] = []
    dated = sheet.date is not None
    drafts = tuple(Draft(_known(event, faults), event.id, event.after, event.at if dated else None, event.offset) for event in sheet.events)
    if len(drafts) > MOST_IN_A_RECORD:
        faults.append(f"event {MOST_IN_A_RECORD + 1}: a record has at most {MOST_IN_A_RECORD} events")
    if faults:
        raise NotARecord(faults)
    return ByHand(drafts)


def _known(event: Event, faults: list[str]) -> Act:
    """The act without the values that the sheet marks as unknown (`-`); a fault where it cannot do without one."""
    found: list[Fault] = []
    act = EVENT_TYPES[event.type].shape.read(in_clear(event.act), "/data", found)
    faults += [f"event {event.version}: {fault.pointer} {fault.message}" for fault in found]
    return cast("Act", act)
