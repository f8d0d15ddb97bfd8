"""The people at a table and their names: the people from the record, the names from the club's directory."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import PersonId
from domain.record.sittings import Sittings
from domain.words.phrases import NameOf

Names = Mapping[PersonId, str]


@dataclass(frozen=True, slots=True)
class Seated:
    """`people`: by seat, the last person who took it, None if not named. `names`: by person, for those who have one."""

    people: Mapping[Seat, PersonId | None]
    sittings: Sittings
    names: Names

    def called(self, version: int | None = None) -> NameOf:
        """Make a function that returns the name of the player of a seat at the event of that version (None: the current player). For a
        player without a name it returns the name of the seat. Use it for sentences only, not for members."""

        def name_of(seat: Seat) -> str:
            person = self.sittings.sitter(seat, version)
            return (person and self.names.get(person)) or seat_called(seat)

        return name_of
