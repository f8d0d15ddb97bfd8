"""`faceup backup`: writes everything of an installation into a folder, with a progress bar, while people go on recording.

The next backup into the same folder writes only what has changed, and continues an interrupted one.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from redis import Redis

from domain.kernel.events import PersonId
from service.backup.folder import BackupFolder, BackupRefused
from service.backup.writing import ClubBackup, Done
from service.clock import now_ms
from service.config import Config
from service.running.server import entered
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.connect import write_client
from service.store.errors import RecordDamaged
from service.store.keys import Club

STOPPED: Final = "Stopped. Nothing is lost: give the same command again to continue."


class Tally:
    """Counts how many streams of all clubs were written, were up to date, or failed."""

    def __init__(self) -> None:
        self.events = self.bytes = self.written = self.kept = 0
        self.failed: list[Done] = []

    def add(self, done: Done) -> None:
        self.events += done.events
        self.bytes += done.bytes
        self.written += done.outcome == "written"
        self.kept += done.outcome == "kept"
        self.failed += [done] if done.outcome == "failed" else []


def backed_up(config: Config, path: Path) -> Iterator[str]:
    """Back up every club, and yield the lines to print. Raises ClickException at the end if something is not in the backup. Also raises
    ServerFailed, LayoutRefused and StoreUnavailable."""
    began, tally, folder = time.monotonic(), Tally(), BackupFolder(path)
    try:
        with entered(config) as store, folder.used(), write_client(store) as redis:
            clubs, people = _clubs(redis, folder), People(redis, now_ms)
            works = [ClubBackup(redis, club, folder.club(club), now_ms) for club in clubs]
            sizes = [work.begin() for work in works]
            folder.write_erasures({club: _erased(people, club) for club in clubs})
            for work, size in zip(works, sizes, strict=True):
                _advance(work, size, tally)
            folder.write_erasures({club: _erased(people, club) for club in clubs})
    except KeyboardInterrupt:
        raise click.ClickException(STOPPED) from None
    except BackupRefused as refusal:
        raise click.ClickException(str(refusal)) from refusal
    except OSError as failure:
        raise click.ClickException(f"{failure.filename or path}: {failure.strerror or failure}. {STOPPED}") from failure
    yield from _summary(folder, tally, len(clubs), time.monotonic() - began)
    if tally.failed:
        raise click.ClickException(f"NOT COMPLETE: {counted(len(tally.failed), 'record')} not backed up (see above).")


def _clubs(redis: Redis, folder: BackupFolder) -> list[Club]:
    """Return the clubs of the store. Raises BackupRefused if there are no clubs, or if the folder has only other clubs."""
    clubs, there = Clubs(redis, now_ms).names_of_clubs(), folder.clubs()
    if not clubs:
        raise BackupRefused("There are no clubs here: nothing to back up.")
    if lost := sorted(set(there) - set(clubs)):
        raise BackupRefused(f"{folder.path} has clubs that are not here ({', '.join(lost)}): name another folder.")
    return clubs


def _erased(people: People, club: Club) -> frozenset[PersonId]:
    """Return the erased people of the club. If the club's own stream cannot be read, return nobody; this is safe, because nobody is taken
    off the folder's list of erased people."""
    try:
        return people.directory(club).erased
    except RecordDamaged:
        return frozenset()


def _advance(work: ClubBackup, size: int, tally: Tally) -> None:
    with click.progressbar(length=size, label=f"Club {work.club}", file=sys.stderr) as bar:
        for done in work.advance():
            tally.add(done)
            bar.update(done.events)


def _summary(folder: BackupFolder, tally: Tally, clubs: int, seconds: float) -> Iterator[str]:
    for done in tally.failed:
        yield f"{done.stream}: not backed up: {done.why}"
    streams = tally.written + tally.kept
    amount = f"{counted(streams, 'record')} of {counted(clubs, 'club')}, {counted(tally.events, 'event')}, {tally.bytes / 1e6:,.1f} MB"
    yield f"{folder.path}: {amount}; {tally.written:,} written, {tally.kept:,} were up to date; {seconds:.1f} s"
    yield "It holds names, hidden cards and hashes of PINs. Only you may read it (mode 0700)."
    if folder.others_may_read():
        yield "WARNING: this disk does not keep the mode: others may read the backup. Use an encrypted disk."


def counted(number: int, what: str) -> str:
    """Return a number with its word: `1 record`, `2,000 records`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
