"""`faceup mend` puts the events of damaged records back, from exported files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.files.transcript import NotARecord
from service.config import Config
from service.files.streams import read_stream
from service.files.whole import StreamFile
from service.running.server import entered
from service.store.connect import write_client
from service.store.errors import RecordDamaged
from service.store.keys import StreamId
from service.store.kinds import kind_of
from service.store.streams.mending import mended

SAID: Final = {
    "mended": "mended; its events are again those that were acknowledged",
    "sound": "is not damaged; nothing was changed",
    "missing": "is not stored here; `faceup import` stores it",
    "other": "cannot be mended with this file, which does not have exactly the events that were acknowledged; nothing was changed",
}


def mended_from(config: Config, files: tuple[Path, ...]) -> Iterator[tuple[str, bool]]:
    """Mend the record of each file. Yields, for each file, a line to print and whether the record was mended."""
    with entered(config) as store:
        for path in files:
            yield _mended(store, path, config.copies)


def _mended(store: str, path: Path, copies: int) -> tuple[str, bool]:
    try:
        file = read_stream(path.read_bytes())
    except NotARecord as refusal:
        return f"{path}: refused: {refusal.reasons[0]}", False
    if not isinstance(file, StreamFile):
        return f"{path}: is a score sheet without ids and hashes; nothing was changed", False
    stream = StreamId(file.stream)
    with write_client(store, copies=copies) as redis:
        try:
            outcome = mended(redis, kind_of(stream), stream, file.record)
        except RecordDamaged as damage:
            return f"{path}: {damage}: without its head a record cannot be mended; restore a backup", False
    return f"{path}: {stream} {SAID[outcome]}", outcome == "mended"
