"""Makes the files of all games, tournaments and seasons of a club for its directors, with every sealed value readable. `faceup import` and
POST /records read them back.

A game has only the ids of people. Their names are in the file of the club's own stream (service/files/club.py).
"""

import json
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from domain.files.layout import FORMAT_VERSION, as_ndjson
from domain.season.fold import season_read
from domain.system import DIRECTOR
from domain.tournament.reading import tournament_read
from domain.words.seated import seated_in
from service.directory import prepared
from service.files.archive import Ending, Packed, ending_of_a_club, kind_of
from service.files.club import packed_club
from service.files.formats import FORMATS
from service.files.local import export_of
from service.files.season import packed_season
from service.files.tournament import packed_tournament
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId, StreamId
from service.store.seasons.seasons import SEASON, SeasonStreams
from service.store.tournaments.tournaments import TOURNAMENT, TournamentStreams

FORM: Final = FORMATS["ndjson"]
ARCHIVE: Final = "games.zip"
_PAGE: Final = 1000


@dataclass(frozen=True, slots=True)
class Source:
    """Makes files of the streams of one club."""

    records: Records
    verdicts: Verdicts
    people: People
    tournaments: TournamentStreams
    seasons: SeasonStreams
    club: Club

    def streams(self) -> list[StreamId]:
        """Return the ids of all games, then those of all tournaments and of all seasons; each kind oldest first."""
        return [*games_of(self.records, self.club), *self.tournaments.newest(self.club)[::-1], *self.seasons.newest(self.club)[::-1]]

    def packed(self, stream: StreamId) -> Packed:
        """Make the file of a game, tournament or season. Raises any exception that reading the stream raises."""
        if kind_of(stream) == SEASON.name:
            return packed_season(stream, season_read(self.seasons.events(stream)), self.seasons.sealed(stream), DIRECTOR)
        if kind_of(stream) != TOURNAMENT.name:
            return packed(self.records, self.verdicts, GameId(stream))
        reading = tournament_read(self.tournaments.events(stream))
        sealed = self.tournaments.sealed(stream)
        return packed_tournament(stream, reading, sealed, self.people.directory(self.club).erased, DIRECTOR)

    @property
    def ending(self) -> Ending:
        return ending_of_a_club(self.club, self.own)

    def own(self) -> Packed | None:
        """Make the file of the club's own stream. Returns None if the club has no stream. Raises StoreUnavailable, RecordDamaged."""
        return packed_club(self.people.streams, self.club)


def games_of(records: Records, club: Club) -> list[GameId]:
    """Return every game of the club, oldest first."""
    games: list[GameId] = []
    while page := records.newest(club, before=games[-1] if games else None, limit=_PAGE):
        games += page
    return games[::-1]


def packed(records: Records, verdicts: Verdicts, game: GameId) -> Packed:
    """Make the file of one game for an archive. Raises any exception that reading the game raises."""
    exported = export_of(records, verdicts, game, DIRECTOR)
    lines = exported.lines()
    head = json.loads(lines.footer)["head"]
    people = tuple(sorted(seated_in(exported.reading, {}).everyone()))
    recorded_at = exported.reading.events[-1].recorded_at
    return Packed(FORM.filename(game), as_ndjson(lines), head["version"], head["hash"], recorded_at, people)


def is_current(file: Path, head: Head) -> bool:
    """Whether `packed` would write the same file for the game with this `head`. Only the first and the last line of `file` are compared.
    They hold the last checked version and the hash of the last event."""
    try:
        lines = file.read_bytes().splitlines()
        header, footer = json.loads(lines[0]), json.loads(lines[-1])
        written = (header["format_version"], footer["head"]["hash"], footer["validated"], header["engine"], header["viewer"])
    except (OSError, ValueError, LookupError, TypeError):
        return False
    return written == (FORMAT_VERSION, head.hash, head.validated, head.engine, str(DIRECTOR))


# --- requested archives: <data>/exports/<club>/<id>/ --------------------------------------------------------------------------------------


def archive_path(data: Path, club: Club, export: str) -> Path:
    """Return where the archive of an export is, or will be."""
    return data / "exports" / club / export / ARCHIVE


def made_room(data: Path, club: Club, export: str) -> Path:
    """Make the archive's folders, which only their owner may enter. Returns the archive's path. Raises DirectoryRefused and OSError."""
    path = archive_path(prepared(data), club, export)
    for folder in (path.parents[2], path.parents[1], path.parent):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path


def removed(data: Path, club: Club, export: str) -> None:
    """Remove the files of an export. Raises OSError."""
    with suppress(FileNotFoundError):
        shutil.rmtree(archive_path(data, club, export).parent)
