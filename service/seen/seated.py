"""Who sits at a table and what they are called: the people from the record, their names from the club's directory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.sittings import Sittings, sittings_of
from service.store.clubs.people import People
from service.store.keys import GameId, club_of

NameOf = Callable[[Seat], str]


@dataclass(frozen=True, slots=True)
class Seated:
    """`people` by seat, None where nobody is named, the last of those who took it; `names` of those who have one."""

    people: Mapping[Seat, PersonId | None]
    sittings: Sittings
    names: Mapping[PersonId, str]

    def called(self, version: int | None = None) -> NameOf:
        """What to call whoever sat at a seat when the event of that version happened (None: sits there now). Who has no name is called
        by the seat, counted from 1 as people count: in sentences, never in members."""

        def name_of(seat: Seat) -> str:
            person = self.sittings.sitter(seat, version)
            return (person and self.names.get(person)) or f"seat {seat + 1}"

        return name_of


def seated(game: GameId, reading: Reading, directory: People) -> Seated:
    """Whoever sat at the table of that game in the record as read."""
    people, sittings = people_of(reading), sittings_of(reading)
    ever = {*sittings.everyone(), *(person for person in people.values() if person)}
    return Seated(people, sittings, directory.names(club_of(game), ever))
