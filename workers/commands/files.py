"""`faceup import`: imports record files into this installation, one after the other, with a progress bar."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from domain.files.transcript import NotARecord
from domain.kernel.events import TokenId
from service.clock import now_ms
from service.files.club import ClubFile, read_stream
from service.files.importing import Incoming
from service.recording.copies import Copies
from service.store.clubs.streams import ClubStreams
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import Club
from service.store.outcomes import RecordDiffers
from service.store.streams.batch import MOST_EVENTS
from service.store.streams.streams import Restored

LOOKS: Final = 7
"""An import reads or writes each line of a file so often. The progress bar makes a step each time."""
BY: Final = TokenId("job:import")
"""The recorder (`by`) of handwritten sheets that are imported on the command line."""
MOST_REASONS: Final = 100
"""The most faults that are printed for one file."""


class Share:
    """Advances a progress bar by the bytes of one file. `steps` calls of `step` advance it by `size` bytes; `end` by the bytes still
    missing."""

    def __init__(self, move: Callable[[int], None], size: int, steps: int) -> None:
        self._move = move
        self._size = size
        self._steps = max(1, steps)
        self._count = 0
        self._moved = 0

    def step(self, number: int = 1) -> None:
        self._count += number
        self._reach(min(self._size, self._size * self._count // self._steps))

    def end(self) -> None:
        self._reach(self._size)

    def _reach(self, position: int) -> None:
        if position > self._moved:
            self._move(position - self._moved)
            self._moved = position


def import_files(store: str, club: Club, files: Sequence[Path], *, dry_run: bool) -> bool:
    """Import `files` into `club`, and print the result of each. `store`: the URL of the Redis server. Returns True if no file was refused.

    A refused file does not stop the others. Raises StoreUnavailable; the same command then continues where it stopped.
    """
    lines: list[str] = []
    sound = True
    size = sum(path.stat().st_size for path in files)
    try:
        with write_client(store) as redis, click.progressbar(length=size, label="Importing", file=sys.stderr) as bar:
            copies, streams = Copies(Records(redis, now_ms)), ClubStreams(redis, now_ms)
            for path in files:
                data = path.read_bytes()
                share = Share(bar.update, len(data), LOOKS * data.count(b"\n"))
                try:
                    lines += _imported(copies, streams, club, path, data, share, dry_run)
                except (NotARecord, RecordDiffers) as refusal:
                    lines += _refused(path, refusal)
                    sound = False
                share.end()
    finally:
        for line in lines:
            click.echo(line)
    return sound


def _imported(copies: Copies, streams: ClubStreams, club: Club, path: Path, data: bytes, share: Share, dry_run: bool) -> Iterator[str]:
    file = read_stream(data, share.step)
    if isinstance(file, ClubFile):
        if dry_run:
            return _result_lines(path, file, file.foreseen(streams, club), would="would be ")
        return _result_lines(path, file, file.store(streams, club, lambda _: share.step(MOST_EVENTS)))
    if dry_run:
        return _result_lines(path, file, file.foreseen(copies, club), would="would be ")
    return _result_lines(path, file, file.store(copies, club, BY, lambda _: share.step(MOST_EVENTS)))


def _result_lines(path: Path, file: Incoming | ClubFile, restored: Restored, would: str = "") -> Iterator[str]:
    result = {"appended": f"{would}imported", "completed": f"{would}completed", "already-there": "is already there"}[restored.outcome]
    yield f"{path}: {restored.stream} {result}, {restored.added} of {file.size} events new"
    yield from (f"    {note}" for note in file.notes(restored))


def _refused(path: Path, refusal: NotARecord | RecordDiffers) -> Iterator[str]:
    reasons = refusal.reasons if isinstance(refusal, NotARecord) else (str(refusal),)
    yield f"{path}: refused, nothing of it was stored"
    yield from (f"    {reason}" for reason in reasons[:MOST_REASONS])
    if len(reasons) > MOST_REASONS:
        yield f"    and {len(reasons) - MOST_REASONS} more faults"
