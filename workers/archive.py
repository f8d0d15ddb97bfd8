"""The job that writes everything of a club, or one tournament with its games, into an archive, and removes expired archives. One job works
for a short time, a *slice*; the next job continues (service/files/archive.py).

A job may be lost, sent twice or killed. Only the job that holds the archive's lock works, and it continues from the last checkpoint. A game
that cannot be read is noted in the manifest. After a failed slice, each slice exports only one game, to find the game that makes the worker
fail. After MOST_ATTEMPTS failed slices at one game, that game is skipped.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from rq.timeouts import BaseTimeoutException

from service.clock import now_ms
from service.config import Config
from service.failures import describe
from service.files import bulk
from service.files.archive import Archive, Progress
from service.files.tournament_archive import AnySource, TournamentSource
from service.store.clubs.archives import BulkExport, Exports
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import Club
from workers.wiring import Wiring, wired

SLICE_SECONDS: Final = 0.5
"""After this many seconds a job stops and leaves the rest to the next job, because its worker validates no games during the job."""
MOST_ATTEMPTS: Final = 3
"""After this many failed slices (jobs) in a row at the same game, the game is skipped."""
MOST_IN_VAIN: Final = 6
"""After this many failed slices (jobs) in a row, the whole export fails."""


class Exporter:
    """Works on exports. `data`: the installation's data folder."""

    def __init__(self, parts: Wiring, exports: Exports, data: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = parts
        self._exports = exports
        self._data = data
        self._clock = clock

    def export(self, club: Club, name: str) -> None:
        """Work on the export with the id `name` for one slice, or remove it if it has expired."""
        export = self._exports.get(club, name)
        if export is None:
            return
        if self._exports.has_expired(export):
            bulk.removed(self._data, club, name)
            self._exports.drop(club, name)
        elif export.unfinished:
            self._continue(club, replace(export, state="running", attempts=export.attempts + 1))

    def _source(self, club: Club, export: BulkExport) -> AnySource:
        whole = bulk.Source(
            self._parts.records, self._parts.verdicts, self._parts.people, self._parts.tournaments, self._parts.seasons, club
        )
        return whole if export.tournament is None else TournamentSource(whole, export.tournament, export.version)

    def _continue(self, club: Club, export: BulkExport) -> None:
        self._exports.move(club, export)
        source = self._source(club, export)
        archive = Archive(bulk.archive_path(self._data, club, export.id), source.ending)
        try:
            bulk.made_room(self._data, club, export.id)
            progress = self._slice(archive, source, export)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except BlockingIOError:
            self._exports.move(club, replace(export, attempts=export.attempts - 1))
        except Exception as failure:
            if isinstance(failure, OSError) or export.attempts >= MOST_IN_VAIN:
                reason = failure.strerror if isinstance(failure, OSError) else None
                self._exports.move(club, replace(export, state="failed", reason=reason or describe(failure)))
                with suppress(OSError):
                    archive.clear()
        else:
            self._exports.move(club, _moved(export, progress, archive.path))

    def _slice(self, archive: Archive, source: AnySource, export: BulkExport) -> Progress:
        archive.begin(source.streams)
        until = self._clock() + SLICE_SECONDS
        careful = export.attempts > 1
        give_up = f"given up after {MOST_ATTEMPTS} attempts" if export.attempts > MOST_ATTEMPTS else ""
        return archive.advance(source.packed, lambda: careful or self._clock() > until, give_up)


def _moved(export: BulkExport, progress: Progress, path: Path) -> BulkExport:
    """Return what to store about the export after a successful slice of work."""
    moved = replace(export, done=progress.done, failed=progress.failed, total=progress.total, attempts=0)
    return replace(moved, state="done", size=path.stat().st_size) if progress.finished else moved


@cache
def exporter() -> Exporter:
    """Return the exporter of this process. The first call makes it from the settings in the environment."""
    config = Config.from_env(os.environ)
    redis = write_client(config.store_url)
    return Exporter(wired(), Exports(redis, now_ms), config.data)


def export(club: str, name: str) -> None:
    """The RQ job: work on the export with the id `name` for one slice."""
    exporter().export(Club(club), name)
