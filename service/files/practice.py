"""Keeps the game of a practice table: exports its record, and imports it into a club."""

from domain.files.verify import Each
from service.files.bulk import packed
from service.files.destination import Destination
from service.files.importing import read_file
from service.recording.recorder import Writer
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId, club_of
from service.store.streams.append import Restored


def keep(into: Destination, source: tuple[Records, Verdicts], game: GameId, keeper: tuple[Club, Writer], each: Each) -> Restored:
    """Store the record `game` in the club of the keeper. The players of the game are registered there first, under the same ids. `source`:
    where the record is read. `keeper`: the club, and the member who keeps the game. `each`: see `read_file`.

    Unlike an import, this needs no director: this installation recorded the events itself, so times and recorders in them are true.
    Safe to repeat. Raises RecordDiffers, RecordDamaged, OnlyForDirectors.
    """
    club, member = keeper
    file = read_file(packed(*source, game).data, each)
    into.people.register(club, into.people.everyone(club_of(game)), member.id, directs="direct" in member.scopes)
    return file.store(into, club, member.id, lambda _: each())
