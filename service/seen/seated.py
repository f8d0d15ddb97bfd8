"""Looks up who sat at a table, and the names that the club's directory has for them."""

from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.sittings import sittings_of
from domain.words.seated import Seated
from service.store.clubs.people import People
from service.store.keys import GameId, club_of


def seated(game: GameId, reading: Reading, directory: People) -> Seated:
    """Return everyone who sat at the table of `game` according to `reading`, with their names from `directory`."""
    people, sittings = people_of(reading), sittings_of(reading)
    ever = {*sittings.everyone(), *(person for person in people.values() if person)}
    return Seated(people, sittings, directory.names(club_of(game), ever))
