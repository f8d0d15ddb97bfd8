"""Makes the files of all games of a club for its directors, with every sealed value open. `faceup import` and POST /records read them back.

A game has only the ids of people. Their names are in the file of the club's own stream (service/files/club.py).
"""

import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from domain.files.layout import FORMAT_VERSION, as_ndjson
from domain.system import DIRECTOR
from service.files.archive import Packed
from service.files.formats import FORMATS
from service.files.local import export_of
from service.running.directory import prepared
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId

FORM: Final = FORMATS["ndjson"]
ARCHIVE: Final = "games.zip"
_PAGE: Final = 1000


def games_of(records: Records, club: Club) -> list[GameId]:
    """Return every game of the club, oldest first. Raises StoreUnavailable."""
    games: list[GameId] = []
    while page := records.newest(club, before=games[-1] if games else None, limit=_PAGE):
        games += page
    return games[::-1]


def packed(records: Records, verdicts: Verdicts, game: GameId) -> Packed:
    """Make the file of one game for an archive. Raises any exception that reading the game raises."""
    exported = export_of(records, verdicts, game, DIRECTOR)
    lines = exported.lines()
    head = json.loads(lines.footer)["head"]
    return Packed(FORM.filename(game), as_ndjson(lines), head["version"], head["hash"], exported.reading.events[-1].recorded_at)


def is_current(file: Path, head: Head) -> bool:
    """Whether `packed` would make this file again now. Compares only the head and the verdict, in the first and last line of `file`."""
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
