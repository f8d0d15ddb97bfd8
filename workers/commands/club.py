"""`faceup export --club`: exports all games, tournaments and seasons of a club, as files in a folder or as one archive.

If the command was interrupted, the same command continues its work. An archive continues after its last finished slice. In a folder, only
files that are missing or out of date are written.
"""

import errno
import sys
import time
from pathlib import Path
from typing import Any, Final

import click

from service.clock import now_ms
from service.directory import write_private
from service.failures import describe
from service.files import bulk
from service.files.archive import MANIFEST, Archive, Packed, entry_of, kind_of, manifest, stream_in
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.connect import read_client
from service.store.errors import StoreUnavailable
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId, StreamId
from service.store.seasons.seasons import SeasonStreams
from service.store.tournaments.tournaments import TournamentStreams

SLICE_SECONDS: Final = 1.0
"""After this many seconds of work the archive is saved. So an interruption loses only the work of the last slice."""


def export_club(store: str, club: str, output: Path) -> bool:
    """Write every game, tournament and season of the club to `output`: a zip file if its name ends in .zip, otherwise files in a folder.
    Prints which of them failed, and what was written. Returns whether everything was exported.

    Raises BadParameter if there is no such club, StoreUnavailable, and OSError.
    """
    with read_client(store) as redis:
        known = Clubs(redis, now_ms).names_of_clubs()
        if club not in known:
            raise click.BadParameter(f"there is no club {club!r:.40}; there are: {', '.join(known)}", param_hint="--club")
        tournaments = TournamentStreams(redis, now_ms)
        people, seasons = People(redis, now_ms), SeasonStreams(redis, now_ms)
        source = bulk.Source(Records(redis, now_ms), Verdicts(redis, now_ms), people, tournaments, seasons, Club(club))
        failed = into_archive(source, output) if output.suffix == ".zip" else into_folder(source, output)
    for stream, why in failed.items():
        click.echo(f"{stream}: not exported: {why}", err=True)
    click.echo(f"{output}: all games of club {club}" + (f" but {len(failed)}" if failed else ""))
    return not failed


def into_archive(source: bulk.Source, path: Path) -> dict[str, str]:
    """Write the archive. Returns the games and tournaments that failed, each with the reason. Raises FileExistsError if `path` is a
    finished archive already."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, "exists already; choose another name", str(path))
    archive = Archive(path, source.ending)
    archive.begin(source.streams)
    with click.progressbar(length=archive.total, label="Exporting", file=sys.stderr) as bar:
        before, finished = 0, False
        while not finished:
            until = time.monotonic() + SLICE_SECONDS
            progress = archive.advance(source.packed, lambda: time.monotonic() > until)  # noqa: B023 (called only in this iteration)
            bar.update(progress.done - before)
            before, finished = progress.done, progress.finished
    return _failures(archive.contents())


def into_folder(source: bulk.Source, folder: Path) -> dict[str, str]:
    """Write the files into the folder. Returns the games and tournaments that failed, each with the reason."""
    folder.mkdir(parents=True, exist_ok=True)
    with click.progressbar(source.streams(), label="Exporting", file=sys.stderr) as bar:
        entries = [_filed(source, folder, stream) for stream in bar]
    own = source.own()
    if own is not None:
        write_private(folder / own.name, own.data)
    write_private(folder / MANIFEST, manifest(source.club, entries, own))
    return _failures(entries)


def _filed(source: bulk.Source, folder: Path, stream: StreamId) -> dict[str, Any]:
    """Write the file of a game or a tournament. A game's file that is up to date stays as it is. Returns the line of this stream in the
    manifest."""
    path, head = folder / bulk.FORM.filename(stream), source.records.head(GameId(stream)) if kind_of(stream) == "game" else None
    if head is not None and bulk.is_current(path, head):
        return entry_of(stream, Packed(path.name, path.read_bytes(), head.version, head.hash, head.recorded_at))
    try:
        packed = source.packed(stream)
    except StoreUnavailable:
        raise
    except Exception as failure:
        return {kind_of(stream): stream, "failed": describe(failure)}
    write_private(path, packed.data)
    return entry_of(stream, packed)


def _failures(entries: list[dict[str, Any]]) -> dict[str, str]:
    return {stream_in(entry): entry["failed"] for entry in entries if "failed" in entry}
