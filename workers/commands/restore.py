"""`faceup restore`: restores clubs from a backup into an installation that does not have them, with a progress bar.

While the restore is not complete, nothing else can use the data. The same command continues an interrupted restore.
"""

import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import click
from redis import Redis

from domain.kernel.events import PersonId
from service.backup.examining import FileDamaged
from service.backup.folder import BackupFolder, BackupRefused, erasures_in
from service.backup.restoring import Examination, Plan, Restoring
from service.clock import now_ms
from service.config import Config
from service.directory import write_layout
from service.running.server import ServerFailed, require_known, server_of
from service.store import layout
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.errors import RecordDamaged, RecordDiffers
from service.store.keys import Club
from service.store.rewriting import rewritten
from workers.commands.backup import counted

STOPPED: Final = "Stopped. Nothing is lost: give the same command again to continue."
IN_USE: Final = "Faceup is running on these data: stop it, then restore."
NOTHING: Final = "Nothing was restored. Restore from another copy of the folder, or leave these files out with --skip-damaged."
THERE: Final = (
    "There is a club {} here already. Restore into an installation without it: name an empty folder with FACEUP_DATA "
    "(or an empty server with REDIS_URL), or name the clubs that are missing with --club."
)


def restore_into(config: Config, path: Path, clubs: Sequence[str], erasures: Sequence[Path], *, skip_damaged: bool) -> Iterator[str]:
    """Restore clubs, and yield the lines to print. `clubs`: the clubs to restore; if empty, all in the folder. `erasures`: more lists of
    erased people. `skip_damaged`: restore the rest if files are damaged.

    Raises ClickException, ServerFailed, LayoutRefused, StoreUnavailable.
    """
    require_known(config)
    server = server_of(config)
    server.enter()
    try:
        if not server.alone():
            raise ServerFailed(IN_USE)
        with write_client(server.url, copies=config.copies) as redis:
            yield from _restored(redis, config, BackupFolder(path), clubs, erasures, skip_damaged)
    except KeyboardInterrupt:
        raise click.ClickException(STOPPED) from None
    except (BackupRefused, FileDamaged, RecordDamaged, RecordDiffers) as refusal:
        raise click.ClickException(str(refusal)) from refusal
    except OSError as failure:
        raise click.ClickException(f"{failure.filename or path}: {failure.strerror or failure}.") from failure
    finally:
        server.leave()


def _restored(
    redis: Redis, config: Config, folder: BackupFolder, named: Sequence[str], erasures: Sequence[Path], skip_damaged: bool
) -> Iterator[str]:
    began, clubs = time.monotonic(), _wanted(redis, folder, named)
    plans, faults = _examined(folder, clubs, _erased(folder, erasures))
    yield from faults
    if faults and not skip_damaged:
        raise click.ClickException(f"{counted(len(faults), 'file')} damaged or missing. {NOTHING}")
    restoring = Restoring(redis, now_ms)
    layout.begin_restoring(redis, clubs)
    with click.progressbar(length=_size(plans), label="Restoring", file=sys.stderr) as bar:
        for plan in plans:
            restoring.store(plan, bar.update)
    for plan in plans:
        yield from restoring.erase(plan)
    if any(plan.erased for plan in plans):
        rewritten(redis, None if config.redis_url else config.data / "appendonlydir")
    streams = sum(map(restoring.check, plans))
    reached = layout.end_restoring(redis)
    if config.redis_url is None:
        write_layout(config.data, reached)
    events, seconds = sum(file.version for plan in plans for file in plan.files), time.monotonic() - began
    amount = f"{counted(streams, 'record')}, {counted(events, 'event')}, {_size(plans) / 1e6:,.1f} MB"
    yield f"Restored {', '.join(clubs)}: {amount}; {seconds:.1f} s"
    for plan in plans:
        failed = plan.manifest.failed if plan.manifest is not None else {}
        yield from (f"{stream}: is not in the backup as it was: {why}" for stream, why in failed.items())
    yield "Every record has the head that it has in the backup. Workers make verdicts, tables and standings again: `faceup serve`."
    if faults:
        raise click.ClickException(f"NOT COMPLETE: {counted(len(faults), 'file')} left out (see above).")


def _wanted(redis: Redis, folder: BackupFolder, named: Sequence[str]) -> list[Club]:
    """Return the clubs to restore. Raises BackupRefused if one of them exists here already or is not in the folder; also LayoutRefused."""
    there, unfinished = folder.clubs(), layout.clubs_restoring(redis)
    if not there:
        raise BackupRefused(f"{folder.path} is not a backup: it has no clubs.")
    for club in named:
        if club not in there:
            raise BackupRefused(f"There is no club {club!r:.40} in the backup; there are: {', '.join(there)}.")
    clubs = [club for club in there if not named or club in named]
    if unfinished:
        if unfinished != set(clubs):
            raise BackupRefused(f"A restore of {', '.join(sorted(unfinished))} is not complete: give that command again first.")
        return clubs
    layout.require(redis)
    for club in Clubs(redis, now_ms).names_of_clubs():
        if club in clubs:
            raise BackupRefused(THERE.format(club))
    return clubs


def _erased(folder: BackupFolder, more: Sequence[Path]) -> Mapping[Club, Collection[PersonId]]:
    """Return the erased people of each club, from all lists: the list of the folder and the lists in `more`."""
    lists = [folder.erasures(), *map(erasures_in, more)]
    clubs = {club for each in lists for club in each}
    return {club: frozenset(person for each in lists for person in each.get(club, ())) for club in clubs}


def _examined(folder: BackupFolder, clubs: Sequence[Club], erased: Mapping[Club, Collection[PersonId]]) -> tuple[list[Plan], list[str]]:
    """Examine all files. Returns what can be restored, and a line for each file that is missing or damaged."""
    examination = Examination(folder, erased)
    with click.progressbar(length=examination.size(clubs), label="Examining", file=sys.stderr) as bar:
        return [examination.examine(club, bar.update) for club in clubs], examination.faults


def _size(plans: Sequence[Plan]) -> int:
    return sum(file.bytes for plan in plans for file in plan.files)
