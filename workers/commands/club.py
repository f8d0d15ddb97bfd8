"""`faceup export --club`: exports all games of a club, as files in a folder or as one archive, with a progress bar.

The same command continues interrupted work. An archive continues after its last finished slice. In a folder, only files that are missing or
out of date are written.
"""

import errno
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from service.clock import now_ms
from service.failures import describe
from service.files import bulk
from service.files.archive import MANIFEST, Archive, Packed, entry_of, manifest
from service.files.club import packed_club
from service.running.directory import write_private
from service.store.clubs.clubs import Clubs
from service.store.clubs.streams import ClubStreams
from service.store.connect import read_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId
from service.store.outcomes import StoreUnavailable

SLICE_SECONDS: Final = 1.0
"""The archive is saved after this many seconds of work. An interruption loses at most so much."""


def export_club(store: str, club: str, output: Path) -> bool:
    """Write every game of the club to `output`: a zip file if its name ends in .zip, else files in a folder. Prints which games failed, and
    what was written. Returns whether every game was exported.

    `store`: the URL of the Redis server. Raises BadParameter if there is no such club, StoreUnavailable, and OSError.
    """
    with read_client(store) as redis:
        known = Clubs(redis, now_ms).names_of_clubs()
        if club not in known:
            raise click.BadParameter(f"there is no club {club!r:.40}; there are: {', '.join(known)}", param_hint="--club")
        source = Source(Records(redis, now_ms), Verdicts(redis, now_ms), ClubStreams(redis, now_ms), Club(club))
        failed = source.into_archive(output) if output.suffix == ".zip" else source.into_folder(output)
    for game, why in failed.items():
        click.echo(f"{game}: not exported: {why}", err=True)
    click.echo(f"{output}: all games of club {club}" + (f" but {len(failed)}" if failed else ""))
    return not failed


@dataclass(frozen=True, slots=True)
class Source:
    """Exports the games of one club."""

    records: Records
    verdicts: Verdicts
    streams: ClubStreams
    club: Club

    def into_archive(self, path: Path) -> dict[str, str]:
        """Write the archive. Returns the games that failed, each with the reason. Raises FileExistsError if a finished archive is there
        already."""
        if path.exists():
            raise FileExistsError(errno.EEXIST, "is there already; choose another name", str(path))
        archive = Archive(path, self.club, lambda: packed_club(self.streams, self.club))
        archive.begin(lambda: bulk.games_of(self.records, self.club))
        with click.progressbar(length=archive.total, label="Exporting", file=sys.stderr) as bar:
            before, finished = 0, False
            while not finished:
                until = time.monotonic() + SLICE_SECONDS
                progress = archive.advance(self._packed, lambda: time.monotonic() > until)  # noqa: B023 (called only in this iteration)
                bar.update(progress.done - before)
                before, finished = progress.done, progress.finished
        return _failures(archive.contents())

    def into_folder(self, folder: Path) -> dict[str, str]:
        """Write the files into the folder. Returns the games that failed, each with the reason."""
        folder.mkdir(parents=True, exist_ok=True)
        games = bulk.games_of(self.records, self.club)
        with click.progressbar(games, label="Exporting", file=sys.stderr) as bar:
            entries = [self._filed(folder, game) for game in bar]
        own = packed_club(self.streams, self.club)
        if own is not None:
            write_private(folder / own.name, own.data)
        write_private(folder / MANIFEST, manifest(self.club, entries, own))
        return _failures(entries)

    def _packed(self, game: GameId) -> Packed:
        return bulk.packed(self.records, self.verdicts, game)

    def _filed(self, folder: Path, game: GameId) -> dict[str, Any]:
        """Write the file of a game, unless it is up to date. Returns the game's line in the manifest."""
        path, head = folder / bulk.FORM.filename(game), self.records.head(game)
        if head is not None and bulk.is_current(path, head):
            return entry_of(game, Packed(path.name, path.read_bytes(), head.version, head.hash, head.recorded_at))
        try:
            packed = self._packed(game)
        except StoreUnavailable:
            raise
        except Exception as failure:
            return {"game": game, "failed": describe(failure)}
        write_private(path, packed.data)
        return entry_of(game, packed)


def _failures(entries: list[dict[str, Any]]) -> dict[str, str]:
    return {entry["game"]: entry["failed"] for entry in entries if "failed" in entry}
