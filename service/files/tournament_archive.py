"""Makes the archive of one tournament for its directors: the tournament's record file, the record file of each of its games, the standings
as a table, a page that says what all this is, and a manifest (docs/record-format.md).

The tournament is archived as it was at one version, and each game as it is when its turn comes. So the archive has every game that the
tournament names. `faceup import` reads the archive back (service/files/archive_import.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from domain.files.layout import ARCHIVE_FORMAT, ARCHIVE_VERSION, own_digest
from domain.files.tournament import games_named
from domain.kernel.canonical import canonical
from domain.system import DIRECTOR
from domain.tournament.reading import TournamentReading, tournament_read
from service.files.archive import MANIFEST, Last, Packed, listed, newest
from service.files.bulk import Source
from service.files.tournament import packed_tournament
from service.files.tournament_tables import STANDINGS, TournamentExported, tournament_csv
from service.store.keys import StreamId
from service.views.tournaments import names_of

KIND: Final = "tournament"
README: Final = "README.txt"
ABOUT: Final = """{title}
Tournament {tournament}, archived by Faceup.

What is here
  {tournament}.faceup.ndjson   the tournament: every event of it, in order
  <game>.faceup.ndjson         each of its games: every event, hidden cards included
  {standings}   the standings, as a table for a spreadsheet
  manifest.json                the list of these files with their digests, and the names of the players

The files show hidden cards and names: keep them safe.

How to verify it, without a network
  faceup verify THIS-FILE.zip            with Faceup
  python3 verify_record.py FILE.ndjson   each record by itself, after unpacking; it needs only Python

Each event holds the hash of everything before it. So whoever has the last hash of a record from another source, such as an export of their
own, sees whether anything in it was changed. It is the "head" of the record in manifest.json and in the last line of its file.

How to bring it back
  faceup import THIS-FILE.zip

The same records then have the same standings and the same replays, here or in another installation.
"""


@dataclass(frozen=True, slots=True)
class TournamentSource:
    """Makes the files of one tournament. `club`: the source of the files of its club. `version`: the version at which it is archived."""

    club: Source
    tournament: StreamId
    version: int

    def streams(self) -> list[StreamId]:
        """Return the ids of the tournament and of all its games that belong to its club. Raises NoSuchStream, RecordDamaged,
        StoreUnavailable."""
        return [self.tournament, *map(StreamId, games_named(self._reading().events, self.club.club))]

    def packed(self, stream: StreamId) -> Packed:
        """Make the file of the tournament or of a game. Raises any exception that reading the stream raises."""
        if stream != self.tournament:
            return self.club.packed(stream)
        sealed, gone = self.club.tournaments.sealed(stream), self.club.people.directory(self.club.club).erased
        return packed_tournament(stream, self._reading(), sealed, gone, DIRECTOR)

    def ending(self, entries: Sequence[dict[str, Any]]) -> Iterator[Last]:
        """Make the standings, the README and the manifest."""
        reading, at = self._reading(), newest(entries)
        names = names_of(self.club.club, reading.state, self.club.people, latest=reading.state)
        table = tournament_csv(STANDINGS.name, TournamentExported(self.tournament, reading, names, records=True))
        standings = f"{self.tournament}.{STANDINGS.name}.csv"
        about = ABOUT.format(title=reading.state.title or "A tournament", tournament=self.tournament, standings=standings)
        others = [Last(README, about.encode(), at), Last(standings, table, at)]
        yield from others
        players = {person for entry in entries for person in entry.get("people", ())}
        people = self.club.people.names(self.club.club, sorted({*names.people, *players}))
        whole: dict[str, Any] = {
            "format": ARCHIVE_FORMAT,
            "format_version": ARCHIVE_VERSION,
            "kind": KIND,
            "club": self.club.club,
            **listed(entries),
            "files": [{"file": each.name, "bytes": len(each.data), "sha256": sha256(each.data).hexdigest()} for each in others],
            "people": people,
        }
        yield Last(MANIFEST, canonical({**whole, "digest": own_digest(whole)}) + b"\n", at)

    def _reading(self) -> TournamentReading:
        return tournament_read(self.club.tournaments.events(self.tournament)[: self.version])


AnySource = Source | TournamentSource
