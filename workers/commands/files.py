"""`faceup import`: imports record files into this installation, one after the other, with a progress bar. Each record of a file with the
records of many games (domain/files/many.py) is imported as if it were a file of its own."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import click

from domain.files.many import is_many, unfolded
from domain.files.transcript import NotARecord
from domain.kernel.events import TokenId, Visibility
from domain.tournament.published import Refused
from domain.words.phrases import counted
from service.clock import now_ms
from service.files.archive_import import foreseen_archive, stored_archive
from service.files.archive_reading import OpenArchive, is_archive
from service.files.destination import Destination, destination_on
from service.files.streams import read_stream
from service.store.connect import write_client
from service.store.errors import RecordDiffers
from service.store.keys import Club
from service.store.streams.append import MOST_EVENTS, Restored
from workers.commands.finished import imported, is_published, refused, tournaments_in

LOOKS: Final = 7
"""How many times each line of a file is read or written during an import. The progress bar moves a little each time."""
BY: Final = TokenId("job:import")
"""The recorder (`by`) of handwritten sheets that are imported on the command line."""
MOST_REASONS: Final = 100
"""The most faults that are printed for one file."""


class Share:
    """The part of a progress bar that stands for one file of `size` bytes. `divide` divides the part into equal steps. Each call of `step`
    advances the bar by one step (or by `number` steps). `end` advances it to the end of the part."""

    def __init__(self, move: Callable[[int], None], size: int) -> None:
        self._move = move
        self._size = size
        self._steps = 1
        self._count = 0
        self._moved = 0

    def divide(self, steps: int) -> None:
        self._steps = max(1, steps)

    def step(self, number: int = 1) -> None:
        self._count += number
        self._reach(min(self._size, self._size * self._count // self._steps))

    def end(self) -> None:
        self._reach(self._size)

    def _reach(self, position: int) -> None:
        if position > self._moved:
            self._move(position - self._moved)
            self._moved = position


def import_files(store: str, club: Club, files: Sequence[Path], visibility: Visibility, *, dry_run: bool) -> bool:
    """Import `files` into `club`, and print the result of each file. `visibility`: who sees imported finished tournaments. Returns True if
    no file was refused.

    A refused file does not stop the others. Raises StoreUnavailable; after that, the same import continues where it stopped.
    """
    lines: list[str] = []
    sound = True
    size = sum(path.stat().st_size for path in files)
    try:
        with write_client(store) as redis, click.progressbar(length=size, label="Importing", file=sys.stderr) as bar:
            into = destination_on(redis, now_ms)
            for name, data, many in _parts(files):
                share = Share(bar.update, len(data))
                if many:
                    told, accepted = _unfolded(into, club, name, data, share, dry_run=dry_run)
                elif is_archive(data):
                    told, accepted = _archived(into, club, name, data, share, dry_run=dry_run)
                elif is_published(data):
                    told, accepted = _finished(into, club, name, data, visibility, dry_run=dry_run)
                else:
                    told, accepted = _imported(into, club, name, data, share, dry_run=dry_run)
                lines += told
                sound = sound and accepted
                share.end()
    finally:
        for line in lines:
            click.echo(line)
    return sound


def _parts(files: Sequence[Path]) -> Iterator[tuple[str, bytes, bool]]:
    """Yield (name, bytes, whether it is one record of many) of each file, and of each line of a file with the records of many games."""
    for path in files:
        with path.open("rb") as file:
            first = file.readline()
            if is_many(first):
                yield from ((f"{path}, line {number}", line, True) for number, line in enumerate(chain([first], file), 1))
            else:
                yield str(path), first + file.read(), False


def _unfolded(into: Destination, club: Club, name: str, line: bytes, share: Share, *, dry_run: bool) -> tuple[list[str], bool]:
    """Import the record of one line. Returns the lines to print, and whether it was accepted."""
    try:
        data = unfolded(line)
    except NotARecord as refusal:
        return list(_refused(name, refusal)), False
    return _imported(into, club, name, data, share, dry_run=dry_run)


def _imported(into: Destination, club: Club, name: str, data: bytes, share: Share, *, dry_run: bool) -> tuple[list[str], bool]:
    """Import one record. Returns the lines to print, and whether it was accepted."""
    share.divide(LOOKS * data.count(b"\n"))
    try:
        file = read_stream(data, share.step)
        restored = file.dry_run(into, club) if dry_run else file.store(into, club, BY, lambda _: share.step(MOST_EVENTS))
    except (NotARecord, RecordDiffers) as refusal:
        return list(_refused(name, refusal)), False
    return [_result_line(name, restored, file.size, dry_run=dry_run), *(f"    {note}" for note in file.notes(restored))], True


def _archived(into: Destination, club: Club, name: str, data: bytes, share: Share, *, dry_run: bool) -> tuple[list[str], bool]:
    """Import the archive of a tournament. Returns the lines to print, and whether it was accepted."""
    try:
        archive = OpenArchive(data)
        share.divide(2 * len(archive.members))
        restored = foreseen_archive(archive, into, club, share.step)
    except NotARecord as refusal:
        return list(_refused(name, refusal)), False
    if not dry_run:
        restored = stored_archive(archive, into, club, BY, share.step)
    tournament, *games = restored
    lines = [_result_line(name, tournament, archive.tournament.version, dry_run=dry_run)]
    for outcome, count in Counter(game.outcome for game in games).items():
        lines.append(f"    {counted(count, 'game')}: {_result(outcome, count, dry_run=dry_run)}")
    return [*lines, *(f"    {game} is not in the archive ({why})" for game, why in archive.unread.items())], True


def _finished(into: Destination, club: Club, name: str, data: bytes, visibility: Visibility, *, dry_run: bool) -> tuple[list[str], bool]:
    """Import the finished tournaments of a file. Returns the lines to print, and whether all tournaments were accepted."""
    lines: list[str] = []
    sound = True
    try:
        values = tournaments_in(data)
    except Refused as refusal:
        return refused(name, refusal), False
    for value in values:
        try:
            lines += imported(into, club, value, BY, visibility, dry_run=dry_run)
        except (Refused, RecordDiffers) as refusal:
            lines += refused(name, refusal)
            sound = False
    return lines, sound


def _result_line(name: str, restored: Restored, size: int, *, dry_run: bool) -> str:
    return f"{name}: {restored.stream} {_result(restored.outcome, dry_run=dry_run)}, {restored.added} of {size} events new"


def _result(outcome: str, count: int = 1, *, dry_run: bool) -> str:
    """Return in words what became of a record, or of `count` records."""
    if outcome == "already-there":
        return "is already there" if count == 1 else "are already there"
    return f"{'would be ' if dry_run else ''}{'imported' if outcome == 'appended' else 'completed'}"


def _refused(name: str, refusal: NotARecord | RecordDiffers) -> Iterator[str]:
    reasons = refusal.reasons if isinstance(refusal, NotARecord) else (str(refusal),)
    yield f"{name}: refused, nothing of it was stored"
    yield from (f"    {reason}" for reason in reasons[:MOST_REASONS])
    if len(reasons) > MOST_REASONS:
        yield f"    and {len(reasons) - MOST_REASONS} more faults"
