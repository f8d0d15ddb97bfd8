"""The job that writes all games of a club into an archive, and removes expired archives. One job works for a short time, a *slice*; the
next job goes on from there (service/files/archive.py).

The job may be lost, doubled or killed: the job with the archive's lock continues from its last checkpoint. A game that cannot be read is
noted in the manifest. To find a game that kills the worker, each slice after a failed one exports only one game. A game at which
MOST_ATTEMPTS slices failed is skipped.
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
from service.files.archive import Archive, Packed, Progress
from service.files.club import packed_club
from service.store.clubs.archives import BulkExport, Exports
from service.store.clubs.streams import ClubStreams
from service.store.connect import write_client
from service.store.keys import Club, GameId
from service.store.outcomes import StoreUnavailable
from workers.wiring import Wiring, wired

SLICE_SECONDS: Final = 0.5
"""After this many seconds a job leaves the rest to the next job: while it runs, its worker validates no games."""
MOST_ATTEMPTS: Final = 3
"""After so many failed slices in a row at the same game, the game is skipped."""
MOST_IN_VAIN: Final = 6
"""After so many failed slices in a row, the whole export fails."""


class Exporter:
    """Works on exports. `streams`: the clubs' own streams. `data`: the installation's data folder. `clock`: returns seconds that never go
    back."""

    def __init__(
        self, parts: Wiring, streams: ClubStreams, exports: Exports, data: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._parts = parts
        self._streams = streams
        self._exports = exports
        self._data = data
        self._clock = clock

    def export(self, club: Club, name: str) -> None:
        """Work on the export with the id `name` for one slice, or remove it if it has expired. Raises StoreUnavailable."""
        export = self._exports.get(club, name)
        if export is None:
            return
        if self._exports.has_expired(export):
            bulk.removed(self._data, club, name)
            self._exports.drop(club, name)
        elif export.unfinished:
            self._continue(club, replace(export, state="running", attempts=export.attempts + 1))

    def _pack(self, game: GameId) -> Packed:
        return bulk.packed(self._parts.records, self._parts.verdicts, game)

    def _continue(self, club: Club, export: BulkExport) -> None:
        self._exports.put(club, export)
        archive = Archive(bulk.archive_path(self._data, club, export.id), club, lambda: packed_club(self._streams, club))
        try:
            bulk.made_room(self._data, club, export.id)
            progress = self._slice(archive, club, export)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except BlockingIOError:
            self._exports.put(club, replace(export, attempts=export.attempts - 1))
        except Exception as failure:
            if isinstance(failure, OSError) or export.attempts >= MOST_IN_VAIN:
                reason = failure.strerror if isinstance(failure, OSError) else None
                self._exports.put(club, replace(export, state="failed", reason=reason or describe(failure)))
                with suppress(OSError):
                    archive.clear()
        else:
            current = self._exports.get(club, export.id)  # it expires at once when a person is erased
            expires_at = min(export.expires_at, current.expires_at if current else 0)
            self._exports.put(club, replace(_moved(export, progress, archive.path), expires_at=expires_at))

    def _slice(self, archive: Archive, club: Club, export: BulkExport) -> Progress:
        archive.begin(lambda: bulk.games_of(self._parts.records, club))
        until = self._clock() + SLICE_SECONDS
        careful = export.attempts > 1
        give_up = f"given up after {MOST_ATTEMPTS} attempts" if export.attempts > MOST_ATTEMPTS else ""
        return archive.advance(self._pack, lambda: careful or self._clock() > until, give_up)


def _moved(export: BulkExport, progress: Progress, path: Path) -> BulkExport:
    """Make the row of the export after a successful slice."""
    moved = replace(export, done=progress.done, failed=progress.failed, total=progress.total, attempts=0)
    return replace(moved, state="done", size=path.stat().st_size) if progress.finished else moved


@cache
def exporter() -> Exporter:
    """Return the exporter of this process. The first call makes it from the settings in the environment."""
    config = Config.from_env(os.environ)
    redis = write_client(config.store_url)
    return Exporter(wired(), ClubStreams(redis, now_ms), Exports(redis, now_ms), config.data)


def export(club: str, name: str) -> None:
    """The RQ job: work on the export with the id `name` for one slice. Raises StoreUnavailable."""
    exporter().export(Club(club), name)
