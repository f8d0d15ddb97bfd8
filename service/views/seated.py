"""Looks up the names that the club's directory has for the people at a table."""

from dataclasses import replace

from domain.record.fold import Reading
from domain.words.seated import SeatNames, seated_in
from service.store.clubs.people import People
from service.store.keys import GameId, club_of


def seated(game: GameId, reading: Reading, directory: People) -> SeatNames:
    """Return everyone who sat at the table of `game` according to `reading`, with their names from `directory`."""
    nameless = seated_in(reading, {})
    return replace(nameless, names=directory.names(club_of(game), nameless.everyone()))
