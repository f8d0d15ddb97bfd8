"""Who sits at a table and what they are called: the people from the record, their names from the club's directory."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import PersonId
from domain.record.sittings import Sittings
from domain.words.phrases import NameOf

Names = Mapping[PersonId, str]


@dataclass(frozen=True, slots=True)
class Seated:
    """`people` by seat, None where nobody is named, the last of those who took it; `names` of those who have one."""

    people: Mapping[Seat, PersonId | None]
    sittings: Sittings
    names: Names

    def called(self, version: int | None = None) -> NameOf:
        """What to call whoever sat at a seat when the event of that version happened (None: sits there now). Those without a name are
        called by their seat: in sentences, never in members."""

        def name_of(seat: Seat) -> str:
            person = self.sittings.sitter(seat, version)
            return (person and self.names.get(person)) or seat_called(seat)

        return name_of
