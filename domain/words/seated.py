"""The people at a table and their names. The record says which person sits where; the club's directory gives the names."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import PersonId
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.sittings import Sittings, sittings_of
from domain.words.phrases import NameOf, isolated

Names = Mapping[PersonId, str]


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The people at a table. `people`: by seat, the last person who took it; None if not named. `sittings`: who sat where at which time.
    `names`: by person, for everyone who has a name."""

    people: Mapping[Seat, PersonId | None]
    sittings: Sittings
    names: Names

    def everyone(self) -> tuple[PersonId, ...]:
        """Return all named people who ever sat here, each once."""
        return tuple(dict.fromkeys((*self.sittings.everyone(), *filter(None, self.people.values()))))

    def called(self, version: int | None = None) -> NameOf:
        """Return a function that returns the name of the player in a seat at the event `version` (None: now). A player without a name gets
        the name of the seat. Use the function only for sentences: other members of an answer must not contain names."""

        def name_of(seat: Seat) -> str:
            person = self.sittings.sitter(seat, version)
            name = person and self.names.get(person)
            return isolated(name) if name else seat_called(seat)

        return name_of


def seated_in(reading: Reading, names: Names) -> SeatNames:
    """Return everyone who sat at the table according to `reading`. `names`: by person; it may hold other people too."""
    return SeatNames(people_of(reading), sittings_of(reading), names)
