"""A sheet that somebody wrote by hand: recorded anew, by whoever sends it.

It is no record yet (docs/notation.md, provenance): nobody vouches for ids, times or recorders, so it gets those of an append. The ids
follow from what it says, its date included: the same sheet again is the same game, and one that broke off is completed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from domain.files.transcript import NotARecord
from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Act, Event, TokenId
from domain.kernel.shapes import Fault
from domain.notation import Sheet
from domain.notation.acts import in_clear
from service.store.games.kind import MOST_IN_A_RECORD
from service.store.games.records import Records
from service.store.keys import Club, game_id
from service.store.outcomes import BodyDiffers, Conflict, RecordDiffers
from service.store.streams.batch import Draft
from service.store.streams.streams import Restored, restored

AT_ONCE: Final = 100
"""Acts in an append: well below the limits of a batch, whatever they say."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """The acts of a sheet as they will be recorded, in order of version, the opening first."""

    drafts: tuple[Draft, ...]

    @property
    def size(self) -> int:
        """How many events it has."""
        return len(self.drafts)

    def described(self) -> dict[str, Json]:
        """`file` of the answer to an import."""
        return {"game": None, "viewer": None, "events": self.size, "head": None}

    def closed_behind(self, _version: int) -> int:
        """None: what a sheet by hand leaves out was never recorded."""
        return 0

    def notes(self, _found: Restored) -> list[str]:
        """What whoever imports should know, a sentence each."""
        return ["A sheet by hand: recorded anew, by you and now, for nothing proves when and by whom it was written."]

    def store(self, records: Records, club: Club, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Record them in that club under `by`. `written` is told each version that is reached.

        Raises RecordDiffers where somebody went on in the game before all of the sheet was there.
        """
        opening, *others = self.drafts
        stored = self.foreseen(records, club)
        game = records.open(club, opening, by).game
        for reached in range(0, len(others), AT_ONCE):
            try:
                version = records.append(game, 1 + reached, others[reached : reached + AT_ONCE], by).version
            except (Conflict, BodyDiffers) as differs:
                raise RecordDiffers(game, 2 + reached) from differs
            written(version)
        head = records.head(game)
        return restored(game, self.size if head is None else head.version, self.size - stored.added, self.size)

    def foreseen(self, records: Records, club: Club) -> Restored:
        """What `store` would come to now; nothing is written."""
        game = game_id(club, self.drafts[0].id)
        head = records.head(game)
        version = 0 if head is None else head.version
        return restored(game, max(version, self.size), min(version, self.size), self.size)


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
