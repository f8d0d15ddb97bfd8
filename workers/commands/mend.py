"""`faceup mend`: puts the events of damaged records back, from exported files."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from domain.files.transcript import NotARecord
from service.config import Config
from service.files.importing import FromFile
from service.files.streams import read_stream
from service.files.whole import WholeStream
from service.running.server import entered
from service.store.connect import write_client
from service.store.keys import StreamId
from service.store.kinds import kind_of
from service.store.outcomes import RecordDamaged
from service.store.streams.mending import mended

SAID: Final = {
    "mended": "mended; its events are again those that were acknowledged",
    "sound": "is not damaged; nothing was changed",
    "missing": "is not stored here; `faceup import` stores it",
    "other": "cannot be mended with this file, which does not have exactly the events that were acknowledged; nothing was changed",
}


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def mend(files: tuple[Path, ...]) -> None:
    """Put the events of damaged records back, from files that `faceup export` wrote. `faceup doctor --records` names the damaged records.

    A file is used only if it proves to hold exactly what was acknowledged. Afterwards start Faceup again, so that no process remembers the
    damage. The exit code is 1 if a file mends nothing.
    """
    wrong = False
    with entered(Config.from_env(os.environ)) as store:
        for path in files:
            for line, fine in _mended(store, path):
                click.echo(line)
                wrong = wrong or not fine
    if wrong:
        raise SystemExit(1)


def _mended(store: str, path: Path) -> Iterator[tuple[str, bool]]:
    """Mend one record. Yields (a line to print, whether the record was mended)."""
    try:
        file = read_stream(path.read_bytes())
    except NotARecord as refusal:
        yield f"{path}: refused: {refusal.reasons[0]}", False
        return
    if not isinstance(file, FromFile | WholeStream):
        yield f"{path}: is a score sheet without ids and hashes; nothing was changed", False
        return
    stream = StreamId(file.game if isinstance(file, FromFile) else file.stream)
    with write_client(store) as redis:
        try:
            outcome = mended(redis, kind_of(stream), stream, file.record)
        except RecordDamaged as damage:
            yield f"{path}: {damage}: without its head a record cannot be mended; restore a backup", False
            return
    yield f"{path}: {stream} {SAID[outcome]}", outcome == "mended"
